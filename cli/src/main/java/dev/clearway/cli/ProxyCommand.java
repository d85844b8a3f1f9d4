package dev.clearway.cli;

import dev.clearway.lab.proxy.ProxyPlan;
import dev.clearway.lab.proxy.RunningProxy;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Starts the inspecting proxy and lets it run until the process is told to end. */
@Command(
        name = "proxy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "clearway proxy [OPTIONS]",
        description = {
            "Starts a proxy that takes TLS connections over, as inspecting appliances do, until Ctrl-C. What it speaks with"
                    + " clients and with upstreams is set for each leg on its own: to reproduce what an appliance does to"
                    + " requests, and to see what its fix would give.",
            "",
            "Clients have to trust its authority; it prints how. Inspect no connections but your own.",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway proxy                                    HTTP/2 on both legs",
            "  clearway proxy --like downgrader --journal j.log  what a downgrade does; then: clearway analyze j.log",
            "  clearway proxy --client-alpn h2,http/1.1 --upstream-alpn http/1.1 --upstream-connections 6",
            "  clearway proxy --upstream https://localhost:8443 --upstream-ca ca.pem --verbose",
            "  clearway proxy --address 0.0.0.0 --allow-targets '*.example.com' --user file:users",
            "",
            "Exit codes: 0 ended by Ctrl-C or SIGTERM; 1 it could not be started, or a record",
            "is not complete; 2 wrong arguments.",
        })
final class ProxyCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ProxyOptions options = new ProxyOptions();

    ProxyCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProxyPlan plan = plan();
        ServerLog.quieten();
        if (options.verbose()) {
            ServerLog.show(RunningProxy.LOGGER, err);
        }
        return ServerLife.run(
                () -> RunningProxy.start(plan, options.verbose() ? out::line : null),
                this::greet,
                this::end,
                this::cutShort);
    }

    private void greet(RunningProxy proxy) {
        proxy.warnings().forEach(err::line);
        out.lines(proxy.greeting());
        out.line("Ctrl-C ends it.");
    }

    /** Runs when the process is told to end while it is ending. */
    private void cutShort(RunningProxy proxy) {
        out.line("Ending now.");
        proxy.cutShort();
    }

    private ProxyPlan plan() {
        try {
            return options.plan();
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    /** Runs when the JVM is told to end: which is how a proxy ends well, unless its records did not. */
    private int end(@Nullable RunningProxy proxy) {
        try {
            if (proxy != null) {
                String most = BigDecimal.valueOf(proxy.drainTime().toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString();
                out.line("Ending: no new requests; those under way have " + most
                        + " s to complete (--drain-time). Ctrl-C again ends them now.");
                out.lines(proxy.end());
            }
            out.line("Ended.");
            return ExitCode.OK;
        } catch (IOException | RuntimeException e) {
            err.line("clearway: " + Messages.of(e));
            return ExitCode.FAILED;
        }
    }
}
