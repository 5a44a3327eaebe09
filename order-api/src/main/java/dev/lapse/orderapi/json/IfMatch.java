package dev.lapse.orderapi.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The header If-Match. */
public final class IfMatch {

    private IfMatch() {}

    /** Whether a change may go on; a version of null stands for what does not exist yet. */
    public static boolean allows(@Nullable String header, @Nullable Long version) {
        if (header == null) {
            return true;
        }
        if (version == null) {
            return false;
        }
        // Versions count every change, so the weak mark that our ETags carry takes nothing from the comparison.
        var wanted = "\"" + version + "\"";
        return Arrays.stream(header.split(","))
                .map(tag -> tag.strip().replaceFirst("^W/", ""))
                .anyMatch(tag -> tag.equals("*") || tag.equals(wanted));
    }
}
