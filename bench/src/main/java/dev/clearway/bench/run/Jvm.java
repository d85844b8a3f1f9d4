package dev.clearway.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the JVMs of a run: this JVM's own Java and class path, and the same flags for every client. */
public final class Jvm {
    private static final int NATIVE_ACCESS_SINCE = 22;

    private Jvm() {}

    /** The flags of every JVM of a run. */
    public static List<String> flags(String heap) {
        List<String> flags = new ArrayList<>(List.of(
                "-XX:+UseG1GC",
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:-UseDynamicNumberOfCompilerThreads",
                "-Dio.netty.leakDetection.level=disabled",
                "-Djava.net.preferIPv4Stack=true"));
        if (Runtime.version().feature() >= NATIVE_ACCESS_SINCE) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        return flags;
    }

    /** The command that runs a class with these flags and arguments. */
    static List<String> command(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }
}
