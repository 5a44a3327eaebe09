package dev.lapse.orderapi.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers what failed before any controller was found, in the server or in a filter. */
@RestController
class ProblemErrorController implements ErrorController {

    private final ProblemAnswers answers;

    ProblemErrorController(ProblemAnswers answers) {
        this.answers = answers;
    }

    @RequestMapping("${server.error.path:/error}")
    ResponseEntity<byte[]> error(HttpServletRequest request) {
        // Without a status somebody asked for this very address.
        var status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 404;
        return answers.entity(Problem.of(code(status)));
    }

    static ProblemCode code(int status) {
        return switch (status) {
            case 401 -> ProblemCode.INVALID_TOKEN;
            case 404 -> ProblemCode.NOT_FOUND;
            case 405 -> ProblemCode.METHOD_NOT_ALLOWED;
            case 406 -> ProblemCode.NOT_ACCEPTABLE;
            case 413 -> ProblemCode.BODY_TOO_LARGE;
            case 415 -> ProblemCode.UNSUPPORTED_MEDIA_TYPE;
            case 503 -> ProblemCode.TEMPORARILY_UNAVAILABLE;
            default -> status >= 500 ? ProblemCode.INTERNAL_ERROR : ProblemCode.BAD_REQUEST;
        };
    }
}
