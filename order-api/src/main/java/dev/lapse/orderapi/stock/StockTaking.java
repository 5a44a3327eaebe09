package dev.lapse.orderapi.stock;

import dev.lapse.orderapi.json.EntityTags;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Sets how much of a SKU there is. */
@Component
class StockTaking {

    private final StockRecords records;

    StockTaking(StockRecords records) {
        this.records = records;
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
            var present = before == null ? records.lock(sku).orElseThrow() : before;
            if (onHand < present.reserved()) {
                throw Problem.of(ProblemCode.STOCK_BELOW_RESERVED)
                        .with("reserved", present.reserved())
                        .exception();
            }
            records.set(sku, onHand);
        }
        return new Taken(records.find(sku).orElseThrow(), created);
    }

    record Taken(StockRecord stock, boolean created) {}
}
