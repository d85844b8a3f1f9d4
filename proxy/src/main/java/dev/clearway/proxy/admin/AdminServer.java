package dev.clearway.proxy.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers GET of a few paths with text, on the loopback address. Any thread may call any method. */
public final class AdminServer implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HttpServer server;
    private final ExecutorService thread;

    private AdminServer(HttpServer server, ExecutorService thread) {
        this.server = server;
        this.thread = thread;
    }

    /**
     * Binds a port and answers.
     *
     * @param port the port; 0 for any free one
     * @param pages the text of each path, such as {@code /metrics}; asked for on the server's thread
     * @throws IOException if the port cannot be bound
     */
    public static AdminServer start(int port, Map<String, Supplier<String>> pages) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "clearway-admin");
            made.setDaemon(true);
            return made;
        });
        server.setExecutor(thread);
        Map<String, Supplier<String>> copy = Map.copyOf(pages);
        server.createContext("/", exchange -> answer(exchange, copy));
        server.start();
        return new AdminServer(server, thread);
    }

    private static void answer(HttpExchange exchange, Map<String, Supplier<String>> pages) throws IOException {
        try (exchange) {
            Supplier<String> page = pages.get(exchange.getRequestURI().getPath());
            if (!isOfLoopback(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 421, "This is reached by a name of loopback alone.\n");
            } else if (page == null) {
                send(exchange, 404, String.join("\n", pages.keySet()) + "\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, "GET only.\n");
            } else {
                send(exchange, 200, page.get());
            }
        }
    }

    /** A name that somebody else lets lead to loopback is not taken: no page may read this by it. */
    private static boolean isOfLoopback(@Nullable String host) {
        return host != null && HOSTS.contains(host.replaceFirst(":\\d+$", ""));
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
