package dev.clearway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.Outcome;
import dev.clearway.analysis.mask.Mask;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.Selection;
import dev.clearway.analysis.read.Progress;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.analysis.redact.Redactor;
import dev.clearway.analysis.report.HtmlReport;
import dev.clearway.analysis.report.JsonReport;
import dev.clearway.analysis.report.MarkdownReport;
import dev.clearway.analysis.report.PngReport;
import dev.clearway.analysis.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads recordings and says where their requests waited. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads what a browser recorded (a netlog of chrome://net-export, a HAR file, a journal of ours) and says where"
                    + " requests waited, what it cost, whose limit it was, whether the connection was intercepted or"
                    + " downgraded, how sure that is, and what to do.",
            "",
            "Uses no network. Secrets in URLs are masked. docs/diagnose.md says how to record and how to read the answer.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway analyze netlog.json",
            "  clearway analyze page.har --html report.html",
            "  clearway analyze netlog.json.gz --host '*.shop.example' --json -",
            "  clearway analyze --compare before.json after.json --html change.html",
            "  clearway analyze netlog.json --redact netlog-to-share.json",
            "",
            "Exit codes: 0 nothing found; 1 something found; 2 a file could not be read or written, or wrong arguments;",
            "3 nothing found, but only a part could be judged. Of several files what was found weighs most, then 2, then 3.",
        })
final class AnalyzeCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Recordings; gzip and zip are unpacked.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            arity = "2",
            description = "Two recordings, before and after a fix: says what changed.")
    private List<Path> compared = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON; - for standard output.")
    private @Nullable String json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write a report in Markdown; - for standard output.")
    private @Nullable String markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with a waterfall of each recording.")
    private @Nullable Path html;

    @Option(names = "--png", paramLabel = "FILE", description = "Write a picture of the waterfalls, on one scale.")
    private @Nullable Path png;

    @Option(names = "--host", paramLabel = "NAME", description = "Only requests to this host; * stands for anything.")
    private @Nullable String host;

    @Option(
            names = "--page",
            paramLabel = "TEXT",
            description = "Only requests of pages whose id, title or site holds this.")
    private @Nullable String page;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only requests issued then or later, as 2026-11-30T08:18:12Z.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only requests issued before then.")
    private @Nullable String until;

    @Option(
            names = "--redact",
            paramLabel = "FILE",
            description = "Write a copy of the recording that is safe to hand on, all of it.")
    private @Nullable Path redact;

    @Option(names = "--unmask", description = "Show queries and other secrets of URLs. Do not hand such a report on.")
    private boolean unmask;

    AnalyzeCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        List<Path> all = new ArrayList<>(files);
        all.addAll(compared);
        check(all);
        if (unmask) {
            err.line("clearway: UNMASKED: the report shows queries and other secrets of URLs; do not hand it on.");
        }
        boolean unreadable = false;
        List<Recording> recordings = new ArrayList<>();
        for (Path file : all) {
            try (ReadingScreen screen = new ReadingScreen(err, file)) {
                recordings.add(Recordings.read(file, options(screen)));
            } catch (NoSuchFileException e) {
                err.line("clearway: " + file + ": there is no such file");
                unreadable = true;
            } catch (IOException e) {
                err.line("clearway: " + file + ": " + Messages.of(e));
                unreadable = true;
            }
        }
        List<Analysis> analyses = Analysis.of(recordings);
        Comparison comparison =
                compared.size() == 2 && analyses.size() == 2 ? Comparison.of(analyses.get(0), analyses.get(1)) : null;
        show(analyses, comparison);
        write(all, analyses, comparison);
        return exitCode(analyses, unreadable);
    }

    private void check(List<Path> all) {
        if (all.isEmpty()) {
            throw wrong("Name a file to read, or two after --compare.");
        }
        if (!compared.isEmpty() && !files.isEmpty()) {
            throw wrong("--compare takes two files and no others.");
        }
        if (all.size() > 1 && redact != null) {
            throw wrong("--redact takes one file.");
        }
        if ("-".equals(json) && "-".equals(markdown)) {
            throw wrong("Only one of --json and --markdown can go to standard output.");
        }
        List<Path> written = written();
        for (Path target : written) {
            if (Collections.frequency(written, target) > 1) {
                throw wrong("Two results would be written to " + target + ".");
            }
            if (all.stream().anyMatch(file -> same(file, target))) {
                throw wrong("Writing to " + target + " would overwrite the recording.");
            }
        }
    }

    /** The files that results go to. */
    private List<Path> written() {
        return Stream.of(path(json), path(markdown), html, png, redact)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    private static @Nullable Path path(@Nullable String name) {
        return name == null || name.equals("-") ? null : Path.of(name);
    }

    private static boolean same(Path file, Path other) {
        try {
            return Files.isRegularFile(other) && Files.isSameFile(file, other);
        } catch (IOException e) {
            return false; // one of them is not there
        }
    }

    private RuntimeException wrong(String message) {
        return UsageErrors.wrong(spec, new IllegalArgumentException(message));
    }

    private ReadOptions options(Progress progress) {
        Selection selection = new Selection(host, page, micros(since, Long.MIN_VALUE), micros(until, Long.MAX_VALUE));
        return new ReadOptions(selection, unmask ? Mask.OFF : Mask.ON, progress);
    }

    private long micros(@Nullable String time, long otherwise) {
        if (time == null) {
            return otherwise;
        }
        try {
            Instant instant = OffsetDateTime.parse(time).toInstant();
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong("Not a time with its zone, as 2026-11-30T08:18:12Z: " + time);
        }
    }

    private void show(List<Analysis> analyses, @Nullable Comparison comparison) {
        Screen screen = "-".equals(json) || "-".equals(markdown) ? err : out;
        analyses.forEach(
                analysis -> screen.lines(TextReport.of(analysis).lines().toList()));
        if (comparison != null) {
            screen.lines(TextReport.of(comparison).lines().toList());
        }
    }

    private void write(List<Path> all, List<Analysis> analyses, @Nullable Comparison comparison) throws IOException {
        if (redact != null) {
            WholeFile.write(redact, target -> Redactor.redact(all.get(0), target));
            err.line("clearway: " + redact + " is a copy to hand on. " + Redactor.NOTICE);
        }
        if (analyses.isEmpty()) {
            return;
        }
        if (json != null) {
            text(json, all.size() == 1 ? JsonReport.of(analyses.get(0)) : JsonReport.of(analyses, comparison));
        }
        if (markdown != null) {
            String reports = analyses.stream().map(MarkdownReport::of).collect(Collectors.joining("\n"));
            text(markdown, reports + (comparison == null ? "" : MarkdownReport.of(comparison)));
        }
        if (html != null) {
            String document = HtmlReport.of(analyses, comparison);
            WholeFile.write(html, target -> target.write(document.getBytes(UTF_8)));
        }
        if (png != null) {
            byte[] picture = PngReport.of(analyses);
            WholeFile.write(png, target -> target.write(picture));
        }
    }

    private void text(String name, String text) throws IOException {
        if (name.equals("-")) {
            out.raw().write(text.getBytes(UTF_8));
            out.raw().flush();
        } else {
            WholeFile.write(Path.of(name), target -> target.write(text.getBytes(UTF_8)));
        }
    }

    /** What was found weighs most, then what could not be read, then what could not be judged. */
    private static int exitCode(List<Analysis> analyses, boolean unreadable) {
        List<Outcome> outcomes =
                analyses.stream().map(analysis -> analysis.verdict().outcome()).toList();
        if (outcomes.contains(Outcome.FINDINGS)) {
            return Outcome.FINDINGS.exitCode();
        }
        if (unreadable) {
            return Outcome.UNREADABLE.exitCode();
        }
        return outcomes.contains(Outcome.NOTHING_FOUND_IN_PART)
                ? Outcome.NOTHING_FOUND_IN_PART.exitCode()
                : Outcome.NOTHING_FOUND.exitCode();
    }
}
