package dev.lapse.orderapi.idempotency;

import dev.lapse.orderapi.database.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Forgets the answers that nobody may ask for again. Each batch is a short transaction of its own, so that no request
 * waits for the clean-up of a busy day; several instances share the work.
 */
@Component
class KeyPurge {

    static final int BATCH = 1_000;

    private static final Logger log = LoggerFactory.getLogger(KeyPurge.class);

    private final StoredAnswers stored;

    KeyPurge(StoredAnswers stored) {
        this.stored = stored;
    }

    /** Goes on until a batch is not full; trouble of the database leaves the rest to the next time. */
    @Scheduled(
            initialDelayString = "${lapse.idempotency.purge-period:PT1M}",
            fixedDelayString = "${lapse.idempotency.purge-period:PT1M}")
    void purge() {
        try {
            int purged;
            do {
                purged = stored.purge(BATCH);
            } while (purged == BATCH);
        } catch (RuntimeException failure) {
            if (!DatabaseFault.isTemporary(failure)) {
                throw failure;
            }
            log.warn("Old idempotency keys stay for now: {}", DatabaseFault.shortly(failure));
        }
    }
}
