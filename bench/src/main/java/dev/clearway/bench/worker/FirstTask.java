package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.measure.Values;
import dev.clearway.origin.Relay;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The first request of a new client: {@code first PATH LENGTH ROUND-TRIP-MILLIS}. It is sent once straight and once
 * through a relay with that round trip, each by a client of its own; what lies between is what the client's round trips
 * cost. The time runs from before the client is opened, since some connect then.
 */
final class FirstTask implements Task {
    private final ClientProvider provider;
    private final WorkerOptions options;

    FirstTask(ClientProvider provider, WorkerOptions options) {
        this.provider = provider;
        this.options = options;
    }

    @Override
    @SuppressWarnings("AddressSelection") // a literal is one address
    public String run(String[] words) throws Exception {
        String path = words[1];
        long length = Long.parseLong(words[2]);
        ClientSetup setup = options.setup();
        double straight = millis(setup, path, length);
        InetSocketAddress server = new InetSocketAddress(ClientSetup.HOST, setup.port());
        try (Relay relay = Relay.start(server, Duration.ofMillis(Long.parseLong(words[3])))) {
            double relayed = millis(setup.withPort(relay.port()), path, length);
            return new Values()
                    .with("straightMillis", straight)
                    .with("relayedMillis", relayed)
                    .with("addedMillis", relayed - straight)
                    .encode();
        }
    }

    private double millis(ClientSetup setup, String path, long length) throws Exception {
        long begin = System.nanoTime();
        BenchClient client = provider.open(setup);
        try {
            FirstRequest.send(client, path, length);
            return (System.nanoTime() - begin) / 1e6;
        } finally {
            client.close();
        }
    }
}
