package dev.clearway.cli.repository;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What the compiler's parser says of Java sources. */
final class Sources {
    private final List<Method> methods = new ArrayList<>();
    private final List<Place> sleeps = new ArrayList<>();
    private final List<Place> disabledTests = new ArrayList<>();

    private Sources() {}

    /** A place in a source file. */
    record Place(Path file, long line, String text) {}

    /**
     * A method or constructor as it was declared.
     *
     * @param givenParameters whether its parameters are not its own choice: it overrides, or repeats a record's header
     */
    record Method(Path file, long line, String name, long lines, List<String> parameters, boolean givenParameters) {
        boolean hasAdjacentBooleans() {
            for (int i = 1; i < parameters.size(); i++) {
                if (isBoolean(parameters.get(i - 1)) && isBoolean(parameters.get(i))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isBoolean(String type) {
            return type.toLowerCase(Locale.ROOT).equals("boolean");
        }
    }

    static Sources parse(List<Path> files) {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        Sources found = new Sources();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                found.new Reader(unit, positions).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    List<Method> methods() {
        return methods;
    }

    /** Calls of any method named {@code sleep}. */
    List<Place> sleeps() {
        return sleeps;
    }

    /** Each {@code @Disabled…} with what it says. */
    List<Place> disabledTests() {
        return disabledTests;
    }

    private final class Reader extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Path file;

        Reader(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            file = Path.of(unit.getSourceFile().toUri());
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            long start = line(positions.getStartPosition(unit, method));
            long end = line(positions.getEndPosition(unit, method));
            List<String> types = method.getParameters().stream()
                    .map(VariableTree::getType)
                    .map(String::valueOf)
                    .toList();
            methods.add(new Method(
                    file, start, name(method), end - start + 1, types, isOverride(method) || isOfRecord(method)));
            return super.visitMethod(method, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            String called = call.getMethodSelect().toString();
            if (called.equals("sleep") || called.endsWith(".sleep")) {
                sleeps.add(place(call));
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void nothing) {
            if (annotation.getAnnotationType().toString().startsWith("Disabled")) {
                disabledTests.add(place(annotation));
            }
            return super.visitAnnotation(annotation, null);
        }

        private static boolean isOverride(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        /** A record's own constructor repeats its header, and a copy with one field changed is named with…. */
        private boolean isOfRecord(MethodTree method) {
            boolean inRecord = owner().getKind() == Tree.Kind.RECORD;
            String name = method.getName().toString();
            return inRecord && (name.equals("<init>") || name.startsWith("with"));
        }

        private String name(MethodTree method) {
            String owner = owner().getSimpleName().toString();
            String name = method.getName().toString();
            return name.equals("<init>") ? owner : owner + "." + name;
        }

        private ClassTree owner() {
            for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
                if (path.getLeaf() instanceof ClassTree type) {
                    return type;
                }
            }
            throw new IllegalStateException("a method outside of a class in " + file);
        }

        private Place place(Tree tree) {
            return new Place(file, line(positions.getStartPosition(unit, tree)), tree.toString());
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
