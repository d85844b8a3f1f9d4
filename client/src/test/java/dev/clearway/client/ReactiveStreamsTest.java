package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** The Reactive Streams TCK on both of our ends: what publishes a response's bytes, and what subscribes to a request's. */
class ReactiveStreamsTest {
    @Test
    void responseBytesArePublishedByTheRules() {
        assertKeepsTheRules(IncomingTck.class);
    }

    @Test
    void requestBytesAreSubscribedToByTheRules() {
        assertKeepsTheRules(BodyFeedTck.class);
    }

    /** The TCK is written for TestNG. */
    private static void assertKeepsTheRules(Class<?> verification) {
        TestListenerAdapter results = new TestListenerAdapter();
        TestNG runner = new TestNG(false);
        runner.setVerbose(0);
        runner.setTestClasses(new Class<?>[] {verification});
        runner.addListener(results);
        runner.run();
        List<String> broken = new ArrayList<>();
        for (ITestResult result : results.getFailedTests()) {
            broken.add(result.getName() + ": " + result.getThrowable());
        }
        for (ITestResult result : results.getConfigurationFailures()) {
            broken.add(result.getName() + ": " + result.getThrowable());
        }
        assertThat(broken).isEmpty();
        assertThat(results.getPassedTests()).hasSizeGreaterThan(10);
    }
}
