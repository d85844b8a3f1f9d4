/**
 * Asks the pool "what if": the very class that decides in the transport, driven by virtual time instead of sockets.
 *
 * <p>A {@link dev.clearway.lab.simulate.SimulationPlan} says how many clients send what, when, to a server of which kind over
 * which network; {@link dev.clearway.lab.simulate.Simulation} runs it and gives a
 * {@link dev.clearway.lab.simulate.Simulated}: the figures that a run of the lab gives, and the server's load over time.
 * Clients do not meet: each has a pool and a clock of its own, so that they are simulated one after the other, on as many
 * threads as there are processors, and what they did is added up. Nothing here does I/O or reads a clock, and chance comes
 * from the plan's seed alone: the same plan gives the same figures everywhere. Code costs nothing here and networks lose
 * nothing; what the model leaves out stands in {@code docs/simulate.md}.
 */
@NullMarked
package dev.clearway.lab.simulate;

import org.jspecify.annotations.NullMarked;
