@NullMarked
package dev.lapse.coupon;

import org.jspecify.annotations.NullMarked;
