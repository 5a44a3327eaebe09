@NullMarked
package dev.lapse.compensator.parking;

import org.jspecify.annotations.NullMarked;
