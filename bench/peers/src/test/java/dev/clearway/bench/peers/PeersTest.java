package dev.clearway.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PeersTest {
    static Iterable<ClientProvider> providers() {
        return ServiceLoader.load(ClientProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.getClass().getPackage() == PeersTest.class.getPackage())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void saysItsLibrarysVersion(ClientProvider provider) {
        assertThat(provider.library()).matches("[a-z0-9-]+ \\d+\\.\\d+.*");
    }

    static Iterable<Arguments> transferring() {
        return StreamSupport.stream(providers().spliterator(), false)
                .filter(ClientProvider::transfers)
                .flatMap(provider -> Stream.of(Tuning.values()).map(tuning -> Arguments.of(provider.name(), tuning)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("transferring")
    void largeBodiesGoBothWays(String name, Tuning tuning, @TempDir Path directory) throws Exception {
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.TLS, 0).start()) {
            Path ca = Files.writeString(
                    directory.resolve("ca.pem"), origin.authority().certificatePem());
            int port = origin.uri(OriginPort.TLS).getPort();
            TransferClient client =
                    (TransferClient) Clients.named(name).open(new ClientSetup(Wire.H2, port, ca, 1, 1, 100, tuning));
            try {
                assertThat(client.download("/bytes/20000000")).isEqualTo(20_000_000);
                assertThat(client.upload("/bytes/0", 1_500_000)).isEqualTo(200);
                assertThat(client.upload("/bytes/0", Chunks.CHUNK.length)).isEqualTo(200);
            } finally {
                client.close();
            }
        }
    }
}
