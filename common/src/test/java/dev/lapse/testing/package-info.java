/** Fixtures that the tests of all modules share. */
@NullMarked
package dev.lapse.testing;

import org.jspecify.annotations.NullMarked;
