package dev.lapse.orderapi.refund;

import dev.lapse.orderapi.json.Fields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What came of giving the money back. */
record Settlement(
        Status status,
        @Nullable String providerReference,
        @Nullable String reason) {

    private static final int LONGEST_REFERENCE = 128;
    private static final int LONGEST_REASON = 500;

    enum Status {
        SETTLED,
        FAILED
    }

    /**
     * Reads the body; only a failure has a reason.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException with every fault of the body
     */
    static Settlement read(JsonNode body) {
        var fields = Fields.of(body);
        var status = fields.oneOf("status", Status.class);
        var reference = fields.optionalText("providerReference", LONGEST_REFERENCE);
        var reason = fields.optionalText("reason", LONGEST_REASON);
        if (status == Status.SETTLED && reason != null) {
            fields.fault("reason", "not-applicable", "belongs to the status FAILED");
        }
        fields.finish();
        return new Settlement(status, reference, reason);
    }
}
