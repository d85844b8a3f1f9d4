/** Test equipment for Clearway and for what is built on it. */
@NullMarked
package dev.clearway.testkit;

import org.jspecify.annotations.NullMarked;
