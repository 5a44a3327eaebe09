package dev.lapse.orderapi.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.MapperFeature;

/** How answers are written: times in UTC with six decimals, fields in the order in which they are declared. */
@Configuration
class JsonConfiguration {

    private static final JsonFormat.Value TIME = JsonFormat.Value.forPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withTimeZone(TimeZone.getTimeZone(ZoneOffset.UTC));

    @Bean
    JsonMapperBuilderCustomizer answersAsPromised() {
        return builder -> builder.disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .withConfigOverride(Instant.class, time -> time.setFormat(TIME));
    }
}
