@NullMarked
package dev.lapse.compensator.fallback;

import org.jspecify.annotations.NullMarked;
