@NullMarked
package dev.lapse.parking;

import org.jspecify.annotations.NullMarked;
