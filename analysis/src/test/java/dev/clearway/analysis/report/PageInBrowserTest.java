package dev.clearway.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a real browser shows it. */
class PageInBrowserTest {
    private static final List<String> BROWSERS = List.of("chromium-headless-shell", "chromium", "google-chrome");

    private static Path browser = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void find() {
        String chosen = System.getenv().getOrDefault("CHROME", "");
        List<String> names = chosen.isEmpty() ? BROWSERS : List.of(chosen);
        String path = System.getenv().getOrDefault("PATH", "");
        browser = names.stream()
                .flatMap(name -> Arrays.stream(path.split(File.pathSeparator, -1))
                        .map(at -> Path.of(at).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of(""));
        Assumptions.assumeTrue(
                Files.isExecutable(browser),
                "No browser found. Install one: apt-get install -y --no-install-recommends chromium-headless-shell");
    }

    /** What a run of the browser left. */
    private record Run(String dom, String log) {}

    private Run run(String html, String... flags) throws IOException, InterruptedException {
        Path page = Files.writeString(folder.resolve("report.html"), html);
        Path dom = folder.resolve("dom.html");
        Path log = folder.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile"),
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--window-size=1280,2400"));
        command.addAll(List.of(flags));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("the browser ends")
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Run(Files.readString(dom), Files.readString(log));
    }

    private static Analysis page(int requests) throws IOException {
        Page page = new Page("https://shop.example.com", "[10.0.0.1:3128]", requests, 50);
        return Analysis.of(Readings.read(Pages.http1(new NetlogText().offeringHttp3(), page, "http/1.1", "")
                .document()));
    }

    @Test
    void scriptDrawsTheBarsWithoutComplaint() throws IOException, InterruptedException {
        Run run = run(HtmlReport.of(page(60)), "--dump-dom");

        assertThat(run.dom()).contains("class=\"row\"", "class=\"bar p2\"", "60 bars, 60 of 60 requests");
        assertThat(run.log()).doesNotContain("CONSOLE", "Refused", "Uncaught");
    }

    @Test
    void markupInTheFileStaysText() throws IOException, InterruptedException {
        for (String text : HostileTextTest.HOSTILE.subList(0, 4)) {
            Run run = run(HtmlReport.of(Analysis.of(Readings.read(HostileTextTest.har(text)))), "--dump-dom");

            assertThat(run.dom())
                    .as(text)
                    .doesNotContain("<title>owned")
                    .doesNotContain("<img")
                    .doesNotContain("<b>");
            assertThat(run.log()).as(text).doesNotContain("CONSOLE", "Refused");
        }
    }

    @Test
    void fiveThousandRequestsHaveNoMoreElementsThanAreInSight() throws IOException, InterruptedException {
        Run run = run(HtmlReport.of(page(5_000)), "--dump-dom");

        assertThat(run.dom()).contains("5000 bars");
        assertThat(run.dom().split("class=\"row\"", -1)).hasSizeBetween(20, 120);
    }

    @Test
    void keysPointerAndButtonsMoveThroughTheBars() throws IOException, InterruptedException {
        Run run = run(operated(HtmlReport.of(page(60)), """
                        const rows = document.querySelector('.rows');
                        const detail = document.querySelector('.detail');
                        const said = [];
                        const key = name => {
                          rows.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
                          said.push(name + '=' + rows.getAttribute('aria-activedescendant'));
                        };
                        ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'Home', 'PageDown'].forEach(key);
                        said.push('selected=' + document.querySelectorAll('[aria-selected=true]').length);
                        document.querySelectorAll('.row')[12].dispatchEvent(new MouseEvent('mouseenter'));
                        said.push('hover=' + detail.textContent);
                        document.querySelector('button.show').click();
                        said.push('shown=' + document.querySelector('.shown').textContent);
                        said.push('all=' + !document.querySelector('.all').hidden);
                        """), "--dump-dom");

        assertThat(run.dom())
                .contains("ArrowDown=r0-row0", "ArrowDown=r0-row1", "End=r0-row59", "ArrowUp=r0-row58", "Home=r0-row0")
                .contains("PageDown=r0-row20", "selected=1", "all=true")
                .containsPattern(
                        "hover=GET https://shop.example.com/[^|]+HTTP/1.1 on connection [^|]+found: [^|]*limit")
                .containsPattern("shown=\\d+ bars");
        assertThat(run.log()).doesNotContain("CONSOLE", "Uncaught");
    }

    @Test
    void paperHoldsEveryBarAndEveryFinding() throws IOException, InterruptedException {
        Run run = run(operated(HtmlReport.of(page(60)), """
                        dispatchEvent(new Event('beforeprint'));
                        const said = ['rows=' + document.querySelectorAll('.row').length,
                          'folded=' + document.querySelectorAll('details:not([open])').length];
                        dispatchEvent(new Event('afterprint'));
                        said.push('again=' + document.querySelectorAll('details:not([open])').length);
                        """), "--dump-dom");

        assertThat(run.dom()).contains("rows=60", "folded=0").doesNotContain("again=0");
    }

    /** The page with a script of the test's own, whose words {@code said} stand at its end. */
    private static String operated(String html, String script) {
        return html.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
                .replace(
                        "</body>",
                        "<pre id=\"said\"></pre><script>" + script
                                + "document.getElementById('said').textContent = said.join(' | ');</script></body>");
    }

    @Test
    void severalRecordingsStandOnOnePageEachWithItsBars() throws IOException, InterruptedException {
        Run run = run(HtmlReport.of(List.of(page(60), page(30)), null), "--dump-dom");

        assertThat(run.dom()).contains("60 bars, 60 of 60 requests", "30 bars, 30 of 30 requests");
        assertThat(run.dom()).contains("id=\"r0-row5\"", "id=\"r1-row5\"");
        assertThat(run.log()).doesNotContain("CONSOLE", "Refused", "Uncaught");
    }

    @Test
    void screenReadersFindLandmarksHeadingsAndNamedTables() throws IOException {
        String html = HtmlReport.of(page(60));

        assertThat(html).contains("<html lang=\"en\">", "<main>", "<title>", "<h1", "<caption>", "scope=\"col\"");
        assertThat(html).contains("role=\"listbox\"", "role=\"status\"", "aria-live=\"polite\"", "role=\"img\"");
        assertThat(html.split("<h1", -1)).hasSize(2);
        assertThat(html.split("<th(?! scope=)(?!ead)", -1))
                .as("heads without a scope")
                .hasSize(1);
        assertThat(html).containsPattern("<svg[^>]*aria-label=\"[^\"]{10,}");
    }

    @Test
    void pageIsNotBlankInLightAndInDark() throws IOException, InterruptedException {
        String html = HtmlReport.of(page(60));
        BufferedImage light = shot(html, "light.png", "--blink-settings=preferredColorScheme=1");
        BufferedImage dark = shot(html, "dark.png", "--blink-settings=preferredColorScheme=0");

        assertThat(colours(light)).isGreaterThan(20);
        assertThat(colours(dark)).isGreaterThan(20);
        assertThat(brightness(light.getRGB(5, 5))).isGreaterThan(200);
        assertThat(brightness(dark.getRGB(5, 5))).isLessThan(60);
    }

    private BufferedImage shot(String html, String name, String scheme) throws IOException, InterruptedException {
        Path picture = folder.resolve(name);
        run(html, "--screenshot=" + picture, scheme);
        return Objects.requireNonNull(ImageIO.read(picture.toFile()));
    }

    private static int colours(BufferedImage image) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y += 3) {
            for (int x = 0; x < image.getWidth(); x += 3) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours.size();
    }

    private static int brightness(int rgb) {
        return ((rgb >> 16 & 0xFF) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)) / 3;
    }
}
