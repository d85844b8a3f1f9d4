package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    @TempDir
    Path directory;

    @Test
    void portThatIsTakenIsNamedWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            List<String> arguments = new ArrayList<>(anyPorts());
            arguments.addAll(List.of("--h1-port", port));
            arguments.remove("--h1-port=0");
            Run run = Run.of(arguments.toArray(String[]::new));
            assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains(port).contains("Choose another port, or 0 for any free one.");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void serverSaysWhereItListensAndEndsWellWhenToldTo() throws Exception {
        Process process = start();
        try (BufferedReader reader = process.inputReader()) {
            List<String> lines = new ArrayList<>();
            String line = reader.readLine();
            while (line != null && !line.startsWith("Ctrl-C")) {
                lines.add(line);
                line = reader.readLine();
            }
            assertThat(lines).anySatisfy(text -> assertThat(text).contains(directory.resolve("ca.pem") + ""));
            assertThat(lines).anySatisfy(text -> assertThat(text).contains("7 streams on an HTTP/2 connection"));
            URI delay = lines.stream()
                    .filter(text -> text.contains("curl --http1.1 http://"))
                    .map(text -> URI.create(text.substring(text.indexOf("http://"))))
                    .findFirst()
                    .orElseThrow();
            HttpRequest request =
                    HttpRequest.newBuilder(delay.resolve("/whoami")).build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .body())
                    .contains("blue");
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.OK);
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        line.addAll(anyPorts());
        line.addAll(List.of("--name", "blue", "--max-streams", "7"));
        return new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private List<String> anyPorts() {
        return List.of(
                "serve",
                "--tls-port=0",
                "--tls-h1-port=0",
                "--h1-port=0",
                "--h2c-port=0",
                "--ca-dir",
                directory.toString());
    }
}
