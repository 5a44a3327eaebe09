package dev.lapse.orderapi.coupon;

import java.time.Instant;

/** A coupon as answers show it: good for one order, worth a fixed amount in minor units. */
record CouponRecord(String code, long discount, String currency, String status, long version, Instant serverNow) {}
