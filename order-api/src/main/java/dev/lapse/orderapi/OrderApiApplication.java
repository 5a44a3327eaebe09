package dev.lapse.orderapi;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Passwords have no place here: without the exclusion a user with a generated one would exist. */
@EnableScheduling
@SpringBootApplication(scanBasePackages = "dev.lapse", exclude = UserDetailsServiceAutoConfiguration.class)
public class OrderApiApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrderApiApplication.class, args);
    }
}
