@NullMarked
package dev.lapse.time;

import org.jspecify.annotations.NullMarked;
