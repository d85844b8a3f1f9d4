package dev.clearway.cli.repository;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The checked-out tree, without what builds and tools put into it. */
final class Repository {
    private static final Set<String> NOT_OURS = Set.of(".git", "target", "results", ".idea", ".vscode", ".settings");

    private final Path root;
    private final List<Path> files;

    private Repository(Path root, List<Path> files) {
        this.root = root;
        this.files = files;
    }

    /** The tree that this test runs in: surefire runs it in its module's folder. */
    static Repository ofThisBuild() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve(".mvn"))) {
            Path parent = root.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "no folder with .mvn above " + Path.of("").toAbsolutePath());
            }
            root = parent;
        }
        return new Repository(root, filesUnder(root));
    }

    /** Every Java source, of tests or not. */
    List<Path> javaSources() {
        return files.stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    List<Path> files() {
        return files;
    }

    Path file(String name) {
        return root.resolve(name);
    }

    /** The file's name from the root, with slashes. */
    String nameOf(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Whether it serves tests alone; all of testkit does. */
    boolean isOfTests(Path file) {
        String name = nameOf(file);
        return name.contains("/src/test/") || name.startsWith("testkit/");
    }

    /** The lines of a text file; none of a file that is not UTF-8 text. */
    static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (CharacterCodingException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> filesUnder(Path root) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean ours = !NOT_OURS.contains(String.valueOf(folder.getFileName()));
                    return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !NOT_OURS.contains(String.valueOf(file.getFileName()))) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
