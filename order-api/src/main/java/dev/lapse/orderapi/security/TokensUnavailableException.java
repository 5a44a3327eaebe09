package dev.lapse.orderapi.security;

/** The issuer of the tokens does not answer. */
final class TokensUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TokensUnavailableException(Throwable cause) {
        super(cause);
    }
}
