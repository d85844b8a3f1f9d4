/** What can be seen of a transport from outside: its events, its exchanges and its pools, as immutable values. */
@NullMarked
package dev.clearway.transport.observe;

import org.jspecify.annotations.NullMarked;
