package dev.clearway.lab.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The threads and sockets of this process at one moment, to find those that came since and stay. Sockets are told on Linux only. */
public final class Census {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final List<String> TABLES = List.of("/proc/self/net/tcp", "/proc/self/net/tcp6");
    /** Which column of such a table is the socket's number. */
    private static final int INODE = 9;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Threads of the JDK and of Netty that serve the whole process. */
    private static final List<String> SHARED = List.of(
            "ForkJoinPool.commonPool-", "CompletableFutureDelayScheduler", "globalEventExecutor-", "clearway-end");

    private static final Set<String> JDK_GROUPS = Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

    private final Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
    private final int sockets = sockets();

    /** A census of this moment. */
    public Census() {
        threads.addAll(Thread.getAllStackTraces().keySet());
    }

    /** What is there more than at the census, once that long was waited for it to go. */
    public List<String> left(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        List<String> left = left();
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            left = left();
        }
        return left;
    }

    private List<String> left() {
        List<String> left = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isOurs(thread)) {
                left.add("thread " + thread.getName() + " still lives");
            }
        }
        int more = sockets() - sockets;
        if (more > 0) {
            left.add(more + " more sockets are open than before");
        }
        return left;
    }

    private boolean isOurs(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean ofJdk = group == null || JDK_GROUPS.contains(group.getName());
        return !ofJdk
                && thread.isAlive()
                && !threads.contains(thread)
                && SHARED.stream().noneMatch(thread.getName()::startsWith);
    }

    /** TCP sockets alone: a tool that attaches to this process opens others, which are not ours to close. */
    private static int sockets() {
        int count = 0;
        if (Files.isDirectory(DESCRIPTORS)) {
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
                Set<String> tcp = new HashSet<>();
                for (String table : TABLES) {
                    addInodes(Path.of(table), tcp);
                }
                for (Path descriptor : descriptors) {
                    count += tcp.contains(inode(descriptor)) ? 1 : 0;
                }
            } catch (IOException e) {
                return 0;
            }
        }
        return count;
    }

    private static void addInodes(Path table, Set<String> inodes) throws IOException {
        if (Files.exists(table)) {
            for (String line : Files.readAllLines(table)) {
                String[] columns = line.strip().split("\\s+", -1);
                if (columns.length > INODE) {
                    inodes.add(columns[INODE]);
                }
            }
        }
    }

    /** The number of a descriptor's socket; empty where it is none. */
    private static String inode(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("socket:[") ? target.substring("socket:[".length(), target.length() - 1) : "";
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
