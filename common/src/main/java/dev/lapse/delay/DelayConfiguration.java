package dev.lapse.delay;

import dev.lapse.policy.Policies;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
@EnableConfigurationProperties({DelayProperties.class, Policies.class})
class DelayConfiguration {

    @Bean
    DelayLadder delayLadder(Policies policies, DelayProperties settings) {
        return new DelayLadder(policies.usualDelays(), settings.tolerance());
    }

    @Bean
    DelayTopology delayTopology(DelayLadder ladder) {
        return new DelayTopology(ladder);
    }
}
