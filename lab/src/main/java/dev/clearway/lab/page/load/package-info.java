/**
 * What one load of a page came to, whoever loaded it.
 *
 * <p>A {@link dev.clearway.lab.page.load.PageLoad} is the time until the page was done and a recording of every request
 * in {@code analysis}' own model, so that its rules and its renderer serve for all. A
 * {@link dev.clearway.lab.page.load.Loader} makes one: a browser, or a client that behaves like one.
 * {@link dev.clearway.lab.page.load.HarFile} writes a recording as an HTTP archive that DevTools and {@code analyze} read.
 * Immutable.
 */
@NullMarked
package dev.clearway.lab.page.load;

import org.jspecify.annotations.NullMarked;
