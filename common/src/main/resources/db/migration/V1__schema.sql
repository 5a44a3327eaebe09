-- Lapse's schema. PostgreSQL decides what is true; the constraints here make an impossible row impossible,
-- whoever writes it. All times are timestamptz and come from this server's clock.

CREATE TABLE orders (
    id                 uuid PRIMARY KEY,              -- version 7: orders made together lie together
    client             text        NOT NULL,          -- the checkout service that created it
    customer_id        text        COLLATE "C" NOT NULL,
    reference          text        COLLATE "C",
    policy             text        NOT NULL,
    status             text        NOT NULL,
    currency           text        NOT NULL,
    subtotal           bigint      NOT NULL,
    discount           bigint      NOT NULL DEFAULT 0,
    total              bigint      NOT NULL,
    coupon_code        text        COLLATE "C",
    payment_timeout_ms bigint,                        -- null: never expires
    grace_ms           bigint      NOT NULL,
    created_at         timestamptz NOT NULL,
    pay_by             timestamptz,
    cancel_at          timestamptz,
    remind_at          timestamptz,
    reminded_at        timestamptz,
    deadline_set_at    timestamptz NOT NULL,          -- with publisher: was its delay message confirmed?
    publisher          uuid        NOT NULL,
    paid_at            timestamptz,
    cancelled_at       timestamptz,
    cancel_reason      text,
    cancel_path        text,
    cancel_note        text,
    version            bigint      NOT NULL DEFAULT 1,

    CONSTRAINT orders_status_known CHECK (status IN ('PENDING_PAYMENT', 'PAID', 'CANCELLED')),
    CONSTRAINT orders_paid_has_its_time CHECK ((status = 'PAID') = (paid_at IS NOT NULL)),
    CONSTRAINT orders_cancelled_has_its_time CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
    CONSTRAINT orders_cancelled_has_its_reason
        CHECK ((status = 'CANCELLED') = (cancel_reason IS NOT NULL) AND (status = 'CANCELLED') = (cancel_path IS NOT NULL)),
    CONSTRAINT orders_reason_known CHECK (cancel_reason IN ('PAYMENT_TIMEOUT', 'CUSTOMER', 'OPERATOR')),
    CONSTRAINT orders_path_known CHECK (cancel_path IN ('message', 'scan', 'sweep', 'manual', 'customer')),
    CONSTRAINT orders_never_cancelled_early
        CHECK (cancel_reason IS DISTINCT FROM 'PAYMENT_TIMEOUT' OR (cancel_at IS NOT NULL AND cancelled_at >= cancel_at)),
    CONSTRAINT orders_deadline_whole CHECK ((pay_by IS NULL) = (cancel_at IS NULL) AND cancel_at >= pay_by),
    CONSTRAINT orders_timeout_in_range CHECK (payment_timeout_ms BETWEEN 1 AND 2592000000),
    CONSTRAINT orders_grace_not_negative CHECK (grace_ms >= 0),
    CONSTRAINT orders_money_adds_up
        CHECK (subtotal >= 0 AND discount >= 0 AND total >= 0 AND subtotal - discount = total),
    CONSTRAINT orders_money_exact_in_json CHECK (subtotal <= 9007199254740991),
    CONSTRAINT orders_currency_form CHECK (currency ~ '^[A-Z]{3}$')
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Every scan reads this index and nothing else: it is as small as the backlog, however large the table.
CREATE INDEX orders_pending_by_cancel_at ON orders (cancel_at, id) WHERE status = 'PENDING_PAYMENT';

-- A settled order stays settled, even against SQL typed by hand.
CREATE FUNCTION refuse_to_leave_a_final_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'order % is % and stays so', OLD.id, OLD.status
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_final_status_stays';
END
$$;
CREATE TRIGGER orders_final_status_stays BEFORE UPDATE OF status ON orders FOR EACH ROW
    WHEN (OLD.status <> 'PENDING_PAYMENT' AND NEW.status IS DISTINCT FROM OLD.status)
    EXECUTE FUNCTION refuse_to_leave_a_final_status();

CREATE TABLE order_line (
    order_id   uuid   NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    line       int    NOT NULL,
    sku        text   COLLATE "C" NOT NULL,
    quantity   bigint NOT NULL,
    unit_price bigint NOT NULL,
    held       bigint NOT NULL,                       -- what a pending order still reserves; release gives back this
    PRIMARY KEY (order_id, line),
    CONSTRAINT order_line_quantity_in_range CHECK (quantity BETWEEN 1 AND 1000000),
    CONSTRAINT order_line_price_not_negative CHECK (unit_price BETWEEN 0 AND 9007199254740991),
    CONSTRAINT order_line_holds_at_most_its_quantity CHECK (held BETWEEN 0 AND quantity)
);

CREATE TABLE stock (
    sku      text   COLLATE "C" PRIMARY KEY,
    on_hand  bigint NOT NULL,                         -- includes what is reserved
    reserved bigint NOT NULL DEFAULT 0,
    version  bigint NOT NULL DEFAULT 1,
    CONSTRAINT stock_never_negative CHECK (on_hand BETWEEN 0 AND 9007199254740991 AND reserved >= 0),
    CONSTRAINT stock_reserved_is_on_hand CHECK (reserved <= on_hand)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE coupon (
    code     text   COLLATE "C" PRIMARY KEY,
    discount bigint NOT NULL,
    currency text   NOT NULL,
    status   text   NOT NULL DEFAULT 'AVAILABLE',
    order_id uuid,                                    -- who holds or used it
    version  bigint NOT NULL DEFAULT 1,
    CONSTRAINT coupon_status_known CHECK (status IN ('AVAILABLE', 'HELD', 'USED')),
    CONSTRAINT coupon_taken_by_an_order CHECK ((status = 'AVAILABLE') = (order_id IS NULL)),
    CONSTRAINT coupon_discount_in_range CHECK (discount BETWEEN 1 AND 9007199254740991),
    CONSTRAINT coupon_currency_form CHECK (currency ~ '^[A-Z]{3}$')
);

CREATE TABLE payment (
    client     text        NOT NULL,
    payment_id text        COLLATE "C" NOT NULL,      -- the provider's intent
    order_id   uuid        NOT NULL REFERENCES orders (id),
    status     text        NOT NULL,
    outcome    text        NOT NULL,                  -- what came of it the first time it had this status
    amount     bigint,
    currency   text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (client, payment_id),
    CONSTRAINT payment_status_known CHECK (status IN ('FAILED', 'REJECTED', 'SUCCEEDED')),
    CONSTRAINT payment_amount_known CHECK (status = 'FAILED' OR (amount IS NOT NULL AND currency IS NOT NULL)),
    CONSTRAINT payment_not_negative CHECK (amount >= 0)
);
CREATE INDEX payment_by_order ON payment (order_id);

CREATE TABLE refund (
    id         uuid PRIMARY KEY,
    client     text        NOT NULL,
    payment_id text        COLLATE "C" NOT NULL,
    order_id   uuid        NOT NULL REFERENCES orders (id),
    amount     bigint      NOT NULL,
    currency   text        NOT NULL,
    reason     text        NOT NULL,
    status     text        NOT NULL DEFAULT 'REQUESTED',
    created_at timestamptz NOT NULL,
    settled_at timestamptz,
    CONSTRAINT refund_once_per_payment UNIQUE (client, payment_id),
    CONSTRAINT refund_status_known CHECK (status IN ('REQUESTED', 'SETTLED', 'FAILED')),
    CONSTRAINT refund_not_negative CHECK (amount >= 0),
    CONSTRAINT refund_settled_has_its_time CHECK ((status = 'SETTLED') = (settled_at IS NOT NULL))
);
CREATE INDEX refund_by_order ON refund (order_id);

CREATE TABLE order_history (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id uuid        NOT NULL,
    at       timestamptz NOT NULL,
    event    text        NOT NULL,
    actor    text        NOT NULL,
    path     text,
    detail   jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX order_history_by_order ON order_history (order_id, id);

-- Events wait here until RabbitMQ has confirmed them; a row is deleted then.
CREATE TABLE outbox (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid        NOT NULL DEFAULT gen_random_uuid(),
    order_id uuid        NOT NULL,
    type     text        NOT NULL,
    at       timestamptz NOT NULL,
    data     jsonb       NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE idempotency_key (
    client      text        NOT NULL,
    path        text        NOT NULL,
    key         text        COLLATE "C" NOT NULL,
    fingerprint text        NOT NULL,
    status      int         NOT NULL,
    location    text,
    body        text        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (client, path, key),
    CONSTRAINT idempotency_key_keeps_effects_only CHECK (status BETWEEN 200 AND 299)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

CREATE TABLE compensation_run (
    id          uuid PRIMARY KEY,
    trigger     text        NOT NULL,
    actor       text        NOT NULL,
    state       text        NOT NULL,
    started_at  timestamptz NOT NULL,
    finished_at timestamptz,
    scanned     bigint      NOT NULL DEFAULT 0,
    cancelled   bigint      NOT NULL DEFAULT 0,
    skipped     bigint      NOT NULL DEFAULT 0,
    failed      bigint      NOT NULL DEFAULT 0,
    error       text,
    CONSTRAINT compensation_run_trigger_known CHECK (trigger IN ('scan', 'sweep', 'manual')),
    CONSTRAINT compensation_run_state_known
        CHECK (state IN ('QUEUED', 'RUNNING', 'STOPPING', 'STOPPED', 'SUCCEEDED', 'FAILED', 'INTERRUPTED'))
);
CREATE INDEX compensation_run_newest ON compensation_run (started_at DESC);

-- Failed attempts are shared knowledge: what the worker parked is not hammered by the scan.
CREATE TABLE cancel_attempt (
    order_id uuid PRIMARY KEY,
    attempts int         NOT NULL,
    next_at  timestamptz NOT NULL,
    error    text        NOT NULL,
    parked_at timestamptz,
    CONSTRAINT cancel_attempt_counts_from_one CHECK (attempts >= 1)
);

CREATE TABLE parked_message (
    id        uuid PRIMARY KEY,
    source    text        NOT NULL,
    order_id  uuid,
    reason    text        NOT NULL,
    detail    text        NOT NULL DEFAULT '',
    attempts  int         NOT NULL DEFAULT 0,
    headers   jsonb       NOT NULL DEFAULT '{}',
    body      bytea,
    parked_at timestamptz NOT NULL,
    status    text        NOT NULL DEFAULT 'PARKED',
    CONSTRAINT parked_message_status_known CHECK (status IN ('PARKED', 'REPLAYED', 'SETTLED', 'DISCARDED'))
);
CREATE INDEX parked_message_open ON parked_message (parked_at) WHERE status = 'PARKED';

-- Automatic cancelling pauses for one policy, or for all when policy is null.
CREATE TABLE pause (
    id     uuid PRIMARY KEY,
    policy text,
    reason text        NOT NULL,
    actor  text        NOT NULL,
    since  timestamptz NOT NULL,
    until  timestamptz NOT NULL
);

-- Everything whose deadline was set before the watermark has its delay message confirmed by the broker.
CREATE TABLE delay_publisher (
    id         uuid PRIMARY KEY,
    process    text        NOT NULL,
    watermark  timestamptz NOT NULL,
    heartbeat  timestamptz NOT NULL,
    claimed_by uuid
);

CREATE TABLE shedlock (
    name       text PRIMARY KEY,
    lock_until timestamptz NOT NULL,
    locked_at  timestamptz NOT NULL,
    locked_by  text        NOT NULL
);

-- A time as answers and events show it: UTC, six decimals, Z.
CREATE FUNCTION utc(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
