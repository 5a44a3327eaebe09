package dev.lapse.orderapi.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a token may do. */
enum Scope {
    ORDERS_READ,
    /** Create, cancel, move a deadline. */
    ORDERS_WRITE,
    PAYMENTS_WRITE,
    STOCK_READ,
    STOCK_WRITE,
    /** Coupons are secrets of a kind: who may read them may as well write them. */
    COUPONS_WRITE,
    REFUNDS_READ,
    REFUNDS_WRITE;

    /** As configuration and answers name it, such as {@code orders:read}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ':');
    }

    static Optional<Scope> find(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findFirst();
    }
}
