package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.origin.OriginPort;
import dev.clearway.transport.Origin;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.TransportListener;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the JDK's versions and our policies choose the protocol. */
class VersionsTest extends OwnTest {
    @ParameterizedTest
    @CsvSource({
        "HTTP_1_1, TLS, HTTP_1_1",
        "HTTP_2_OR_LOWER, TLS, HTTP_2",
        "HTTP_2_OR_LOWER, TLS_HTTP1, HTTP_1_1",
        "HTTP_2_OR_LOWER, HTTP1, HTTP_1_1",
        "HTTP_2, TLS, HTTP_2",
        "HTTP_2, H2C, HTTP_2",
        "HTTP_1_1_OR_HIGHER, TLS, HTTP_2",
        "HTTP_1_1_OR_HIGHER, HTTP1, HTTP_1_1",
    })
    void clientsPolicyDecides(VersionPolicy policy, OriginPort port, Version spoken) throws Exception {
        try (ClearwayClient own = tls().versionPolicy(policy).build()) {
            HttpResponse<String> response = own.send(get(origin.uri(port, "/whoami")), BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(spoken);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_2_OR_LOWER, HTTP_1_1, TLS, HTTP_1_1",
        "HTTP_1_1, HTTP_2, TLS, HTTP_2",
        "HTTP_1_1, HTTP_2, TLS_HTTP1, HTTP_1_1",
        "HTTP_2, HTTP_2, H2C, HTTP_2",
        "HTTP_2, HTTP_1_1, HTTP1, HTTP_1_1",
        "HTTP_2_OR_LOWER, HTTP_2, HTTP1, HTTP_1_1",
    })
    void requestsVersionComesFirst(VersionPolicy policy, Version asked, OriginPort port, Version spoken)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(origin.uri(port, "/whoami"))
                .version(asked)
                .build();
        try (ClearwayClient own = tls().versionPolicy(policy).build()) {
            assertThat(own.send(request, BodyHandlers.ofString()).version()).isEqualTo(spoken);
        }
    }

    @ParameterizedTest
    @CsvSource({"HTTP_1_1, HTTP_1_1", "HTTP_2, HTTP_2_OR_LOWER"})
    void jdksVersionIsAPolicy(Version version, VersionPolicy policy) {
        try (ClearwayClient own = tls().version(version).build()) {
            assertThat(own.versionPolicy()).isEqualTo(policy);
            assertThat(own.version()).isEqualTo(version);
        }
    }

    @Test
    void exactVersionFailsWhereTheServerHasAnother() {
        try (ClearwayClient own = tls().versionPolicy(VersionPolicy.HTTP_2).build()) {
            assertThatThrownBy(
                            () -> own.send(get(origin.uri(OriginPort.TLS_HTTP1, "/whoami")), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> own.send(get(origin.uri(OriginPort.HTTP1, "/whoami")), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void downgradeIsTold() throws Exception {
        CompletableFuture<String> issuer = new CompletableFuture<>();
        TransportListener listener = new TransportListener() {
            @Override
            public void downgraded(long connection, Origin origin, Downgrade downgrade) {
                issuer.complete(String.valueOf(downgrade.issuer()));
            }
        };
        try (ClearwayClient own = tls().listener(listener).build()) {
            own.send(get(origin.uri(OriginPort.TLS_HTTP1, "/whoami")), BodyHandlers.discarding());
            assertThat(done(issuer))
                    .isEqualTo(origin.authority()
                            .certificate()
                            .getSubjectX500Principal()
                            .getName());
        }
    }

    @Test
    void tlsParametersAreUsed() throws Exception {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.2"});
        try (ClearwayClient own = tls().sslParameters(parameters).build()) {
            HttpResponse<String> response =
                    own.send(get(origin.uri(OriginPort.TLS, "/whoami")), BodyHandlers.ofString());
            assertThat(response.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.2");
            assertThat(response.version()).isEqualTo(Version.HTTP_2);
        }
    }
}
