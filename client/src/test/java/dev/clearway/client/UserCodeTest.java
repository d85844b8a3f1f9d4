package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Code that knows the JDK's types only, but for the line that makes the client. */
class UserCodeTest extends OwnTest {
    /** Stands for a library that takes a client. */
    private record Greeter(HttpClient client) {
        String greet(HttpRequest request) throws Exception {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return "hello from " + response.body();
        }
    }

    /** Stands for a framework that configures a builder that it was given. */
    private static HttpClient configured(HttpClient.Builder builder) {
        return builder.connectTimeout(Duration.ofSeconds(5))
                .version(HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    private static void end(HttpClient client) {
        ((ClearwayClient) client).close();
    }

    @Test
    void clientIsAnHttpClient() throws Exception {
        HttpClient client = ClearwayClient.newHttpClient();
        HttpRequest request =
                HttpRequest.newBuilder(origin.uri(OriginPort.HTTP1, "/whoami")).build();
        assertThat(new Greeter(client).greet(request)).isEqualTo("hello from origin");
        end(client);
    }

    @Test
    void builderIsABuilder() throws Exception {
        HttpClient client = configured(
                ClearwayClient.newBuilder().sslContext(origin.authority().clientContext()));
        HttpRequest request = HttpRequest.newBuilder(origin.uri(OriginPort.TLS, "/echo"))
                .POST(BodyPublishers.ofString("content"))
                .build();
        CompletableFuture<String> body =
                client.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body);
        assertThat(done(body)).isEqualTo("content");
        end(client);
    }

    @Test
    void inheritedStaticsAreOurs() {
        HttpClient made = ClearwayClient.newHttpClient();
        assertThat(made).isInstanceOf(ClearwayClient.class);
        end(made);
        made = ClearwayClient.newBuilder().build();
        assertThat(made).isInstanceOf(ClearwayClient.class);
        end(made);
    }
}
