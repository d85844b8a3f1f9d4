package dev.clearway.lab.soak;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The servers of a soak: one a loopback address, all on the same port. Confined to one thread. */
final class Servers implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LocalAuthority authority = LocalAuthority.inMemory("soak");
    private final List<String> addresses;
    private final List<OriginServer> running = new ArrayList<>();
    private int port;

    /**
     * Starts a server on each address.
     *
     * @throws IOException if there is no port that is free on all of them
     */
    Servers(List<String> addresses) throws IOException {
        this.addresses = List.copyOf(addresses);
        IOException last = null;
        for (int i = 0; i < ATTEMPTS && running.isEmpty(); i++) {
            try {
                port = 0;
                for (String address : addresses) {
                    OriginServer started = start(address);
                    running.add(started);
                    port = started.port(OriginPort.TLS);
                }
            } catch (IOException taken) {
                last = taken;
                close();
            }
        }
        if (running.isEmpty()) {
            throw last == null ? new IOException("no addresses") : last;
        }
    }

    private OriginServer start(String address) throws IOException {
        return OriginServer.builder()
                .name("soak")
                .address(InetAddress.getByName(address))
                .listen(OriginPort.TLS, port)
                .threads(1)
                .authority(authority)
                .hostNames(List.of("localhost", MovingName.HOST, "127.0.0.1"))
                .start();
    }

    LocalAuthority authority() {
        return authority;
    }

    int port() {
        return port;
    }

    List<String> addresses() {
        return addresses;
    }

    /**
     * Restarts a server in good order: it says that it goes away, answers what it has begun, and comes back.
     *
     * @throws IOException if its port was taken meanwhile
     */
    void restart(int index) throws IOException {
        running.get(index).shutdown(GRACE);
        IOException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                running.set(index, start(addresses.get(index)));
                return;
            } catch (IOException taken) {
                // by somebody's outgoing connection, which passes
                last = taken;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        throw Objects.requireNonNull(last);
    }

    @Override
    public void close() {
        running.forEach(OriginServer::close);
        running.clear();
    }
}
