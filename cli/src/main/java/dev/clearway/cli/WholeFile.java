package dev.clearway.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file that appears whole at the end or not at all. */
final class WholeFile {
    private WholeFile() {}

    /** Writes to a stream that is closed afterwards. */
    interface Content {
        void writeTo(OutputStream target) throws IOException;
    }

    /**
     * Writes {@code content} to {@code file}, which it replaces; what is there already that is no plain file (a device, a
     * pipe) is written to as it is.
     */
    static void write(Path file, Content content) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        boolean replaced = !Files.exists(target) || Files.isRegularFile(target);
        Path written = replaced
                ? target.resolveSibling("." + target.getFileName() + "."
                        + ProcessHandle.current().pid() + ".tmp")
                : target;
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(written))) {
                content.writeTo(out);
            }
            if (replaced) {
                Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            if (replaced) {
                Files.deleteIfExists(written);
            }
        }
    }
}
