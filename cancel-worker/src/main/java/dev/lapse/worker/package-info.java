@NullMarked
package dev.lapse.worker;

import org.jspecify.annotations.NullMarked;
