/**
 * Decides which request gets which connection to one origin, which one waits and why, and when connections are opened and closed.
 *
 * <p>A {@link dev.clearway.transport.pool.Pool} owns the wait line and the connections together, so that there is one
 * place where the truth is. It is a value machine: each input is a method that takes handles, the time and a sink, changes
 * the pool's state and tells the sink what is to be done; nothing here knows a socket, a clock, a thread or a lock. The
 * transport's exchange extends {@link dev.clearway.transport.pool.Waiter} and its connection extends
 * {@link dev.clearway.transport.pool.PooledConnection}, so that a step allocates nothing. The same class runs under one
 * short lock an origin in the transport, step by step in tests, and in virtual time in a simulation.
 */
@NullMarked
package dev.clearway.transport.pool;

import org.jspecify.annotations.NullMarked;
