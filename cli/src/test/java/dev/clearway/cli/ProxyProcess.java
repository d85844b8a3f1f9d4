package dev.clearway.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** {@code clearway proxy} as a process of its own, with what it printed, and clients of it. */
final class ProxyProcess implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("Listening on http://127\\.0\\.0\\.1:(\\d+).*");
    private static final Pattern METRICS = Pattern.compile("Metrics: http://127\\.0\\.0\\.1:(\\d+)/.*");

    private final Process process;
    private final BufferedReader reader;
    private final Path errors;
    private final List<String> printed = new ArrayList<>();

    private ProxyProcess(Process process, Path errors) throws IOException {
        this.process = process;
        this.errors = errors;
        reader = process.inputReader(UTF_8);
        String line = reader.readLine();
        while (line != null && !line.startsWith("Ctrl-C")) {
            printed.add(line);
            line = reader.readLine();
        }
    }

    /** Starts it on any free port; {@code options} are the JVM's. */
    static ProxyProcess start(
            Path directory, Map<String, String> environment, List<String> options, String... arguments)
            throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("-XX:TieredStopAtLevel=1");
        line.add("-Djava.net.preferIPv4Stack=true");
        line.addAll(options);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        line.addAll(
                List.of("proxy", "--port=0", "--ca-dir", directory.resolve("ca").toString()));
        line.addAll(List.of(arguments));
        Path errors = Files.createTempFile(directory, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        return new ProxyProcess(builder.start(), errors);
    }

    int port() {
        return number(LISTENING);
    }

    int adminPort() {
        return number(METRICS);
    }

    private int number(Pattern pattern) {
        return printed.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(printed + "\n" + errors()));
    }

    List<String> printed() {
        return printed;
    }

    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Tells it to end, and gives its exit code. */
    int end() throws Exception {
        process.toHandle().destroy(); // which, unlike the process itself, leaves its output open
        reader.lines().forEach(printed::add);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end: " + printed);
        }
        return process.exitValue();
    }

    /** Tells it to end, waits for a line that it prints then, and tells it once more. Gives its exit code. */
    int endTwice(String line) throws Exception {
        process.toHandle().destroy();
        String next = reader.readLine();
        while (next != null && !next.startsWith(line)) {
            printed.add(next);
            next = reader.readLine();
        }
        printed.add(String.valueOf(next));
        return end();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        reader.close();
    }

    /** What a client gets that goes through it by CONNECT; {@code user} is empty for none. */
    String get(String host, int port, String path, String user, SSLContext trust) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            String target = host + ":" + port;
            String password = user.isEmpty()
                    ? ""
                    : "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)) + "\r\n";
            write(socket, "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + password + "\r\n");
            String connected = head(socket.getInputStream());
            if (!connected.startsWith("HTTP/1.1 200")) {
                return connected;
            }
            SSLSocket tls = (SSLSocket) trust.getSocketFactory().createSocket(socket, host, port, false);
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
            write(tls, "GET " + path + " HTTP/1.1\r\nHost: " + target + "\r\nConnection: close\r\n\r\n");
            return new String(tls.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** What its admin port answers. */
    String admin(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), adminPort())) {
            write(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (text.indexOf("\r\n\r\n") >= 0) {
                return text.toString();
            }
        }
        return text.toString();
    }
}
