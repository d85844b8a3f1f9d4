package dev.clearway.transport;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for a fraction of a microsecond at a time. Who finds it taken tries again for a few microseconds before
 * it parks: parking and being woken take longer than that, and cost another thread a system call.
 */
final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    private static final int TRIES = 200;

    @Override
    public void lock() {
        for (int i = 0; i < TRIES; i++) {
            if (tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        super.lock();
    }
}
