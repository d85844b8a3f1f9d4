package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a user with curl sees. Skipped where there is no curl, or one without HTTP/2. */
class CurlTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");

    @TempDir
    private static Path directory;

    private static OriginServer origin;
    private static Path authority;

    @BeforeAll
    static void start() throws Exception {
        String version;
        try {
            version = run(List.of("curl", "--version")).output;
        } catch (IOException e) {
            version = "";
        }
        assumeTrue(version.contains("HTTP2"), "there is no curl with HTTP/2 on this machine");
        origin = OriginServer.builder()
                .name("green")
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .listen(OriginPort.HTTP1, 0)
                .listen(OriginPort.H2C, 0)
                .start();
        authority = Files.writeString(
                directory.resolve("ca.pem"), origin.authority().certificatePem());
    }

    @AfterAll
    static void stop() {
        if (origin != null) {
            origin.close();
        }
    }

    @Test
    void http2OverTlsIsNegotiated() throws Exception {
        Result result = curl("--http2", "--cacert", authority.toString(), url(OriginPort.TLS, "/conn"));
        assertThat(result.output).contains("\"protocol\":\"HTTP/2\"");
    }

    @Test
    void http11OverTlsIsNegotiatedWhereHttp2IsNotOffered() throws Exception {
        Result result = curl("--http2", "--cacert", authority.toString(), url(OriginPort.TLS_HTTP1, "/conn"));
        assertThat(result.output).contains("\"protocol\":\"HTTP/1.1\"");
    }

    @Test
    void http2WithPriorKnowledgeIsServed() throws Exception {
        Result result = curl("--http2-prior-knowledge", url(OriginPort.H2C, "/conn"));
        assertThat(result.output).contains("\"protocol\":\"HTTP/2\"");
    }

    @Test
    void http11IsServed() throws Exception {
        Result result = curl("--http1.1", url(OriginPort.HTTP1, "/whoami"));
        assertThat(result.output).isEqualTo("green");
    }

    @Test
    void sixParallelRequestsTakeSixConnectionsOverHttp11() throws Exception {
        assertThat(parallelIds("--http1.1", url(OriginPort.HTTP1, "/conn?delay=500&[1-6]")))
                .hasSize(6);
    }

    @Test
    void sixParallelRequestsShareOneConnectionOverHttp2() throws Exception {
        assertThat(parallelIds(
                        "--http2", "--cacert", authority.toString(), url(OriginPort.TLS, "/conn?delay=500&[1-6]")))
                .hasSize(1);
    }

    @Test
    void aBodyIsEchoedOverEachProtocol() throws Exception {
        Path body = directory.resolve("body");
        Files.write(body, new byte[2_000_000]);
        for (String[] how : new String[][] {
            {"--http1.1", url(OriginPort.HTTP1, "/echo")},
            {"--http2-prior-knowledge", url(OriginPort.H2C, "/echo")},
            {"--http1.1", "-H", "Transfer-Encoding: chunked", url(OriginPort.HTTP1, "/echo")}
        }) {
            Path answer = directory.resolve("answer");
            List<String> arguments = new ArrayList<>(List.of("--data-binary", "@" + body, "-o", answer.toString()));
            arguments.addAll(List.of(how));
            curl(arguments.toArray(String[]::new));
            assertThat(answer).hasSameBinaryContentAs(body);
        }
    }

    @Test
    void aHeadHasNoBody() throws Exception {
        assertThat(curl("--http1.1", "--head", url(OriginPort.HTTP1, "/bytes/70000")).output)
                .contains("content-length: 70000");
        assertThat(curl("--http2-prior-knowledge", "--head", url(OriginPort.H2C, "/bytes/70000")).output)
                .contains("content-length: 70000");
    }

    private static Set<String> parallelIds(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--parallel", "--parallel-max", "6"));
        all.addAll(List.of(arguments));
        Matcher ids = ID.matcher(curl(all.toArray(String[]::new)).output);
        Set<String> seen = new TreeSet<>();
        int answers = 0;
        while (ids.find()) {
            seen.add(ids.group(1));
            answers++;
        }
        assertThat(answers).isEqualTo(6);
        return seen;
    }

    private static String url(OriginPort port, String path) {
        return origin.uri(port) + path;
    }

    private static Result curl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error", "--noproxy", "*"));
        command.addAll(List.of(arguments));
        Result result = run(command);
        assertThat(result.code).as(result.output).isZero();
        return result;
    }

    private static Result run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "curl", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(output));
    }

    private record Result(int code, String output) {}
}
