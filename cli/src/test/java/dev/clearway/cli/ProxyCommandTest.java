package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code clearway proxy} as people run it: a process, its files, its clients, and its end. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ProxyCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    @SuppressWarnings("NullAway") // set before the first test
    private static OriginServer origin;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() throws Exception {
        origin = OriginServer.builder().listen(OriginPort.TLS, 0).start();
    }

    @AfterAll
    static void end() {
        origin.close();
    }

    @Test
    void recordsAndMetricsTellOfTheQueueInsideTheProxy() throws Exception {
        Path journal = directory.resolve("journal.log");
        Path har = directory.resolve("some.har");
        try (ProxyProcess proxy = ProxyProcess.start(
                directory,
                Map.of(),
                List.of(),
                "--upstream-ca=" + upstreamCa(),
                "--upstream-alpn=http/1.1",
                "--upstream-connections=2",
                "--journal=" + journal,
                "--har=" + har,
                "--admin-port=0",
                "--verbose")) {
            assertThat(askAtOnce(proxy, 12))
                    .allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 200"));
            curl(proxy);
            assertThat(proxy.admin("/metrics"))
                    .contains("http_client_request_time_in_queue_seconds_bucket")
                    .contains("clearway_wait_reason=\"CONNECTION_LIMIT\"")
                    .contains("http_server_request_duration_seconds_bucket")
                    .contains("server_port=\"" + origin.port(OriginPort.TLS) + "\"");
            assertThat(proxy.admin("/pools")).contains("none waiting");
            assertThat(proxy.end()).isEqualTo(ExitCode.OK);
            assertTellsHowToUseIt(proxy.printed());
            assertKeyIsNowhere(proxy, journal, har);
        }
        assertOwnersAlone(journal, har);
        for (Path record : List.of(journal, har)) {
            Run analysis = Run.of("analyze", record.toString());
            assertThat(analysis.code()).isOne();
            assertThat(analysis.out()).contains("Requests waited inside the proxy (proved)");
        }
    }

    private static void assertTellsHowToUseIt(List<String> printed) {
        assertThat(printed)
                .anyMatch(line -> line.startsWith("  curl --proxy http://127.0.0.1:"))
                .anyMatch(line -> line.startsWith("  certutil -A -d sql:\"$profile\" "))
                .anyMatch(line -> line.contains("keytool"))
                .anyMatch(line -> line.contains("--ignore-certificate-errors-spki-list="))
                .anyMatch(line -> line.matches("GET https://localhost:\\d+/delay/150  200 .* CONNECTION_LIMIT"))
                .anyMatch(line -> line.matches("1[23] requests recorded in .*"))
                .contains("Ended.");
    }

    private List<String> askAtOnce(ProxyProcess proxy, int number) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(number);
        try {
            Callable<String> ask = () -> proxy.get("localhost", origin.port(OriginPort.TLS), "/delay/150", "", trust());
            List<String> answers = new ArrayList<>();
            for (Future<String> each :
                    threads.invokeAll(Stream.generate(() -> ask).limit(number).toList())) {
                answers.add(each.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    /** By HTTP/2, where curl is installed. */
    private void curl(ProxyProcess proxy) throws Exception {
        String[] line = {
            "curl",
            "--silent",
            "--max-time",
            "60",
            "--proxy",
            "http://127.0.0.1:" + proxy.port(),
            "--cacert",
            directory.resolve("ca/ca.pem").toString(),
            "--output",
            directory.resolve("curl.out").toString(),
            "--write-out",
            "%{http_version} %{http_code}",
            origin.uri(OriginPort.TLS, "/whoami").toString()
        };
        Process process;
        try {
            process = new ProcessBuilder(line).redirectErrorStream(true).start();
        } catch (IOException notInstalled) {
            return;
        }
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(told).isZero();
        assertThat(told).matches("(2|1\\.1) 200");
    }

    @Test
    void toldTwiceToEndItCutsWhatIsUnderWayAndCompletesItsRecords() throws Exception {
        Path journal = directory.resolve("journal.log");
        Path har = directory.resolve("some.har");
        ExecutorService client = Executors.newSingleThreadExecutor();
        try (ProxyProcess proxy = ProxyProcess.start(
                directory,
                Map.of(),
                List.of(),
                "--upstream-ca=" + upstreamCa(),
                "--drain-time=600s",
                "--journal=" + journal,
                "--har=" + har)) {
            long before = origin.stats().requests();
            Future<String> answer = client.submit(
                    () -> proxy.get("localhost", origin.port(OriginPort.TLS), "/delay/600000", "", trust()));
            Eventually.holds(() -> origin.stats().requests() > before);
            assertThat(proxy.endTwice("Ending: ")).isEqualTo(ExitCode.OK);
            assertThat(proxy.printed()).contains("Ending now.", "Ended.");
            assertThatThrownBy(() -> assertThat(answer.get()).startsWith("HTTP/1.1 200"))
                    .isInstanceOfAny(AssertionError.class, ExecutionException.class);
            assertThat(Files.readString(journal)).contains("/delay/600000").contains("cut off by");
            assertThat(Files.readString(har)).contains("/delay/600000");
        } finally {
            client.shutdownNow();
        }
    }

    @Test
    void clientsAreAskedForTheirPasswordAndBypassedHostsAreLeftAlone() throws Exception {
        int port = origin.port(OriginPort.TLS);
        SSLContext ofOrigin = origin.authority().clientContext();
        try (ProxyProcess proxy = ProxyProcess.start(
                directory,
                Map.of("SOME_USER", "ann:s3cr3t"),
                List.of(),
                "--upstream-ca=" + upstreamCa(),
                "--user=env:SOME_USER",
                "--bypass=localhost",
                "--verbose")) {
            assertThat(proxy.get("127.0.0.1", port, "/whoami", "", trust()))
                    .startsWith("HTTP/1.1 407")
                    .containsIgnoringCase("Proxy-Authenticate: Basic realm=");
            assertThat(proxy.get("127.0.0.1", port, "/whoami", "ann:wrong", trust()))
                    .startsWith("HTTP/1.1 407");
            assertThat(proxy.get("127.0.0.1", port, "/whoami", "ann:s3cr3t", trust()))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("origin");
            assertThat(proxy.get("localhost", port, "/whoami", "ann:s3cr3t", ofOrigin))
                    .startsWith("HTTP/1.1 200");
            assertThatThrownBy(() -> proxy.get("localhost", port, "/whoami", "ann:s3cr3t", trust()))
                    .isInstanceOf(SSLException.class);
            assertThat(proxy.end()).isZero();
            assertThat(String.join("\n", proxy.printed()) + proxy.errors()).doesNotContain("s3cr3t");
        }
    }

    @Test
    void nameIsJudgedByTheAddressThatItHasNow() throws Exception {
        int port = origin.port(OriginPort.TLS);
        Path hosts = Files.writeString(directory.resolve("hosts"), "127.0.0.2 localhost\n");
        List<String> options = List.of(
                "-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.ttl=0", "-Dsun.net.inetaddr.negative.ttl=0");
        try (ProxyProcess proxy = ProxyProcess.start(
                directory,
                Map.of(),
                options,
                "--upstream-ca=" + upstreamCa(),
                "--allow-targets=localhost:" + port + ",127.0.0.1:" + port)) {
            long before = origin.stats().requests();
            assertThat(proxy.get("localhost", port, "/whoami", "", trust())).matches("(?s)HTTP/1\\.1 (403|502) .*");
            assertThat(origin.stats().requests()).isEqualTo(before);
            Path changed = Files.writeString(directory.resolve("hosts.new"), "127.0.0.1 localhost\n");
            Files.move(changed, hosts, StandardCopyOption.ATOMIC_MOVE);
            assertThat(proxy.get("localhost", port, "/whoami", "", trust())).startsWith("HTTP/1.1 200");
            assertThat(proxy.get("127.0.0.1", proxy.port(), "/", "", trust())).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void argumentsThatCannotBeAreRefused() throws IOException {
        assertUsage("needs a list of the targets", "--address=0.0.0.0");
        assertUsage("not a host name", "--allow-targets=a b");
        assertUsage("not a host name", "--bypass=https://x");
        assertUsage("h2,http/1.1 or h2", "--client-alpn=h3");
        assertUsage("--upstream-alpn", "--upstream-alpn=spdy");
        assertUsage("no preset squid; there are mitmproxy, downgrader, no-alpn", "--like=squid");
        assertUsage("must be at least 1", "--max-streams=0");
        assertUsage("must be 0 to 65535", "--port=70000");
        assertUsage("exclude each other", "--transparent", "--upstream=https://a.example");
        assertUsage("scheme, host and port alone", "--upstream=https://a.example/path");
        assertUsage("--ca-cert and --ca-key go together", "--ca-cert=x");
        assertUsage("exclude each other", "--upstream-ca=x", "--upstream-insecure");
        assertUsage("--cleartext goes with --upstream", "--cleartext");
        Run user = Run.of("proxy", "--user=ann:s3cr3t");
        assertThat(user.code()).as(user::toString).isEqualTo(ExitCode.USAGE);
        assertThat(user.out() + user.err()).contains("file:PATH or env:NAME").doesNotContain("s3cr3t");
    }

    @Test
    void whatCannotBeUsedIsNamedAndLeavesNothingBehind() throws Exception {
        Path har = directory.resolve("some.har");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertFailed("Choose another port", "--port=" + taken.getLocalPort(), "--har=" + har);
        }
        assertFailed("there is no such file", "--upstream-ca=" + directory.resolve("none"), "--har=" + har);
        assertFailed("does not exist", "--har=" + directory.resolve("no/such/file"));
        assertFailed("no variable NO_SUCH_VARIABLE", "--user=env:NO_SUCH_VARIABLE");
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        Path key = directory.resolve("ca/ca.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertFailed("rw-r--r--", "--har=" + har);
        assertThat(har).doesNotExist();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("ca"));
        }
    }

    private static void assertUsage(String reason, String... arguments) {
        Run run = Run.of(Stream.concat(Stream.of("proxy"), Stream.of(arguments)).toArray(String[]::new));
        assertThat(run.code()).as(reason).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(reason).contains("clearway proxy --help");
    }

    private void assertFailed(String reason, String... arguments) {
        List<String> line = new ArrayList<>(List.of("proxy", "--port=0", "--ca-dir=" + directory.resolve("ca")));
        line.addAll(List.of(arguments));
        Run run = Run.of(line.toArray(String[]::new));
        assertThat(run.code()).as(reason).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains(reason);
        assertThat(run.out()).isEmpty();
    }

    private SSLContext trust() throws IOException {
        return LocalAuthority.open(directory.resolve("ca"), "proxy").clientContext();
    }

    private Path upstreamCa() throws IOException {
        return Files.writeString(
                directory.resolve("upstream.pem"), origin.authority().certificatePem());
    }

    private void assertKeyIsNowhere(ProxyProcess proxy, Path... files) throws IOException {
        String key = Files.readString(directory.resolve("ca/ca.key"));
        String body = key.lines().skip(1).findFirst().orElseThrow();
        StringBuilder all = new StringBuilder(String.join("\n", proxy.printed())).append(proxy.errors());
        for (Path file : files) {
            all.append(Files.readString(file));
        }
        assertThat(all.toString()).doesNotContain(body).doesNotContain("PRIVATE KEY");
    }

    private static void assertOwnersAlone(Path... files) throws IOException {
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            for (Path file : files) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
    }
}
