package dev.lapse.orderapi.problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Every problem this API answers with. Codes are part of the contract: one may be added, none renamed. */
public enum ProblemCode {
    MALFORMED_JSON(
            400,
            "Unreadable body",
            Retry.NO,
            "The body is missing or is not one JSON document in UTF-8 without duplicate keys and within the limits of depth and number length.",
            "Correct the request."),
    BAD_REQUEST(
            400,
            "Unreadable request",
            Retry.NO,
            "The request line, the path or a header cannot be read or is not allowed.",
            "Correct the request."),
    MISSING_TOKEN(
            401,
            "Token missing",
            Retry.NO,
            "The request carries no bearer token.",
            "Send the header Authorization: Bearer followed by your token."),
    INVALID_TOKEN(
            401,
            "Token not valid",
            Retry.NO,
            "The bearer token is not known here.",
            "Use a valid token; ask the operator for one."),
    INVALID_SIGNATURE(
            401,
            "Signature not valid",
            Retry.NO,
            "The callback's webhook-id, webhook-timestamp or webhook-signature is missing, the signature is none of a known secret, or the timestamp lies more than five minutes from this server's clock.",
            "Sign the very bytes that are sent with the client's webhook secret, as Standard Webhooks asks, and check the sender's clock."),
    MISSING_SCOPE(
            403,
            "Scope missing",
            Retry.NO,
            "The token is valid but may not do this; the field scope names what it lacks.",
            "Use a token that has the scope."),
    NOT_FOUND(
            404,
            "Not found",
            Retry.NO,
            "There is no such thing, or it belongs to another client.",
            "Check the address. A payment provider may try again: its order may not have been there yet."),
    METHOD_NOT_ALLOWED(
            405,
            "Method not allowed",
            Retry.NO,
            "This address does not know the method.",
            "Use one of the methods in the header Allow."),
    NOT_ACCEPTABLE(
            406,
            "Not acceptable",
            Retry.NO,
            "The header Accept allows nothing that this address answers with.",
            "Accept application/json."),
    INSUFFICIENT_STOCK(
            409,
            "Not enough stock",
            Retry.LATER,
            "At least one SKU has fewer available than the order's lines ask for together; skus lists them. Nothing was reserved.",
            "Order less, or try again when stock has come back; the same Idempotency-Key may be used."),
    COUPON_UNAVAILABLE(
            409,
            "Coupon not available",
            Retry.LATER,
            "Another order holds the coupon or has used it up.",
            "Order without it, or try again when that order was cancelled."),
    IDEMPOTENCY_IN_PROGRESS(
            409,
            "Same request in progress",
            Retry.YES,
            "A request with the same Idempotency-Key is being worked on right now.",
            "Try again with the same key after Retry-After."),
    ORDER_ALREADY_PAID(
            409,
            "Order already paid",
            Retry.NO,
            "A paid order cannot be cancelled here.",
            "Give the money back by your own process."),
    ORDER_NOT_PENDING(
            409,
            "Order not pending",
            Retry.NO,
            "The order is paid or cancelled, so it has no deadline any more; the field orderStatus says which.",
            "Read the order."),
    REFUND_ALREADY_SETTLED(
            409,
            "Refund already settled",
            Retry.NO,
            "The money was given back before, and that is final.",
            "Read the refund; providerReference says where the money went."),
    STOCK_BELOW_RESERVED(
            409,
            "Stock below what is reserved",
            Retry.LATER,
            "onHand includes what pending orders have reserved and cannot go below it; the field reserved says how much that is.",
            "Set a higher onHand, or wait until orders are settled."),
    COUPON_IN_USE(
            409,
            "Coupon in use",
            Retry.LATER,
            "An order holds the coupon or has used it up, so its discount and currency stay.",
            "Create another code."),
    PRECONDITION_FAILED(
            412,
            "Changed meanwhile",
            Retry.NO,
            "If-Match names another version than the present one.",
            "Read it again, decide again, and send its present ETag."),
    BODY_TOO_LARGE(413, "Body too large", Retry.NO, "A body may have at most 256 KiB, a batch 4 MiB.", "Send less."),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "Media type not supported",
            Retry.NO,
            "The body is not declared as application/json.",
            "Send Content-Type: application/json."),
    INVALID_REQUEST(
            422,
            "Invalid request",
            Retry.NO,
            "The request can be read, but something in it is wrong; errors lists everything that is.",
            "Correct what errors names."),
    INVALID_CURSOR(
            422,
            "Cursor not valid here",
            Retry.NO,
            "The cursor is none of ours, or came from a list of another client or with other filters.",
            "Start again without a cursor, and follow nextCursor with the filters that it came with."),
    UNKNOWN_SKU(
            422,
            "Unknown SKU",
            Retry.NO,
            "A line names a SKU that has no stock record; errors lists the lines.",
            "Correct the SKU, or PUT its stock first."),
    COUPON_NOT_APPLICABLE(
            422,
            "Coupon not applicable",
            Retry.NO,
            "There is no such coupon, or it is in another currency.",
            "Order without it."),
    AMOUNT_TOO_LARGE(
            422,
            "Amount too large",
            Retry.NO,
            "The lines together come to more than 9007199254740991 minor units, the largest integer that is exact in every JSON reader.",
            "Split the order."),
    AMOUNT_MISMATCH(
            422,
            "Amount does not match",
            Retry.NO,
            "The payment's amount or currency is not the order's; there are no partial payments. The payment was noted and the order stays as it was.",
            "Pay the order's total, and give this payment back."),
    PAYMENT_ID_REUSED(
            422,
            "Payment id reused",
            Retry.NO,
            "This paymentId was recorded for another order or with another amount. Nothing was recorded now.",
            "Use the provider's id of this very payment."),
    IDEMPOTENCY_KEY_REUSED(
            422,
            "Idempotency-Key reused",
            Retry.NO,
            "The same Idempotency-Key came with another request before.",
            "Use a new key for a new request."),
    TOO_MANY_UNPAID_ORDERS(
            429,
            "Too many unpaid orders",
            Retry.LATER,
            "The customer has as many unpaid orders as are allowed, or as large a share of a SKU in them; pending orders count, and those that went unpaid within the last 30 minutes. The field limit says which limit it is.",
            "Let the customer pay for what is open. What goes unpaid, cancelled or lapsed, counts for 30 minutes more."),
    TOO_MANY_REQUESTS(
            429,
            "Too many requests",
            Retry.YES,
            "This client has sent more requests than it may in a time, or has more of them waiting than it may.",
            "Try again after Retry-After, with the same Idempotency-Key; spread requests out."),
    INTERNAL_ERROR(
            500,
            "Internal error",
            Retry.YES,
            "This is a fault of ours, and it was logged.",
            "Try again with the same Idempotency-Key; tell the operator if it stays."),
    TEMPORARILY_UNAVAILABLE(
            503,
            "Temporarily unavailable",
            Retry.YES,
            "The database cannot be used just now or did not answer in time. When detail says that the outcome is unknown, the request may have had its effect.",
            "Try again with the same Idempotency-Key after Retry-After; what was done is not done twice.");

    private final int status;
    private final String title;
    private final Retry retry;
    private final String meaning;
    private final String next;

    ProblemCode(int status, String title, Retry retry, String meaning, String next) {
        this.status = status;
        this.title = title;
        this.retry = retry;
        this.meaning = meaning;
        this.next = next;
    }

    /** Whether the same request can do better when it is sent again. */
    enum Retry {
        YES,
        LATER,
        NO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The name in answers and in the address of the page about it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public int status() {
        return status;
    }

    String title() {
        return title;
    }

    Retry retry() {
        return retry;
    }

    public String meaning() {
        return meaning;
    }

    String next() {
        return next;
    }

    static Optional<ProblemCode> find(String word) {
        return Arrays.stream(values()).filter(code -> code.word().equals(word)).findFirst();
    }
}
