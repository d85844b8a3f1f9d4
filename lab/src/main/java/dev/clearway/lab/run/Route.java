package dev.clearway.lab.run;

import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The way to a server: direct, or through a relay that adds a round trip time. */
final class Route implements AutoCloseable {
    private final Wire wire;
    private final int port;
    private final @Nullable Relay relay;

    private Route(Wire wire, int port, @Nullable Relay relay) {
        this.wire = wire;
        this.port = port;
        this.relay = relay;
    }

    /** A way with that round trip time; zero for the direct one. */
    static Route to(RemoteOrigin origin, Wire wire, Duration roundTrip) throws IOException {
        InetSocketAddress address = origin.address(wire);
        if (roundTrip.isZero()) {
            return new Route(wire, address.getPort(), null);
        }
        Relay relay = Relay.start(address, roundTrip);
        return new Route(wire, relay.port(), relay);
    }

    /** Where a request goes that is to be answered after that delay. */
    URI uri(Duration delay) {
        return URI.create((wire.tls() ? "https" : "http") + "://localhost:" + port + "/delay/" + delay.toMillis());
    }

    @Override
    public void close() {
        if (relay != null) {
            relay.close();
        }
    }
}
