package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a response says: status, fields, version, TLS session, and what it answers. */
@Contract
class ResponseContractTest extends ContractTest {
    @Test
    void statusIsTheServers() throws Exception {
        for (int status : List.of(200, 201, 206, 299, 400, 401, 404, 407, 418, 500, 503, 599)) {
            HttpResponse<String> response = send(request(served -> served.respond(status, "text")));
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).isEqualTo("text");
        }
    }

    @Test
    void redirectIsNotFollowedByDefault() throws Exception {
        HttpResponse<String> response = send(request(served -> served.respond(302, "", "location", "/elsewhere")));
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("location")).hasValue("/elsewhere");
    }

    @Test
    void fieldsAreFoundInAnyCaseAndInOrder() throws Exception {
        HttpResponse<String> response =
                send(requestFor("", "Set-Cookie", "a=1", "x-single", "one", "set-cookie", "b=2", "number", "42"));
        assertThat(response.headers().allValues("SET-COOKIE")).containsExactly("a=1", "b=2");
        assertThat(response.headers().firstValue("X-SINGLE")).hasValue("one");
        assertThat(response.headers().firstValueAsLong("Number")).hasValue(42);
        assertThat(response.headers().firstValue("absent")).isEmpty();
        assertThat(response.headers().map()).containsKey("set-cookie");
    }

    @Test
    void manyFieldsArrive() throws Exception {
        String[] fields = new String[100];
        for (int i = 0; i < fields.length; i += 2) {
            fields[i] = "field-" + i;
            fields[i + 1] = "v".repeat(100);
        }
        HttpResponse<String> response = send(requestFor("", fields));
        for (int i = 0; i < fields.length; i += 2) {
            assertThat(response.headers().firstValue(fields[i])).hasValue(fields[i + 1]);
        }
    }

    @Test
    void responseNamesItsRequest() throws Exception {
        HttpRequest request = requestFor("text").header("one", "1").build();
        HttpResponse<String> response = client().send(request, BodyHandlers.ofString());
        assertThat(response.request()).isEqualTo(request);
        assertThat(response.uri()).isEqualTo(request.uri());
        assertThat(response.previousResponse()).isEmpty();
        assertThat(response.toString()).contains("GET", request.uri().toString(), "200");
    }

    @Test
    void versionIsTheOneSpoken() throws Exception {
        assertThat(send(requestFor("")).version()).isEqualTo(subject.version());
    }

    @Test
    void requestsVersionOverridesTheClients() throws Exception {
        if (subject.port == ContractServer.Port.HTTP2) {
            return; // a cleartext port speaks one of the two
        }
        HttpResponse<String> response = send(requestFor("").version(Version.HTTP_1_1));
        assertThat(response.version()).isEqualTo(Version.HTTP_1_1);
    }

    @Test
    void sessionIsThereOverTlsOnly() throws Exception {
        HttpResponse<String> response = send(requestFor(""));
        assertThat(response.sslSession().isPresent()).isEqualTo(subject.tls());
        if (subject.tls()) {
            assertThat(response.sslSession().orElseThrow().getProtocol()).startsWith("TLSv1.");
            assertThat(response.sslSession().orElseThrow().getPeerCertificates())
                    .hasSize(2);
        }
    }

    @Test
    void headHasFieldsAndNoBody() throws Exception {
        for (String length : List.of("0", "5", "1000000")) {
            HttpResponse<String> response = send(request(served -> {
                        served.head(200, "content-length", length);
                        served.end();
                    })
                    .method("HEAD", BodyPublishers.noBody()));
            assertThat(response.body()).isEmpty();
            assertThat(response.headers().firstValue("content-length")).hasValue(length);
        }
        assertThat(send(requestFor("next")).body()).isEqualTo("next");
    }

    @Test
    void noContentAndNotModifiedHaveNoBody() throws Exception {
        for (int status : List.of(204, 304)) {
            HttpResponse<String> response = send(request(served -> served.respond(status, "", "etag", "\"1\"")));
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).isEmpty();
            assertThat(response.headers().firstValue("etag")).hasValue("\"1\"");
        }
        assertThat(send(requestFor("next")).body()).isEqualTo("next");
    }

    @Test
    void notModifiedMayTellALength() throws Exception {
        HttpResponse<String> response = send(request(served -> {
            served.head(304, "content-length", "1000");
            served.end();
        }));
        assertThat(response.statusCode()).isEqualTo(304);
        assertThat(response.body()).isEmpty();
        assertThat(send(requestFor("next")).body()).isEqualTo("next");
    }

    @Test
    void interimResponsesArePassedOver() throws Exception {
        HttpResponse<String> response = send(request(served -> {
            served.interim(102);
            served.interim(103, "link", "</style.css>");
            served.respond(200, "final");
        }));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("final");
        assertThat(response.headers().firstValue("link")).isEmpty();
    }

    @Test
    void unexpectedContinueIsPassedOver() throws Exception {
        HttpResponse<String> response = send(request(served -> {
            served.interim(100);
            served.respond(200, "final");
        }));
        assertThat(response.body()).isEqualTo("final");
    }

    @Test
    void handlerSeesTheHead() throws Exception {
        CompletableFuture<ResponseInfo> at = new CompletableFuture<>();
        HttpResponse<Void> response = send(requestFor("text", "one", "1"), info -> {
            at.complete(info);
            return BodySubscribers.discarding();
        });
        assertThat(done(at).statusCode()).isEqualTo(200);
        assertThat(done(at).version()).isEqualTo(subject.version());
        assertThat(done(at).headers()).isEqualTo(response.headers());
        assertThat(done(at).headers().firstValue("one")).hasValue("1");
    }

    @Test
    void addressLiteralIsAHost() throws Exception {
        if (subject.tls()) {
            return; // the server's certificate names localhost
        }
        URI uri = serve(served -> served.respond(200, "here"));
        URI literal = URI.create(uri.toString().replace("localhost", "127.0.0.1"));
        assertThat(send(HttpRequest.newBuilder(literal)).body()).isEqualTo("here");
    }
}
