package dev.clearway.bench.client;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Opens the JDK's own client. Best: as many clients as connections, in turn, on one fixed pool of two threads. */
public final class JdkProvider implements ClientProvider {
    private static final int THREADS = 2;
    private static final long PATIENCE_MILLIS = 2_000;

    @Override
    public String name() {
        return "jdk";
    }

    @Override
    public String library() {
        return "java.net.http of " + System.getProperty("java.vendor.version", System.getProperty("java.vm.vendor"))
                + " " + Runtime.version();
    }

    /** The JDK reaches cleartext HTTP/2 only by Upgrade, never with prior knowledge. */
    @Override
    public boolean speaks(Wire wire) {
        return wire != Wire.H2C;
    }

    @Override
    public boolean transfers() {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        int count = setup.best() && setup.wire().http2() ? setup.connectionsWanted() : 1;
        ExecutorService executor = setup.best() ? Executors.newFixedThreadPool(THREADS, JdkProvider::daemon) : null;
        List<HttpClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(setup.wire().http2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
            if (setup.wire().tls()) {
                builder.sslContext(Trust.in(setup.ca()).context());
            }
            if (executor != null) {
                builder.executor(executor);
            }
            clients.add(builder.build());
        }
        return new HttpClientBench(setup, clients, () -> {
            // Closing waits for requests under way, which nobody waits for any more.
            Thread closer = daemon(() -> clients.forEach(JdkProvider::close));
            closer.start();
            closer.join(PATIENCE_MILLIS);
            if (executor != null) {
                executor.shutdownNow();
            }
        });
    }

    /** Closes it where that can be done: from JDK 21 on. */
    private static void close(HttpClient client) {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "jdk-client");
        thread.setDaemon(true);
        return thread;
    }
}
