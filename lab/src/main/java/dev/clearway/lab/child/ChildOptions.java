package dev.clearway.lab.child;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The options of the child JVM. */
final class ChildOptions {
    /** A server of delays needs little memory; one collector thread and no optimising compiler leave processors to the client. */
    private static final List<String> OWN = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    /** What is handed down: where the class data archive lies, what the JVM may say, how Netty may reach memory. */
    private static final List<String> HANDED_DOWN = List.of(
            "-XX:SharedArchiveFile=",
            "-Xshare:",
            "-Xlog:",
            "--enable-native-access",
            "--sun-misc-unsafe",
            "-Djava.net.preferIPv4Stack=");

    private ChildOptions() {}

    static List<String> ofThisRuntime() {
        List<String> options = new ArrayList<>(OWN);
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (HANDED_DOWN.stream().anyMatch(argument::startsWith)) {
                options.add(argument);
            }
        }
        return options;
    }
}
