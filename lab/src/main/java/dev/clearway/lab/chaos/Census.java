package dev.clearway.lab.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The threads and sockets of this process at one moment, to find those that came since and stay. Sockets are told on Linux only. */
public final class Census {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
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

    private static int sockets() {
        int count = 0;
        if (Files.isDirectory(DESCRIPTORS)) {
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
                for (Path descriptor : descriptors) {
                    count += isSocket(descriptor) ? 1 : 0;
                }
            } catch (IOException e) {
                return 0;
            }
        }
        return count;
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
