package dev.lapse.localstack.run;

import java.util.Map;

/** What a newcomer needs next. */
final class Welcome {

    private Welcome() {}

    static String text(Map<String, String> env) {
        return """

                order-api          %s      token: %s
                compensator        %s
                health, metrics    %s/actuator, %s/actuator, %s/actuator
                queues             %s      read-only: %s / %s
                all of it          . .lapse/env

                Try: curl -H "Authorization: Bearer %s" %s/stock/mug -X PUT -H 'Content-Type: application/json' -d '{"onHand": 10}'

                Ctrl-C stops everything.
                """.formatted(
                        env.get("ORDER_API_URL"),
                        env.get("CHECKOUT_TOKEN"),
                        env.get("COMPENSATOR_URL"),
                        env.get("ORDER_API_MANAGEMENT_URL"),
                        env.get("WORKER_MANAGEMENT_URL"),
                        env.get("COMPENSATOR_MANAGEMENT_URL"),
                        env.get("RABBITMQ_MANAGEMENT_URL"),
                        env.get("RABBITMQ_MONITORING_USER"),
                        env.get("RABBITMQ_MONITORING_PASSWORD"),
                        env.get("CHECKOUT_TOKEN"),
                        env.get("ORDER_API_URL"));
    }
}
