package dev.clearway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts servers by name. */
public final class Servers {
    private static final String NO_NGHTTPD = "nghttpd is not installed (Debian: nghttp2-server); use --server origin.";

    private Servers() {}

    /**
     * Starts a server and waits until it listens.
     *
     * @param name {@code origin} or {@code nghttpd}
     * @param streamLimit its limit of concurrent streams on a connection
     * @param directory for the server's files
     * @throws IOException when it does not start or is not installed
     */
    public static BenchServer start(String name, int streamLimit, Path directory)
            throws IOException, InterruptedException {
        Path files = Files.createDirectories(directory.resolve("server"));
        return switch (name) {
            case "origin" -> new OriginProcess(streamLimit, files);
            case "nghttpd" -> nghttpd(streamLimit, files);
            default -> throw new IOException("there is no server " + name + "; there are origin and nghttpd");
        };
    }

    /** Why there is no server of that name here, or {@code null} if there is. */
    public static @Nullable String fault(String name) {
        return switch (name) {
            case "origin" -> null;
            case "nghttpd" -> Nghttpd.isInstalled() ? null : NO_NGHTTPD;
            default -> "There is no server " + name + "; there are origin and nghttpd.";
        };
    }

    private static BenchServer nghttpd(int streamLimit, Path files) throws IOException, InterruptedException {
        if (!Nghttpd.isInstalled()) {
            throw new IOException(NO_NGHTTPD);
        }
        return new Nghttpd(streamLimit, files);
    }
}
