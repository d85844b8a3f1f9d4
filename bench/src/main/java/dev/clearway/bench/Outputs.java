package dev.clearway.bench;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Tells what is wrong with files, in words. */
final class Outputs {
    private Outputs() {}

    /** Why nothing can be written to a file of that name, as far as can be told before; else {@code null}. */
    static @Nullable String fault(String name) {
        Path file;
        try {
            file = Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            return name + " is no name of a file.";
        }
        Path parent = file.getParent();
        if (name.isEmpty() || Files.isDirectory(file) || parent == null) {
            return (name.isEmpty() ? "an empty name" : name) + " is no file to write to.";
        }
        if (!Files.isDirectory(parent)) {
            return "there is no directory " + parent + ".";
        }
        return Files.isWritable(Files.exists(file) ? file : parent) ? null : name + " cannot be written.";
    }

    /** The message of a failure; of one that knows only the name of a file, with what is the matter with it. */
    static String words(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        if (!(failure instanceof FileSystemException file) || file.getReason() != null) {
            return message;
        }
        return what(file) + ": " + message;
    }

    private static String what(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "access denied";
        }
        return failure instanceof FileAlreadyExistsException
                ? "there is such a file, which is no directory"
                : failure.getClass().getSimpleName();
    }
}
