@NullMarked
package dev.lapse.compensator.scan;

import org.jspecify.annotations.NullMarked;
