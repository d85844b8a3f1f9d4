package dev.clearway.testkit;

import java.util.List;

/** Lives from the first test of a run to after the last, and fails the run when buffers leaked that no test was failed for. */
final class LastLook implements AutoCloseable {
    LastLook() {}

    @Override
    public void close() {
        List<NettyLeaks.Leak> leaks = NettyLeaks.takeAll();
        if (!leaks.isEmpty()) {
            StringBuilder text = new StringBuilder("found after the last test:");
            leaks.forEach(leak -> text.append("\n    LEAK of ")
                    .append(leak.test())
                    .append(": ")
                    .append(leak.report()));
            throw new AssertionError(text.toString());
        }
    }
}
