package dev.lapse.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerMessageCodecTest {

    private static final AMQP.BasicProperties OURS = new AMQP.BasicProperties.Builder()
            .contentType(TimerMessage.CONTENT_TYPE)
            .build();

    private final TimerMessageCodec codec = new TimerMessageCodec();

    @Test
    void readsWhatItWrites() throws Exception {
        var message = TimerMessage.lapse(UUID.randomUUID(), Instant.parse("2026-12-01T10:00:00.123456Z"), 2);
        assertThat(codec.read(OURS, codec.write(message))).isEqualTo(message);
    }

    @Test
    void isReadableInTheManagementUi() {
        var id = UUID.fromString("0193a000-0000-7000-8000-000000000001");
        assertThat(text(codec.write(TimerMessage.lapse(id, Instant.parse("2026-12-01T10:00:00Z")))))
                .isEqualTo("{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"" + id
                        + "\",\"due\":\"2026-12-01T10:00:00Z\"}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[]",
                "nonsense",
                "\"text\"",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[]}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":null}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[null]}",
                "{\"kind\":\"lapse\",\"attempt\":-1,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":\"2026-12-01T10:00:00Z\"}]}",
                "{\"kind\":\"explode\",\"attempt\":0,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":\"2026-12-01T10:00:00Z\"}]}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"x\",\"due\":\"2026-12-01T10:00:00Z\"}]}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":null}]}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":\"tomorrow\"}]}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":\"2026-12-01T10:00:00Z\"}],\"more\":1}",
                "{\"kind\":\"lapse\",\"attempt\":0,\"orders\":[{\"id\":\"0193a000-0000-7000-8000-000000000001\",\"due\":\"2026-12-01T10:00:00Z\"}]} trailing",
            })
    void saysThatItCannotReadWhatIsNotATimerMessage(String body) {
        assertThatThrownBy(() -> codec.read(OURS, body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(TimerMessageCodec.Unreadable.class);
    }

    @Test
    void readsNoOtherContentTypeWhateverItsHeadersName() {
        var foreign = new AMQP.BasicProperties.Builder()
                .contentType("application/x-java-serialized-object")
                .headers(Map.of("__TypeId__", "java.util.ArrayList"))
                .build();
        var body = codec.write(TimerMessage.lapse(UUID.randomUUID(), Instant.EPOCH));
        assertThatThrownBy(() -> codec.read(foreign, body)).hasMessageContaining("content type");
        assertThatThrownBy(() -> codec.read(new AMQP.BasicProperties(), body)).hasMessageContaining("content type");
    }

    @Test
    void readsNothingBeyondItsLimit() {
        assertThatThrownBy(() -> codec.read(OURS, new byte[TimerMessage.LARGEST + 1]))
                .hasMessageContaining("65537 bytes");
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
