package dev.lapse.testing;

import dev.lapse.localstack.LocalStack;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Gives a test's application context a database and a virtual host of its own on real local servers. */
public final class LocalServers implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        // Patience costs nothing where a test is green, and a busy machine may take its time.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
        var database = LocalStack.shared().freshDatabase();
        var vhost = LocalStack.shared().freshVhost();
        TestPropertyValues.of(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.rabbitmq.addresses=" + vhost.amqpUrl())
                .applyTo(context);
    }
}
