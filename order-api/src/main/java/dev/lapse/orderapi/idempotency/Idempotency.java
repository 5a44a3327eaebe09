package dev.lapse.orderapi.idempotency;

import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Lets a request have its effect once, however often it is sent with the same key.
 *
 * <ol>
 *   <li>A lock for the key is taken without waiting; it ends with the transaction.
 *   <li>An answer stored under the key within 24 hours is repeated, with a fresh clock reading only.
 *   <li>Otherwise the effect happens, and its answer is stored in the same transaction.
 * </ol>
 *
 * What is refused stores nothing: the key stays free.
 */
@Component
public class Idempotency {

    private final StoredAnswers stored;

    Idempotency(StoredAnswers stored) {
        this.stored = stored;
    }

    /**
     * Repeats the answer that was given before, or has the effect and remembers its answer.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when the same key is being worked on, or came with another body
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Answer once(RequestKey request, Supplier<Answer> effect) {
        var key = request.key();
        if (key == null) {
            return effect.get();
        }
        if (!stored.tryLock(request, key)) {
            throw Problem.of(ProblemCode.IDEMPOTENCY_IN_PROGRESS).exception();
        }
        var before = stored.find(request, key);
        if (before.isPresent()) {
            if (!before.get().fingerprint().equals(request.fingerprint())) {
                throw Problem.of(ProblemCode.IDEMPOTENCY_KEY_REUSED).exception();
            }
            return before.get().answer();
        }
        var answer = effect.get();
        if (answer.status() < 300) {
            stored.store(request, key, answer);
        }
        return answer;
    }
}
