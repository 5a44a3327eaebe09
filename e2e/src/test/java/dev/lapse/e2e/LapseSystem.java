package dev.lapse.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** order-api, cancel-worker and compensator as processes of their own, over one database and one broker. */
final class LapseSystem implements AutoCloseable {

    static final String TOKEN = "token-of-the-test-checkout";
    private static final String TOKEN_HASH = "sha256:" + Sha256.hex(TOKEN);

    private final Map<String, String> environment;
    private final List<LapseProcess> processes = new ArrayList<>();

    /**
     * What all processes of a system share.
     *
     * @param amqpUrl with user and password
     */
    LapseSystem(String jdbcUrl, String user, String password, String amqpUrl) {
        environment = new HashMap<>(Map.of(
                "SPRING_DATASOURCE_URL", jdbcUrl,
                "SPRING_DATASOURCE_USERNAME", user,
                "SPRING_DATASOURCE_PASSWORD", password,
                "SPRING_RABBITMQ_ADDRESSES", amqpUrl,
                // One customer orders in all tests.
                "LAPSE_LIMITS_UNPAIDORDERSPERCUSTOMER", "0",
                "LAPSE_CLIENTS_TEST_TOKENS_0_HASH", TOKEN_HASH,
                "LAPSE_CLIENTS_TEST_TOKENS_0_SCOPES",
                        "orders:read,orders:write,payments:write,stock:read,stock:write,coupons:write,"
                                + "refunds:read,refunds:write"));
    }

    /** Gives every process that is started from now on these variables too. */
    LapseSystem with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Starts one process; options such as {@code -Duser.timezone=…} go to its JVM. */
    LapseProcess start(String module, String... jvmOptions) throws IOException {
        var process = LapseProcess.start(module, environment, List.of(jvmOptions));
        processes.add(process);
        return process;
    }

    @Override
    public void close() {
        processes.forEach(LapseProcess::terminate);
        processes.forEach(LapseProcess::close);
    }
}
