@NullMarked
package dev.lapse.orderapi;

import org.jspecify.annotations.NullMarked;
