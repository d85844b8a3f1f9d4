package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the builder takes and refuses, and what the client then tells: needs no server. */
class BuilderContractTest {
    static List<Arguments> builders() {
        return List.of(
                Arguments.argumentSet("jdk", HttpClient.newBuilder()),
                Arguments.argumentSet("clearway", ClearwayClient.newBuilder()));
    }

    private static void withBuilt(HttpClient.Builder builder, Consumer<HttpClient> test) {
        HttpClient client = builder.build();
        try {
            test.accept(client);
        } finally {
            if (client instanceof ClearwayClient ours) {
                ours.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("builders")
    void nothingIsNull(HttpClient.Builder builder) {
        assertThatThrownBy(() -> builder.connectTimeout(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.sslContext(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.sslParameters(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.executor(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.followRedirects(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.version(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.proxy(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.authenticator(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.cookieHandler(null)).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @MethodSource("builders")
    void valuesOutOfRangeAreRefused(HttpClient.Builder builder) {
        assertThatThrownBy(() -> builder.connectTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.connectTimeout(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.priority(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.priority(257)).isInstanceOf(IllegalArgumentException.class);
        assertThat(builder.priority(1).priority(256)).isSameAs(builder);
    }

    @ParameterizedTest
    @MethodSource("builders")
    void defaultsAreTold(HttpClient.Builder builder) {
        withBuilt(builder, client -> {
            assertThat(client.version()).isEqualTo(Version.HTTP_2);
            assertThat(client.followRedirects()).isEqualTo(Redirect.NEVER);
            assertThat(client.connectTimeout()).isEmpty();
            assertThat(client.cookieHandler()).isEmpty();
            assertThat(client.authenticator()).isEmpty();
            assertThat(client.proxy()).isEmpty();
            assertThat(client.executor()).isEmpty();
            assertThat(client.sslContext()).isNotNull();
            assertThat(client.sslParameters().getProtocols()).contains("TLSv1.3", "TLSv1.2");
            assertThat(client.toString()).isNotBlank();
        });
    }

    @ParameterizedTest
    @MethodSource("builders")
    void valuesGivenAreTold(HttpClient.Builder builder) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        ProxySelector direct = ProxySelector.of(null);
        builder.version(Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(3))
                .sslContext(context)
                .proxy(direct)
                .executor(Runnable::run)
                .followRedirects(Redirect.NEVER);
        withBuilt(builder, client -> {
            assertThat(client.version()).isEqualTo(Version.HTTP_1_1);
            assertThat(client.connectTimeout()).hasValue(Duration.ofSeconds(3));
            assertThat(client.sslContext()).isSameAs(context);
            assertThat(client.proxy()).hasValue(direct);
            assertThat(client.executor()).isPresent();
        });
    }

    @ParameterizedTest
    @MethodSource("builders")
    void tlsParametersAreTheClientsOwn(HttpClient.Builder builder) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        builder.sslParameters(parameters);
        withBuilt(builder, client -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            assertThat(client.sslParameters().getProtocols()).containsExactly("TLSv1.3");
            client.sslParameters().setProtocols(new String[] {"TLSv1.2"});
            assertThat(client.sslParameters().getProtocols()).containsExactly("TLSv1.3");
        });
    }

    @ParameterizedTest
    @MethodSource("builders")
    void builderMayBuildSeveral(HttpClient.Builder builder) {
        withBuilt(
                builder.connectTimeout(Duration.ofSeconds(1)),
                first -> withBuilt(builder.connectTimeout(Duration.ofSeconds(2)), second -> {
                    assertThat(first.connectTimeout()).hasValue(Duration.ofSeconds(1));
                    assertThat(second.connectTimeout()).hasValue(Duration.ofSeconds(2));
                }));
    }
}
