@NullMarked
package dev.lapse.orderapi.database;

import org.jspecify.annotations.NullMarked;
