@NullMarked
package dev.lapse.outbox;

import org.jspecify.annotations.NullMarked;
