package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.BlockingBenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.client.Trust;
import dev.clearway.bench.client.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Opens OkHttp. Best: blocking calls on virtual threads, no limit of requests, one client a connection. */
public final class OkHttpProvider implements ClientProvider {
    private static final int NO_LIMIT = 100_000;

    @Override
    public String name() {
        return "okhttp";
    }

    @Override
    public String library() {
        return "okhttp-jvm " + okhttp3.OkHttp.VERSION;
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
        int count = setup.best() && setup.wire().http2() ? setup.connectionsWanted() : 1;
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        List<OkHttpClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(client(setup, threads));
        }
        Calls calls = new Calls(setup, clients, new AtomicInteger());
        return setup.best() ? new Blocking(calls, threads) : new Enqueuing(calls);
    }

    private static OkHttpClient client(ClientSetup setup, ExecutorService threads) throws Exception {
        OkHttpClient.Builder builder = new OkHttpClient.Builder();
        if (setup.wire() == Wire.H2C) {
            builder.protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
        } else if (!setup.wire().http2()) {
            builder.protocols(List.of(Protocol.HTTP_1_1));
        }
        if (setup.wire().tls()) {
            Trust trust = Trust.in(setup.ca());
            builder.sslSocketFactory(trust.context().getSocketFactory(), trust.manager());
        }
        if (setup.best()) {
            Dispatcher dispatcher = new Dispatcher(threads);
            dispatcher.setMaxRequests(NO_LIMIT);
            dispatcher.setMaxRequestsPerHost(NO_LIMIT);
            builder.dispatcher(dispatcher)
                    .connectionPool(new ConnectionPool(setup.inFlight(), 5, TimeUnit.MINUTES))
                    .readTimeout(60, TimeUnit.SECONDS);
        }
        return builder.build();
    }

    private record Calls(ClientSetup setup, List<OkHttpClient> clients, AtomicInteger next) {
        Call of(String path) {
            return of(new Request.Builder().url(setup.base() + path).build());
        }

        private Call of(Request request) {
            return clients.get(Math.floorMod(next.getAndIncrement(), clients.size()))
                    .newCall(request);
        }

        long download(String path) throws IOException {
            byte[] part = new byte[Chunks.CHUNK.length];
            long bytes = 0;
            try (Response response = of(path).execute();
                    InputStream content = response.body().byteStream()) {
                for (int read = content.read(part); read >= 0; read = content.read(part)) {
                    bytes += read;
                }
            }
            return bytes;
        }

        int upload(String path, long bytes) throws IOException {
            Request request = new Request.Builder()
                    .url(setup.base() + path)
                    .post(new Zeros(bytes))
                    .build();
            try (Response response = of(request).execute()) {
                return response.code();
            }
        }

        void close() {
            for (OkHttpClient client : clients) {
                client.dispatcher().cancelAll();
                client.dispatcher().executorService().shutdownNow();
                client.connectionPool().evictAll();
            }
        }
    }

    private record Blocking(Calls calls, ExecutorService threads) implements BlockingBenchClient, TransferClient {
        @Override
        public long fetch(String path, @Nullable Duration timeout) throws IOException {
            Call call = calls.of(path);
            if (timeout != null) {
                call.timeout().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
            }
            try (Response response = call.execute()) {
                if (response.code() != 200) {
                    throw new IOException("status " + response.code());
                }
                return response.body().bytes().length;
            }
        }

        @Override
        public void fork(Runnable task) {
            threads.execute(task);
        }

        @Override
        public long download(String path) throws IOException {
            return calls.download(path);
        }

        @Override
        public int upload(String path, long bytes) throws IOException {
            return calls.upload(path, bytes);
        }

        @Override
        public void close() {
            calls.close();
            threads.shutdownNow();
        }
    }

    private record Enqueuing(Calls calls) implements TransferClient {
        @Override
        public void get(String path, Reply reply) {
            enqueue(calls.of(path), reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            Call call = calls.of(path);
            call.timeout().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
            enqueue(call, reply);
        }

        private static void enqueue(Call call, Reply reply) {
            call.enqueue(new Callback() {
                @Override
                public void onFailure(Call call, IOException cause) {
                    reply.failed(cause);
                }

                @Override
                public void onResponse(Call call, Response response) {
                    long length;
                    try (response) {
                        length = response.body().bytes().length;
                    } catch (IOException e) {
                        reply.failed(e);
                        return;
                    }
                    reply.done(response.code(), length);
                }
            });
        }

        @Override
        public long download(String path) throws IOException {
            return calls.download(path);
        }

        @Override
        public int upload(String path, long bytes) throws IOException {
            return calls.upload(path, bytes);
        }

        @Override
        public void close() {
            calls.close();
        }
    }

    private static final class Zeros extends RequestBody {
        private final long bytes;

        Zeros(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public @Nullable MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return bytes;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            for (int i = 0; i < Chunks.count(bytes); i++) {
                sink.write(Chunks.CHUNK, 0, Chunks.length(bytes, i));
            }
        }
    }
}
