package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.util.Objects;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The second TLS connection to an origin resumes the first one's session: a resumed session keeps the time of its making. */
class ResumptionTest extends NetworkTest {
    private final OriginServer origin;

    ResumptionTest() throws IOException {
        origin = OriginServer.builder().listen(OriginPort.TLS, 0).start();
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private SSLSession session() {
        Request request = Requests.fields(Requests.http1(origin.uri(OriginPort.TLS, "/whoami")), "Connection", "close");
        return Objects.requireNonNull(send(request).await().exchange().sslSession());
    }

    @Test
    void secondConnectionResumesTheSession() throws Exception {
        use(builder().sslContext(origin.authority().clientContext()));
        SSLSession first = session();
        events.await("closed 1");
        SSLSession second = session();
        assertThat(second.getCreationTime()).isEqualTo(first.getCreationTime());
        assertThat(events.count("opened")).isEqualTo(2);
    }
}
