package dev.lapse.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@org.springframework.scheduling.annotation.EnableScheduling
@SpringBootApplication(scanBasePackages = "dev.lapse")
public class CancelWorkerApplication {

    public static void main(String[] args) {
        SpringApplication.run(CancelWorkerApplication.class, args);
    }
}
