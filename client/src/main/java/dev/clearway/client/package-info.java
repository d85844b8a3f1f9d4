/**
 * The drop-in {@link java.net.http.HttpClient}: same interface, same contract, with a wait line that can be seen.
 *
 * <p>{@link dev.clearway.client.ClearwayClient} takes the JDK's requests, body publishers and body handlers and carries
 * them over a {@link dev.clearway.transport.Transport}, whose limits and listener its builder exposes. Each request
 * has one asynchronous core, which {@code send} waits for. {@code Flow} types end here: request bodies are pulled from
 * their publishers as the peer takes them, response bodies are pushed to their subscribers as these ask for them. Code
 * that is not ours (handlers, subscribers, publishers, dependents of futures) runs on the client's executor or on the
 * thread that called {@code send}, never under a lock. Where it behaves unlike the JDK's client, the difference is
 * listed with its reason in {@code docs/differences.md}.
 *
 * <pre>{@code
 * HttpClient client = ClearwayClient.newBuilder()
 *         .limits(Limits.DEFAULT.withHttp2Connections(4))
 *         .connectTimeout(Duration.ofSeconds(2))
 *         .build();
 * HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:8443/whoami"))
 *         .timeout(Duration.ofSeconds(5))
 *         .build();
 * HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
 * System.out.println(response.version() + " " + response.body());
 * System.out.println(client);
 * }</pre>
 */
@NullMarked
package dev.clearway.client;

import org.jspecify.annotations.NullMarked;
