package dev.lapse.orderapi.openapi;

import dev.lapse.orderapi.problem.Fault;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemAnswers;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which problems an endpoint may answer with, and how they look. */
final class Problems {

    private Problems() {}

    /** The endpoint's own, and those of all endpoints of its kind. */
    static Set<ProblemCode> of(Described endpoint) {
        var parameters = List.of(endpoint.parameters());
        var codes = EnumSet.of(
                ProblemCode.BAD_REQUEST,
                ProblemCode.NOT_ACCEPTABLE,
                ProblemCode.INVALID_REQUEST,
                ProblemCode.INTERNAL_ERROR,
                ProblemCode.TEMPORARILY_UNAVAILABLE);
        Collections.addAll(codes, endpoint.problems());
        if (!endpoint.scope().isEmpty()) {
            codes.addAll(EnumSet.of(
                    ProblemCode.MISSING_TOKEN,
                    ProblemCode.INVALID_TOKEN,
                    ProblemCode.MISSING_SCOPE,
                    ProblemCode.TOO_MANY_REQUESTS));
        }
        if (!endpoint.request().isEmpty()) {
            codes.addAll(EnumSet.of(
                    ProblemCode.MALFORMED_JSON, ProblemCode.BODY_TOO_LARGE, ProblemCode.UNSUPPORTED_MEDIA_TYPE));
        }
        if (parameters.contains("IdempotencyKey")) {
            codes.addAll(EnumSet.of(ProblemCode.IDEMPOTENCY_IN_PROGRESS, ProblemCode.IDEMPOTENCY_KEY_REUSED));
        }
        if (parameters.contains("IfMatch")) {
            codes.add(ProblemCode.PRECONDITION_FAILED);
        }
        if (parameters.contains("Cursor")) {
            codes.add(ProblemCode.INVALID_CURSOR);
        }
        if (parameters.stream().anyMatch(Set.of("OrderId", "RefundId", "Sku", "Code")::contains)) {
            codes.add(ProblemCode.NOT_FOUND);
        }
        return codes;
    }

    static List<String> headers(ProblemCode code) {
        return switch (code.status()) {
            case 401 -> code == ProblemCode.INVALID_SIGNATURE ? List.of() : List.of("WWW-Authenticate");
            case 403 -> List.of("WWW-Authenticate");
            default -> ProblemAnswers.mayGoBetterSoon(code) ? List.of("Retry-After") : List.of();
        };
    }

    static Map<String, Object> example(ProblemCode code) {
        return ProblemAnswers.members("", problem(code));
    }

    private static Problem problem(ProblemCode code) {
        return switch (code) {
            case INVALID_REQUEST -> fault(code, "#/lines/0/quantity", "out-of-range", "must be 1 to 1000000");
            case UNKNOWN_SKU -> fault(code, "#/lines/0/sku", code.word(), "has no stock record");
            case AMOUNT_TOO_LARGE -> fault(code, "#/lines", code.word(), "come to more than 9007199254740991");
            case MISSING_SCOPE -> Problem.of(code).with("scope", "orders:write");
            case INSUFFICIENT_STOCK ->
                Problem.of(code).with("skus", List.of(Map.of("sku", "mug", "requested", 2, "available", 1)));
            case ORDER_NOT_PENDING -> Problem.of(code).with("orderStatus", "PAID");
            case STOCK_BELOW_RESERVED -> Problem.of(code).with("reserved", 2);
            case TOO_MANY_UNPAID_ORDERS ->
                Problem.of(code).with("limit", "unpaid-orders-per-customer").with("allowed", 20);
            default -> Problem.of(code);
        };
    }

    private static Problem fault(ProblemCode code, String pointer, String fault, String detail) {
        return Problem.of(code, Arrays.asList(Fault.inBody(pointer, fault, detail)));
    }
}
