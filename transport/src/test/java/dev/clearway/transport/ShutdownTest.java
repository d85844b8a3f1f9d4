package dev.clearway.transport;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** A transport that ends while connections are being made: nothing may be left open, which is checked after each test. */
class ShutdownTest extends NetworkTest {
    @RepeatedTest(16)
    void endInTheMidstOfAnAttemptLeavesNothingOpen(RepetitionInfo which) throws Exception {
        try (OriginServer server =
                OriginServer.builder().listen(OriginPort.TLS, 0).start()) {
            use(builder().sslContext(server.authority().clientContext()));
            Answer answer = send(Requests.http2(server.uri(OriginPort.TLS, "/delay/20000")));
            answer.exchange().cancel();
            answer.awaitFailure();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2L * (which.getCurrentRepetition() - 1)));
            stop();
        }
    }
}
