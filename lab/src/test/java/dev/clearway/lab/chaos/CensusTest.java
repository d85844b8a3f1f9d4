package dev.clearway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is found that came since and stays. */
@ExtendWith(LeakExtension.class)
class CensusTest {
    /** Many, since one of an earlier test may only just be closing. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void socketsThatStayAreFoundUntilTheyAreClosed() throws IOException {
        Census census = new Census();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            assertThat(census.left(Duration.ZERO))
                    .anyMatch(left -> left.endsWith(" more sockets are open than before"));
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        assertThat(census.left(Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void socketOfAToolThatAttachesIsNotOurs(@TempDir Path directory) throws IOException {
        Census census = new Census();
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
            assertThat(census.left(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void threadThatStaysIsNamed() throws InterruptedException {
        Census census = new Census();
        CountDownLatch enough = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        enough.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stays");
        thread.start();
        assertThat(census.left(Duration.ZERO)).contains("thread stays still lives");
        enough.countDown();
        thread.join();
        assertThat(census.left(Duration.ofMinutes(1))).isEmpty();
    }
}
