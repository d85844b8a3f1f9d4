package dev.clearway.bench.run;

import dev.clearway.bench.client.Wire;
import dev.clearway.origin.OriginPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Our own origin in a process of its own. */
final class OriginProcess implements BenchServer {
    private static final String HEAP = "512m";
    private static final Duration START = Duration.ofSeconds(60);

    private final Child child;
    private final Path ca;
    private final Map<OriginPort, Integer> ports = new EnumMap<>(OriginPort.class);

    /**
     * Starts it and waits until it listens.
     *
     * @param directory for its files
     */
    OriginProcess(int streamLimit, Path directory) throws IOException, InterruptedException {
        ca = directory.resolve("ca.pem");
        child = new Child(
                Jvm.command(Jvm.flags(HEAP), OriginMain.class, List.of(ca.toString(), Integer.toString(streamLimit))),
                directory.resolve("origin.log"));
        try {
            String[] words = child.receive(START).split(" ", -1);
            for (int i = 0; i + 1 < words.length; i += 2) {
                ports.put(OriginPort.valueOf(words[i]), Integer.valueOf(words[i + 1]));
            }
        } catch (IOException | InterruptedException | IllegalArgumentException e) {
            child.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return "origin";
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public int port(Wire wire) {
        OriginPort kind = switch (wire) {
            case H2 -> OriginPort.TLS;
            case H2C -> OriginPort.H2C;
            case H1_TLS -> OriginPort.TLS_HTTP1;
            case H1 -> OriginPort.HTTP1;
        };
        return ports.getOrDefault(kind, 0);
    }

    @Override
    public long pid(Wire wire) {
        return child.pid();
    }

    @Override
    public Path ca() {
        return ca;
    }

    @Override
    public void close() {
        child.close();
    }
}
