package dev.lapse.orderapi.paging;

import java.time.Instant;
import java.util.UUID;

/** Where a row stands in a list that is sorted by its time and then its id. */
public record Position(Instant at, UUID id) {}
