/**
 * Rules that hold for the whole repository: its modules' arrows, its sources' budgets, and what no file may contain.
 *
 * <p>They stand in this module because it sees every other but {@code bench}. An exception is a line in the test that it
 * is made from, with its reason; an exception that nothing needs any more fails the test too.
 */
@NullMarked
package dev.clearway.cli.repository;

import org.jspecify.annotations.NullMarked;
