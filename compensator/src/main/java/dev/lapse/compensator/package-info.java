@NullMarked
package dev.lapse.compensator;

import org.jspecify.annotations.NullMarked;
