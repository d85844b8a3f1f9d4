/** Experiments that show the wait and prove the fix. */
@NullMarked
package dev.clearway.lab;

import org.jspecify.annotations.NullMarked;
