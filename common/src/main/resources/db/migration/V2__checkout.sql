-- What checkout services ask for beyond creating and paying: one extension while the customer is with the bank.

ALTER TABLE orders
    ADD COLUMN attempt_payment_id       text COLLATE "C",  -- the payment that the customer is busy with
    ADD COLUMN attempt_started_at       timestamptz,
    ADD COLUMN attempt_extended_until   timestamptz,       -- null: time enough was left; the extension is unspent
    ADD COLUMN attempt_former_cancel_at timestamptz,       -- what an attempt that fails goes back to
    ADD COLUMN attempt_ended_at         timestamptz,
    ADD CONSTRAINT orders_attempt_whole
        CHECK ((attempt_payment_id IS NULL) = (attempt_started_at IS NULL)),
    ADD CONSTRAINT orders_extension_whole
        CHECK ((attempt_extended_until IS NULL) = (attempt_former_cancel_at IS NULL)
               AND (attempt_extended_until IS NULL OR attempt_payment_id IS NOT NULL));

-- Lists are read newest first, by keyset. A client's list has an index for each of its filters.
CREATE INDEX orders_by_client ON orders (client, created_at, id);
CREATE INDEX orders_by_customer ON orders (client, customer_id, created_at, id);
CREATE INDEX orders_by_reference ON orders (client, reference, created_at, id) WHERE reference IS NOT NULL;
CREATE INDEX orders_by_status ON orders (client, status, created_at, id);

-- A refund is settled by whoever moves the money, and asked for again when that failed.
ALTER TABLE refund
    ADD COLUMN provider_reference text   COLLATE "C",
    ADD COLUMN failure_reason     text,                  -- why the last try failed; null unless it did
    ADD COLUMN version            bigint NOT NULL DEFAULT 1,
    ADD CONSTRAINT refund_failed_alone_has_its_reason CHECK (failure_reason IS NULL OR status = 'FAILED');
CREATE INDEX refund_by_client ON refund (client, created_at, id);
CREATE INDEX refund_by_status ON refund (client, status, created_at, id);

-- Callbacks about orders that are not there (yet): their provider is asked to try again, and what it said is kept.
CREATE TABLE payment_unmatched (
    client     text        NOT NULL,
    payment_id text        COLLATE "C" NOT NULL,
    order_id   uuid        NOT NULL,
    status     text        NOT NULL,
    amount     bigint,
    currency   text,
    webhook_id text        COLLATE "C" NOT NULL,      -- of the last callback
    first_at   timestamptz NOT NULL,
    last_at    timestamptz NOT NULL,
    times      int         NOT NULL DEFAULT 1,
    PRIMARY KEY (client, payment_id, order_id),
    CONSTRAINT payment_unmatched_status_known CHECK (status IN ('FAILED', 'SUCCEEDED'))
);
CREATE INDEX payment_unmatched_by_age ON payment_unmatched (first_at);

-- Who waits for an order to change. Its rows last for seconds, so a crash may empty it.
CREATE UNLOGGED TABLE order_watch (
    order_id uuid PRIMARY KEY,
    until    timestamptz NOT NULL
);

-- NOTIFY makes commits queue up behind one another: it is sent only for an order that somebody waits for.
CREATE FUNCTION notify_who_waits_for_the_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM order_watch WHERE order_id = NEW.id) THEN
        PERFORM pg_notify('order_changed', NEW.id::text);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER orders_notify_who_waits AFTER UPDATE OF version ON orders FOR EACH ROW
    EXECUTE FUNCTION notify_who_waits_for_the_order();

-- What counts against a customer's limits: pending orders, and those that went unpaid a short while ago.
CREATE INDEX orders_unpaid_by_customer ON orders (client, customer_id, cancelled_at) WHERE status <> 'PAID';

CREATE FUNCTION unpaid_orders(of_client text, of_customer text) RETURNS SETOF uuid LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT id FROM orders
     WHERE client = of_client AND customer_id = of_customer AND status <> 'PAID'
       AND (cancelled_at IS NULL OR cancelled_at > statement_timestamp() - interval '30 minutes');
END;

-- Volatile: the count has a snapshot of its own, taken after the lock, and so sees the order before this one.
CREATE FUNCTION lock_customer_and_count_unpaid(of_client text, of_customer text) RETURNS int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('unpaid ' || of_client || ' ' || of_customer, 0));
    RETURN (SELECT count(*) FROM unpaid_orders(of_client, of_customer));
END
$$;

-- Every change of what is on hand by so much, with its reason; what an absolute count corrected is not noted.
CREATE TABLE stock_adjustment (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sku    text        COLLATE "C" NOT NULL REFERENCES stock,
    delta  bigint      NOT NULL,
    reason text        NOT NULL,
    client text        NOT NULL,
    at     timestamptz NOT NULL
);
CREATE INDEX stock_adjustment_by_sku ON stock_adjustment (sku, id);
