package dev.clearway.lab.chaos;

import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Hears of buffers that were dropped without being given back; one in eight is watched. Works only where it is installed before the first use
 * of a buffer in the process, since Netty's classes keep the detector that they began with.
 */
public final class BufferLeaks extends ResourceLeakDetectorFactory {
    private static final int ONE_IN = 8;
    private static final int COLLECTIONS = 3;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final List<String> FOUND = new CopyOnWriteArrayList<>();

    private BufferLeaks() {}

    /** Hears of leaks from now on; does nothing where somebody else does. */
    public static void install() {
        if (!ResourceLeakDetectorFactory.instance().getClass().getName().startsWith("io.netty.")) {
            return;
        }
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new BufferLeaks());
    }

    /** Whether leaks are heard of. */
    static boolean isInstalled() {
        return ResourceLeakDetectorFactory.instance() instanceof BufferLeaks;
    }

    /** The leaks that collecting garbage finds, and those found before. */
    static List<String> find() {
        if (!isInstalled()) {
            return List.of();
        }
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            LockSupport.parkNanos(PAUSE_NANOS);
            // what was found is told as a buffer is made
            UnpooledByteBufAllocator.DEFAULT.directBuffer(1).release();
            Unpooled.buffer(1).release();
        }
        return new ArrayList<>(FOUND);
    }

    @Override
    @SuppressWarnings("deprecation") // the method that every other one of the factory leads to
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
            Class<T> resource, int samplingInterval, long maxActive) {
        return new Heard<>(resource);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
        return new Heard<>(resource);
    }

    private static final class Heard<T> extends ResourceLeakDetector<T> {
        Heard(Class<T> resource) {
            super(resource, ONE_IN);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            FOUND.add("a " + resourceType + " was not given back:" + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            FOUND.add("a " + resourceType + " was not given back");
        }
    }
}
