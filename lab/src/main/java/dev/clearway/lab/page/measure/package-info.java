/**
 * Loads of a page in figures.
 *
 * <p>{@link dev.clearway.lab.page.measure.LoadFigures} is what one load's requests come to: protocols, connections, and
 * where they waited; {@link dev.clearway.lab.page.measure.NetlogFacts} what the browser's own log says of the same load;
 * {@link dev.clearway.lab.page.measure.Calibration} what the machine could give at the time. Only requests to the page's
 * own origins count. Times are seconds unless a name says otherwise. Pure and immutable, except that calibrating works.
 */
@NullMarked
package dev.clearway.lab.page.measure;

import org.jspecify.annotations.NullMarked;
