@NullMarked
package dev.lapse.orderapi.stock;

import org.jspecify.annotations.NullMarked;
