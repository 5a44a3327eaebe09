package dev.lapse.localstack.run;

import dev.lapse.localstack.Ports;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ports of the three processes.
 *
 * @param http order-api's, cancel-worker's and compensator's
 * @param management theirs for health and metrics
 */
record RunPorts(List<Integer> http, List<Integer> management) {

    private static final int USUAL = 8080;
    private static final int MANAGEMENT_OFFSET = 1_000;

    /**
     * Those from the base that was asked for, else the usual ones, else free ones.
     *
     * @throws IllegalArgumentException when a port that was asked for is no port, or taken
     */
    static RunPorts choose(@Nullable String base) {
        if (base != null) {
            var asked = from(parse(base));
            var taken = asked.all().filter(port -> !Ports.isFree(port)).boxed().toList();
            if (!taken.isEmpty()) {
                throw new IllegalArgumentException("LAPSE_PORT_BASE=" + base + ": taken by something else: " + taken);
            }
            return asked;
        }
        var usual = from(USUAL);
        if (usual.all().allMatch(Ports::isFree)) {
            return usual;
        }
        var free = Ports.free(6);
        return new RunPorts(free.subList(0, 3), free.subList(3, 6));
    }

    private static int parse(String base) {
        try {
            int port = Integer.parseInt(base);
            if (port >= 1_024 && port <= 64_000) {
                return port;
            }
        } catch (NumberFormatException noNumber) {
            // Said below.
        }
        throw new IllegalArgumentException("LAPSE_PORT_BASE is a number from 1024 to 64000, not " + base);
    }

    private static RunPorts from(int base) {
        return new RunPorts(
                List.of(base, base + 1, base + 2),
                List.of(base + MANAGEMENT_OFFSET, base + MANAGEMENT_OFFSET + 1, base + MANAGEMENT_OFFSET + 2));
    }

    private IntStream all() {
        return IntStream.concat(
                http.stream().mapToInt(Integer::intValue), management.stream().mapToInt(Integer::intValue));
    }
}
