package dev.clearway.proxy;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.settings.Alpn;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The origin's WebSocket behind the proxy, for Autobahn's fuzzing client, which knows no other path than {@code /} and no
 * TLS: what it sends goes by TLS to a reverse proxy, and from there by TLS to the origin. The Maven profile
 * {@code autobahn-proxy} starts it; {@code -Dclearway.autobahn.upstream=http/1.1} has the upstream leg speak HTTP/1.1, in
 * place of HTTP/2, and {@code -Dclearway.autobahn.entry=CONNECT} has the proxy be an explicit one, asked by CONNECT.
 */
public final class AutobahnProxy {
    private static final int LONGEST_HEAD = 64 * 1024;

    private AutobahnProxy() {}

    /**
     * Serves until the process ends.
     *
     * @param arguments the port to listen on
     */
    public static void main(String[] arguments) throws Exception {
        OriginServer origin = OriginServer.builder()
                .authority(TestParts.UPSTREAM_CA)
                .listen(OriginPort.TLS, 0)
                .start();
        int port = origin.port(OriginPort.TLS);
        Entry entry = Entry.valueOf(System.getProperty("clearway.autobahn.entry", "REVERSE"));
        ProxyServer proxy = ProxyServer.start(entry.settings(port)
                .upstreamAlpn(Alpn.of(System.getProperty("clearway.autobahn.upstream", "h2")))
                .build());
        try (ServerSocket listener =
                new ServerSocket(Integer.parseInt(arguments[0]), 100, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                Socket through = entry.open(proxy, port, "http/1.1");
                background(() -> there(client, through, "localhost:" + port));
                background(() -> copy(through.getInputStream(), client));
            }
        }
    }

    /** Asks for the path and the host that are meant, and passes on all that follows. */
    private static void there(Socket client, Socket through, String host) throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.length() > LONGEST_HEAD || head.indexOf("\r\n\r\n") >= 0) {
                break;
            }
        }
        String meant = head.toString()
                .replaceFirst("^GET / ", "GET /ws/echo ")
                .replaceFirst("(?i)\r\nHost: [^\r]*", "\r\nHost: " + host);
        through.getOutputStream().write(meant.getBytes(StandardCharsets.ISO_8859_1));
        copy(in, through);
    }

    private static void copy(InputStream from, Socket to) throws IOException {
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[64 * 1024];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            out.write(buffer, 0, read);
        }
        to.shutdownOutput();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void background(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException gone) {
                // One of the two has gone, and the other way of the bytes ends with it.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
