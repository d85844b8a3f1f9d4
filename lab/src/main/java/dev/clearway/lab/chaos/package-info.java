/**
 * A run in which everything goes wrong, and what must hold all the same.
 *
 * <p>An origin and relays before it refuse, reset, go away, stall, cut and change their limits, while requests with
 * numbers flow through the client. What befalls which request is drawn from a seed; when it strikes is up to the machine.
 * Each request's history is kept in a few bytes by both sides, and judged once everything is quiet. Client, relays and
 * origin run in this process, so that what they leave behind can be counted.
 */
@NullMarked
package dev.clearway.lab.chaos;

import org.jspecify.annotations.NullMarked;
