package dev.lapse.orderapi.payment;

import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.money.Currencies;
import dev.lapse.orderapi.security.Caller;
import dev.lapse.payment.PaymentNotice;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what a payment provider says. */
final class PaymentReader {

    private static final int LONGEST_TEXT = 128;

    private PaymentReader() {}

    /**
     * Reads a notice; only a failed payment may leave out what was paid.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException with every fault of the body
     */
    static PaymentNotice read(Caller caller, UUID order, JsonNode body) {
        return read(caller, caller.actor(), Fields.of(body), fields -> order);
    }

    /**
     * Reads a callback, which names its order in the body.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException with every fault of the body
     */
    static PaymentNotice readCallback(Caller caller, JsonNode body) {
        return read(caller, "webhook:" + caller.client(), Fields.of(body), fields -> fields.uuid("orderId"));
    }

    private static PaymentNotice read(Caller caller, String actor, Fields fields, Function<Fields, UUID> orderOf) {
        var order = orderOf.apply(fields);
        var paymentId = fields.text("paymentId", LONGEST_TEXT);
        var status = fields.oneOf("status", PaymentNotice.Status.class);
        var mayBeLeftOut = status == PaymentNotice.Status.FAILED;
        var amount = amount(fields, mayBeLeftOut);
        var currency = mayBeLeftOut ? Currencies.readOptional(fields, "currency") : Currencies.read(fields, "currency");
        fields.finish();
        return new PaymentNotice(caller.client(), order, paymentId, amount, currency, status, actor);
    }

    private static @Nullable Long amount(Fields fields, boolean mayBeLeftOut) {
        return mayBeLeftOut && !fields.hasValue("amount") ? null : fields.integer("amount", 0, Fields.LARGEST);
    }
}
