package dev.clearway.bench.worker;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is told when it starts.
 *
 * @param client the provider's name
 * @param setup where and how the client is to send
 * @param serverPid the server's process, whose CPU time is read beside our own; 0 for none
 * @param profile file for a flight recording of what is measured, or {@code null}
 */
public record WorkerOptions(
        String client,
        ClientSetup setup,
        long serverPid,
        @Nullable Path profile) {
    /** The program arguments that {@link #parse} turns into these options. */
    public List<String> arguments() {
        return List.of(
                "client=" + client,
                "wire=" + setup.wire().label(),
                "port=" + setup.port(),
                "ca=" + setup.ca(),
                "connections=" + setup.connections(),
                "in-flight=" + setup.inFlight(),
                "stream-limit=" + setup.streamLimit(),
                "tuning=" + setup.tuning().label(),
                "server-pid=" + serverPid,
                "profile=" + (profile == null ? "" : profile));
    }

    /** Options from program arguments. @throws IllegalArgumentException when one is missing or malformed */
    public static WorkerOptions parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not NAME=VALUE: " + argument);
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        ClientSetup setup = new ClientSetup(
                Wire.of(text(values, "wire")),
                number(values, "port"),
                Path.of(text(values, "ca")),
                number(values, "connections"),
                number(values, "in-flight"),
                number(values, "stream-limit"),
                Tuning.valueOf(text(values, "tuning").toUpperCase(Locale.ROOT)));
        String profile = text(values, "profile");
        return new WorkerOptions(
                text(values, "client"),
                setup,
                Long.parseLong(text(values, "server-pid")),
                profile.isEmpty() ? null : Path.of(profile));
    }

    private static String text(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private static int number(Map<String, String> values, String name) {
        return Integer.parseInt(text(values, name));
    }
}
