@NullMarked
package dev.lapse.orderapi.deadline;

import org.jspecify.annotations.NullMarked;
