/** Side-by-side runs against the floor of the codec and other clients. */
@NullMarked
package dev.clearway.bench;

import org.jspecify.annotations.NullMarked;
