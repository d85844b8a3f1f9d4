/**
 * The process that holds one client under load. The parent tells it what to do, one command a line on standard input,
 * and it answers each with one line on standard output, so that runs of several clients can be interleaved while each
 * lives in a JVM of its own. A {@link dev.clearway.bench.worker.Load} keeps a fixed number of requests in flight, each
 * slot sending its next request from inside the completion of its last, as the code of a busy service would. While
 * another client is measured the load is paused. Whatever the libraries print goes to standard error.
 */
@NullMarked
package dev.clearway.bench.worker;

import org.jspecify.annotations.NullMarked;
