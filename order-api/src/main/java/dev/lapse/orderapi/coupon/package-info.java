@NullMarked
package dev.lapse.orderapi.coupon;

import org.jspecify.annotations.NullMarked;
