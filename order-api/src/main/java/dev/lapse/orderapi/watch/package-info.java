@NullMarked
package dev.lapse.orderapi.watch;

import org.jspecify.annotations.NullMarked;
