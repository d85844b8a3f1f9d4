package dev.clearway.testkit;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Puts the ears on Netty before the first test class is loaded: the JUnit platform finds it by itself wherever this
 * module is on a test's class path.
 */
public final class TestkitSession implements LauncherSessionListener {
    /** For the JUnit platform. */
    public TestkitSession() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        install();
    }

    static void install() {
        StrayExceptions.install();
        NettyLeaks.install();
    }
}
