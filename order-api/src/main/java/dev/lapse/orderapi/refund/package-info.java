@NullMarked
package dev.lapse.orderapi.refund;

import org.jspecify.annotations.NullMarked;
