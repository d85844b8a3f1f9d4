package dev.clearway.testkit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Bytes over one accepted TCP connection, with or without TLS. Blocking, and each wait is bounded. Reads only when asked
 * to, so that a script which stops reading lets the client feel TCP's back-pressure. For one thread at a time, but
 * {@link #close()} and {@link #reset()} may be called from any.
 */
final class Wire implements AutoCloseable {
    private final Socket tcp;
    private final Dialogue dialogue;
    private final Duration patience;
    private Socket stream;
    private InputStream in;
    private OutputStream out;
    private volatile boolean closedByUs;

    Wire(Socket tcp, Dialogue dialogue, Duration patience) throws IOException {
        this.tcp = tcp;
        this.dialogue = dialogue;
        this.patience = patience;
        tcp.setTcpNoDelay(true);
        stream = tcp;
        in = new BufferedInputStream(tcp.getInputStream());
        out = tcp.getOutputStream();
    }

    Dialogue dialogue() {
        return dialogue;
    }

    Duration patience() {
        return patience;
    }

    /** Does the server's side of a TLS handshake; an empty list of protocols sends no ALPN. Returns the protocol chosen. */
    String secure(SSLContext context, String... protocols) throws IOException {
        SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(tcp, null, false);
        tls.setUseClientMode(false);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        tls.setSSLParameters(parameters);
        tcp.setSoTimeout(millis(patience));
        tls.startHandshake();
        stream = tls;
        in = new BufferedInputStream(tls.getInputStream());
        out = tls.getOutputStream();
        String chosen = tls.getApplicationProtocol();
        dialogue.note("TLS handshake done, " + tls.getSession().getProtocol() + ", ALPN "
                + (chosen.isEmpty() ? "none" : chosen));
        return chosen;
    }

    byte[] read(int count, Supplier<String> what) {
        byte[] bytes = new byte[count];
        long deadline = System.nanoTime() + patience.toNanos();
        int at = 0;
        try {
            while (at < count) {
                int got = readBefore(deadline, bytes, at);
                if (got < 0) {
                    throw new EOFException("FIN after " + at + " of " + count + " bytes");
                }
                at += got;
            }
        } catch (SocketTimeoutException e) {
            throw dialogue.failure("nothing more within " + patience + " while waiting for " + what.get(), e);
        } catch (IOException e) {
            throw dialogue.failure("the client went (" + e.getMessage() + ") while waiting for " + what.get(), e);
        }
        return bytes;
    }

    /** Reads to the end, and hands over what came before it. */
    End awaitEnd(OutputStream rest) {
        byte[] piece = new byte[8192];
        long deadline = System.nanoTime() + patience.toNanos();
        long before = 0;
        try {
            for (int got = readBefore(deadline, piece, 0); got >= 0; got = readBefore(deadline, piece, 0)) {
                rest.write(piece, 0, got);
                before += got;
            }
            dialogue.received("FIN after " + before + " further bytes");
            return End.FIN;
        } catch (SocketTimeoutException e) {
            throw dialogue.failure("the client did not close within " + patience, e);
        } catch (SocketException e) {
            dialogue.received("RST (" + e.getMessage() + ")");
            return End.RESET;
        } catch (IOException e) {
            return endOf(e);
        }
    }

    /** The JDK's TLS wraps a reset in an exception of its own, and takes a bare FIN for an error: both are ends. */
    private End endOf(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException) {
                dialogue.received("FIN without close_notify");
                return End.FIN;
            }
        }
        dialogue.received("RST (" + failure.getMessage() + ")");
        return End.RESET;
    }

    private int readBefore(long deadline, byte[] into, int from) throws IOException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("deadline passed");
        }
        tcp.setSoTimeout(millis(Duration.ofNanos(left)));
        return in.read(into, from, into.length - from);
    }

    /** Writes at once. A client that does not read for the whole patience makes the connection reset and the script fail. */
    void write(byte[] bytes) {
        CompletableFuture<Void> guard =
                new CompletableFuture<Void>().orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> guarded = guard.whenComplete((done, late) -> {
            if (late != null) {
                dialogue.note("write did not end within " + patience);
                reset();
            }
        });
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw dialogue.failure("cannot write " + bytes.length + " bytes: " + e.getMessage(), e);
        } finally {
            guard.complete(null);
            guarded.exceptionally(late -> null);
        }
    }

    /** Sends FIN and goes on reading. Over TLS no {@code close_notify} goes first: a truncation. */
    void cut() {
        try {
            tcp.shutdownOutput();
            dialogue.sent("FIN");
        } catch (IOException e) {
            throw dialogue.failure("cannot send FIN: " + e.getMessage(), e);
        }
    }

    /** Ends the output in order: over TLS with {@code close_notify}, then FIN. */
    void finish() {
        try {
            stream.shutdownOutput();
            if (stream != tcp) {
                dialogue.sent("close_notify");
                tcp.shutdownOutput();
            }
            dialogue.sent("FIN");
        } catch (IOException e) {
            throw dialogue.failure("cannot end the output: " + e.getMessage(), e);
        }
    }

    /** Sends {@code close_notify} alone, and no FIN. Over TLS only. */
    void closeNotify() {
        if (stream == tcp) {
            throw new IllegalStateException("no TLS");
        }
        try {
            stream.shutdownOutput();
            dialogue.sent("close_notify");
        } catch (IOException e) {
            throw dialogue.failure("cannot send close_notify: " + e.getMessage(), e);
        }
    }

    /** Sends RST and gives the socket up. */
    void reset() {
        closedByUs = true;
        try {
            tcp.setSoLinger(true, 0);
            tcp.close();
            dialogue.sent("RST");
        } catch (IOException e) {
            dialogue.note("closing failed: " + e);
        }
    }

    boolean closedByUs() {
        return closedByUs;
    }

    @Override
    public void close() {
        closedByUs = true;
        try {
            tcp.close();
        } catch (IOException e) {
            dialogue.note("closing failed: " + e);
        }
    }

    private static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
    }
}
