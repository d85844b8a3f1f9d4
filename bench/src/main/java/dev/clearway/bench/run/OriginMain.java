package dev.clearway.bench.run;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The origin as a process: serves every kind of port until its standard input ends. Arguments: the file that is to
 * hold the certificate by which it is trusted; the limit of concurrent streams on a connection. Prints one line: each kind of port, followed by its number.
 */
public final class OriginMain {
    /** One loop, as nghttpd has one worker: on a small machine more of them only take turns with the client. */
    private static final int LOOPS = 1;

    private static final Duration IDLE = Duration.ofMinutes(30);

    private OriginMain() {}

    /** Serves. */
    public static void main(String[] arguments) throws IOException {
        OriginServer.Builder builder = OriginServer.builder()
                .maxStreams(Integer.parseInt(arguments[1]))
                .threads(LOOPS)
                .idleTimeout(IDLE);
        for (OriginPort port : OriginPort.values()) {
            builder.listen(port, 0);
        }
        try (OriginServer server = builder.start()) {
            Files.writeString(Path.of(arguments[0]), server.authority().certificatePem());
            StringBuilder ports = new StringBuilder();
            for (OriginPort port : OriginPort.values()) {
                ports.append(port.name()).append(' ').append(server.port(port)).append(' ');
            }
            System.out.println(ports.toString().strip());
            while (System.in.read() >= 0) {
                // What it is told does not matter, only that it is told no more.
            }
        }
    }
}
