package dev.clearway.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Signals that tell the process to end while it is ending. The JVM runs its shutdown hooks once and takes no notice of
 * further ones, so they are taken here: by {@code sun.misc.Signal} of the module {@code jdk.unsupported}, by reflection,
 * since compilers warn of it. A JVM without it, or one that leaves signals alone ({@code -Xrs}), goes on ending as before.
 */
final class EndSignals {
    private static final List<String> NAMES = List.of("INT", "TERM");

    private EndSignals() {}

    /**
     * From now on, the next such signal runs {@code first}, on a thread of its own, and the one after it ends the process
     * at once.
     */
    static void whileEnding(Runnable first) {
        AtomicInteger taken = new AtomicInteger();
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(self, method, arguments);
            }
            if (taken.getAndIncrement() > 0) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            first.run();
            return null;
        };
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> taker = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(EndSignals.class.getClassLoader(), new Class<?>[] {taker}, handler);
            for (String name : NAMES) {
                signal.getMethod("handle", signal, taker)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            return;
        }
    }

    private static Object ofObject(Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "the handler of further signals";
        };
    }
}
