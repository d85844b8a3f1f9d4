package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
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
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a server that was not written here needs to be started with, as files of one directory.
 *
 * @param ca the certificate by which the server's own is trusted
 * @param certificate the server's own
 * @param key its key
 */
record ServerFiles(Path ca, Path certificate, Path key) {
    private static final int CONNECT_TRIES = 400;
    private static final long TRY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Writes them. */
    static ServerFiles in(Path directory) throws IOException {
        LocalAuthority authority = LocalAuthority.inMemory("bench");
        Leaf leaf = authority.issue(List.of("localhost", ClientSetup.HOST));
        try {
            return new ServerFiles(
                    Files.writeString(directory.resolve("ca.pem"), authority.certificatePem()),
                    pem(
                            directory.resolve("cert.pem"),
                            "CERTIFICATE",
                            leaf.certificate().getEncoded()),
                    pem(directory.resolve("key.pem"), "PRIVATE KEY", leaf.key().getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new IOException(e);
        }
    }

    private static Path pem(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    /** A port that nobody listens on at this moment. */
    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** What the program says of its version, in one line. @throws IOException when it is not installed */
    static String version(String program, String option) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(program, option).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return text.lines().findFirst().orElse(program);
    }

    /** Whether a program that answers that option can be started here. */
    static boolean isInstalled(String program, String option) {
        try {
            version(program, option);
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until the process accepts connections on the port. */
    static void awaitListening(Child child, int port) throws IOException {
        for (int i = 0; i < CONNECT_TRIES && child.isAlive(); i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(TRY_AGAIN_NANOS);
            }
        }
        throw new IOException("the server did not start" + child.tail());
    }
}
