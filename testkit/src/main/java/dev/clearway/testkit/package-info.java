/**
 * Test equipment for Clearway and for what is built on it.
 *
 * <p>{@link dev.clearway.testkit.LeakExtension} stands on every network test and fails it when buffers, threads, sockets
 * or exceptions are left behind. {@link dev.clearway.testkit.ScriptedHttp2Peer} and
 * {@link dev.clearway.testkit.ScriptedHttp1Peer} are servers on loopback that do exactly what a test's script says, in
 * frames or in bytes, and that share no code with the connections they are used against but Netty's HPACK coder and
 * request decoder. {@link dev.clearway.testkit.VirtualTime} is a clock and a scheduler turned by hand, and
 * {@link dev.clearway.testkit.TestCertificates} an authority and a leaf for {@code localhost}. Nothing here uses other
 * modules of Clearway, so that the tests of each of them can use it.
 */
@NullMarked
package dev.clearway.testkit;

import org.jspecify.annotations.NullMarked;
