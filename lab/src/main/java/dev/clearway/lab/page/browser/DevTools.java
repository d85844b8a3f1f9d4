package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The DevTools protocol over a pipe: messages of JSON, each ended by a zero byte. Commands may be given by any thread;
 * events are told by the one thread that reads, in the browser's order.
 */
final class DevTools {
    /** Larger messages (the body of a document, a script's source) are dropped: we ask for none. */
    private static final int LARGEST_MESSAGE = 16 << 20;

    private final OutputStream out;
    private final Supplier<String> lastWords;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, CompletableFuture<Json>> awaited = new ConcurrentHashMap<>();
    private volatile EventListener listener = (method, parameters, session) -> {};
    private volatile boolean ended;

    /** Is told of events. Must not block. */
    interface EventListener {
        /**
         * An event.
         *
         * @param method its name, such as {@code Network.requestWillBeSent}
         * @param parameters what it says
         * @param session the session that it belongs to; empty for the browser itself
         */
        void event(String method, Json parameters, String session);
    }

    /**
     * Speaks with a browser.
     *
     * @param in what it says
     * @param out what it is told
     * @param lastWords what the browser printed last, for the message when it has ended
     */
    DevTools(InputStream in, OutputStream out, Supplier<String> lastWords) {
        this.out = out;
        this.lastWords = lastWords;
        Thread reader = new Thread(() -> read(new BufferedInputStream(in, 1 << 16)), "clearway-devtools");
        reader.setDaemon(true);
        reader.start();
    }

    void listener(EventListener value) {
        listener = value;
    }

    /** Whether the browser has closed its end. */
    boolean ended() {
        return ended;
    }

    /** Gives a command and waits for its result. */
    Json call(String session, String method, Parameters parameters, Duration patience) throws IOException {
        CompletableFuture<Json> result = send(session, method, parameters);
        try {
            return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the browser was asked for " + method);
        } catch (TimeoutException e) {
            throw new IOException("the browser has not answered " + method + " for " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof DevToolsException error) {
                throw new DevToolsException(String.valueOf(error.getMessage()));
            }
            throw new IOException(cause == null ? "the browser has ended" : cause.getMessage(), cause);
        }
    }

    /** Gives a command. The result may be waited for, but not by whoever is told of events. */
    CompletableFuture<Json> send(String session, String method, Parameters parameters) {
        long id = lastId.incrementAndGet();
        CompletableFuture<Json> result = new CompletableFuture<>();
        awaited.put(id, result);
        byte[] message = parameters.message(id, method, session).getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (out) {
                out.write(message);
                out.write(0);
                out.flush();
            }
        } catch (IOException e) {
            awaited.remove(id);
            result.completeExceptionally(new IOException(ending(), e));
        }
        if (ended) {
            failAll();
        }
        return result;
    }

    /** Gives a command whose result nobody wants. */
    void tell(String session, String method, Parameters parameters) {
        send(session, method, parameters).exceptionally(failure -> Json.ABSENT);
    }

    private void read(InputStream in) {
        try (in) {
            for (byte[] message = next(in); message != null; message = next(in)) {
                message(message);
            }
        } catch (IOException e) {
            // A broken pipe is an end like any other.
        } finally {
            ended = true;
            failAll();
        }
    }

    private void failAll() {
        String ending = ending();
        awaited.values().forEach(result -> result.completeExceptionally(new IOException(ending)));
    }

    private String ending() {
        return "the browser has ended" + lastWords.get();
    }

    private static byte @Nullable [] next(InputStream in) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream(4096);
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == 0) {
                return message.toByteArray();
            }
            if (message.size() < LARGEST_MESSAGE) {
                message.write(next);
            }
        }
        return null;
    }

    private void message(byte[] bytes) {
        Json json;
        try {
            json = Json.parse(bytes, bytes.length);
        } catch (IOException e) {
            // Too large, too deep or not JSON: a page's own text can make it so. Nothing that we need is.
            return;
        }
        String session = json.get("sessionId").text();
        if (json.get("method").isText()) {
            listener.event(json.get("method").text(), json.get("params"), session);
            return;
        }
        CompletableFuture<Json> result = awaited.remove(json.get("id").integer(-1));
        if (result == null) {
            return;
        }
        Json error = json.get("error");
        if (error.exists()) {
            result.completeExceptionally(
                    new DevToolsException(error.get("message").text()));
        } else {
            result.complete(json.get("result"));
        }
    }
}
