@NullMarked
package dev.lapse.policy;

import org.jspecify.annotations.NullMarked;
