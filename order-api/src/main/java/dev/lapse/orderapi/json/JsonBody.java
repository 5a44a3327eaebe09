package dev.lapse.orderapi.json;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import dev.lapse.orderapi.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a body into a tree, strictly: one document, UTF-8 only, no duplicate keys, bounded depth and numbers. */
public final class JsonBody {

    private static final int DEEPEST = 32;
    private static final int LONGEST_NUMBER = 100;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxNumberLength(LONGEST_NUMBER)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonBody() {}

    /**
     * Reads one JSON document.
     *
     * @throws ProblemException {@link ProblemCode#MALFORMED_JSON}
     */
    public static JsonNode parse(byte[] body) {
        // Decoded here, because a parser of bytes would guess UTF-16 or UTF-32 and let encoded surrogates pass.
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        try {
            var tree = STRICT.readTree(decoder.decode(ByteBuffer.wrap(body)).toString());
            if (tree.isMissingNode()) {
                throw malformed("The body is empty.");
            }
            return tree;
        } catch (CharacterCodingException notUtf8) {
            throw malformed("The body is not valid UTF-8.");
        } catch (JacksonException notJson) {
            throw malformed(where(notJson));
        }
    }

    /** Reads a body that may be left out: then it is an empty object. */
    public static JsonNode parseOrEmpty(byte @Nullable [] body) {
        return body == null || body.length == 0 ? STRICT.createObjectNode() : parse(body);
    }

    private static String where(JacksonException failure) {
        var at = failure.getLocation();
        var place =
                at == null || at.getLineNr() < 1 ? "" : " near line " + at.getLineNr() + ", column " + at.getColumnNr();
        return "The body is not one JSON document without duplicate keys, at most " + DEEPEST
                + " levels deep, with numbers of at most " + LONGEST_NUMBER + " digits: it fails" + place + ".";
    }

    private static ProblemException malformed(String detail) {
        return Problem.of(ProblemCode.MALFORMED_JSON, detail).exception();
    }
}
