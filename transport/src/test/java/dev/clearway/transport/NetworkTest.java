package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.TestCertificates;
import dev.clearway.transport.observe.PoolSnapshot;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A transport with a listener for each test; afterwards nothing may be left open. */
@ExtendWith(LeakExtension.class)
abstract class NetworkTest {
    static final TestCertificates CERTIFICATES = TestCertificates.localhost();

    final Events events = new Events();
    Transport transport = builder().build();

    Transport.Builder builder() {
        return Transport.builder()
                .eventLoops(1)
                .sslContext(CERTIFICATES.trustingContext())
                .listener(events);
    }

    /** Replaces the transport. */
    void use(Transport.Builder options) throws Exception {
        stop();
        transport = options.build();
    }

    Answer send(Request request) {
        Answer answer = new Answer();
        transport.exchange(request, answer);
        return answer;
    }

    /** The only pool. */
    PoolSnapshot pool() {
        assertThat(transport.snapshot()).hasSize(1);
        return transport.snapshot().get(0);
    }

    @AfterEach
    void stop() throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(transport.snapshot()).allSatisfy(pool -> {
            assertThat(pool.active()).isZero();
            assertThat(pool.waiting()).isZero();
            assertThat(pool.connecting()).isZero();
            assertThat(pool.connections()).isEmpty();
        });
    }
}
