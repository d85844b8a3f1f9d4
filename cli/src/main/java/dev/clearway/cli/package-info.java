/** The {@code clearway} command. */
@NullMarked
package dev.clearway.cli;

import org.jspecify.annotations.NullMarked;
