package dev.clearway.bench.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The clients that this class path offers, and those that another build of it would. */
public final class Clients {
    /** The least feature release of Java that the clients of others need together. */
    public static final int PEERS_NEED_JAVA = 21;

    /** The names of the clients of others, whether they are on the class path or not. */
    public static final List<String> PEERS =
            List.of("vertx", "grpc", "armeria", "reactor", "hc5", "jetty", "helidon", "okhttp");

    private Clients() {}

    /** Every client on the class path by its name. */
    public static Map<String, ClientProvider> available() {
        Map<String, ClientProvider> found = new LinkedHashMap<>();
        for (ClientProvider provider : ServiceLoader.load(ClientProvider.class)) {
            found.put(provider.name(), provider);
        }
        return found;
    }

    /** The client of that name. @throws IllegalArgumentException when there is none */
    public static ClientProvider named(String name) {
        ClientProvider provider = available().get(name);
        if (provider == null) {
            throw new IllegalArgumentException("no such client: " + name);
        }
        return provider;
    }
}
