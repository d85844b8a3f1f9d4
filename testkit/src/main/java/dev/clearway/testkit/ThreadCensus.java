package dev.clearway.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The threads that live at one moment, to tell those that were started since and still live. */
final class ThreadCensus {
    /** Groups that only the JDK's own threads are in. */
    private static final Set<String> JDK_GROUPS = Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

    /** Threads of the JDK, of Netty and of JUnit that serve the whole process and end by themselves, or never. */
    private static final List<String> SHARED = List.of(
            "ForkJoinPool.commonPool-",
            "CompletableFutureDelayScheduler",
            "globalEventExecutor-",
            "threadDeathWatcher-",
            "junit-");

    private final Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> ignoredPrefixes;

    ThreadCensus(List<String> ignoredPrefixes) {
        this.ignoredPrefixes = ignoredPrefixes;
        before.addAll(Thread.getAllStackTraces().keySet());
    }

    /** Waits until the threads started since have ended, and describes those that have not. */
    List<String> awaitEnd(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        List<String> alive = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isOurs(thread) && !ended(thread, deadline)) {
                alive.add(describe(thread));
            }
        }
        return alive;
    }

    private boolean isOurs(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean ofJdk = group == null || JDK_GROUPS.contains(group.getName());
        return !ofJdk
                && thread != Thread.currentThread()
                && !before.contains(thread)
                && SHARED.stream().noneMatch(thread.getName()::startsWith)
                && ignoredPrefixes.stream().noneMatch(thread.getName()::startsWith);
    }

    private static boolean ended(Thread thread, long deadline) {
        try {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            thread.join(Math.max(1, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private static String describe(Thread thread) {
        StringBuilder text = new StringBuilder("thread " + thread.getName() + " still lives, " + thread.getState());
        for (StackTraceElement element : thread.getStackTrace()) {
            text.append("\n        at ").append(element);
        }
        return text.toString();
    }
}
