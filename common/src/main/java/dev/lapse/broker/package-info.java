@NullMarked
package dev.lapse.broker;

import org.jspecify.annotations.NullMarked;
