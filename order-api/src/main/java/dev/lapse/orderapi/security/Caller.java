package dev.lapse.orderapi.security;

/**
 * Who sent the request.
 *
 * @param client whose orders and keys it sees
 */
public record Caller(String client) {

    /** As history names it. */
    public String actor() {
        return "client:" + client;
    }
}
