package dev.lapse;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.TestConfiguration;

/**
 * Everything in common, wired as the processes wire it. A test configuration, so that a process
 * whose scan meets it beside its own, as in {@code mvn test}, leaves it alone.
 */
@SpringBootApplication
@TestConfiguration
class CommonTestApplication {}
