package dev.lapse.order;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One verdict for every id that was asked about.
 *
 * @param databaseNow the database's clock at the statement that decided, a lower bound of the time now
 * @param readAtNano {@link System#nanoTime()} when that clock reading arrived
 */
public record Verdicts(Map<UUID, Verdict> byId, Instant databaseNow, long readAtNano) {

    public Verdict of(UUID id) {
        return byId.getOrDefault(id, Verdict.of(Verdict.Kind.UNKNOWN));
    }

    public long count(Verdict.Kind kind) {
        return byId.values().stream().filter(verdict -> verdict.kind() == kind).count();
    }

    public List<UUID> ids(Verdict.Kind kind) {
        return byId.entrySet().stream()
                .filter(entry -> entry.getValue().kind() == kind)
                .map(Map.Entry::getKey)
                .toList();
    }

    static Verdicts joined(Collection<Verdicts> parts) {
        var all = new java.util.LinkedHashMap<UUID, Verdict>();
        var newest = parts.iterator().next();
        for (var part : parts) {
            all.putAll(part.byId);
            if (part.readAtNano - newest.readAtNano > 0) {
                newest = part;
            }
        }
        return new Verdicts(all, newest.databaseNow, newest.readAtNano);
    }
}
