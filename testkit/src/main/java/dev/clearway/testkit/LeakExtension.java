package dev.clearway.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Stands on every network test and fails it when it leaves something behind:
 *
 * <ul>
 *   <li>a buffer (or whatever else Netty tracks) that became garbage without having been released;
 *   <li>an exception that ended a thread, or that Netty had to log because nobody caught it;
 *   <li>a thread that the test started and that still lives ten seconds after its end;
 *   <li>a socket that the test opened and that is still open by then (told on Linux only).
 * </ul>
 *
 * What the test, its {@code @AfterEach} methods and its {@code @AutoClose} fields close counts as closed. If the test
 * fails, for whatever reason, its {@link EventLog} is printed; a test may ask for it as a parameter.
 *
 * <p>Put it on a class with {@code @ExtendWith(LeakExtension.class)}; or, where a test needs other than the defaults, as
 * a field: {@code @RegisterExtension static final LeakExtension LEAKS = LeakExtension.aroundClass();}
 *
 * <p>Immutable. Tests under it must not run in parallel with others in the same JVM: what others leave is not told apart.
 */
public final class LeakExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(LeakExtension.class);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Options options;
    private final boolean aroundClass;

    /** Judges after each test. */
    public LeakExtension() {
        this(new Options(List.of(), true, thrown -> false, PATIENCE), false);
    }

    private LeakExtension(Options options, boolean aroundClass) {
        this.options = options;
        this.aroundClass = aroundClass;
        TestkitSession.install();
    }

    /**
     * Judges buffers, threads and sockets after all tests of the class and its {@code @AfterAll} methods, for tests that
     * share a server or a client; exceptions still after each test. Has to be a static field.
     */
    public static LeakExtension aroundClass() {
        return new LeakExtension(new LeakExtension().options, true);
    }

    /** The same, without regard to threads whose names begin so. */
    public LeakExtension ignoringThreads(String namePrefix) {
        List<String> ignored = new ArrayList<>(options.ignoredThreads);
        ignored.add(namePrefix);
        return with(
                new Options(List.copyOf(ignored), options.countSockets, options.expectedExceptions, options.patience));
    }

    /** The same, without regard to sockets: where a client of the JDK's keeps its own open until it is collected. */
    public LeakExtension ignoringSockets() {
        return with(new Options(options.ignoredThreads, false, options.expectedExceptions, options.patience));
    }

    /** The same, but exceptions that fit may stray: where the test provokes one. */
    public LeakExtension expectingStray(Predicate<Throwable> expected) {
        Predicate<Throwable> either = options.expectedExceptions.or(expected);
        return with(new Options(options.ignoredThreads, options.countSockets, either, options.patience));
    }

    /** The same, with another time for threads to end and for sockets to close. Default 10 s. */
    public LeakExtension within(Duration patience) {
        return with(new Options(options.ignoredThreads, options.countSockets, options.expectedExceptions, patience));
    }

    private LeakExtension with(Options changed) {
        return new LeakExtension(changed, aroundClass);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (aroundClass) {
            context.getStore(NAMESPACE).put(this, new Watch(context, options, true));
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (aroundClass && context.getStore(NAMESPACE).get(this) == null) {
            throw new IllegalStateException("LeakExtension.aroundClass() has to be a static field");
        }
        context.getStore(NAMESPACE).put(Watch.class, new Watch(context, options, !aroundClass));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EventLog.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Watch watch = context.getStore(NAMESPACE).get(Watch.class, Watch.class);
        return watch == null ? EventLog.current() : watch.log();
    }

    /** What a test has said about itself. */
    record Options(
            List<String> ignoredThreads,
            boolean countSockets,
            Predicate<Throwable> expectedExceptions,
            Duration patience) {}
}
