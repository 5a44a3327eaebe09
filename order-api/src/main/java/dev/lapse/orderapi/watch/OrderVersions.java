package dev.lapse.orderapi.watch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The versions of orders, and the table {@code order_watch}: only changes of the orders in it are notified. A NOTIFY
 * makes commits queue up behind one another, so it is kept for those whom somebody waits for.
 */
@Repository
public class OrderVersions {

    private final JdbcClient jdbc;

    OrderVersions(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** This client's order, if there is one. */
    public Optional<Present> find(String client, UUID id) {
        return jdbc.sql("""
                        SELECT version, utc(statement_timestamp()) AS now FROM orders
                         WHERE id = :id AND client = :client""")
                .param("id", id)
                .param("client", client)
                .query((row, n) -> new Present(row.getLong("version"), row.getString("now")))
                .optional();
    }

    Map<UUID, Long> find(Collection<UUID> ids) {
        var versions = new HashMap<UUID, Long>();
        jdbc.sql("SELECT id, version FROM orders WHERE id = ANY (CAST(:ids AS uuid[]))")
                .param("ids", ids.toArray(UUID[]::new))
                .query(row -> {
                    versions.put(row.getObject("id", UUID.class), row.getLong("version"));
                });
        return versions;
    }

    /** Has changes of this order notified for so long. */
    void watch(UUID id, Duration wait) {
        jdbc.sql("""
                INSERT INTO order_watch AS known (order_id, until)
                VALUES (:id, statement_timestamp() + :wait * interval '1 millisecond')
                ON CONFLICT (order_id) DO UPDATE SET until = greatest(known.until, excluded.until)""").param("id", id).param("wait", wait.toMillis()).update();
    }

    void forgetOld() {
        jdbc.sql("DELETE FROM order_watch WHERE until < statement_timestamp()").update();
    }

    /**
     * An order at one moment.
     *
     * @param serverNow that moment, as answers show it
     */
    public record Present(long version, String serverNow) {}
}
