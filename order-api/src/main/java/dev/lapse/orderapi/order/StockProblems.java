package dev.lapse.orderapi.order;

import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.stock.Shortage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says which lines of an order could not be served. */
final class StockProblems {

    private StockProblems() {}

    /** SKUs that do not exist come first: no waiting helps them. */
    static Problem of(NewOrder order, List<Shortage> shortages) {
        var unknown = shortages.stream()
                .filter(shortage -> shortage.available() == null)
                .map(Shortage::sku)
                .collect(Collectors.toSet());
        if (unknown.isEmpty()) {
            return Problem.of(ProblemCode.INSUFFICIENT_STOCK)
                    .with("skus", shortages.stream().map(StockProblems::members).toList());
        }
        var faults = new ArrayList<Fault>();
        for (int i = 0; i < order.lines().size(); i++) {
            if (unknown.contains(order.lines().get(i).sku())) {
                faults.add(
                        Fault.inBody("#/lines/" + i + "/sku", ProblemCode.UNKNOWN_SKU.word(), "has no stock record"));
            }
        }
        return Problem.of(ProblemCode.UNKNOWN_SKU, faults);
    }

    private static Map<String, Object> members(Shortage shortage) {
        var members = new LinkedHashMap<String, Object>();
        members.put("sku", shortage.sku());
        members.put("requested", shortage.requested());
        members.put("available", shortage.available());
        return members;
    }
}
