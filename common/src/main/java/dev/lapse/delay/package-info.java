@NullMarked
package dev.lapse.delay;

import org.jspecify.annotations.NullMarked;
