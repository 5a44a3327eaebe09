@NullMarked
package dev.lapse.compensator.schedule;

import org.jspecify.annotations.NullMarked;
