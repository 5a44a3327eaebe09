@NullMarked
package dev.lapse.order;

import org.jspecify.annotations.NullMarked;
