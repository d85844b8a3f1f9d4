/**
 * The page experiment: one page, loaded straight and through proxies, by a real browser or a client like one.
 *
 * <p>A {@link dev.clearway.lab.page.PagePlan} says which {@link dev.clearway.lab.page.Mode}s;
 * {@link dev.clearway.lab.page.PageExperiment} starts the page's server, a relay and the proxies, has the modes take
 * turns, and makes a {@link dev.clearway.lab.page.PageReport} of it. What must come out follows by arithmetic from the
 * page's delays, and is judged in {@link dev.clearway.lab.page.PageChecks}. {@code site} is the page, {@code browser} and
 * {@code load} load it, {@code measure} puts loads into figures, {@code report} shows them. Everything runs on the
 * loopback address.
 */
@NullMarked
package dev.clearway.lab.page;

import org.jspecify.annotations.NullMarked;
