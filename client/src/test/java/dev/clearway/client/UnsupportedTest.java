package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.origin.OriginPort;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not there says so, and what to do instead; nothing is ignored. */
class UnsupportedTest extends OwnTest {
    private static void assertUnsupported(String names, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(names)
                .hasMessageContaining("not supported");
    }

    @Test
    void optionsSaySo() {
        ClearwayClientBuilder builder = ClearwayClient.newBuilder();
        assertUnsupported("followRedirects(NORMAL)", () -> builder.followRedirects(Redirect.NORMAL));
        assertUnsupported("followRedirects(ALWAYS)", () -> builder.followRedirects(Redirect.ALWAYS));
        assertUnsupported("cookieHandler", () -> builder.cookieHandler(new CookieManager()));
        assertUnsupported("authenticator", () -> builder.authenticator(new Authenticator() {}));
        assertUnsupported("localAddress", () -> builder.localAddress(InetAddress.getLoopbackAddress()));
        assertThat(builder.followRedirects(Redirect.NEVER).localAddress(null)).isSameAs(builder);
    }

    @Test
    void webSocketSaysSo() {
        try (ClearwayClient own = h1().build()) {
            assertUnsupported("WebSocket", () -> own.newWebSocketBuilder());
        }
    }

    /** Chooses one proxy for everything. */
    private static final class Choosing extends ProxySelector {
        private final Proxy choice;

        Choosing(Proxy.Type type) {
            choice = new Proxy(type, InetSocketAddress.createUnresolved("proxy.invalid", 3128));
        }

        @Override
        public List<Proxy> select(URI uri) {
            return List.of(choice);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException cause) {}
    }

    private static void assertRefusesProxy(ClearwayClient client) {
        HttpRequest request = get(origin.uri(OriginPort.HTTP1, "/whoami"));
        assertUnsupported("proxy.invalid", () -> client.send(request, BodyHandlers.ofString()));
        assertUnsupported("proxy.invalid", () -> client.sendAsync(request, BodyHandlers.ofString()));
    }

    @ParameterizedTest
    @EnumSource(names = "DIRECT", mode = EnumSource.Mode.EXCLUDE)
    void givenSelectorThatChoosesAProxyFailsTheRequest(Proxy.Type type) {
        try (ClearwayClient own =
                ClearwayClient.newBuilder().proxy(new Choosing(type)).build()) {
            assertRefusesProxy(own);
            assertThat(own.snapshot()).isEmpty();
        }
    }

    @Test
    void systemSelectorThatChoosesAProxyFailsTheRequest() {
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new Choosing(Proxy.Type.HTTP));
        try (ClearwayClient own = ClearwayClient.newBuilder().build()) {
            assertRefusesProxy(own);
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void selectorThatChoosesNoneIsFine() throws Exception {
        HttpRequest request = get(origin.uri(OriginPort.HTTP1, "/whoami"));
        try (ClearwayClient own =
                ClearwayClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build()) {
            assertThat(own.send(request, BodyHandlers.ofString()).body()).isEqualTo("origin");
        }
        try (ClearwayClient own = ClearwayClient.newBuilder().build()) {
            assertThat(own.send(request, BodyHandlers.ofString()).body()).isEqualTo("origin");
        }
    }
}
