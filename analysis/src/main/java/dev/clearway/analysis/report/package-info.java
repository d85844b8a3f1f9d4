/**
 * Writes an analysis down: for the terminal, as Markdown, as JSON, as one self-contained page of HTML, as a picture.
 *
 * <p>Everything in an analysis comes from a file that a stranger wrote. So each form has one place through which text must
 * pass ({@link dev.clearway.analysis.report.Escape}): control characters never reach a terminal, markup never reaches a
 * page, and the page forbids itself, by a content security policy, any script but its own and any request at all. The
 * numbers are the same in every form, and are put into words by {@link dev.clearway.analysis.Format}.
 */
@NullMarked
package dev.clearway.analysis.report;

import org.jspecify.annotations.NullMarked;
