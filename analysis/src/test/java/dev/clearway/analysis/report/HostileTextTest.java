package dev.clearway.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Text of a stranger in every field that a report shows. */
class HostileTextTest {
    static final List<String> HOSTILE = List.of(
            "<script>document.title='owned'</script>",
            "\"><img src=x onerror=document.title='owned'>",
            "</script><script>document.title='owned'</script>",
            "</style><b>",
            "<!--",
            "javascript:document.title='owned'",
            "\u001b[31mred\u001b[0m",
            "\u0007\u0008\r\n\t",
            "\u202Egnp.exe",
            "=1+1",
            "| a | b |",
            "[x](javascript:document.title='owned')",
            "' onmouseover='document.title=1",
            "&lt;b&gt;",
            "\u2028\u2029");

    /** A HAR file with {@code text} wherever a file may say something. */
    static String har(String text) {
        String json = quote(text);
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            entries.append(i == 0 ? "" : ",")
                    .append("{\"startedDateTime\":\"2026-11-30T08:18:12.000Z\",\"time\":1,")
                    .append("\"_connectionId\":")
                    .append(quote(text + i % 6))
                    .append(",\"connection\":\"8080\",")
                    .append("\"serverIPAddress\":")
                    .append(json)
                    .append(",\"_priority\":")
                    .append(json)
                    .append(",\"_resourceType\":")
                    .append(json)
                    .append(",\"pageref\":")
                    .append(json)
                    .append(",\"comment\":")
                    .append(json)
                    .append(",\"request\":{\"method\":")
                    .append(json)
                    .append(",\"url\":")
                    .append(quote("https://shop.example.com/" + text + "/" + i))
                    .append(",\"httpVersion\":\"HTTP/1.1\"},\"response\":{\"status\":200,\"_error\":")
                    .append(json)
                    .append(",\"headers\":[{\"name\":\"alt-svc\",\"value\":\"h3\"}],\"content\":{\"mimeType\":")
                    .append(json)
                    .append("}},\"_securityDetails\":{\"issuer\":")
                    .append(json)
                    .append("},\"timings\":{\"blocked\":")
                    .append(100 * (i / 6))
                    .append(",\"_blocked_queueing\":0,\"send\":0,\"wait\":100,\"receive\":0}}");
        }
        return "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":" + quote("WebInspector " + text) + ",\"version\":"
                + json
                + "},\"browser\":{\"name\":" + json + ",\"version\":" + json + "},\"pages\":[{\"id\":" + json
                + ",\"title\":"
                + json + "}],\"entries\":[" + entries + "]}}";
    }

    private static String quote(String text) {
        return "\""
                + new String(com.fasterxml.jackson.core.io.JsonStringEncoder.getInstance()
                        .quoteAsString(text)) + "\"";
    }

    private static Analysis analysis(String text) throws IOException {
        return Analysis.of(Readings.read(har(text)));
    }

    @Test
    void pageHoldsNoElementThatCameFromTheFile() throws IOException {
        Pattern tag = Pattern.compile("<\\s*/?\\s*([a-zA-Z!][a-zA-Z0-9-]*)");
        Analysis harmless = analysis("harmless");
        for (String text : HOSTILE) {
            assertThat(tags(tag, HtmlReport.of(analysis(text)))).as(text).isEqualTo(tags(tag, HtmlReport.of(harmless)));
        }
    }

    private static List<String> tags(Pattern tag, String html) {
        Matcher found = tag.matcher(html);
        return found.results().map(result -> result.group(1)).toList();
    }

    @Test
    void pageAsksForNothingAndRunsNothingButItsOwn() throws IOException {
        String html = HtmlReport.of(analysis("x"));

        assertThat(html)
                .contains("default-src 'none'")
                .doesNotContain("unsafe-inline", "src=", "href=", "@import", "url(", "onclick=", "eval(");
    }

    @Test
    void terminalGetsNoControlCharacters() throws IOException {
        for (String text : HOSTILE) {
            Analysis analysis = analysis(text);
            String shown = TextReport.of(analysis) + TextReport.of(Comparison.of(analysis, analysis));
            assertThat(shown.replace("\n", "").codePoints())
                    .as(text)
                    .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
        }
    }

    @Test
    void markdownHoldsNoMarkupThatCameFromTheFile() throws IOException {
        for (String text : HOSTILE) {
            String markdown = MarkdownReport.of(analysis(text));
            assertThat(markdown)
                    .as(text)
                    .doesNotContain("<script", "<img", "<b>")
                    .doesNotContainPattern("(?<!\\\\)\\]\\(javascript");
            assertThat(markdown.lines().filter(line -> line.startsWith("|")))
                    .as(text)
                    .allSatisfy(line -> assertThat(line.replace("\\|", "")
                                    .chars()
                                    .filter(c -> c == '|')
                                    .count())
                            .isIn(Tables.HOST_HEAD.size() + 1L, Tables.WHAT_IF_HEAD.size() + 1L));
        }
    }

    @Test
    void jsonIsJson() throws IOException {
        for (String text : HOSTILE) {
            Analysis analysis = analysis(text);
            try (JsonParser in = new JsonFactory()
                    .createParser(JsonReport.of(List.of(analysis), Comparison.of(analysis, analysis)))) {
                int tokens = 0;
                while (in.nextToken() != null) {
                    tokens++;
                }
                assertThat(tokens).isGreaterThan(100);
            }
        }
    }

    @Test
    void pictureIsDrawn() throws IOException {
        for (String text : HOSTILE) {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(PngReport.of(analysis(text))));
            assertThat(image.getWidth()).isEqualTo(1_200);
            assertThat(image.getRGB(400, 200) & 0xFFFFFF).isNotZero();
        }
    }

    @Test
    void pictureOfVeryManyRequestsStaysBounded() throws IOException {
        Page page = new Page("https://shop.example.com", "[direct://]", 9_000, 10);
        Analysis analysis = Analysis.of(Readings.read(
                Pages.http1(new NetlogText(), page, "http/1.1", "").document()));

        BufferedImage image = ImageIO.read(new ByteArrayInputStream(PngReport.of(analysis)));
        assertThat(image.getHeight()).isLessThanOrEqualTo(3_000);
    }

    @Test
    void secretsInUrlsAreNotShown() throws IOException {
        Page page = new Page("https://shop.example.com", "[direct://]", 30, 50);
        Analysis analysis = Analysis.of(Readings.read(
                Pages.http1(new NetlogText(), page, "http/1.1", "").document()));

        for (String report : List.of(
                HtmlReport.of(analysis),
                TextReport.of(analysis),
                MarkdownReport.of(analysis),
                JsonReport.of(analysis))) {
            assertThat(report).contains("shop.example.com").doesNotContain("secret");
        }
    }
}
