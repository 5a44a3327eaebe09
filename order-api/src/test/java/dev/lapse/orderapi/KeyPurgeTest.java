package dev.lapse.orderapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "lapse.idempotency.purge-period=PT0.2S")
class KeyPurgeTest extends ApiTest {

    private final String path = Bodies.unique("/purge");

    @Test
    void forgetsWhatIsOlderThanADayHoweverMuch() {
        insert(2_500, "24 hours 1 second");
        insert(3, "23 hours 59 minutes");

        await().untilAsserted(() -> assertThat(remaining()).isEqualTo(3));
        insert(1, "25 hours");
        await().untilAsserted(() -> assertThat(remaining()).isEqualTo(3));
    }

    private void insert(int count, String age) {
        jdbc.sql("""
                INSERT INTO idempotency_key (client, path, key, fingerprint, status, body, created_at)
                SELECT 'shop', :path, gen_random_uuid(), '', 200, '{}', statement_timestamp() - CAST(:age AS interval)
                  FROM generate_series(1, :count)""")
                .param("path", path)
                .param("age", age)
                .param("count", count)
                .update();
    }

    private long remaining() {
        return count("SELECT count(*) FROM idempotency_key WHERE path = ?", path);
    }
}
