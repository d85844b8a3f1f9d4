package dev.clearway.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One call of the command in this process.
 *
 * @param code its exit code
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record Run(int code, String out, String err) {
    private static final int WIDTH = 160;

    static Run of(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(arguments, screen(out), screen(err));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Screen screen(ByteArrayOutputStream bytes) {
        return new Screen(bytes, StandardCharsets.UTF_8, false, WIDTH);
    }
}
