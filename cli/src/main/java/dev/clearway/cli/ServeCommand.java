package dev.clearway.cli;

import dev.clearway.lab.serve.RunningServer;
import dev.clearway.lab.serve.ServePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the test server and lets it run until the process is told to end. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Starts a test server on this machine's loopback address, until Ctrl-C.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nWhat it answers (each also takes ?delay=MS):%n",
        footer = {
            "  /whoami         its name               /bytes/N        N bytes, streamed",
            "  /conn           the connection's id    /echo           the request's body",
            "  /delay/MS       an answer after MS ms  /status/CODE    that status",
            "  /events         server-sent events     /ws/echo        a WebSocket that echoes",
            "  /early-hints    103, then 200          /trailers       trailer fields",
            "  /metrics        Prometheus text",
            "",
            "Examples:",
            "  clearway serve",
            "  clearway serve --tls-port 0 --max-streams 10 --verbose",
            "",
            "Exit codes: 0 ended by Ctrl-C or SIGTERM; 1 it could not be started;",
            "2 wrong arguments.",
        })
final class ServeCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--tls-port",
            paramLabel = "PORT",
            defaultValue = "8443",
            description = "HTTP/2 and HTTP/1.1 over TLS. Default: ${DEFAULT-VALUE}; 0: any free port, here and below.")
    private int tlsPort;

    @Option(
            names = "--tls-h1-port",
            paramLabel = "PORT",
            defaultValue = "8444",
            description = "HTTP/1.1 alone over TLS. Default: ${DEFAULT-VALUE}.")
    private int tlsH1Port;

    @Option(
            names = "--h1-port",
            paramLabel = "PORT",
            defaultValue = "8081",
            description = "HTTP/1.1 in cleartext. Default: ${DEFAULT-VALUE}.")
    private int h1Port;

    @Option(
            names = "--h2c-port",
            paramLabel = "PORT",
            defaultValue = "8082",
            description = "HTTP/2 in cleartext, with prior knowledge. Default: ${DEFAULT-VALUE}.")
    private int h2cPort;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            defaultValue = "100",
            description = "Streams that it allows at a time on one HTTP/2 connection. Default: ${DEFAULT-VALUE}.")
    private int maxStreams;

    @Option(
            names = "--ca-dir",
            paramLabel = "DIR",
            description = "Where the certificate authority lives: ca.pem and its key, made if they are not there."
                    + " Default: the directory of the user's configuration.")
    private @Nullable Path caDirectory;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "origin",
            description = "What /whoami answers. Default: ${DEFAULT-VALUE}.")
    private String name = "origin";

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Print what the server logs at DEBUG, such as a connection that has reached its stream limit.")
    private boolean verbose;

    ServeCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServePlan plan = plan();
        ServerLog.quieten();
        if (verbose) {
            ServerLog.show(RunningServer.LOGGER, err);
        }
        return ServerLife.run(
                () -> RunningServer.start(plan), this::greet, this::end, server -> server.shutdown(Duration.ZERO));
    }

    private void greet(RunningServer server) {
        out.lines(server.greeting());
        out.line("Ctrl-C ends it.");
    }

    private ServePlan plan() {
        try {
            return new ServePlan(tlsPort, tlsH1Port, h1Port, h2cPort, maxStreams, caDirectory, name);
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    /** Runs when the JVM is told to end: which is how a server ends well, so the exit code is that of success. */
    private int end(@Nullable RunningServer server) {
        if (server != null) {
            server.shutdown(GRACE);
        }
        out.line("Ended.");
        return ExitCode.OK;
    }
}
