package dev.lapse.orderapi.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** ETags, and the headers that name them. */
public final class EntityTags {

    private EntityTags() {}

    /** Weak: two answers of one version may differ in the clock that they show. */
    public static String of(long version) {
        return "W/\"" + version + "\"";
    }

    /** Whether If-Match lets a change go on; a version of null stands for what does not exist yet. */
    public static boolean ifMatchAllows(@Nullable String header, @Nullable Long version) {
        return header == null || version != null && names(header, version);
    }

    /** Whether the header names this version. Versions count every change, so the weak mark makes no difference. */
    public static boolean names(String header, long version) {
        var wanted = "\"" + version + "\"";
        return Arrays.stream(header.split(","))
                .map(tag -> tag.strip().replaceFirst("^W/", ""))
                .anyMatch(tag -> tag.equals("*") || tag.equals(wanted));
    }
}
