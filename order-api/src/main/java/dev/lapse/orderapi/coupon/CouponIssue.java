package dev.lapse.orderapi.coupon;

import dev.lapse.orderapi.problem.Problem;
import dev.lapse.orderapi.problem.ProblemCode;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Makes coupons. */
@Component
class CouponIssue {

    private final CouponRecords records;

    CouponIssue(CouponRecords records) {
        this.records = records;
    }

    /**
     * Makes a coupon, or changes one that no order has taken; the same again is no change.
     *
     * @throws dev.lapse.orderapi.problem.ProblemException when an order has taken it and the content is another
     */
    @Transactional
    public Issued set(String code, long discount, String currency) {
        var before = records.lock(code).orElse(null);
        var created = before == null && records.create(code, discount, currency);
        if (!created) {
            change(before == null ? records.lock(code).orElseThrow() : before, discount, currency);
        }
        return new Issued(records.find(code).orElseThrow(), created);
    }

    private void change(CouponRecord present, long discount, String currency) {
        if (present.discount() == discount && present.currency().equals(currency)) {
            return;
        }
        if (!present.status().equals("AVAILABLE")) {
            throw Problem.of(ProblemCode.COUPON_IN_USE).exception();
        }
        records.set(present.code(), discount, currency);
    }

    record Issued(CouponRecord coupon, boolean created) {}
}
