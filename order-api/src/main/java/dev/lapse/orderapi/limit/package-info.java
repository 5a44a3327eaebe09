@NullMarked
package dev.lapse.orderapi.limit;

import org.jspecify.annotations.NullMarked;
