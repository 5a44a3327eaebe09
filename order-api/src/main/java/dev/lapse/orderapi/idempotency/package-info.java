@NullMarked
package dev.lapse.orderapi.idempotency;

import org.jspecify.annotations.NullMarked;
