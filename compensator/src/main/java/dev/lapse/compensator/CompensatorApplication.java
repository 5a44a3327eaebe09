package dev.lapse.compensator;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication(scanBasePackages = "dev.lapse")
public class CompensatorApplication {

    public static void main(String[] args) {
        SpringApplication.run(CompensatorApplication.class, args);
    }
}
