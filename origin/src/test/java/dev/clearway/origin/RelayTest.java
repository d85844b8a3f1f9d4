package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The relay before a plain TCP server. Times have a lower bound only: what is late here may be the machine's doing. */
@ExtendWith(LeakExtension.class)
class RelayTest {
    private static final int PATIENCE_MILLIS = 60_000;

    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void eachDirectionIsDelayedByItsOwnTime() throws Exception {
        try (Relay relay = relay(Duration.ofMillis(60), Duration.ofMillis(20));
                Pair pair = connect(relay)) {
            pair.warm();
            assertThat(nanosOf(() -> pair.toServer(1))).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(60));
            assertThat(nanosOf(() -> pair.toClient(1)))
                    .isBetween(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(20));
        }
    }

    @Test
    void firstBytesWaitForTheOpeningThatCannotBeDelayed() throws Exception {
        try (Relay relay = Relay.start((InetSocketAddress) server.getLocalSocketAddress(), Duration.ofMillis(100))) {
            long began = System.nanoTime();
            try (Pair pair = connect(relay)) {
                pair.toServer(1);
                pair.toClient(1);
                assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
                assertThat(nanosOf(() -> {
                            pair.toServer(1);
                            pair.toClient(1);
                        }))
                        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    @Test
    void serverThatSpeaksFirstIsHeardAfterTwoRoundTrips() throws Exception {
        try (Relay relay = Relay.start((InetSocketAddress) server.getLocalSocketAddress(), Duration.ofMillis(100))) {
            long began = System.nanoTime();
            try (Pair pair = connect(relay)) {
                pair.toClient(1);
                assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }

    @Test
    void bytesKeepTheirOrder() throws Exception {
        byte[] sent = new byte[5_000_000];
        new Random(7).nextBytes(sent);
        try (Relay relay = relay(Duration.ofMillis(5), Duration.ofMillis(5));
                Pair pair = connect(relay)) {
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> pair.serverReads(sent.length));
            OutputStream out = pair.client.getOutputStream();
            int at = 0;
            for (int size = 1; at < sent.length; size = size * 3 % 70_001 + 1) {
                int length = Math.min(size, sent.length - at);
                out.write(sent, at, length);
                at += length;
            }
            assertThat(received.get(1, TimeUnit.MINUTES)).isEqualTo(sent);
        }
    }

    @Test
    void slowReaderSlowsItsWriterAndBoundsTheRelay() throws Exception {
        try (Relay relay = relay(Duration.ofMillis(1), Duration.ofMillis(1));
                Pair pair = connect(relay)) {
            pair.warm();
            pair.client.setSendBufferSize(64 * 1024);
            int total = 64 * 1024 * 1024;
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> pair.clientWrites(total));
            Eventually.holds(() -> relay.bufferedBytes() >= Relay.CAPACITY);
            long most = 0;
            for (int i = 0; i < 200; i++) {
                most = Math.max(most, relay.bufferedBytes());
                pair.serverReads(16 * 1024);
            }
            assertThat(writing).isNotDone();
            assertThat(most).isLessThan(2L * Relay.CAPACITY);
            pair.serverReads(total - 200 * 16 * 1024);
            writing.get(1, TimeUnit.MINUTES);
            Eventually.holds(() -> relay.bufferedBytes() == 0);
        }
    }

    @Test
    void halfCloseArrivesAfterTheBytesBeforeIt() throws Exception {
        try (Relay relay = relay(Duration.ofMillis(20), Duration.ofMillis(20));
                Pair pair = connect(relay)) {
            pair.client.getOutputStream().write(new byte[100_000]);
            pair.client.shutdownOutput();
            pair.serverReads(100_000);
            assertThat(pair.server.getInputStream().read()).isEqualTo(-1);
            pair.toClient(10);
            pair.server.close();
            assertThat(pair.client.getInputStream().read()).isEqualTo(-1);
            Eventually.holds(() -> relay.connections().isEmpty());
        }
    }

    @Test
    void thousandConnectionsShareOneThread() throws Exception {
        try (Relay relay = relay(Duration.ofMillis(50), Duration.ofMillis(50))) {
            List<Pair> pairs = new ArrayList<>();
            try {
                for (int i = 0; i < 1_000; i++) {
                    pairs.add(connect(relay));
                }
                for (Pair pair : pairs) {
                    pair.client.getOutputStream().write(new byte[100]);
                }
                for (Pair pair : pairs) {
                    pair.serverReads(100);
                    pair.server.getOutputStream().write(new byte[100]);
                }
                for (Pair pair : pairs) {
                    new DataInputStream(pair.client.getInputStream()).readFully(new byte[100]);
                }
                assertThat(relay.acceptedConnections()).isEqualTo(1_000);
                assertThat(Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().startsWith("clearway-relay")))
                        .hasSize(1);
            } finally {
                for (Pair pair : pairs) {
                    pair.close();
                }
            }
            Eventually.holds(() -> relay.connections().isEmpty());
        }
    }

    @Test
    void stallHoldsEverythingAndLosesNothing() throws Exception {
        try (Relay relay = relay(Duration.ZERO, Duration.ZERO);
                Pair pair = connect(relay)) {
            pair.warm();
            long began = System.nanoTime();
            relay.stall(Duration.ofMillis(300));
            pair.toServer(1_000);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
            pair.toClient(1_000);
        }
    }

    @Test
    void cutResetsBothSidesAndTheRelayGoesOn() throws Exception {
        try (Relay relay = relay(Duration.ofMillis(10), Duration.ofMillis(10))) {
            try (Pair pair = connect(relay)) {
                pair.warm();
                relay.cut();
                assertThatThrownBy(() -> pair.client.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("reset");
                assertThatThrownBy(() -> pair.server.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("reset");
            }
            try (Pair pair = connect(relay)) {
                pair.warm();
            }
        }
    }

    @Test
    void endIsTheEndOfBothSidesInOrder() throws Exception {
        try (Relay relay = relay(Duration.ZERO, Duration.ZERO);
                Pair pair = connect(relay)) {
            pair.warm();
            RelayConnection connection = relay.connections().get(0);
            assertThat(connection.targetPort()).isEqualTo(pair.server.getPort());
            connection.end();
            assertThat(pair.client.getInputStream().read()).isEqualTo(-1);
            assertThat(pair.server.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void relayThatClosesGivesUpWhatAClientThatIsGoneHadSent() throws Exception {
        Relay relay = relay(Duration.ofSeconds(20), Duration.ZERO);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
        try (Socket accepted = server.accept()) {
            accepted.setSoTimeout(PATIENCE_MILLIS);
            client.getOutputStream().write(new byte[1_000]);
            Eventually.holds(() -> relay.bytesToTarget() == 1_000);
            client.close();
            relay.close();
            assertThat(relay.bufferedBytes()).isZero();
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
        } finally {
            relay.close();
        }
    }

    @Test
    void targetThatRefusesClosesTheClient() throws Exception {
        int port = server.getLocalPort();
        server.close();
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (Relay relay = Relay.start(nobody, Duration.ofMillis(10));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            client.setSoTimeout(PATIENCE_MILLIS);
            assertThatThrownBy(() -> {
                        if (client.getInputStream().read() < 0) {
                            throw new SocketException("FIN");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    private Relay relay(Duration toTarget, Duration toClient) throws IOException {
        return Relay.start((InetSocketAddress) server.getLocalSocketAddress(), toTarget, toClient);
    }

    private Pair connect(Relay relay) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
        Socket accepted = server.accept();
        client.setSoTimeout(PATIENCE_MILLIS);
        accepted.setSoTimeout(PATIENCE_MILLIS);
        client.setTcpNoDelay(true);
        accepted.setTcpNoDelay(true);
        return new Pair(client, accepted);
    }

    private static long nanosOf(Step step) throws IOException {
        long began = System.nanoTime();
        step.run();
        return System.nanoTime() - began;
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Both ends of a connection through the relay. */
    private record Pair(Socket client, Socket server) implements AutoCloseable {
        /** Sends both ways once, so that nothing is held back for the opening any more. */
        void warm() throws IOException {
            toServer(1);
            toClient(1);
        }

        void toServer(int bytes) throws IOException {
            client.getOutputStream().write(new byte[bytes]);
            serverReads(bytes);
        }

        void toClient(int bytes) throws IOException {
            server.getOutputStream().write(new byte[bytes]);
            read(client.getInputStream(), bytes);
        }

        byte[] serverReads(int bytes) {
            try {
                return read(server.getInputStream(), bytes);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void clientWrites(int bytes) {
            try {
                byte[] block = new byte[64 * 1024];
                for (int left = bytes; left > 0; left -= block.length) {
                    client.getOutputStream().write(block, 0, Math.min(left, block.length));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private static byte[] read(InputStream in, int bytes) throws IOException {
            byte[] all = new byte[bytes];
            new DataInputStream(in).readFully(all);
            return all;
        }

        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }
}
