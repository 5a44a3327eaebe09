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
