/** A real PostgreSQL and a real RabbitMQ on this machine, for {@code ./run}, tests and benchmarks. */
@NullMarked
package dev.lapse.localstack;

import org.jspecify.annotations.NullMarked;
