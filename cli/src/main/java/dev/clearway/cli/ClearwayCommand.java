package dev.clearway.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code clearway} itself, which only knows its commands. */
@Command(
        name = "clearway",
        mixinStandardHelpOptions = true,
        versionProvider = ClearwayCommand.Version.class,
        description = {
            "Shows where HTTP requests wait before they are sent, and takes the wait away.",
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab                           all experiments, about two minutes",
            "  clearway lab --scenario h2-300         one of them: the line that nobody wrote",
            "  clearway lab --json results.json       figures for programs",
            "  clearway lab wire                      headers, windows and lost packets",
            "  clearway lab chaos                     everything goes wrong at once: what holds?",
            "  clearway simulate --compare            the same pool in virtual time: what if?",
            "  clearway lab page                      one page in a real Chrome: straight, and through proxies",
            "  clearway page https://shop.example/    your page, straight and with --proxy through your proxy",
            "  clearway analyze netlog.json           where a browser's requests waited, and why",
            "  clearway serve                         a server to try a client against",
            "  clearway proxy --like downgrader       what an inspecting appliance does to requests",
            "  clearway bench throughput --quick      the client's cost beside that of others (JDK 21 or newer)",
            "",
            "Exit codes: 0 done and held; 1 something did not hold or could not be done;",
            "2 wrong arguments; 130 interrupted.",
        })
final class ClearwayCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            CommandLine line = spec.commandLine();
            line.usage(line.getErr());
        }
        return ExitCode.USAGE;
    }

    /** Tells the version, and what it runs on. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = ClearwayCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "clearway " + (version == null ? "(not packaged)" : version) + ", Java "
                        + System.getProperty("java.version")
            };
        }
    }
}
