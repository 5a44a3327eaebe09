@NullMarked
package dev.lapse.history;

import org.jspecify.annotations.NullMarked;
