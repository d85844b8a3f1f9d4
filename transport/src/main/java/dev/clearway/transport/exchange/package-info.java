/**
 * One exchange under way, one connection, and what they ask of each other.
 *
 * <p>An {@link dev.clearway.transport.exchange.ActiveExchange} is the pool's waiter, the handle that the caller holds,
 * the state of the response and the node of its timer in one object. A
 * {@link dev.clearway.transport.exchange.Connection} is the pool's handle of a connection with the
 * {@link dev.clearway.transport.exchange.Mailbox} through which grants, closes and signals reach its event loop; what it
 * speaks is a {@link dev.clearway.transport.exchange.Wire}. The pool of the origin stands behind a
 * {@link dev.clearway.transport.exchange.Driver}. Unless a method says otherwise it is called on the connection's event loop.
 */
@NullMarked
package dev.clearway.transport.exchange;

import org.jspecify.annotations.NullMarked;
