package dev.clearway.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes between the contexts of both sides, engine to engine. */
class TlsContextTest {
    private final LocalAuthority authority = LocalAuthority.inMemory("origin");
    private final Leaf leaf = authority.issue(List.of("localhost", "127.0.0.1", "::1"));

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void serversPreferredProtocolIsChosen(String version) throws Exception {
        Handshake handshake = new Handshake(List.of("h2", "http/1.1"), "localhost", "http/1.1", "h2");
        handshake.client.setEnabledProtocols(new String[] {version});
        handshake.run();
        assertThat(handshake.client.getApplicationProtocol()).isEqualTo("h2");
        assertThat(handshake.client.getSession().getProtocol()).isEqualTo(version);
    }

    @Test
    void http2IsNotChosenWhereItIsNotOffered() throws Exception {
        Handshake handshake = new Handshake(List.of("http/1.1"), "127.0.0.1", "h2", "http/1.1");
        handshake.run();
        assertThat(handshake.client.getApplicationProtocol()).isEqualTo("http/1.1");
    }

    @Test
    void clientWithNoneOfTheProtocolsIsRefused() {
        Handshake handshake = new Handshake(List.of("http/1.1"), "localhost", "h2");
        assertThatThrownBy(handshake::run)
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("no_application_protocol");
    }

    @Test
    void clientWithoutAlpnIsServed() throws Exception {
        Handshake handshake = new Handshake(List.of("h2", "http/1.1"), "localhost");
        handshake.run();
        assertThat(handshake.client.getApplicationProtocol()).isEmpty();
    }

    @Test
    void ipv6AddressIsAName() throws Exception {
        new Handshake(List.of("h2"), "::1", "h2").run();
    }

    @Test
    void otherNameIsRefusedByTheClient() {
        assertThatThrownBy(new Handshake(List.of("h2"), "example.org", "h2")::run)
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void authorityIsTheOnlyOneThatItsClientsTrust() {
        SSLContext stranger = LocalAuthority.inMemory("origin").clientContext();
        Handshake handshake = new Handshake(stranger, List.of("h2"), "localhost", "h2");
        assertThatThrownBy(handshake::run).isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void cipherSuitesAreThoseThatHttp2Allows() {
        SSLEngine server =
                LocalAuthority.serverContext(leaf, List.of("h2")).newEngine(UnpooledByteBufAllocator.DEFAULT);
        assertThat(server.getEnabledCipherSuites())
                .isNotEmpty()
                .allSatisfy(
                        suite -> assertThat(suite)
                                .matches(
                                        "TLS_(ECDHE_ECDSA_WITH_)?(AES_128_GCM_SHA256|AES_256_GCM_SHA384|CHACHA20_POLY1305_SHA256)"));
        assertThat(server.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
        ReferenceCountUtil.release(server);
    }

    /** A handshake in memory. */
    private final class Handshake {
        private final SSLEngine client;
        private final SSLEngine server;
        private final ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
        private final ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);
        private final ByteBuffer plain = ByteBuffer.allocate(64 * 1024);

        Handshake(List<String> offered, String host, String... wanted) {
            this(authority.clientContext(), offered, host, wanted);
        }

        Handshake(SSLContext trust, List<String> offered, String host, String... wanted) {
            server = LocalAuthority.serverContext(leaf, offered).newEngine(UnpooledByteBufAllocator.DEFAULT);
            client = trust.createSSLEngine(host, 443);
            client.setUseClientMode(true);
            SSLParameters parameters = client.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setApplicationProtocols(wanted);
            client.setSSLParameters(parameters);
        }

        void run() throws SSLException {
            client.beginHandshake();
            server.beginHandshake();
            SSLException ofServer = null;
            for (int round = 0; round < 40; round++) {
                SSLException told = step(server, toServer, toClient);
                ofServer = ofServer == null ? told : ofServer;
                SSLException ofClient = step(client, toClient, toServer);
                if (ofClient != null) {
                    throw ofClient;
                }
            }
            if (ofServer != null) {
                throw ofServer;
            }
            assertThat(client.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
        }

        /** Takes in what the other side sent, and puts out the answer; returns a failure once the alert is out. */
        private @Nullable SSLException step(SSLEngine engine, ByteBuffer in, ByteBuffer out) {
            SSLException failure = null;
            in.flip();
            try {
                engine.unwrap(in, plain.clear());
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            } catch (SSLException e) {
                failure = e;
            }
            in.compact();
            for (int i = 0;
                    i < 3 && (failure != null || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
                    i++) {
                try {
                    engine.wrap(ByteBuffer.allocate(0), out);
                } catch (SSLException e) {
                    failure = e;
                }
            }
            return failure;
        }
    }
}
