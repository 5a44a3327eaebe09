package dev.lapse.orderapi.order;

import dev.lapse.delay.DelayPublisher;
import dev.lapse.orderapi.database.CommitWatch;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.security.Caller;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Creates an order and, once that is committed, gives its deadline a delay message; the answer waits for no broker. */
@Component
class OrderPlacement {

    private final OrderCreation creation;
    private final DelayPublisher delays;
    private final CommitWatch commits;

    OrderPlacement(OrderCreation creation, DelayPublisher delays, CommitWatch commits) {
        this.creation = creation;
        this.delays = delays;
        this.commits = commits;
    }

    Answer place(Caller caller, RequestKey request, Supplier<NewOrder> order) {
        try (var ticket = delays.take()) {
            OrderCreation.Created created;
            try {
                created = creation.create(caller, request, order, delays.id());
            } catch (RuntimeException failure) {
                if (commits.unanswered()) {
                    ticket.unknown();
                }
                throw failure;
            }
            if (created.deadline() != null) {
                ticket.publish(created.deadline());
            }
            return created.answer();
        }
    }
}
