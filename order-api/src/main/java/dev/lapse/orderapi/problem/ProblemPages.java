package dev.lapse.orderapi.problem;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The page behind a problem's {@code type}: served to anybody, so that the link in a log file works. */
@RestController
class ProblemPages {

    private static final MediaType HTML = MediaType.parseMediaType("text/html;charset=UTF-8");

    @GetMapping("/problems/{code}")
    ResponseEntity<String> page(@PathVariable("code") String word) {
        var code = ProblemCode.find(word)
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
        return ResponseEntity.ok().contentType(HTML).body("""
                        <!DOCTYPE html>
                        <html lang="en">
                        <head><meta charset="utf-8"><title>%1$s</title></head>
                        <body>
                        <h1>%1$s</h1>
                        <p><code>%2$s</code>, status %3$d</p>
                        <p>%4$s</p>
                        <p>Retry: %5$s. %6$s</p>
                        </body>
                        </html>
                        """.formatted(
                        code.title(),
                        code.word(),
                        code.status(),
                        code.meaning(),
                        code.retry().word(),
                        code.next()));
    }
}
