/** The test server and the relay. */
@NullMarked
package dev.clearway.origin;

import org.jspecify.annotations.NullMarked;
