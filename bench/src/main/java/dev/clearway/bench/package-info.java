/**
 * Side-by-side runs of HTTP clients: the floor on Netty's own codecs, ours, the JDK's and, built with them, those of
 * others. Wall-clock time on a shared machine is noise, so the currency is CPU time a request of client and server,
 * garbage a request, and ratios inside one interleaved run. The command line turns options into a plan, a run carries
 * it out in processes of its own, a report writes it down. What is measured and how is in the packages below. Nothing
 * else depends on this module and it is never published.
 */
@NullMarked
package dev.clearway.bench;

import org.jspecify.annotations.NullMarked;
