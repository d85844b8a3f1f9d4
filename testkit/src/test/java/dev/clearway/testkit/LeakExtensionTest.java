package dev.clearway.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs small test classes that leave something behind, and looks at how they end. */
class LeakExtensionTest {
    /** Of classes that are to be run by these tests alone; the build leaves them out. */
    private static final String FIXTURE = "fixture";

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Logger ROOT = Logger.getLogger("");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void bufferThatBecameGarbageFailsItsTest() {
        assertThat(failures(LosesABuffer.class))
                .singleElement()
                .asString()
                .contains("LosesABuffer.loses left behind", "LEAK of LosesABuffer.loses: ByteBuf");
    }

    @Test
    void bufferThatATestWithoutTheExtensionLostFailsTheRun() {
        LauncherSession session = LauncherFactory.openSession();
        session.getLauncher()
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(LosesUnwatched.class))
                        .build());

        assertThatThrownBy(session::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("found after the last test", "LEAK of no test", "LosesUnwatched.loses");
    }

    @Test
    void bufferThatIsLostWhileAnotherIsHeldFailsItsTest() {
        assertThat(failures(LosesOneOfTwo.class)).singleElement().asString().contains("LEAK of LosesOneOfTwo.loses");
    }

    @Test
    void exceptionThatEndedAThreadFailsItsTest() {
        assertThat(failures(LosesAThread.class))
                .singleElement()
                .asString()
                .contains("stray exception, ended thread doomed", "IllegalStateException: nobody catches this");
    }

    @Test
    void exceptionThatNettyHadToLogFailsItsTest() {
        assertThat(failures(LosesInAListener.class))
                .singleElement()
                .asString()
                .contains("stray exception", "operationComplete()", "nobody handles this");
    }

    @Test
    void threadThatLivesOnFailsItsTestAndShowsWhereItIs() {
        assertThat(failures(LeavesAThread.class))
                .singleElement()
                .asString()
                .contains("thread left-running still lives", "CountDownLatch.await");
        LeavesAThread.END.countDown();
    }

    @Test
    void socketThatStaysOpenFailsItsTest() throws IOException {
        assertThat(failures(LeavesASocket.class)).singleElement().asString().contains("socket open, port ");
        for (ServerSocket left : LeavesASocket.LEFT) {
            left.close();
        }
    }

    @Test
    void whatIsClosedInTimePasses() {
        assertThat(failures(LeavesNothing.class)).isEmpty();
    }

    @Test
    void whatTheTestExpectsOrIgnoresPasses() {
        assertThat(failures(LeavesWhatItSaid.class)).isEmpty();
        LeavesWhatItSaid.END.countDown();
    }

    @Test
    void sharedFixtureIsJudgedAfterItsClass() {
        assertThat(failures(SharesAndCloses.class)).isEmpty();
        assertThat(failures(SharesAndLeaves.class)).singleElement().asString().contains("socket open");
    }

    @Test
    void failingTestKeepsItsOwnFailure() {
        assertThat(failures(FailsByItself.class))
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessage("the test's own"));
    }

    @Test
    void eventsArePrintedOnlyWhenTheTestFails() {
        assertThat(failures(LeavesNothing.class)).isEmpty();
        assertThat(printed.toString(UTF_8)).isEmpty();

        assertThat(failures(FailsByItself.class)).hasSize(1);
        assertThat(printed.toString(UTF_8)).contains("Events of FailsByItself.fails:", "said before it failed");
    }

    @Test
    void eventsOfATestAreInItsLog() {
        assertThat(failures(Logs.class)).isEmpty();
        assertThat(Logs.seen).contains("a line of the test", "accepted", "received  GET / HTTP/1.1");
    }

    private List<Throwable> failures(Class<?> testClass) {
        EngineExecutionResults results = quietly(() -> EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testClass))
                .execute());
        assertThat(results.testEvents().started().count()).isEqualTo(1);
        List<Throwable> failures = new ArrayList<>();
        results.allEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .forEach(result -> result.getThrowable().ifPresent(failures::add));
        return failures;
    }

    /** Keeps what is printed, which would look like a fault of this build, from the console. */
    private <T> T quietly(Supplier<T> work) {
        PrintStream console = System.err;
        Handler[] handlers = ROOT.getHandlers();
        List.of(handlers).forEach(ROOT::removeHandler);
        System.setErr(new PrintStream(printed, true, UTF_8));
        try {
            return work.get();
        } finally {
            System.setErr(console);
            List.of(handlers).forEach(ROOT::addHandler);
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class LosesABuffer {
        @Test
        void loses() {
            PooledByteBufAllocator.DEFAULT.directBuffer(16).writeInt(1);
        }
    }

    @Tag(FIXTURE)
    static class LosesUnwatched {
        @Test
        void loses() {
            PooledByteBufAllocator.DEFAULT.directBuffer(16).writeInt(1);
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class LosesOneOfTwo {
        private static final List<ByteBuf> HELD = new ArrayList<>();

        @Test
        void loses() {
            HELD.add(PooledByteBufAllocator.DEFAULT.directBuffer(16));
            PooledByteBufAllocator.DEFAULT.directBuffer(16).writeInt(1);
        }

        @AfterAll
        static void release() {
            HELD.forEach(ByteBuf::release);
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class LosesAThread {
        @Test
        void loses() throws InterruptedException {
            loseAThread();
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class LosesInAListener {
        @Test
        void loses() {
            ImmediateEventExecutor.INSTANCE.newSucceededFuture(null).addListener(done -> {
                throw new IOException("nobody handles this");
            });
        }
    }

    @Tag(FIXTURE)
    static class LeavesAThread {
        @RegisterExtension
        final LeakExtension leaks = new LeakExtension().within(SOON);

        static final CountDownLatch END = new CountDownLatch(1);

        @Test
        void leaves() {
            startWaiting("left-running", END);
        }
    }

    @Tag(FIXTURE)
    static class LeavesASocket {
        @RegisterExtension
        final LeakExtension leaks = new LeakExtension().within(SOON);

        static final List<ServerSocket> LEFT = new ArrayList<>();

        @Test
        void leaves() throws IOException {
            LEFT.add(new ServerSocket(0));
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class LeavesNothing {
        @AutoClose
        private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

        @Test
        void leaves() {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            assertThat(peer.port()).isPositive();
            buffer.release();
        }
    }

    @Tag(FIXTURE)
    static class LeavesWhatItSaid {
        static final CountDownLatch END = new CountDownLatch(1);

        @RegisterExtension
        final LeakExtension leaks = new LeakExtension()
                .ignoringThreads("known-")
                .ignoringSockets()
                .expectingStray(IllegalStateException.class::isInstance);

        @Test
        void leaves() throws Exception {
            startWaiting("known-1", END);
            LeavesASocket.LEFT.add(new ServerSocket(0));
            loseAThread();
        }
    }

    @Tag(FIXTURE)
    static class SharesAndCloses {
        @RegisterExtension
        static final LeakExtension LEAKS = LeakExtension.aroundClass();

        private static @Nullable ScriptedHttp2Peer peer;

        @BeforeAll
        static void start() {
            peer = ScriptedHttp2Peer.start();
        }

        @AfterAll
        static void stop() {
            if (peer != null) {
                peer.close();
            }
        }

        @Test
        void uses() {
            assertThat(peer).isNotNull();
        }
    }

    @Tag(FIXTURE)
    static class SharesAndLeaves {
        @RegisterExtension
        static final LeakExtension LEAKS = LeakExtension.aroundClass().within(SOON);

        @Test
        void leaves() throws IOException {
            LeavesASocket.LEFT.add(new ServerSocket(0));
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class FailsByItself {
        @Test
        void fails(EventLog log) {
            log.add("said before it failed");
            throw new AssertionError("the test's own");
        }
    }

    @Tag(FIXTURE)
    @ExtendWith(LeakExtension.class)
    static class Logs {
        static String seen = "";

        @Test
        void logs(EventLog log) throws IOException {
            log.add("a line of the test");
            try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();
                    Socket socket = new Socket(peer.address().getAddress(), peer.port())) {
                ScriptedHttp1Connection connection = peer.accept();
                socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
                connection.expectHead();
            }
            seen = log.toString();
        }
    }

    private static void loseAThread() throws InterruptedException {
        Thread doomed = new Thread(
                () -> {
                    throw new IllegalStateException("nobody catches this");
                },
                "doomed");
        doomed.start();
        doomed.join();
    }

    private static void startWaiting(String name, CountDownLatch end) {
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
