package dev.lapse.compensator.schedule;

import dev.lapse.compensator.scan.CompensatorProperties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

/** ShedLock over the database and its clock; a run that takes longer than its lock keeps it alive. */
@Configuration
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "PT45S")
@EnableConfigurationProperties(CompensatorProperties.class)
class LockConfiguration {

    @Bean
    LockProvider lockProvider(DataSource database) {
        var provider = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(database))
                .usingDbTime()
                .build());
        return new KeepAliveLockProvider(provider, lockKeeper());
    }

    /** Not a bean: Spring would run all scheduled methods on it, one at a time. */
    private static ScheduledExecutorService lockKeeper() {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "lock-keeper");
            thread.setDaemon(true);
            return thread;
        });
    }
}
