/** {@code ./run}: the whole system on this machine, and one order that lapses before your eyes. */
@NullMarked
package dev.lapse.localstack.run;

import org.jspecify.annotations.NullMarked;
