/**
 * Results for people and for programs.
 *
 * <p>{@link dev.clearway.lab.report.ResultTable} makes a text table, {@link dev.clearway.lab.report.QueueDrawing} a
 * picture of a wait line, {@link dev.clearway.lab.report.JsonReport} the same figures as one JSON object. All times are
 * seconds. A figure that was not measured is a dash for people and {@code null} for programs. Messages of failures come
 * from outside and are cut and cleared of control characters before a terminal sees them.
 */
@NullMarked
package dev.clearway.lab.report;

import org.jspecify.annotations.NullMarked;
