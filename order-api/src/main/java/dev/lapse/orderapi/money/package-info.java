@NullMarked
package dev.lapse.orderapi.money;

import org.jspecify.annotations.NullMarked;
