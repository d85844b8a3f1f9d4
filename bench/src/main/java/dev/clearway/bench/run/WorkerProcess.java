package dev.clearway.bench.run;

import dev.clearway.bench.worker.Worker;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The parent's handle of a worker. */
final class WorkerProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(30);

    private final Child child;

    /** Starts a worker and waits until its client is open. */
    WorkerProcess(List<String> flags, WorkerOptions options, Path errors) throws IOException, InterruptedException {
        child = new Child(Jvm.command(flags, Worker.class, options.arguments()), errors);
        try {
            answer(START);
        } catch (IOException | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    /** Sends a command and waits for its answer. @throws IOException when it failed or none came in time */
    String ask(String command, Duration patience) throws IOException, InterruptedException {
        child.send(command);
        return answer(patience);
    }

    private String answer(Duration patience) throws IOException, InterruptedException {
        String line = child.receive(patience);
        if (line.startsWith(Worker.OK + " ")) {
            return line.substring(Worker.OK.length() + 1);
        }
        if (line.startsWith(Worker.FAILED + " ")) {
            throw new IOException(line.substring(Worker.FAILED.length() + 1)); // who reads it says that it failed
        }
        throw new IOException(line + child.tail());
    }

    /** Lets the worker write what it recorded, then ends it. */
    void quit() throws IOException, InterruptedException {
        ask("quit", END);
        close();
    }

    @Override
    public void close() {
        child.close();
    }
}
