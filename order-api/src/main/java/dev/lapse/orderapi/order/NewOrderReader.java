package dev.lapse.orderapi.order;

import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.money.Currencies;
import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.policy.Policies;
import dev.lapse.policy.Policy;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads the body of {@code POST /orders}, and each element of a batch. */
@Component
class NewOrderReader {

    static final int LONGEST_TEXT = 128;
    private static final int MOST_LINES = 100;
    private static final int MOST_OF_A_LINE = 1_000_000;
    private static final BigInteger MOST_MONEY = BigInteger.valueOf(Fields.LARGEST);

    private final Policies policies;

    NewOrderReader(Policies policies) {
        this.policies = policies;
    }

    /**
     * Reads an order.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException with every fault of the body
     */
    NewOrder read(JsonNode body) {
        var fields = Fields.of(body);
        var customerId = fields.text("customerId", LONGEST_TEXT);
        var reference = fields.optionalText("reference", LONGEST_TEXT);
        var currency = Currencies.read(fields, "currency");
        var lines = fields.objects("lines", 1, MOST_LINES).stream()
                .map(NewOrderReader::line)
                .toList();
        var couponCode = fields.optionalText("couponCode", LONGEST_TEXT);
        var policyName = fields.optionalText("policy", LONGEST_TEXT);
        var name = policyName == null ? policies.defaultPolicy() : policyName;
        var policy = policies.find(name).orElseGet(() -> {
            fields.fault(
                    "policy",
                    "unknown-value",
                    "must be one of " + String.join(", ", policies.policies().keySet()));
            return policies.standard();
        });
        var timeout = timeout(fields, policy);
        fields.finish();
        return new NewOrder(
                customerId, reference, currency, lines, subtotal(lines), couponCode, name, timeout, policy.grace());
    }

    private static NewOrder.Line line(Fields line) {
        return new NewOrder.Line(
                line.text("sku", LONGEST_TEXT),
                line.integer("quantity", 1, MOST_OF_A_LINE),
                line.integer("unitPrice", 0, Fields.LARGEST));
    }

    /** Absent is the policy's, null is never. */
    private static @Nullable Duration timeout(Fields fields, Policy policy) {
        var given = fields.value("paymentTimeout");
        if (given == null) {
            return fields.has("paymentTimeout") ? null : policy.paymentTimeout();
        }
        if (!given.isString()) {
            fields.fault("paymentTimeout", "wrong-type", "must be a string, or null for an order that never expires");
            return null;
        }
        try {
            var timeout = Duration.parse(given.stringValue());
            if (!Policy.inRange(timeout)) {
                fields.fault("paymentTimeout", "out-of-range", "must be PT1S to P30D");
            } else if (timeout.getNano() % 1_000_000 != 0) {
                fields.fault("paymentTimeout", "out-of-range", "must be whole milliseconds");
            }
            return timeout;
        } catch (DateTimeException malformed) {
            fields.fault(
                    "paymentTimeout", "invalid-duration", "must be an ISO 8601 duration of days or less, like PT30M");
            return null;
        }
    }

    private static long subtotal(List<NewOrder.Line> lines) {
        var sum = BigInteger.ZERO;
        for (var line : lines) {
            sum = sum.add(BigInteger.valueOf(line.quantity()).multiply(BigInteger.valueOf(line.unitPrice())));
        }
        if (sum.compareTo(MOST_MONEY) > 0) {
            var fault = Fault.inBody("#/lines", ProblemCode.AMOUNT_TOO_LARGE.word(), "come to more than " + MOST_MONEY);
            throw Problem.of(ProblemCode.AMOUNT_TOO_LARGE, List.of(fault)).exception();
        }
        return sum.longValueExact();
    }
}
