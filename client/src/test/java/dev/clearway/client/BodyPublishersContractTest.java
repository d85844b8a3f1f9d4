package dev.clearway.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every body publisher of the JDK, and any other, arrives at the server byte for byte, framed by what is known of its length. */
@Contract
class BodyPublishersContractTest extends ContractTest {
    private static final byte[] LARGE = randomBytes(1024 * 1024 + 17);

    @TempDir
    Path directory;

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        new Random(11).nextBytes(bytes);
        return bytes;
    }

    /** Echoes the request's body; the answer tells what its length was said to be. */
    private HttpRequest.Builder echo(BodyPublisher body) {
        return request(Served::echo).POST(body);
    }

    private HttpResponse<byte[]> echoed(BodyPublisher body) throws Exception {
        return send(echo(body), BodyHandlers.ofByteArray());
    }

    private static String saidLength(HttpResponse<?> response) {
        return response.headers().firstValue("said-length").orElse("none");
    }

    @Test
    void stringIsSentAsUtf8() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.ofString("grün"));
        assertThat(response.body()).isEqualTo("grün".getBytes(UTF_8));
        assertThat(saidLength(response)).isEqualTo("5");
    }

    @Test
    void stringIsSentInTheCallersCharset() throws Exception {
        assertThat(echoed(BodyPublishers.ofString("grün", ISO_8859_1)).body()).isEqualTo("grün".getBytes(ISO_8859_1));
    }

    @Test
    void bytesAreSent() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.ofByteArray(LARGE));
        assertThat(response.body()).isEqualTo(LARGE);
        assertThat(saidLength(response)).isEqualTo(String.valueOf(LARGE.length));
    }

    @Test
    void partOfBytesIsSent() throws Exception {
        assertThat(echoed(BodyPublishers.ofByteArray("abcdef".getBytes(UTF_8), 2, 3))
                        .body())
                .asString(UTF_8)
                .isEqualTo("cde");
    }

    @Test
    void severalArraysAreSentInOrder() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.ofByteArrays(
                List.of("one ".getBytes(UTF_8), new byte[0], "two ".getBytes(UTF_8), "three".getBytes(UTF_8))));
        assertThat(response.body()).asString(UTF_8).isEqualTo("one two three");
    }

    @Test
    void fileIsSent() throws Exception {
        Path file = Files.write(directory.resolve("body"), LARGE);
        HttpResponse<byte[]> response = echoed(BodyPublishers.ofFile(file));
        assertThat(response.body()).isEqualTo(LARGE);
        assertThat(saidLength(response)).isEqualTo(String.valueOf(LARGE.length));
    }

    @Test
    void fileThatIsGoneFailsTheRequest() throws Exception {
        Path file = Files.write(directory.resolve("body"), LARGE);
        BodyPublisher publisher = BodyPublishers.ofFile(file);
        Files.delete(file);
        assertThatThrownBy(() -> echoed(publisher))
                .isInstanceOf(IOException.class)
                .satisfies(thrown -> assertThat(thrown).hasRootCauseInstanceOf(FileNotFoundException.class));
    }

    @Test
    void inputStreamIsSent() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(LARGE)));
        assertThat(response.body()).isEqualTo(LARGE);
        assertThat(saidLength(response)).isEqualTo("none");
    }

    @Test
    void inputStreamThatFailsFailsTheRequest() {
        assertThatThrownBy(() -> echoed(BodyPublishers.ofInputStream(BrokenStream::new)))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("the stream broke");
    }

    @Test
    void missingInputStreamFailsTheRequest() {
        assertThatThrownBy(() -> echoed(BodyPublishers.ofInputStream(() -> null)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void publisherOfUnknownLengthIsSent() throws Exception {
        CompletableFuture<HttpResponse<byte[]>> response;
        try (SubmissionPublisher<ByteBuffer> source = new SubmissionPublisher<>()) {
            response = sendAsync(echo(BodyPublishers.fromPublisher(source)), BodyHandlers.ofByteArray());
            until(source::hasSubscribers);
            for (int i = 0; i < LARGE.length; i += 10_000) {
                source.submit(ByteBuffer.wrap(LARGE, i, Math.min(10_000, LARGE.length - i)));
            }
        }
        assertThat(done(response).body()).isEqualTo(LARGE);
        assertThat(saidLength(done(response))).isEqualTo("none");
    }

    @Test
    void publisherOfKnownLengthIsSentWithIt() throws Exception {
        HttpResponse<byte[]> response =
                echoed(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(LARGE), LARGE.length));
        assertThat(response.body()).isEqualTo(LARGE);
        assertThat(saidLength(response)).isEqualTo(String.valueOf(LARGE.length));
    }

    @Test
    void concatenationIsSentInOrder() throws Exception {
        HttpResponse<byte[]> response =
                echoed(BodyPublishers.concat(BodyPublishers.ofString("one "), BodyPublishers.ofString("two")));
        assertThat(response.body()).asString(UTF_8).isEqualTo("one two");
        assertThat(saidLength(response)).isEqualTo("7");
    }

    @Test
    void concatenationOfAnUnknownLengthIsOpen() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.concat(
                BodyPublishers.ofString("one "),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream("two".getBytes(UTF_8)))));
        assertThat(response.body()).asString(UTF_8).isEqualTo("one two");
        assertThat(saidLength(response)).isEqualTo("none");
    }

    @Test
    void postWithoutContentSaysThatItsLengthIsZero() throws Exception {
        HttpResponse<byte[]> response = echoed(BodyPublishers.noBody());
        assertThat(response.body()).isEmpty();
        if (!subject.http2()) {
            assertThat(saidLength(response)).isEqualTo("0");
        }
    }

    @Test
    void anyMethodMayHaveContent() throws Exception {
        for (String method : List.of("PUT", "DELETE", "PATCH", "GET", "PURGE-ALL")) {
            HttpResponse<String> response =
                    send(request(Served::echo).method(method, BodyPublishers.ofString("content of " + method)));
            assertThat(response.body()).isEqualTo("content of " + method);
            assertThat(response.headers().firstValue("said-method")).hasValue(method);
        }
    }

    @Test
    void publisherThatFailsFailsTheRequest() {
        BodyPublisher failing =
                BodyPublishers.fromPublisher(subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long n) {
                        subscriber.onError(new IOException("the source dried up"));
                    }

                    @Override
                    public void cancel() {}
                }));
        assertThatThrownBy(() -> echoed(failing))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("the source dried up");
    }

    @Test
    void publisherThatThrowsFailsTheRequest() {
        BodyPublisher throwing = BodyPublishers.fromPublisher(subscriber -> {
            throw new IllegalStateException("no subscribers here");
        });
        assertThatThrownBy(() -> echoed(throwing))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("no subscribers here");
    }

    @Test
    void tooFewBytesFailTheRequest() {
        assertThatThrownBy(() -> echoed(BodyPublishers.fromPublisher(BodyPublishers.ofString("short"), 6)))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("Too few bytes returned by the publisher (5/6)");
    }

    @Test
    void tooManyBytesFailTheRequest() {
        assertThatThrownBy(() -> echoed(BodyPublishers.fromPublisher(BodyPublishers.ofString("longer"), 5)))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("Too many bytes in request body. Expected: 5, got: 6");
    }

    @Test
    void sameRequestMayBeSentAgain() throws Exception {
        HttpRequest request = echo(BodyPublishers.ofString("again")).build();
        for (int i = 0; i < 3; i++) {
            assertThat(client().send(request, BodyHandlers.ofString()).body()).isEqualTo("again");
        }
    }

    @Test
    void publisherIsAskedForNoMoreThanTheServerTakes() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        EndlessPublisher endless = new EndlessPublisher(16 * 1024);
        CompletableFuture<HttpResponse<Void>> response = sendAsync(
                request(served -> {
                            served.pause();
                            at.complete(served);
                        })
                        .POST(BodyPublishers.fromPublisher(endless)),
                BodyHandlers.discarding());
        done(at);
        long stalled = endless.untilItStalls();
        assertThat(stalled).isLessThan(64L * 1024 * 1024);
        done(at).cut();
        assertThat(failureOf(response)).isInstanceOf(IOException.class);
    }
}
