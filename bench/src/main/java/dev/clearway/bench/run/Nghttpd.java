package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Wire;
import dev.clearway.certs.Leaf;
import dev.clearway.certs.LocalAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * nghttpd of the nghttp2 project, with one worker: the cheapest HTTP/2 server at hand, and one that was not written
 * here. One process with TLS, one in cleartext; no HTTP/1.1.
 */
final class Nghttpd implements BenchServer {
    private static final String PROGRAM = "nghttpd";
    private static final int CONNECT_TRIES = 100;
    private static final long TRY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Map<Wire, Child> processes = new EnumMap<>(Wire.class);
    private final Map<Wire, Integer> ports = new EnumMap<>(Wire.class);
    private final Path ca;
    private final String name;
    private final int streamLimit;

    /** @param directory for its files, empty */
    Nghttpd(int streamLimit, Path directory) throws IOException, InterruptedException {
        name = version();
        this.streamLimit = streamLimit;
        Path files = directory.resolve("files");
        Path body = files.resolve(Workload.PATH.substring(1));
        Files.createDirectories(body.getParent());
        Files.write(body, new byte[Workload.LENGTH]);
        LocalAuthority authority = LocalAuthority.inMemory("bench");
        ca = Files.writeString(directory.resolve("ca.pem"), authority.certificatePem());
        Leaf leaf = authority.issue(List.of("localhost", ClientSetup.HOST));
        Path key = pem(directory.resolve("key.pem"), "PRIVATE KEY", leaf.key().getEncoded());
        Path certificate = certificate(directory.resolve("cert.pem"), leaf);
        try {
            start(Wire.H2, files, List.of(key.toString(), certificate.toString()));
            start(Wire.H2C, files, List.of("--no-tls"));
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** Whether it can be started here. */
    static boolean isInstalled() {
        try {
            return version().startsWith(PROGRAM);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String version() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM, "--version")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return text;
    }

    private static Path certificate(Path file, Leaf leaf) throws IOException {
        try {
            return pem(file, "CERTIFICATE", leaf.certificate().getEncoded());
        } catch (java.security.cert.CertificateEncodingException e) {
            throw new IOException(e);
        }
    }

    private static Path pem(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private void start(Wire wire, Path files, List<String> last) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(List.of(
                PROGRAM,
                "--address=" + ClientSetup.HOST,
                "--max-concurrent-streams=" + streamLimit,
                "--workers=1",
                "--htdocs=" + files,
                Integer.toString(port)));
        if (wire.tls()) {
            command.addAll(last);
        } else {
            command.addAll(1, last);
        }
        Child child = new Child(command, files.resolveSibling("nghttpd-" + wire.label() + ".log"));
        processes.put(wire, child);
        ports.put(wire, port);
        awaitListening(child, port);
    }

    private static void awaitListening(Child child, int port) throws IOException {
        for (int i = 0; i < CONNECT_TRIES && child.isAlive(); i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(TRY_AGAIN_NANOS);
            }
        }
        throw new IOException("nghttpd did not start" + child.tail());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean speaks(Wire wire) {
        return processes.containsKey(wire);
    }

    @Override
    public int port(Wire wire) {
        return ports.getOrDefault(wire, 0);
    }

    @Override
    public long pid(Wire wire) {
        Child child = processes.get(wire);
        return child == null ? 0 : child.pid();
    }

    @Override
    public Path ca() {
        return ca;
    }

    @Override
    public void close() {
        processes.values().forEach(Child::close);
    }
}
