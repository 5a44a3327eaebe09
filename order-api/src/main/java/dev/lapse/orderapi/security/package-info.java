@NullMarked
package dev.lapse.orderapi.security;

import org.jspecify.annotations.NullMarked;
