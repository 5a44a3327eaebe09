package dev.lapse.orderapi.coupon;

import dev.lapse.orderapi.json.Answer;
import dev.lapse.orderapi.json.Fields;
import dev.lapse.orderapi.json.JsonBody;
import dev.lapse.orderapi.json.PathTexts;
import dev.lapse.orderapi.money.Currencies;
import dev.lapse.orderapi.openapi.Described;
import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping(path = "/coupons/{code}", produces = MediaType.APPLICATION_JSON_VALUE)
class CouponController {

    private static final int LONGEST_TEXT = 128;

    private final CouponIssue issue;
    private final CouponRecords records;
    private final JsonMapper json;

    CouponController(CouponIssue issue, CouponRecords records, JsonMapper json) {
        this.issue = issue;
        this.records = records;
        this.json = json;
    }

    @Described(
            id = "getCoupon",
            summary = "Read a coupon",
            scope = "coupons:write",
            parameters = {"Code"},
            answer = "Coupon")
    @GetMapping
    ResponseEntity<JsonNode> get(@PathVariable String code) {
        var coupon = records.find(PathTexts.check("code", code, LONGEST_TEXT))
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
        return Answer.ok(json.valueToTree(coupon)).entity();
    }

    @Described(
            id = "setCoupon",
            summary = "Make or change a coupon",
            details = "Good for one order, worth a fixed amount.",
            scope = "coupons:write",
            parameters = {"Code"},
            request = "NewCoupon",
            answer = "Coupon",
            statuses = {200, 201},
            problems = {ProblemCode.COUPON_IN_USE})
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<JsonNode> put(@PathVariable String code, HttpServletRequest request, @RequestBody byte[] body) {
        PathTexts.check("code", code, LONGEST_TEXT);
        var fields = Fields.of(JsonBody.parse(body));
        var discount = fields.integer("discount", 1, Fields.LARGEST);
        var currency = Currencies.read(fields, "currency");
        fields.finish();
        var issued = issue.set(code, discount, currency);
        return Answer.of(
                        issued.created() ? HttpStatus.CREATED : HttpStatus.OK,
                        issued.created() ? request.getRequestURI() : null,
                        json.valueToTree(issued.coupon()))
                .entity();
    }
}
