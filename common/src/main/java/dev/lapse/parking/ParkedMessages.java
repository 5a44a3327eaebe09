package dev.lapse.parking;

import com.fasterxml.uuid.Generators;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The parking lot: what could not be processed, with its reason. Nothing leaves it by itself. */
@Component
public class ParkedMessages {

    private final JdbcClient jdbc;

    ParkedMessages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Keeps one message.
     *
     * @param source the queue or path that it came by
     * @param orderId the order it is about, when that is known
     * @param headers a JSON object
     */
    public void park(
            String source,
            @Nullable UUID orderId,
            String reason,
            String detail,
            int attempts,
            String headers,
            byte @Nullable [] body) {
        jdbc.sql("""
                INSERT INTO parked_message (id, source, order_id, reason, detail, attempts, headers, body, parked_at)
                VALUES (:id, :source, :order, :reason, :detail, :attempts, CAST(:headers AS jsonb), :body,
                        statement_timestamp())""")
                .param("id", Generators.timeBasedEpochGenerator().generate())
                .param("source", source)
                .param("order", orderId)
                .param("reason", reason)
                .param("detail", detail)
                .param("attempts", attempts)
                .param("headers", headers)
                .param("body", body)
                .update();
    }

    /** How many wait for an operator. */
    public long count() {
        return jdbc.sql("SELECT count(*) FROM parked_message WHERE status = 'PARKED'")
                .query(Long.class)
                .single();
    }
}
