package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.client.Trust;
import dev.clearway.bench.client.Wire;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.RoundRobinConnectionPool;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Opens Jetty's client. Best: a pool of the size that the load takes, no limit of its queue, large windows. */
public final class JettyProvider implements ClientProvider {
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int SESSION_WINDOW = 32 << 20;
    private static final int QUEUE = 1 << 20;
    private static final int LONGEST_BODY = 2 << 20;
    private static final long TRANSFER_SECONDS = 120;

    @Override
    public String name() {
        return "jetty";
    }

    @Override
    public String library() {
        return Library.of("org.eclipse.jetty", "jetty-client", HttpClient.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public boolean transfers() {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        if (setup.wire().tls()) {
            SslContextFactory.Client tls = new SslContextFactory.Client();
            tls.setSslContext(Trust.in(setup.ca()).context());
            connector.setSslContextFactory(tls);
        }
        HttpClient client = new HttpClient(
                setup.wire().http2() ? http2(setup, connector) : new HttpClientTransportOverHTTP(connector));
        if (setup.best()) {
            client.setMaxRequestsQueuedPerDestination(QUEUE);
            client.setMaxConnectionsPerDestination(setup.connectionsWanted());
        }
        client.start();
        return new Client(setup, client);
    }

    private static HttpClientTransport http2(ClientSetup setup, ClientConnector connector) {
        HTTP2Client http2 = new HTTP2Client(connector);
        http2.setUseALPN(setup.wire().tls());
        http2.setMaxConcurrentPushedStreams(0);
        if (setup.best()) {
            http2.setInitialStreamRecvWindow(STREAM_WINDOW);
            http2.setInitialSessionRecvWindow(SESSION_WINDOW);
        }
        HttpClientTransport transport = new HttpClientTransportOverHTTP2(http2);
        if (setup.best() && setup.connections() > 1) {
            transport.setConnectionPoolFactory(
                    destination -> new RoundRobinConnectionPool(destination, setup.connections(), setup.streamLimit()));
        }
        return transport;
    }

    private record Client(ClientSetup setup, HttpClient http) implements TransferClient {
        @Override
        public void get(String path, Reply reply) {
            send(http.newRequest(setup.base() + path), reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            send(http.newRequest(setup.base() + path).timeout(timeout.toMillis(), TimeUnit.MILLISECONDS), reply);
        }

        private static void send(Request request, Reply reply) {
            request.send(new BufferingResponseListener(LONGEST_BODY) {
                @Override
                public void onComplete(Result result) {
                    if (result.isFailed()) {
                        reply.failed(result.getFailure());
                    } else {
                        reply.done(result.getResponse().getStatus(), getContent().length);
                    }
                }
            });
        }

        @Override
        public long download(String path) throws Exception {
            CompletableFuture<Long> total = new CompletableFuture<>();
            long[] bytes = {0};
            http.newRequest(setup.base() + path)
                    .onResponseContent((response, content) -> bytes[0] += content.remaining())
                    .send(result -> end(total, result, bytes[0]));
            return total.get(TRANSFER_SECONDS, TimeUnit.SECONDS);
        }

        private static void end(CompletableFuture<Long> total, Result result, long bytes) {
            if (result.isFailed()) {
                total.completeExceptionally(result.getFailure());
            } else {
                total.complete(bytes);
            }
        }

        @Override
        public int upload(String path, long bytes) throws Exception {
            byte[][] chunks = new byte[Chunks.count(bytes)][];
            for (int i = 0; i < chunks.length; i++) {
                int length = Chunks.length(bytes, i);
                chunks[i] = length == Chunks.CHUNK.length ? Chunks.CHUNK : new byte[length];
            }
            return http.newRequest(setup.base() + path)
                    .method(HttpMethod.POST)
                    .body(new BytesRequestContent(chunks))
                    .send()
                    .getStatus();
        }

        @Override
        public void close() throws Exception {
            http.stop();
        }
    }
}
