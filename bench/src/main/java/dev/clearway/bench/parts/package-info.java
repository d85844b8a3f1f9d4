/** JMH benchmarks of parts of the client that are pure enough to be measured alone. Run by {@code clearway bench parts}. */
@NullMarked
package dev.clearway.bench.parts;

import org.jspecify.annotations.NullMarked;
