@NullMarked
package dev.lapse.orderapi.payment;

import org.jspecify.annotations.NullMarked;
