package dev.lapse.orderapi.refund;

import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import dev.lapse.payment.OrderRefunds;
import dev.lapse.payment.OrderRefunds.Change;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** What a client says about its refunds; each method changes nothing when it throws. */
@Component
class RefundChanges {

    private final Idempotency idempotency;
    private final OrderRefunds refunds;
    private final RefundRecords records;
    private final JsonMapper json;

    RefundChanges(Idempotency idempotency, OrderRefunds refunds, RefundRecords records, JsonMapper json) {
        this.idempotency = idempotency;
        this.refunds = refunds;
        this.records = records;
        this.json = json;
    }

    @Transactional
    public Answer settle(Caller caller, RequestKey request, UUID id, Settlement settlement) {
        return change(caller, request, id, () -> switch (settlement.status()) {
            case SETTLED -> refunds.settle(caller.client(), id, settlement.providerReference(), caller.actor());
            case FAILED ->
                refunds.fail(caller.client(), id, settlement.providerReference(), settlement.reason(), caller.actor());
        });
    }

    @Transactional
    public Answer retry(Caller caller, RequestKey request, UUID id) {
        return change(caller, request, id, () -> refunds.retry(caller.client(), id, caller.actor()));
    }

    private Answer change(Caller caller, RequestKey request, UUID id, Supplier<Change> change) {
        return idempotency.once(request, () -> switch (change.get()) {
            case UNKNOWN -> throw Problem.of(ProblemCode.NOT_FOUND).exception();
            case TOO_LATE ->
                throw Problem.of(ProblemCode.REFUND_ALREADY_SETTLED).exception();
            case DONE, NONE ->
                Answer.ok(json.valueToTree(records.find(caller.client(), id).orElseThrow()));
        });
    }
}
