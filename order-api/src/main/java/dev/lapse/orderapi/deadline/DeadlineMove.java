package dev.lapse.orderapi.deadline;

import dev.lapse.delay.Deadline;
import dev.lapse.order.OrderDeadlines;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.EntityTags;
import dev.lapse.orderapi.order.OrderView;
import dev.lapse.orderapi.order.OwnedOrders;
import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** A client moves the deadline of its order, earlier or later. */
@Component
class DeadlineMove {

    private final OwnedOrders owned;
    private final OrderDeadlines deadlines;
    private final OrderView view;

    DeadlineMove(OwnedOrders owned, OrderDeadlines deadlines, OrderView view) {
        this.owned = owned;
        this.deadlines = deadlines;
        this.view = view;
    }

    /**
     * Moves it; the same deadline again changes nothing.
     *
     * @param payBy null for never
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was changed
     */
    @Transactional
    public Moved move(Caller caller, UUID id, @Nullable Instant payBy, @Nullable String ifMatch) {
        var order = owned.lock(id, caller.client());
        if (!EntityTags.ifMatchAllows(ifMatch, order.version())) {
            throw Problem.of(ProblemCode.PRECONDITION_FAILED).exception();
        }
        order.requirePending();
        var move = deadlines.move(id, payBy, caller.actor());
        return switch (move.kind()) {
            case MOVED, SAME -> new Moved(Answer.ok(view.inThisTransaction(id)), move.deadline());
            case OUT_OF_RANGE ->
                throw Problem.of(
                                ProblemCode.INVALID_REQUEST,
                                List.of(Fault.inBody("#/payBy", "out-of-range", "must be PT1S to P30D from now")))
                        .exception();
        };
    }

    record Moved(Answer answer, @Nullable Deadline deadline) {}
}
