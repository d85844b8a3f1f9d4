/**
 * The seam between the load and the client under it. A {@link dev.clearway.bench.client.ClientProvider} opens a
 * {@link dev.clearway.bench.client.BenchClient} for one workload, with default or best settings. Providers are found
 * as services, so the clients of others live in a module of their own and never meet the product. Every client turns
 * the response's content into a {@code byte[]}, as a caller would, but for the floor, which counts bytes. Clients that
 * block are driven by a thread a request.
 */
@NullMarked
package dev.clearway.bench.client;

import org.jspecify.annotations.NullMarked;
