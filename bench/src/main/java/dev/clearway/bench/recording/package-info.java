/**
 * Very large recordings, and what it takes to judge them.
 *
 * <p>{@link dev.clearway.bench.recording.NetlogGenerator} and {@link dev.clearway.bench.recording.HarGenerator} write what a
 * browser would have written: pages of many requests over six connections, with the events and members that it writes
 * beside those that matter. {@link dev.clearway.bench.recording.RecordingRun} has each judged in a JVM of its own with a
 * small heap, by {@link dev.clearway.bench.recording.RecordingMain}, which does what {@code clearway analyze} does. A heap
 * that does not suffice ends that JVM, so the bound is the heap it was given. Files are written to the run's directory and
 * removed with it.
 */
@NullMarked
package dev.clearway.bench.recording;

import org.jspecify.annotations.NullMarked;
