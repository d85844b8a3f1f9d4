package dev.clearway.bench.run;

import dev.clearway.bench.client.Wire;
import java.nio.file.Path;

/** The server of a run, in processes of its own. */
public interface BenchServer extends AutoCloseable {
    /** Its name and version. */
    String name();

    /** Whether it speaks that. */
    boolean speaks(Wire wire);

    /** The port that speaks that. */
    int port(Wire wire);

    /** The process that serves that port. */
    long pid(Wire wire);

    /** A PEM file with the certificate by which its own is trusted. */
    Path ca();

    @Override
    void close();
}
