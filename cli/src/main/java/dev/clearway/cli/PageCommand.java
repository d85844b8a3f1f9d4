package dev.clearway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.report.HtmlReport;
import dev.clearway.analysis.report.JsonReport;
import dev.clearway.analysis.report.MarkdownReport;
import dev.clearway.analysis.report.PngReport;
import dev.clearway.analysis.report.TextReport;
import dev.clearway.lab.page.PageSurvey;
import dev.clearway.lab.page.PageSurvey.Surveyed;
import dev.clearway.lab.page.SurveyPlan;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.lab.page.browser.Workspace;
import dev.clearway.lab.page.report.ResultFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Loads a page of the user's own and says where its requests waited. */
@Command(
        name = "page",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Loads a page in a real Chrome or Chromium with a new profile, straight and through a proxy, and says where"
                    + " its requests waited, whose limit it was, and what to do.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway page https://shop.example/",
            "  clearway page https://shop.example/ --proxy proxy.corp.example:3128",
            "",
            "Exit codes: 0 it was measured; 1 it could not be; 2 wrong arguments; 130 interrupted.",
        })
final class PageCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "The page.")
    private String url = "";

    @Option(
            names = "--proxy",
            paramLabel = "HOST:PORT",
            description = "Load it through this HTTP proxy, too, in turns, and say what differs.")
    private @Nullable String proxy;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Load it N times each way. Default: ${DEFAULT-VALUE}.")
    private int runs = 3;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "Trust the certificate authorities in this PEM file, too.")
    private @Nullable Path authorities;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            defaultValue = "30s",
            description = "Take a page that comes to no rest as it is after this time. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(30);

    @Option(names = "--install", description = "Install a browser first where none is found and this user may.")
    private boolean install;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Where report.html, comparison.md, results.json, waterfall.png and a HAR of each way go."
                    + " Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("results");

    @Mixin
    private JsonOption json = new JsonOption();

    PageCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        SurveyPlan plan = plan();
        Screen screen = json.screen(out, err);
        ResultFiles files = ResultFiles.in(directory);
        BrowserProgram program = PageBrowser.find(install, screen);
        try (JsonTarget target = json.target(out);
                Workspace workspace = Workspace.open()) {
            Interruption interruption = Interruption.doing(() -> {
                PageBrowser.close(workspace, err);
                err.line("clearway: interrupted; no report was written.");
            });
            List<Surveyed> ways;
            try {
                ways = new PageSurvey(plan, program, workspace, screen::line).run();
            } catch (IOException e) {
                interruption.disarmAfterFailure();
                throw e;
            }
            interruption.disarm();
            report(ways, screen, files, target);
            return ExitCode.OK;
        }
    }

    private SurveyPlan plan() throws IOException {
        try {
            return new SurveyPlan(new URI(url), proxy, runs, PemFile.read(authorities), patience);
        } catch (URISyntaxException e) {
            throw UsageErrors.wrong(spec, new IllegalArgumentException("not an address of a page: " + url, e));
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    private static void report(List<Surveyed> ways, Screen screen, ResultFiles files, JsonTarget target)
            throws IOException {
        List<Analysis> analyses =
                Analysis.of(ways.stream().map(Surveyed::netlog).toList());
        Comparison comparison = analyses.size() == 2 ? Comparison.of(analyses.get(0), analyses.get(1)) : null;
        analyses.forEach(
                analysis -> screen.lines(TextReport.of(analysis).lines().toList()));
        if (comparison != null) {
            screen.lines(TextReport.of(comparison).lines().toList());
        }
        for (Surveyed way : ways) {
            screen.line(String.format("%-8s page done after %.2f s (median)", way.name(), way.medianSeconds()));
        }
        byte[] results = JsonReport.of(analyses, comparison).getBytes(UTF_8);
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put("results.json", results);
        contents.put(
                "comparison.md",
                (analyses.stream().map(MarkdownReport::of).collect(Collectors.joining("\n"))
                                + (comparison == null ? "" : MarkdownReport.of(comparison)))
                        .getBytes(UTF_8));
        contents.put("report.html", HtmlReport.of(analyses, comparison).getBytes(UTF_8));
        contents.put("waterfall.png", PngReport.of(analyses));
        for (Surveyed way : ways) {
            contents.put(way.name() + ".har", way.archive());
        }
        List<Path> written = files.write(contents);
        target.write(stream -> stream.write(results));
        screen.line("Written: "
                + String.join(", ", written.stream().map(Path::toString).toList()));
    }
}
