package dev.clearway.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.client.ClearwayClient;
import dev.clearway.testkit.LeakExtension;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers that are restarted in good order. */
@ExtendWith(LeakExtension.class)
class ServersTest {
    @Test
    void restartedServerIsWhereItWas() throws Exception {
        try (Servers servers = new Servers(List.of("127.0.0.1"));
                ClearwayClient client = ClearwayClient.newBuilder()
                        .sslContext(servers.authority().clientContext())
                        .build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + servers.port() + "/whoami"))
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            int port = servers.port();
            servers.restart(0);
            assertThat(servers.port()).isEqualTo(port);
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }
}
