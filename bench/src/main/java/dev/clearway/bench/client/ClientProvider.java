package dev.clearway.bench.client;

/** Opens one kind of client. Found as a service, so that other libraries stay out of this module. */
public interface ClientProvider {
    /** The name by which it is chosen and reported. */
    String name();

    /** The library and its version, as in {@code vertx-core 5.0.7}. */
    String library();

    /** Whether it can speak this protocol, and nothing else, to a server that expects it. */
    boolean speaks(Wire wire);

    /** Whether its default settings differ from its best ones. */
    default boolean tunable() {
        return true;
    }

    /** Whether its clients are {@link TransferClient}s. */
    default boolean transfers() {
        return false;
    }

    /** A client ready for requests; it may connect now or later. */
    BenchClient open(ClientSetup setup) throws Exception;
}
