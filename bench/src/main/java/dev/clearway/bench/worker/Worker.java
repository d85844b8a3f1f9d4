package dev.clearway.bench.worker;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Clients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;

/** The worker process: answers commands about its client until {@code quit} or the end of its input. */
public final class Worker {
    /** First word of an answer to a command that was done. */
    public static final String OK = "ok";
    /** First word of an answer to a command that failed; the rest says why. */
    public static final String FAILED = "failed";

    private final Map<String, Task> tasks;

    private Worker(ClientProvider provider, WorkerOptions options) {
        Task throughput = new ThroughputTask(provider, options);
        Task transfer = new TransferTask(provider, options);
        Task burst = new BurstTask(provider, options);
        tasks = Map.ofEntries(
                Map.entry("first", new FirstTask(provider, options)),
                Map.entry("paced", new PacedTask(provider, options)),
                Map.entry("load", throughput),
                Map.entry("warm", throughput),
                Map.entry("measure", throughput),
                Map.entry("failures", throughput),
                Map.entry("download", transfer),
                Map.entry("discard", transfer),
                Map.entry("upload", transfer),
                Map.entry("burst", burst),
                Map.entry("said", burst),
                Map.entry("flight", burst));
    }

    /** Serves one parent. The arguments are those of {@link WorkerOptions#parse}. */
    public static void main(String[] arguments) {
        PrintStream answers = System.out;
        System.setOut(System.err);
        int status = 0;
        try {
            serve(WorkerOptions.parse(arguments), answers);
        } catch (Exception e) {
            e.printStackTrace();
            answer(answers, FAILED, Failures.oneLine(e));
            status = 1;
        }
        // Clients may leave threads that keep a JVM alive.
        Runtime.getRuntime().halt(status);
    }

    private static void serve(WorkerOptions options, PrintStream answers) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Worker worker = new Worker(Clients.named(options.client()), options);
        answer(answers, OK, "ready");
        for (String line = commands.readLine(); line != null && !line.equals("quit"); line = commands.readLine()) {
            answer(answers, OK, worker.run(line.trim().split(" ", -1)));
        }
        for (Task task : new LinkedHashSet<>(worker.tasks.values())) {
            task.end();
        }
        answer(answers, OK, "bye");
    }

    private String run(String[] words) throws Exception {
        Task task = tasks.get(words[0]);
        if (task == null) {
            throw new IOException("no such command: " + words[0]);
        }
        return task.run(words);
    }

    private static void answer(PrintStream answers, String word, String rest) {
        answers.println(word + " " + rest);
        answers.flush();
    }
}
