package dev.clearway.transport.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.TestCertificates;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.pool.Need;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is handed to an engine at a time. */
class TlsTest {
    private static final TestCertificates CERTIFICATES = TestCertificates.localhost();
    private static final int MOST_STEPS = 100;

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void engineTakesAllThatIsHandedToItIntoOneRecord(String version) throws SSLException {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {version});
        Tls tls = new Tls(CERTIFICATES.trustingContext(), parameters, EnumSet.allOf(Protocol.class));
        SSLEngine client = tls.engine(Origin.of(URI.create("https://localhost/")), Need.HTTP_1_1);
        SSLEngine server = CERTIFICATES.serverContext().createSSLEngine();
        server.setUseClientMode(false);
        shakeHands(client, server);
        assertThat(client.getSession().getProtocol()).isEqualTo(version);

        int bytes = Tls.bytesPerRecord(client.getSession());
        assertThat(bytes).isGreaterThan(16_000);
        ByteBuffer plain = ByteBuffer.allocate(bytes);
        SSLEngineResult result = client.wrap(plain, record(client));
        assertThat(result.getStatus()).isEqualTo(SSLEngineResult.Status.OK);
        assertThat(result.bytesConsumed()).isEqualTo(bytes);
    }

    private static void shakeHands(SSLEngine client, SSLEngine server) throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        ByteBuffer toServer = record(client);
        ByteBuffer toClient = record(client);
        for (int i = 0; i < MOST_STEPS && (isShaking(client) || isShaking(server)); i++) {
            step(client, toServer, toClient);
            step(server, toClient, toServer);
        }
        assertThat(isShaking(client) || isShaking(server)).isFalse();
    }

    private static boolean isShaking(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws SSLException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            engine.wrap(ByteBuffer.allocate(0), out);
        } else {
            in.flip();
            engine.unwrap(in, record(engine));
            in.compact();
        }
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static ByteBuffer record(SSLEngine engine) {
        return ByteBuffer.allocate(4 * engine.getSession().getPacketBufferSize());
    }
}
