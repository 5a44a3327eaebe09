package dev.lapse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lapse.localstack.LocalStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs every command of docs/api.md, in one shell from top to bottom, and compares what it prints. */
class ApiGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "api.md");
    private static final Pattern BLOCK =
            Pattern.compile("```sh\\n(.*?)```\\n(?:```json\\n(.*?)```\\n)?", Pattern.DOTALL);
    private static final String SECRET = "whsec_" + "bGFwc2Ug".repeat(5);
    private static final String MARK = "@@@ end of a block @@@";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path home;

    private record Step(String commands, @Nullable JsonNode shown) {}

    @Test
    void everyCommandOfTheGuideAnswersAsItSays() throws Exception {
        var steps = steps();
        assertThat(steps).hasSizeGreaterThan(10);
        var stack = LocalStack.shared();
        var base = stack.freshDatabase();
        try (var lapse = new LapseSystem(
                base.jdbcUrl(), base.user(), base.password(), stack.freshVhost().amqpUrl())) {
            lapse.with("LAPSE_CLIENTS_TEST_WEBHOOKSECRETS_0", SECRET);
            var api = lapse.start("order-api");
            var worker = lapse.start("cancel-worker");
            api.awaitReady();
            worker.awaitReady();

            var printed = run(steps, api.uri().toString());

            for (int i = 0; i < steps.size(); i++) {
                var step = steps.get(i);
                if (step.shown() != null) {
                    var answer = JSON.readTree(
                            printed.get(i).strip().lines().findFirst().orElse(""));
                    assertThat(missing("", step.shown(), answer))
                            .as(step.commands() + "printed " + answer)
                            .isEmpty();
                }
            }
        }
    }

    private static List<Step> steps() throws Exception {
        var steps = new ArrayList<Step>();
        var blocks = BLOCK.matcher(Files.readString(GUIDE));
        while (blocks.find()) {
            steps.add(new Step(blocks.group(1), blocks.group(2) == null ? null : JSON.readTree(blocks.group(2))));
        }
        return steps;
    }

    /** What each step printed. */
    private List<String> run(List<Step> steps, String api) throws Exception {
        var script = new StringBuilder("set -euo pipefail\n");
        for (var step : steps) {
            script.append(step.commands())
                    .append("\nprintf '\\n%s\\n' '")
                    .append(MARK)
                    .append("'\n");
        }
        // The first line of the guide reads .lapse/env, so that it is taken from there here too.
        Files.createDirectories(home.resolve(".lapse"));
        Files.writeString(
                home.resolve(".lapse/env"),
                "ORDER_API_URL=" + api + "\nCHECKOUT_TOKEN=" + LapseSystem.TOKEN + "\nPAYMENT_WEBHOOK_SECRET=" + SECRET
                        + "\n");
        var output = home.resolve("output");
        Files.writeString(home.resolve("guide.sh"), script);
        var shell = new ProcessBuilder("bash", "guide.sh")
                .directory(home.toFile())
                .redirectOutput(output.toFile())
                .redirectErrorStream(true)
                .start();
        if (!shell.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            shell.destroyForcibly();
        }
        var printed = Files.readString(output);
        assertThat(shell.waitFor()).as(printed).isZero();
        return List.of(printed.split(Pattern.quote(MARK)));
    }

    /** What the guide shows and the answer has not, or has otherwise; "…" stands for any value but null. */
    private static List<String> missing(String at, JsonNode shown, JsonNode answer) {
        var faults = new ArrayList<String>();
        if (shown.isObject() && answer.isObject()) {
            shown.properties()
                    .forEach(field -> faults.addAll(
                            missing(at + "/" + field.getKey(), field.getValue(), answer.path(field.getKey()))));
        } else if (shown.isArray() && answer.size() == shown.size()) {
            for (int i = 0; i < shown.size(); i++) {
                faults.addAll(missing(at + "/" + i, shown.get(i), answer.get(i)));
            }
        } else if (shown.isString() && shown.asString().equals("…")
                ? answer.isNull() || answer.isMissingNode()
                : !shown.equals(answer)) {
            faults.add(at + " is " + answer + ", not " + shown);
        }
        return faults;
    }
}
