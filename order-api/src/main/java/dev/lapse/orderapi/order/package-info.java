@NullMarked
package dev.lapse.orderapi.order;

import org.jspecify.annotations.NullMarked;
