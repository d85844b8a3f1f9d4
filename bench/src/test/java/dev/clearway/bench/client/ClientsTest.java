package dev.clearway.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClientsTest {
    private static final int REQUESTS = 20;

    @TempDir
    private static Path directory;

    private static OriginServer server;

    @BeforeAll
    static void start() throws IOException {
        OriginServer.Builder builder = OriginServer.builder().maxStreams(100);
        for (OriginPort port : OriginPort.values()) {
            builder.listen(port, 0);
        }
        server = builder.start();
        Files.writeString(directory.resolve("ca.pem"), server.authority().certificatePem());
    }

    @AfterAll
    static void end() {
        server.close();
    }

    static Stream<Arguments> clientsAndWires() {
        List<Arguments> all = new ArrayList<>();
        for (ClientProvider provider : Clients.available().values()) {
            for (Wire wire : Wire.values()) {
                if (provider.speaks(wire) && !provider.name().equals("failing")) {
                    all.add(Arguments.of(provider.name(), wire));
                }
            }
        }
        return all.stream();
    }

    private static ClientSetup setup(Wire wire) {
        OriginPort port = switch (wire) {
            case H2 -> OriginPort.TLS;
            case H2C -> OriginPort.H2C;
            case H1_TLS -> OriginPort.TLS_HTTP1;
            case H1 -> OriginPort.HTTP1;
        };
        return new ClientSetup(wire, server.port(port), directory.resolve("ca.pem"), 0, REQUESTS, 100, Tuning.BEST);
    }

    private static CompletableFuture<Long> send(BenchClient client, String path) {
        CompletableFuture<Long> answered = new CompletableFuture<>();
        client.get(path, new Reply() {
            @Override
            public void done(int status, long length) {
                if (status == 200) {
                    answered.complete(length);
                } else {
                    answered.completeExceptionally(new IOException("status " + status));
                }
            }

            @Override
            public void failed(Throwable cause) {
                answered.completeExceptionally(cause);
            }
        });
        return answered;
    }

    @ParameterizedTest
    @MethodSource("clientsAndWires")
    void requestsAreAnsweredWithTheirWholeContent(String name, Wire wire) throws Exception {
        BenchClient client = Clients.named(name).open(setup(wire));
        try {
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(send(client, "/bytes/1024"));
            }
            for (CompletableFuture<Long> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(1024);
            }
        } finally {
            client.close();
        }
    }

    @ParameterizedTest
    @MethodSource("clientsAndWires")
    void largeBodiesGoBothWays(String name, Wire wire) throws Exception {
        if (!wire.http2()) {
            return;
        }
        TransferClient client = (TransferClient) Clients.named(name).open(setup(wire));
        try {
            assertThat(client.download("/bytes/3000000")).isEqualTo(3_000_000);
            assertThat(client.upload("/echo", 1_500_000)).isEqualTo(200);
        } finally {
            client.close();
        }
    }
}
