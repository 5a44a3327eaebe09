@NullMarked
package dev.lapse.payment;

import org.jspecify.annotations.NullMarked;
