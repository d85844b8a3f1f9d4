package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * nghttpd of the nghttp2 project, with one worker: the cheapest HTTP/2 server at hand, and one that was not written
 * here. One process with TLS, one in cleartext; no HTTP/1.1.
 */
final class Nghttpd implements BenchServer {
    private static final String PROGRAM = "nghttpd";

    private final Map<Wire, Child> processes = new EnumMap<>(Wire.class);
    private final Map<Wire, Integer> ports = new EnumMap<>(Wire.class);
    private final Path ca;
    private final String name;
    private final int streamLimit;

    /** @param directory for its files, empty */
    Nghttpd(int streamLimit, Path directory) throws IOException, InterruptedException {
        name = ServerFiles.version(PROGRAM, "--version");
        this.streamLimit = streamLimit;
        Path files = directory.resolve("files");
        Path body = files.resolve(Workload.PATH.substring(1));
        Files.createDirectories(body.getParent());
        Files.write(body, new byte[Workload.LENGTH]);
        ServerFiles own = ServerFiles.in(directory);
        ca = own.ca();
        try {
            start(
                    Wire.H2,
                    files,
                    List.of(own.key().toString(), own.certificate().toString()));
            start(Wire.H2C, files, List.of("--no-tls"));
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** Whether it can be started here. */
    static boolean isInstalled() {
        return ServerFiles.isInstalled(PROGRAM, "--version");
    }

    private void start(Wire wire, Path files, List<String> last) throws IOException, InterruptedException {
        int port = ServerFiles.freePort();
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
        ServerFiles.awaitListening(child, port);
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
