/**
 * The pools of a transport as a JMX bean, on request.
 *
 * <p>{@link dev.clearway.transport.jmx.JmxPools#register} puts it into the platform's MBean server, under
 * {@code dev.clearway:type=Pools} and a name of the caller's; closing it takes it out. Its values are open types, so that
 * any JMX client shows them without a class of ours. Each read asks the pools anew; nothing is kept and nothing runs while
 * nobody reads. Needs module {@code java.management} at run time; nothing else in the transport does.
 */
@NullMarked
package dev.clearway.transport.jmx;

import org.jspecify.annotations.NullMarked;
