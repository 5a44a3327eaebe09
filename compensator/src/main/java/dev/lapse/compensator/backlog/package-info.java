@NullMarked
package dev.lapse.compensator.backlog;

import org.jspecify.annotations.NullMarked;
