package dev.clearway.cli;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and where a run's results go as JSON, and where all else goes then. */
final class JsonOption {
    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the results as JSON too, to a file, or with - to standard output;"
                    + " all else then goes to standard error.")
    private @Nullable String json;

    /** Where what is for people goes: to standard output, unless the JSON does. */
    Screen screen(Screen out, Screen err) {
        return "-".equals(json) ? err : out;
    }

    /**
     * Where the JSON goes.
     *
     * @throws IOException if the file cannot be written
     */
    JsonTarget target(Screen out) throws IOException {
        return JsonTarget.of(json, out);
    }
}
