package dev.lapse.orderapi.idempotency;

import dev.lapse.orderapi.json.Answer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The table {@code idempotency_key}. */
@Repository
class StoredAnswers {

    private final JdbcClient jdbc;
    private final JsonMapper json;

    StoredAnswers(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Held until the transaction ends; never waits. */
    boolean tryLock(RequestKey request, String key) {
        return jdbc.sql("""
                SELECT pg_try_advisory_xact_lock(
                           hashtextextended(CAST(:client AS text) || chr(10) || :path || chr(10) || :key, 0))""")
                .param("client", request.client())
                .param("path", request.path())
                .param("key", key)
                .query(Boolean.class)
                .single();
    }

    Optional<Stored> find(RequestKey request, String key) {
        return jdbc.sql("""
                        SELECT fingerprint, status, location, body, utc(statement_timestamp()) AS now
                          FROM idempotency_key
                         WHERE client = :client AND path = :path AND key = :key
                           AND created_at > statement_timestamp() - interval '24 hours'""")
                .param("client", request.client())
                .param("path", request.path())
                .param("key", key)
                .query((row, n) -> new Stored(
                        row.getString("fingerprint"),
                        replay(
                                row.getInt("status"),
                                row.getString("location"),
                                row.getString("body"),
                                row.getString("now"))))
                .optional();
    }

    void store(RequestKey request, String key, Answer answer) {
        jdbc.sql("""
                INSERT INTO idempotency_key (client, path, key, fingerprint, status, location, body, created_at)
                VALUES (:client, :path, :key, :fingerprint, :status, :location, :body, statement_timestamp())
                ON CONFLICT (client, path, key) DO UPDATE
                   SET fingerprint = excluded.fingerprint, status = excluded.status, location = excluded.location,
                       body = excluded.body, created_at = excluded.created_at""")
                .param("client", request.client())
                .param("path", request.path())
                .param("key", key)
                .param("fingerprint", request.fingerprint())
                .param("status", answer.status())
                .param("location", answer.location())
                .param("body", json.writeValueAsString(answer.body()))
                .update();
    }

    /** Deletes up to {@code most} answers that are older than 24 hours, the oldest first, and says how many. */
    int purge(int most) {
        return jdbc.sql("""
                DELETE FROM idempotency_key WHERE (client, path, key) IN (
                    SELECT client, path, key FROM idempotency_key
                     WHERE created_at <= statement_timestamp() - interval '24 hours'
                     ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED)""").param("most", most).update();
    }

    private Answer replay(int status, @Nullable String location, String body, String now) {
        return Answer.replay(status, location, (ObjectNode) json.readTree(body), now);
    }

    record Stored(String fingerprint, Answer answer) {}
}
