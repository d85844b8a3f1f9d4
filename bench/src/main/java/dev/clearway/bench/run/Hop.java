package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A TLS hop before a server: takes HTTP/2 over TLS on one leg, asks the server on another, with one worker, in a
 * process of its own. A run sees it as the server that it stands for.
 */
public final class Hop implements BenchServer {
    /** Streams that each hop allows on a connection: enough for every workload, so that none waits at the hop. */
    private static final int STREAMS = 256;

    private static final Duration START = Duration.ofSeconds(60);

    @SuppressWarnings("InlineFormatString") // a file of its own, rather than forty lines in a method
    private static final String NGINX = """
            daemon off;
            master_process off;
            pid %1$s/nginx.pid;
            events { worker_connections 4096; }
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              keepalive_requests 1000000000;
              upstream server { server %2$s:%3$d; keepalive 512; keepalive_requests 1000000000; }
              server {
                listen %2$s:%4$d ssl http2;
                http2_max_concurrent_streams %5$d;
                ssl_certificate %6$s;
                ssl_certificate_key %7$s;
                location / {
                  proxy_pass https://server;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host localhost;
                  proxy_ssl_server_name on;
                  proxy_ssl_name localhost;
                  proxy_ssl_trusted_certificate %8$s;
                  proxy_ssl_verify on;
                }
              }
            }
            """;

    /** What can stand in between. */
    public enum Kind {
        /** Nothing: the server itself, for the rest to be compared with. */
        DIRECT("", ""),
        /** Our own, HTTP/2 on both legs. */
        CLEARWAY("", ""),
        /** Our own, HTTP/1.1 to the server. */
        CLEARWAY_H1("", ""),
        /** nginx, which asks by HTTP/1.1. */
        NGINX("nginx", "-v"),
        /** nghttpx of the nghttp2 project, HTTP/2 on both legs. */
        NGHTTPX("nghttpx", "--version"),
        /** mitmproxy's reverse mode, HTTP/2 on both legs. */
        MITMPROXY("mitmdump", "--version");

        private final String program;
        private final String versionOption;

        Kind(String program, String versionOption) {
            this.program = program;
            this.versionOption = versionOption;
        }

        /** Its name on the command line and in results. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether it can be started here. */
        public boolean isAvailable() {
            return program.isEmpty() || ServerFiles.isInstalled(program, versionOption);
        }
    }

    private final String name;
    private final int port;
    private final Path ca;
    private final Child child;

    private Hop(String name, int port, Path ca, Child child) {
        this.name = name;
        this.port = port;
        this.ca = ca;
        this.child = child;
    }

    /**
     * Starts it and waits until it listens.
     *
     * @param server whom it asks; not closed with it
     * @param directory for its files, empty
     */
    public static BenchServer start(Kind kind, BenchServer server, Path directory)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        return switch (kind) {
            case DIRECT -> new Direct(server);
            case CLEARWAY -> ours(server, Wire.H2, directory);
            case CLEARWAY_H1 -> ours(server, Wire.H1_TLS, directory);
            case NGINX -> nginx(server, directory);
            case NGHTTPX -> nghttpx(server, directory);
            case MITMPROXY -> mitmproxy(server, directory);
        };
    }

    private static Hop ours(BenchServer server, Wire upstream, Path directory)
            throws IOException, InterruptedException {
        Path ca = directory.resolve("ca.pem");
        String target = "https://" + ClientSetup.HOST + ":" + server.port(upstream);
        Child child = new Child(
                Jvm.command(
                        Jvm.flags("256m"),
                        ProxyMain.class,
                        List.of(
                                target,
                                server.ca().toString(),
                                ca.toString(),
                                upstream.http2() ? "h2" : "http/1.1",
                                Integer.toString(STREAMS))),
                directory.resolve("proxy.log"));
        try {
            int port = Integer.parseInt(child.receive(START));
            return new Hop("clearway proxy, upstream by " + upstream.label(), port, ca, child);
        } catch (IOException | InterruptedException | NumberFormatException e) {
            child.close();
            throw e;
        }
    }

    private static Hop nginx(BenchServer server, Path directory) throws IOException, InterruptedException {
        ServerFiles own = ServerFiles.in(directory);
        int port = ServerFiles.freePort();
        String text = NGINX.formatted(
                directory,
                ClientSetup.HOST,
                server.port(Wire.H1_TLS),
                port,
                STREAMS,
                own.certificate(),
                own.key(),
                server.ca());
        Path file = Files.writeString(directory.resolve("nginx.conf"), text);
        List<String> command =
                List.of(Kind.NGINX.program, "-p", directory.toString(), "-c", file.toString(), "-e", "stderr");
        return started(Kind.NGINX, command, port, own.ca(), directory);
    }

    private static Hop nghttpx(BenchServer server, Path directory) throws IOException, InterruptedException {
        ServerFiles own = ServerFiles.in(directory);
        int port = ServerFiles.freePort();
        List<String> command = List.of(
                Kind.NGHTTPX.program,
                "--single-process",
                "--single-thread",
                "--conf=/dev/null",
                "--workers=1",
                "--frontend=" + ClientSetup.HOST + "," + port,
                "--backend=" + ClientSetup.HOST + "," + server.port(Wire.H2) + ";;tls;proto=h2;sni=localhost",
                "--cacert=" + server.ca(),
                "--frontend-http2-max-concurrent-streams=" + STREAMS,
                "--accesslog-file=/dev/null",
                own.key().toString(),
                own.certificate().toString());
        return started(Kind.NGHTTPX, command, port, own.ca(), directory);
    }

    private static Hop mitmproxy(BenchServer server, Path directory) throws IOException, InterruptedException {
        int port = ServerFiles.freePort();
        List<String> command = List.of(
                Kind.MITMPROXY.program,
                "--quiet",
                "--mode=reverse:https://localhost:" + server.port(Wire.H2),
                "--listen-host=" + ClientSetup.HOST,
                "--listen-port=" + port,
                "--set=confdir=" + directory,
                "--set=flow_detail=0",
                // Else it asks the server before the client has said what it speaks, and then HTTP/1.1 is left.
                "--set=connection_strategy=lazy",
                "--set=ssl_verify_upstream_trusted_ca=" + server.ca());
        return started(Kind.MITMPROXY, command, port, directory.resolve("mitmproxy-ca-cert.pem"), directory);
    }

    private static Hop started(Kind kind, List<String> command, int port, Path ca, Path directory)
            throws IOException, InterruptedException {
        String name = ServerFiles.version(kind.program, kind.versionOption);
        Child child = new Child(command, directory.resolve(kind.label() + ".log"));
        try {
            ServerFiles.awaitListening(child, port);
            return new Hop(name, port, ca, child);
        } catch (IOException e) {
            child.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean speaks(Wire wire) {
        return wire == Wire.H2;
    }

    @Override
    public int port(Wire wire) {
        return port;
    }

    @Override
    public long pid(Wire wire) {
        return child.pid();
    }

    @Override
    public Path ca() {
        return ca;
    }

    @Override
    public void close() {
        child.close();
    }

    /** The server itself, which whoever started it closes. */
    private record Direct(BenchServer server) implements BenchServer {
        @Override
        public String name() {
            return server.name();
        }

        @Override
        public boolean speaks(Wire wire) {
            return server.speaks(wire);
        }

        @Override
        public int port(Wire wire) {
            return server.port(wire);
        }

        @Override
        public long pid(Wire wire) {
            return server.pid(wire);
        }

        @Override
        public Path ca() {
            return server.ca();
        }

        @Override
        public void close() {}
    }
}
