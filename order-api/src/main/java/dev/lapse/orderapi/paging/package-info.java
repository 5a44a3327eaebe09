@NullMarked
package dev.lapse.orderapi.paging;

import org.jspecify.annotations.NullMarked;
