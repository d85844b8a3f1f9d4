package dev.clearway.lab.page.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A directory for what a run needs on disk, for this user only, that is gone when the run is over: also when this process
 * is killed. A small shell waits for the end of the pipe that we hold, ends the browsers that we named to it and have not
 * taken back, and removes the directory. Any thread may call any method.
 */
public final class Workspace implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    /**
     * Ignores Ctrl-C, which reaches the whole process group. A browser that lost its pipe ends by itself within two
     * seconds; only then is it killed. One of which we said only that it is about to start has that time, too; since a
     * starting browser makes its profile's directory anew, the directory must be gone and stay so.
     */
    private static final String KEEPER = """
            trap '' INT TERM HUP QUIT
            live=
            about=
            while read -r word id; do
              case $word in
                about) about=yes ;;
                not) about= ;;
                start) about=; live="$live $id" ;;
                end) left=; for one in $live; do [ "$one" = "$id" ] || left="$left $one"; done; live=$left ;;
              esac
            done
            tries=0
            while [ $tries -lt 60 ]; do
              some=
              [ -n "$about" ] && [ $tries -lt 30 ] && some=yes
              for one in $live; do kill -0 "$one" 2>/dev/null && some=yes; done
              [ -n "$some" ] || break
              [ $tries -eq 25 ] && for one in $live; do pkill -9 -P "$one" 2>/dev/null; kill -9 "$one" 2>/dev/null; done
              tries=$((tries + 1))
              sleep 0.1
            done
            tries=0
            gone=0
            while [ $tries -lt 100 ]; do
              if [ -e "$1" ]; then gone=0; rm -rf -- "$1"; else gone=$((gone + 1)); fi
              [ $gone -gt 2 ] && exit 0
              tries=$((tries + 1))
              sleep 0.1
            done
            exit 1
            """;

    private final Path directory;
    private final Process keeper;
    private final OutputStream words;

    private Workspace(Path directory, Process keeper) {
        this.directory = directory;
        this.keeper = keeper;
        words = keeper.getOutputStream();
    }

    /** Makes one in the system's directory for temporary files. */
    public static Workspace open() throws IOException {
        Path directory = Files.createTempDirectory("clearway-page-");
        try {
            Process keeper = new ProcessBuilder("/bin/sh", "-c", KEEPER, "sh", directory.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new Workspace(directory, keeper);
        } catch (IOException e) {
            Files.delete(directory);
            throw e;
        }
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    /** A directory in it that is not there yet. */
    public Path directory(String name) throws IOException {
        return Files.createDirectory(directory.resolve(name));
    }

    /**
     * A file in it that a browser was to write.
     *
     * @throws IOException if it has not, since its disk is full as a rule
     */
    public Path written(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            throw new IOException("the browser could not write " + file + ": is there room on that disk?");
        }
        return file;
    }

    /**
     * Starts a process that is to end with us. Whoever closes this meanwhile waits until the process is known, so that
     * none starts in a directory that is already gone.
     *
     * @throws IOException if it does not start, or if this is closed
     */
    synchronized Process start(ProcessBuilder builder) throws IOException {
        say("about to");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            say("not after all");
            throw e;
        }
        try {
            say("start " + process.pid());
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        return process;
    }

    /** It has ended. */
    void ended(long pid) {
        try {
            say("end " + pid);
        } catch (IOException e) {
            // The keeper is gone; nobody is left who could mistake another process for this one.
        }
    }

    private synchronized void say(String line) throws IOException {
        words.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        words.flush();
    }

    /** Takes everything away, and waits until it is done. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            words.close();
        }
        try {
            if (!keeper.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || Files.exists(directory)) {
                throw new IOException("could not remove " + directory + ": do it by hand");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
