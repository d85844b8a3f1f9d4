/**
 * The clients of others behind the bench's seam, a class each. {@code best} follows what a library's documentation
 * offers for many small requests to one server: connections, windows, threads; {@code default} is its plain builder.
 * All use the JDK's TLS engine, as ours does, so that what is compared is the client. Each turns the content into a
 * {@code byte[]}. None of this is ever on the product's class path.
 */
@NullMarked
package dev.clearway.bench.peers;

import org.jspecify.annotations.NullMarked;
