package dev.clearway.testkit;

import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Puts the ears on Netty before the first test class is loaded, and takes a last look after the last test: a leak that no
 * test was failed for, as of tests without {@link LeakExtension}, fails the run. The JUnit platform finds it by itself
 * wherever this module is on a test's class path.
 */
public final class TestkitSession implements LauncherSessionListener {
    /** For the JUnit platform. */
    public TestkitSession() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        install();
    }

    /** @throws AssertionError when something leaked */
    @Override
    public void launcherSessionClosed(LauncherSession session) {
        List<NettyLeaks.Leak> leaks = NettyLeaks.takeAll();
        if (!leaks.isEmpty()) {
            StringBuilder text = new StringBuilder("found after the last test:");
            leaks.forEach(leak -> text.append("\n    ").append(leak));
            throw new AssertionError(text.toString());
        }
    }

    static void install() {
        StrayExceptions.install();
        NettyLeaks.install();
    }
}
