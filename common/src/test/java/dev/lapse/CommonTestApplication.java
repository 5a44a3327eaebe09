package dev.lapse;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Everything in common, wired as the processes wire it. */
@SpringBootApplication
class CommonTestApplication {}
