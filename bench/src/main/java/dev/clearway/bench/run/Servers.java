package dev.clearway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts servers by name. */
public final class Servers {
    private Servers() {}

    /**
     * Starts a server and waits until it listens.
     *
     * @param name {@code origin} or {@code nghttpd}
     * @param directory for the server's files
     * @throws IOException when it does not start or is not installed
     */
    public static BenchServer start(String name, Path directory) throws IOException, InterruptedException {
        Path files = Files.createDirectories(directory.resolve("server"));
        return switch (name) {
            case "origin" -> new OriginProcess(files);
            case "nghttpd" -> nghttpd(files);
            default -> throw new IOException("there is no server " + name + "; there are origin and nghttpd");
        };
    }

    private static BenchServer nghttpd(Path files) throws IOException, InterruptedException {
        if (!Nghttpd.isInstalled()) {
            throw new IOException("nghttpd is not installed (Debian: nghttp2-server); use --server origin");
        }
        return new Nghttpd(files);
    }
}
