package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each endpoint answers, over every port that the JDK's client can speak to. */
@TestInstance(Lifecycle.PER_CLASS)
class EndpointsTest {
    /** The JDK's client keeps its thread and its connections until it is collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    private OriginServer origin;
    private HttpClient client;

    @BeforeAll
    void start() throws Exception {
        origin = OriginServer.builder()
                .name("blue")
                .resource("/page", new Resource("text/html; charset=utf-8", "<p>h\u00e9</p>", Duration.ofMillis(20)))
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .listen(OriginPort.HTTP1, 0)
                .start();
        client = HttpClient.newBuilder()
                .sslContext(origin.authority().clientContext())
                .build();
    }

    @AfterAll
    void stop() {
        origin.close();
    }

    @ParameterizedTest
    @EnumSource(value = OriginPort.class, names = "H2C", mode = EnumSource.Mode.EXCLUDE)
    void resourceIsAnsweredAsItWasGiven(OriginPort port) throws Exception {
        HttpResponse<String> response = get(port, "/page?x=1");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("<p>h\u00e9</p>");
        assertThat(response.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
        assertThat(get(port, "/metrics").body()).contains("{resource}");
    }

    @ParameterizedTest
    @EnumSource(value = OriginPort.class, names = "H2C", mode = EnumSource.Mode.EXCLUDE)
    void whoamiAnswersTheName(OriginPort port) throws Exception {
        HttpResponse<String> response = get(port, "/whoami");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("blue");
        assertThat(response.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
        assertThat(response.version()).isEqualTo(port == OriginPort.TLS ? Version.HTTP_2 : Version.HTTP_1_1);
    }

    @ParameterizedTest
    @EnumSource(value = OriginPort.class, names = "H2C", mode = EnumSource.Mode.EXCLUDE)
    void bytesAnswersAsManyAsAskedFor(OriginPort port) throws Exception {
        for (int length : new int[] {0, 1, 1024, 65_535, 65_536, 65_537, 3_000_000}) {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(origin.uri(port, "/bytes/" + length)).build(), BodyHandlers.ofByteArray());
            assertThat(response.body()).hasSize(length);
            assertThat(response.headers().firstValueAsLong("content-length")).hasValue(length);
        }
    }

    @ParameterizedTest
    @EnumSource(value = OriginPort.class, names = "H2C", mode = EnumSource.Mode.EXCLUDE)
    void echoAnswersTheRequestsBody(OriginPort port) throws Exception {
        byte[] body = new byte[3_000_000];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) ((i * 31) >> 3);
        }
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(origin.uri(port, "/echo"))
                        .header("content-type", "image/x-test")
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(response.body()).isEqualTo(body);
        assertThat(response.headers().firstValue("content-type")).contains("image/x-test");
    }

    @Test
    void connTellsOneIdForConcurrentRequestsOnHttp2() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        get(OriginPort.TLS, "/whoami");
        URI uri = origin.uri(OriginPort.TLS, "/conn?delay=50");
        for (int i = 0; i < 6; i++) {
            all.add(client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
        }
        assertThat(all.stream().map(future -> future.join().body()).distinct()).hasSize(1);
    }

    private HttpResponse<String> get(OriginPort port, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(origin.uri(port, path)).build(), BodyHandlers.ofString());
    }
}
