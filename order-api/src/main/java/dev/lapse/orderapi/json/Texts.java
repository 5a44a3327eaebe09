package dev.lapse.orderapi.json;

import java.util.Optional;

/** What a text may be made of: PostgreSQL stores no NUL and no lone surrogate, and nobody can read control characters. */
public final class Texts {

    private Texts() {}

    /** What is wrong with a text, if anything; its length counts code points. */
    public static Optional<String> fault(String text, int longest) {
        if (text.isEmpty() || text.codePointCount(0, text.length()) > longest) {
            return Optional.of("must have 1 to " + longest + " characters");
        }
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            return Optional.of("must not contain control characters");
        }
        if (text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
            return Optional.of("must not contain half of a surrogate pair");
        }
        return Optional.empty();
    }
}
