@NullMarked
package dev.lapse.worker.cancel;

import org.jspecify.annotations.NullMarked;
