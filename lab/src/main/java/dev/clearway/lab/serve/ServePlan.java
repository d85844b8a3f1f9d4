package dev.clearway.lab.serve;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What to serve, and where. Ports are 0 to 65535; 0 is any free one.
 *
 * @param tlsPort HTTP/2 and HTTP/1.1 over TLS
 * @param tlsH1Port HTTP/1.1 alone over TLS
 * @param h1Port HTTP/1.1 in cleartext
 * @param h2cPort HTTP/2 in cleartext with prior knowledge
 * @param maxStreams streams allowed at a time on one HTTP/2 connection, 0 or more
 * @param authorityDirectory where the certificate authority lives; {@code null} for the user's configuration directory
 * @param name what {@code /whoami} answers
 */
public record ServePlan(
        int tlsPort,
        int tlsH1Port,
        int h1Port,
        int h2cPort,
        int maxStreams,
        @Nullable Path authorityDirectory,
        String name) {
    private static final int MOST_PORTS = 65_535;

    public ServePlan {
        port("tls-port", tlsPort);
        port("tls-h1-port", tlsH1Port);
        port("h1-port", h1Port);
        port("h2c-port", h2cPort);
        if (maxStreams < 0) {
            throw new IllegalArgumentException("max-streams must not be negative: " + maxStreams);
        }
    }

    private static void port(String name, int value) {
        if (value < 0 || value > MOST_PORTS) {
            throw new IllegalArgumentException(name + " must be 0 to " + MOST_PORTS + ": " + value);
        }
    }
}
