/**
 * The lab's servers, in a process of their own.
 *
 * <p>{@link dev.clearway.lab.child.OriginProcess} starts {@link dev.clearway.lab.child.OriginMain} in a child JVM on
 * this one's class path and asks it, line by line over its standard input and output, to open, read and close servers
 * on free ports of the loopback interface. Each {@link dev.clearway.lab.child.RemoteOrigin} is one of them. The child
 * ends when its input ends, which the operating system sees to however the parent dies. Its certificate authority lives
 * in memory and reaches the parent with the first line.
 */
@NullMarked
package dev.clearway.lab.child;

import org.jspecify.annotations.NullMarked;
