package dev.clearway.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.bench.client.ClientProvider;
import java.util.ServiceLoader;
import org.junit.jupiter.params.ParameterizedTest;
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
}
