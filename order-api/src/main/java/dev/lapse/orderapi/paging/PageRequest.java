package dev.lapse.orderapi.paging;

import org.jspecify.annotations.Nullable;

/**
 * Which page of which list is wanted.
 *
 * @param after null for the first page
 * @param list the client, what is listed, and by which filters
 */
public record PageRequest(int limit, @Nullable Position after, String list) {

    /** How many rows to ask for: one more than are shown tells whether there is another page. */
    public int wanted() {
        return limit + 1;
    }

    /** What gets the page after the one that ends here. */
    String cursor(Position last) {
        return Cursor.encode(last, list);
    }
}
