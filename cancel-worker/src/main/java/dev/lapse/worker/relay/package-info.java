@NullMarked
package dev.lapse.worker.relay;

import org.jspecify.annotations.NullMarked;
