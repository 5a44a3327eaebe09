/** The whole system: real processes, real servers, real faults. */
@NullMarked
package dev.lapse.e2e;

import org.jspecify.annotations.NullMarked;
