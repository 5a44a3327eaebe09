/** The shape of the code, as tests. */
@NullMarked
package dev.lapse.architecture;

import org.jspecify.annotations.NullMarked;
