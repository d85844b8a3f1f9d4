package dev.clearway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The sockets that are open at one moment, to tell those that were opened since and are open still. Read from
 * {@code /proc}, so it tells something on Linux only; elsewhere it finds nothing.
 */
final class SocketCensus {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final String PREFIX = "socket:[";
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    static {
        openAndClose();
    }

    private final Set<String> before = open();

    /** Waits until the sockets opened since are closed, and describes those that are not. */
    List<String> awaitClosed(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        Set<String> left = opened();
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            left = opened();
        }
        return left.stream().map(SocketCensus::describe).toList();
    }

    private Set<String> opened() {
        Set<String> now = open();
        now.removeAll(before);
        return now;
    }

    /** The JDK keeps a pair of sockets for itself from its first connection on: not to be counted for a test. */
    private static void openAndClose() {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(loopback);
                SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
            client.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> open() {
        Set<String> inodes = new HashSet<>();
        if (!Files.isDirectory(DESCRIPTORS)) {
            return inodes;
        }
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                addSocket(descriptor, inodes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return inodes;
    }

    private static void addSocket(Path descriptor, Set<String> inodes) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            if (target.startsWith(PREFIX)) {
                inodes.add(target.substring(PREFIX.length(), target.length() - 1));
            }
        } catch (IOException e) {
            // closed between listing and reading
            return;
        }
    }

    private static String describe(String inode) {
        for (Path table : TABLES) {
            for (String line : lines(table)) {
                // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode …
                String[] columns = line.trim().split("\\s+", -1);
                if (columns.length > 9 && columns[9].equals(inode)) {
                    return "socket open, port " + port(columns[1]) + " to " + port(columns[2]) + ", TCP state "
                            + columns[3];
                }
            }
        }
        return "socket open, inode " + inode;
    }

    private static List<String> lines(Path table) {
        try {
            return Files.isReadable(table) ? Files.readAllLines(table) : new ArrayList<>();
        } catch (IOException e) {
            return new ArrayList<>();
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }
}
