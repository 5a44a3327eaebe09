@NullMarked
package dev.lapse.orderapi.delay;

import org.jspecify.annotations.NullMarked;
