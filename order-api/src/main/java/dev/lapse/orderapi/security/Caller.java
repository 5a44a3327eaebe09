package dev.lapse.orderapi.security;

import java.util.Set;

/**
 * Who sent the request, and for whom.
 *
 * @param client whose orders and keys it sees
 * @param name of the client that the token belongs to; another one when it acts for {@code client}
 * @param others for whom its token may act besides; {@link #EVERYBODY} is any client
 */
public record Caller(String client, String name, Set<String> others) {

    static final String EVERYBODY = "*";

    public Caller {
        others = Set.copyOf(others);
    }

    /** Somebody who acts for himself only. */
    static Caller of(String client) {
        return new Caller(client, client, Set.of());
    }

    boolean mayActFor(String client) {
        return others.contains(client) || others.contains(EVERYBODY);
    }

    Caller actingFor(String owner) {
        return new Caller(owner, name, others);
    }

    /** As history names it. */
    public String actor() {
        return "client:" + name;
    }
}
