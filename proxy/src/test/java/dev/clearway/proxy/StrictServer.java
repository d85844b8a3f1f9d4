package dev.clearway.proxy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP/1.1 server that reads by {@link StrictHttp1}, keeps what it has read, and answers each request with 200. */
final class StrictServer implements AutoCloseable {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final BlockingQueue<StrictHttp1.Request> requests = new LinkedBlockingQueue<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    StrictServer() throws IOException {
        run(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** What could not be read, or could be read in two ways. */
    Queue<String> faults() {
        return faults;
    }

    /** The request that was answered last; fails if there is none within half a minute. */
    StrictHttp1.Request next() throws InterruptedException {
        StrictHttp1.Request request = requests.poll(60, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came; " + faults);
        }
        return request;
    }

    /** Whether nothing was read but what {@link #next} has told. */
    boolean isEmpty() {
        return requests.isEmpty();
    }

    private void run(Runnable task) {
        Thread thread = new Thread(task, "strict-server");
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                run(() -> serve(socket));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            StrictHttp1 reader = new StrictHttp1(in);
            while (true) {
                StrictHttp1.Request request = reader.read();
                if (in.available() > 0) {
                    faults.add("bytes follow " + request);
                    return;
                }
                requests.add(request);
                socket.getOutputStream().write(ANSWER);
            }
        } catch (StrictHttp1.AmbiguousException ambiguous) {
            faults.add(ambiguous.getMessage());
        } catch (EOFException cut) {
            return;
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        try {
            for (Thread thread : threads) {
                thread.join(10_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
