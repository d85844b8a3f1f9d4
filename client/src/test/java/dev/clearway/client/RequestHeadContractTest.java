package dev.clearway.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the server sees of a request's head, and which heads are refused. */
@Contract
class RequestHeadContractTest extends ContractTest {
    /** Sends, and gives what the server saw. */
    private Served seen(HttpRequest.Builder request, CompletableFuture<Served> at) throws Exception {
        assertThat(send(request).statusCode()).isEqualTo(200);
        return done(at);
    }

    private static void answer(Served served, CompletableFuture<Served> at) {
        at.complete(served);
        served.respond(200, "");
    }

    private Served seen(String path, String... fields) throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        URI uri = URI.create(serve(served -> answer(served, at)) + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return seen(fields.length == 0 ? request : request.headers(fields), at);
    }

    @Test
    void fieldsArriveWithEachOfTheirValues() throws Exception {
        Served served = seen("", "one", "1", "Two", "a", "two", "b", "empty", "", "odd", "!#$%&'*+-.^_`|~ \t x");
        assertThat(served.field("one")).isEqualTo("1");
        assertThat(served.fields().getAll("two")).containsExactly("a", "b");
        assertThat(served.field("empty")).isEmpty();
        assertThat(served.field("odd")).isEqualTo("!#$%&'*+-.^_`|~ \t x");
    }

    @Test
    void longAndManyFieldsArrive() throws Exception {
        String[] fields = new String[80];
        for (int i = 0; i < fields.length; i += 2) {
            fields[i] = "field-" + i;
            fields[i + 1] = "v".repeat(100);
        }
        Served served = seen("", fields);
        for (int i = 0; i < fields.length; i += 2) {
            assertThat(served.field(fields[i])).isEqualTo(fields[i + 1]);
        }
    }

    @Test
    void authorityIsHostAndPort() throws Exception {
        Served served = seen("");
        assertThat(served.authority()).isEqualTo(server().uri(subject.port, "/").getAuthority());
    }

    @Test
    void userAgentIsTheClientsUnlessGiven() throws Exception {
        assertThat(seen("").field("user-agent")).isNotBlank();
        assertThat(seen("", "User-Agent", "mine").fields().getAll("user-agent")).containsExactly("mine");
    }

    @Test
    void pathAndQueryArriveAsWritten() throws Exception {
        assertThat(seen("/a%20b/c;d?e=f%26g&h=%7B&i").target()).endsWith("/a%20b/c;d?e=f%26g&h=%7B&i");
    }

    @Test
    void charactersOutsideAsciiAreEncoded() throws Exception {
        assertThat(seen("/grün?ö=ü").target()).endsWith("/gr%C3%BCn?%C3%B6=%C3%BC");
    }

    @Test
    void fragmentStaysHere() throws Exception {
        assertThat(seen("/path?query#fragment").target()).endsWith("/path?query");
    }

    @Test
    void emptyPathIsASlash() throws Exception {
        URI root = server().uri(subject.port, "");
        assertThat(send(HttpRequest.newBuilder(root)).statusCode()).isEqualTo(404);
        assertThat(send(HttpRequest.newBuilder(URI.create(root + "?query"))).body())
                .isEqualTo("nothing at /");
    }

    @Test
    void schemeIsReadInAnyCase() throws Exception {
        URI uri = serve(served -> served.respond(200, ""));
        URI shouted = URI.create(uri.toString().replaceFirst("^http(s?)", subject.tls() ? "HTTPS" : "HTTP"));
        assertThat(send(HttpRequest.newBuilder(shouted)).statusCode()).isEqualTo(200);
    }

    @Test
    void methodArrives() throws Exception {
        for (String method : List.of("HEAD", "OPTIONS", "DELETE", "get", "M-SEARCH")) {
            CompletableFuture<Served> at = new CompletableFuture<>();
            Served served = seen(request(it -> answer(it, at)).method(method, BodyPublishers.noBody()), at);
            assertThat(served.method()).isEqualTo(method);
        }
    }

    @Test
    void continueIsWaitedFor() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> response = sendAsync(
                request(served -> {
                            at.complete(served);
                            served.echo();
                        })
                        .expectContinue(true)
                        .POST(BodyPublishers.ofString("content")),
                BodyHandlers.ofString());
        assertThat(done(at).field("expect")).isEqualToIgnoringCase("100-continue");
        assertThat(done(at).count()).isZero();
        done(at).interim(100);
        assertThat(done(response).body()).isEqualTo("content");
    }

    @Test
    void finalAnswerInsteadOfContinueEndsTheRequest() throws Exception {
        rightSince(21, "JDK-8286171");
        CompletableFuture<Served> at = new CompletableFuture<>();
        HttpResponse<String> response = send(request(served -> {
                    at.complete(served);
                    served.respond(417, "no", "connection", "close");
                })
                .expectContinue(true)
                .POST(BodyPublishers.ofString("content")));
        assertThat(response.statusCode()).isEqualTo(417);
        assertThat(response.body()).isEqualTo("no");
        assertThat(done(at).count()).isZero();
    }

    @Test
    void getSaysNothingOfContent() throws Exception {
        rightSince(21, "JDK-8283544");
        HttpResponse<String> response = send(request(Served::echo));
        assertThat(response.headers().firstValue("said-length")).hasValue("none");
        assertThat(response.headers().firstValue("said-coding")).hasValue("none");
    }

    /** A request as somebody else's class, unchecked by the JDK's builder. */
    private HttpRequest foreign(String method, URI uri, Map<String, List<String>> fields) {
        return new HttpRequest() {
            @Override
            public Optional<BodyPublisher> bodyPublisher() {
                return Optional.empty();
            }

            @Override
            public String method() {
                return method;
            }

            @Override
            public Optional<Duration> timeout() {
                return Optional.empty();
            }

            @Override
            public boolean expectContinue() {
                return false;
            }

            @Override
            public URI uri() {
                return uri;
            }

            @Override
            public Optional<HttpClient.Version> version() {
                return Optional.empty();
            }

            @Override
            public HttpHeaders headers() {
                return HttpHeaders.of(fields, (name, value) -> true);
            }
        };
    }

    @Test
    void foreignRequestIsSent() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        URI uri = serve(served -> answer(served, at));
        client().send(foreign("GET", uri, Map.of("one", List.of("1"))), BodyHandlers.discarding());
        assertThat(done(at).field("one")).isEqualTo("1");
    }

    @Test
    void foreignRequestIsCheckedAsTheBuilderWould() {
        URI uri = server().uri(subject.port, "/");
        assertRefused(foreign("GET", uri, Map.of("one", List.of("1\r\ntwo: 2"))));
        assertRefused(foreign("GET", uri, Map.of("o ne", List.of("1"))));
        assertRefused(foreign("GET", uri, Map.of("one:", List.of("1"))));
        assertRefused(foreign("GET", uri, Map.of("Host", List.of("elsewhere"))));
        assertRefused(foreign("GET", uri, Map.of("content-length", List.of("5"))));
        assertRefused(foreign("GET", uri, Map.of("Upgrade", List.of("h2c"))));
        assertRefused(foreign("GET / HTTP/1.1\r\n\r\n", uri, Map.of()));
        assertRefused(foreign("CONNECT", uri, Map.of()));
        assertRefused(foreign("GET", URI.create("ftp://localhost/"), Map.of()));
        assertRefused(foreign("GET", URI.create("/relative"), Map.of()));
        assertRefused(foreign("GET", URI.create("http:///nobody"), Map.of()));
        assertRefused(foreign("GET", URI.create("http://under_score/"), Map.of()));
    }

    @Test
    void builderRefusesControlCharacters() {
        for (String value : List.of("1\r\ntwo: 2", "1\n", "1\0", "1\u007f")) {
            assertThatThrownBy(() -> HttpRequest.newBuilder().header("one", value))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private void assertRefused(HttpRequest request) {
        assertThatThrownBy(() -> client().send(request, BodyHandlers.discarding()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client().sendAsync(request, BodyHandlers.discarding()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingMayBeMissing() {
        HttpRequest request = requestFor("").build();
        assertThatThrownBy(() -> client().send(null, BodyHandlers.discarding()))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client().send(request, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client().sendAsync(null, BodyHandlers.discarding()))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client().sendAsync(request, null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void contentTravelsWithItsType() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        HttpResponse<String> response = send(request(served -> {
                    at.complete(served);
                    served.echo();
                })
                .header("Content-Type", "text/plain; charset=utf-8")
                .PUT(BodyPublishers.ofByteArray("grün".getBytes(UTF_8))));
        assertThat(response.body()).isEqualTo("grün");
        assertThat(done(at).field("content-type")).isEqualTo("text/plain; charset=utf-8");
    }
}
