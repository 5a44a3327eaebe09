package dev.lapse.orderapi.stock;

import dev.lapse.orderapi.idempotency.Idempotency;
import dev.lapse.orderapi.idempotency.RequestKey;
import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.EntityTags;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.security.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** Sets how much of a SKU there is. */
@Component
class StockTaking {

    private final Idempotency idempotency;
    private final StockRecords records;
    private final JsonMapper json;

    StockTaking(Idempotency idempotency, StockRecords records, JsonMapper json) {
        this.idempotency = idempotency;
        this.records = records;
        this.json = json;
    }

    /**
     * Sets what is on hand, never below what is reserved.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was changed
     */
    @Transactional
    public Taken set(String sku, long onHand, @Nullable String ifMatch) {
        var before = records.lock(sku).orElse(null);
        if (!EntityTags.ifMatchAllows(ifMatch, before == null ? null : before.version())) {
            throw Problem.of(ProblemCode.PRECONDITION_FAILED).exception();
        }
        var created = before == null && records.create(sku, onHand);
        if (!created) {
            change(before == null ? records.lock(sku).orElseThrow() : before, onHand);
        }
        return new Taken(records.find(sku).orElseThrow(), created);
    }

    /**
     * Changes what is on hand by {@code delta}, never below what is reserved, and notes why.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when nothing was changed
     */
    @Transactional
    public Answer adjust(Caller caller, RequestKey request, String sku, long delta, String reason) {
        return idempotency.once(request, () -> {
            var before = records.lock(sku)
                    .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
            var onHand = before.onHand() + delta;
            if (onHand > Fields.LARGEST) {
                var fault = Fault.inBody("#/delta", "out-of-range", "would come to more than " + Fields.LARGEST);
                throw Problem.of(ProblemCode.INVALID_REQUEST, List.of(fault)).exception();
            }
            change(before, onHand);
            records.note(sku, delta, reason, caller.client());
            return Answer.ok(json.valueToTree(records.find(sku).orElseThrow()));
        });
    }

    private void change(StockRecord before, long onHand) {
        if (onHand < before.reserved()) {
            throw Problem.of(ProblemCode.STOCK_BELOW_RESERVED)
                    .with("reserved", before.reserved())
                    .exception();
        }
        records.set(before.sku(), onHand);
    }

    record Taken(StockRecord stock, boolean created) {}
}
