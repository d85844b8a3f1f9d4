/**
 * A real browser, driven over the pipe of its DevTools protocol.
 *
 * <p>{@link dev.clearway.lab.page.browser.BrowserProgram} finds one; {@link dev.clearway.lab.page.browser.Browser} is it
 * while it runs, with a profile of its own, and {@link dev.clearway.lab.page.browser.PageVisit} loads one page in it and
 * records every request. The pipe is the browser's lifeline: it ends when we do, however we end, and a
 * {@link dev.clearway.lab.page.browser.Workspace} takes its files away even then. What the browser tells is read in
 * order by one thread. The pages may be anybody's: nothing that they make the browser say is trusted.
 */
@NullMarked
package dev.clearway.lab.page.browser;

import org.jspecify.annotations.NullMarked;
