@NullMarked
package dev.lapse.orderapi.json;

import org.jspecify.annotations.NullMarked;
