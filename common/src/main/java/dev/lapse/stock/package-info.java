@NullMarked
package dev.lapse.stock;

import org.jspecify.annotations.NullMarked;
