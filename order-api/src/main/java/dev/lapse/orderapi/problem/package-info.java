@NullMarked
package dev.lapse.orderapi.problem;

import org.jspecify.annotations.NullMarked;
