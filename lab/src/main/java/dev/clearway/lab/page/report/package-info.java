/**
 * Shows what the page experiment found.
 *
 * <p>{@link dev.clearway.lab.page.report.PageTables} puts the figures into cells once;
 * {@link dev.clearway.lab.page.report.PageText}, {@link dev.clearway.lab.page.report.PageMarkdown},
 * {@link dev.clearway.lab.page.report.PageHtml} and {@link dev.clearway.lab.page.report.PageJson} show the same ones for a
 * terminal, a ticket, a browser and a program. Waterfalls are drawn by {@code analysis}.
 * {@link dev.clearway.lab.page.report.ResultFiles} writes all of them, each whole or not at all. Stateless.
 */
@NullMarked
package dev.clearway.lab.page.report;

import org.jspecify.annotations.NullMarked;
