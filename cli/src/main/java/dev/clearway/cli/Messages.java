package dev.clearway.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Failures in words for people. */
final class Messages {
    private Messages() {}

    /** The message of a failure, or its type where it has none, without control characters. */
    static String of(Throwable failure) {
        String message = failure instanceof FileSystemException file ? of(file) : failure.getMessage();
        String text = message == null || message.isBlank() ? failure.toString() : message;
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    /** These bring the file's name alone, or the file's name and a reason. */
    private static @Nullable String of(FileSystemException failure) {
        if (failure instanceof NoSuchFileException && failure.getReason() == null) {
            Path directory = Path.of(failure.getFile()).toAbsolutePath().getParent();
            return failure.getFile()
                    + (directory == null || Files.isDirectory(directory)
                            ? ": there is no such file"
                            : ": there is no directory " + directory);
        }
        if (failure instanceof AccessDeniedException && failure.getReason() == null) {
            return failure.getFile() + ": access is denied";
        }
        return failure.getMessage();
    }
}
