package dev.clearway.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server on a free loopback port that does what a test's scripts say and nothing else. A test takes connections itself
 * with {@link #accept()}, or lets scripts run on threads of their own with {@link #play} and {@link #playEach}.
 * Connections are handed out in the order in which they arrived.
 *
 * <p>Thread-safe. {@link #close()} closes every connection, ends every thread, and throws what a script threw unless
 * {@link Play#await()} already has.
 *
 * @param <C> the kind of connection
 */
public abstract sealed class ScriptedPeer<C extends ScriptedConnection> implements AutoCloseable
        permits ScriptedHttp1Peer, ScriptedHttp2Peer {
    private static final int BACKLOG = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ServerSocket listener;
    private final @Nullable SSLContext tls;
    private final String[] protocols;
    private final Thread acceptor;
    private final Object lock = new Object();

    // Guarded by lock.
    private final Deque<Socket> arrived = new ArrayDeque<>();
    private final Deque<CompletableFuture<Socket>> takers = new ArrayDeque<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Play> plays = new ArrayList<>();
    private @Nullable Script<C> scriptOfEach;
    private boolean closed;

    private volatile Duration patience = PATIENCE;

    ScriptedPeer(@Nullable SSLContext tls, String... protocols) {
        this.tls = tls;
        this.protocols = protocols.clone();
        try {
            listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen on loopback", e);
        }
        acceptor = start("acceptor", this::acceptAll);
    }

    abstract C connection(Wire wire, String alpn);

    /** How long each wait of a script lasts before it fails. Default 15 s; matters only to tests that fail. */
    public void patience(Duration value) {
        patience = value;
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return listener.getLocalPort();
    }

    /** The address that it listens on. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), port());
    }

    /** An address at this peer, {@code https} where it speaks TLS: {@code uri("/a?b")}. */
    public URI uri(String pathAndQuery) {
        return URI.create((tls == null ? "http" : "https") + "://localhost:" + port() + pathAndQuery);
    }

    /** How many TCP connections have arrived so far. */
    public int connections() {
        synchronized (lock) {
            return sockets.size();
        }
    }

    /**
     * Waits for the next connection and, with TLS, does the handshake on the calling thread.
     *
     * @throws AssertionError when none comes in time, or the handshake fails
     */
    public C accept() {
        return open(await(next()));
    }

    /** Lets a script run with the next connection, on a thread of its own. */
    public Play play(Script<C> script) {
        CompletableFuture<Socket> socket = next();
        return onThread(script, () -> open(await(socket)));
    }

    /** Lets a script run with each connection that is not asked for otherwise, from now on, on a thread of its own each. */
    public void playEach(Script<C> script) {
        List<Socket> waiting;
        synchronized (lock) {
            scriptOfEach = script;
            waiting = new ArrayList<>(arrived);
            arrived.clear();
        }
        waiting.forEach(socket -> onThread(script, () -> open(socket)));
    }

    /** Stops listening, so that the next attempt to connect is refused. Connections that are open stay so. */
    public void stopListening() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot stop listening", e);
        }
        // The port listens until the thread that waits on it has left the system call.
        end(acceptor);
    }

    @Override
    public void close() {
        List<Thread> running;
        List<Play> played;
        synchronized (lock) {
            closed = true;
            running = new ArrayList<>(threads);
            played = new ArrayList<>(plays);
            takers.forEach(taker -> taker.cancel(false));
            takers.clear();
        }
        stopListening();
        closeSockets();
        running.forEach(ScriptedPeer::end);
        played.forEach(Play::rethrowUnseen);
    }

    private void closeSockets() {
        List<Socket> open;
        synchronized (lock) {
            open = new ArrayList<>(sockets);
        }
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                EventLog.current().add("closing a scripted connection failed: " + e);
            }
        }
    }

    private static void end(Thread thread) {
        try {
            thread.interrupt();
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Socket> next() {
        CompletableFuture<Socket> taker = new CompletableFuture<>();
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("the peer is closed");
            }
            Socket first = arrived.poll();
            if (first == null) {
                takers.add(taker);
            } else {
                taker.complete(first);
            }
        }
        return taker;
    }

    private Socket await(CompletableFuture<Socket> socket) {
        Dialogue nothing = new Dialogue(name());
        try {
            return socket.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            synchronized (lock) {
                takers.removeIf(taker -> taker == socket);
            }
            throw nothing.failure("no connection came within " + patience, e);
        } catch (ExecutionException | CancellationException e) {
            throw nothing.failure("the peer was closed before a connection came", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw nothing.failure("interrupted while waiting for a connection", e);
        }
    }

    private C open(Socket socket) {
        Dialogue dialogue = new Dialogue(name() + "←" + socket.getPort());
        try {
            dialogue.note("accepted");
            Wire wire = new Wire(socket, dialogue, patience);
            return connection(wire, tls == null ? "" : wire.secure(tls, protocols));
        } catch (IOException e) {
            throw dialogue.failure("the connection did not come about: " + e.getMessage(), e);
        }
    }

    private void acceptAll() {
        try {
            while (true) {
                arrived(listener.accept());
            }
        } catch (IOException e) {
            EventLog.current().add(name() + " listens no more");
        }
    }

    private void arrived(Socket socket) throws IOException {
        Script<C> script;
        synchronized (lock) {
            if (closed) {
                socket.close();
                return;
            }
            sockets.add(socket);
            CompletableFuture<Socket> taker = takers.poll();
            if (taker != null) {
                taker.complete(socket);
                return;
            }
            script = scriptOfEach;
            if (script == null) {
                arrived.add(socket);
                return;
            }
        }
        onThread(script, () -> open(socket));
    }

    private Play onThread(Script<C> script, Supplier<C> source) {
        Play play = new Play(patience.multipliedBy(4));
        synchronized (lock) {
            plays.add(play);
        }
        start("script", () -> run(script, source, play));
        return play;
    }

    private void run(Script<C> script, Supplier<C> source, Play play) {
        try {
            script.play(source.get());
            play.ended();
        } catch (Throwable failure) {
            if (closing()) {
                play.ended();
            } else {
                EventLog.current().add(name() + " script failed: " + failure);
                play.failed(failure);
            }
        }
    }

    private boolean closing() {
        synchronized (lock) {
            return closed;
        }
    }

    private Thread start(String role, Runnable work) {
        Thread thread = new Thread(work, name() + "-" + role);
        thread.setDaemon(true);
        synchronized (lock) {
            threads.add(thread);
        }
        thread.start();
        return thread;
    }

    private String name() {
        return "peer:" + port();
    }
}
