package dev.clearway.testkit;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Netty's leak detectors, each with an ear on it. Every tracked resource is counted for the test during which it was
 * made, so that a test which gave everything back needs no garbage collection to prove it, and a leak that only a later
 * collection finds still names its test.
 *
 * <p>Must be installed before Netty's buffer classes are loaded, since they keep their detector for ever. Thread-safe.
 */
final class NettyLeaks extends ResourceLeakDetectorFactory {
    private static final int MOST_COLLECTIONS = 3;
    private static final List<String> CALLERS = List.of(
            "org.junit.", "org.apache.maven.", "java.base/jdk.internal.reflect.", "java.base/java.lang.reflect.");
    private static final Owner NOBODY = new Owner("no test");

    private static final List<Detector<?>> DETECTORS = new CopyOnWriteArrayList<>();
    private static final List<Leak> LEAKS = new CopyOnWriteArrayList<>();

    private static volatile Owner owner = NOBODY;

    private NettyLeaks() {}

    /** A leak that was found, and the test during which the resource was made. */
    record Leak(String test, String report) {
        @Override
        public String toString() {
            return "LEAK of " + test + ": " + report;
        }
    }

    /** On whose behalf resources are made now. */
    static final class Owner {
        private final String test;
        private final AtomicLong open = new AtomicLong();

        Owner(String test) {
            this.test = test;
        }
    }

    static void install() {
        if (!(ResourceLeakDetectorFactory.instance() instanceof NettyLeaks)) {
            ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new NettyLeaks());
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        }
    }

    /** Whose is what is made now. */
    static Owner owner() {
        return owner;
    }

    /** Names the owner of what is made from now on. */
    static void owner(Owner next) {
        owner = next;
    }

    /** The leaks found since the last call, after a collection if the owner has resources that are not closed. */
    static List<Leak> takeLeaks(Owner of) {
        for (int i = 0; i < MOST_COLLECTIONS && of.open.get() > 0 && LEAKS.isEmpty(); i++) {
            collect();
        }
        return takeFound();
    }

    /**
     * The leaks that collecting finds now, whoever made the resources. The references that one collection found are
     * handed on one by one, in any order, and the sentinel may be before others; but all of them before any of the next
     * collection's.
     */
    static List<Leak> takeAll() {
        collect();
        collect();
        return takeFound();
    }

    private static List<Leak> takeFound() {
        DETECTORS.forEach(Detector::poll);
        List<Leak> found = new ArrayList<>(LEAKS);
        LEAKS.removeAll(found);
        return found;
    }

    /** Collects garbage and waits, within a bound, until references to what was unreachable begin to be queued. */
    private static void collect() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> sentinel = new PhantomReference<>(new Object(), queue);
        System.gc();
        try {
            if (queue.remove(TimeUnit.SECONDS.toMillis(2)) == null) {
                EventLog.current().add("the garbage collector did not answer; buffers were checked all the same");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // reachable until here, else it could be collected itself and never be queued
            Reference.reachabilityFence(sentinel);
        }
        DETECTORS.forEach(Detector::poll);
    }

    @Override
    @SuppressWarnings("deprecation") // the method that every other one of the factory leads to
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
            Class<T> resource, int samplingInterval, long maxActive) {
        return heard(new Detector<>(resource, samplingInterval));
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
        return heard(new Detector<>(resource, samplingInterval));
    }

    private static <T> Detector<T> heard(Detector<T> detector) {
        DETECTORS.add(detector);
        return detector;
    }

    /** Without the frames of those who only called the test. */
    private static String trimmed(String records) {
        return records.lines()
                .filter(line -> CALLERS.stream().noneMatch(line.strip()::startsWith))
                .collect(Collectors.joining("\n"));
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        private static final String HINT = "made during ";

        Detector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected Object getInitialHint(String resourceType) {
            return HINT + owner.test;
        }

        /** Whatever the level of Netty's log. */
        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            LEAKS.add(new Leak(testOf(records), resourceType + trimmed(records)));
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            LEAKS.add(new Leak(NOBODY.test, resourceType));
        }

        /** The hint stands at the head of the record of the resource's creation, which is the last. */
        private static String testOf(String records) {
            int from = records.lastIndexOf(HINT);
            return from < 0
                    ? NOBODY.test
                    : records.substring(from + HINT.length())
                            .lines()
                            .findFirst()
                            .orElse("");
        }

        @Override
        public @Nullable ResourceLeakTracker<T> track(T resource) {
            return counted(super.track(resource));
        }

        @Override
        public @Nullable ResourceLeakTracker<T> trackForcibly(T resource) {
            return counted(super.trackForcibly(resource));
        }

        private @Nullable ResourceLeakTracker<T> counted(@Nullable ResourceLeakTracker<T> tracker) {
            return tracker == null ? null : new Counted<>(tracker, owner);
        }

        /** A detector looks for leaks only when it tracks something new. */
        @SuppressWarnings("unchecked") // never read: it is only an identity to track and to let go
        void poll() {
            T nothing = (T) new Object();
            ResourceLeakTracker<T> tracker = super.trackForcibly(nothing);
            if (tracker != null) {
                tracker.close(nothing);
            }
        }
    }

    private static final class Counted<T> implements ResourceLeakTracker<T> {
        private final ResourceLeakTracker<T> tracker;
        private final Owner maker;

        Counted(ResourceLeakTracker<T> tracker, Owner maker) {
            this.tracker = tracker;
            this.maker = maker;
            maker.open.incrementAndGet();
        }

        @Override
        public void record() {
            tracker.record();
        }

        @Override
        public void record(Object hint) {
            tracker.record(hint);
        }

        @Override
        public boolean close(T resource) {
            boolean first = tracker.close(resource);
            if (first) {
                maker.open.decrementAndGet();
            }
            return first;
        }
    }
}
