package dev.clearway.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Every body handler of the JDK gives the body that the server sent. */
@Contract
class BodyHandlersContractTest extends ContractTest {
    private static final byte[] LARGE = randomBytes(1024 * 1024 + 17);

    @TempDir
    Path directory;

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private <T> HttpResponse<T> large(BodyHandler<T> handler) throws Exception {
        return send(request(served -> served.respond(200, LARGE)), handler);
    }

    @Test
    void stringIsDecodedAsTheContentTypeSays() throws Exception {
        byte[] latin = "grün".getBytes(ISO_8859_1);
        assertThat(send(request(it -> it.respond(200, latin, "content-type", "text/plain; charset=ISO-8859-1")))
                        .body())
                .isEqualTo("grün");
        byte[] utf16 = "grün".getBytes(UTF_16BE);
        assertThat(send(request(it -> it.respond(200, utf16, "content-type", "text/plain; charset=\"utf-16be\"")))
                        .body())
                .isEqualTo("grün");
    }

    @Test
    void stringIsUtf8WhereNothingSaysOtherwise() throws Exception {
        assertThat(send(requestFor("grün")).body()).isEqualTo("grün");
        assertThat(send(requestFor("grün", "content-type", "text/plain; charset=no-such"))
                        .body())
                .isEqualTo("grün");
    }

    @Test
    void stringIsDecodedAsTheCallerSays() throws Exception {
        byte[] latin = "grün".getBytes(ISO_8859_1);
        assertThat(send(request(it -> it.respond(200, latin)), BodyHandlers.ofString(ISO_8859_1))
                        .body())
                .isEqualTo("grün");
    }

    @Test
    void bytesArriveWhole() throws Exception {
        assertThat(large(BodyHandlers.ofByteArray()).body()).isEqualTo(LARGE);
    }

    @Test
    void emptyBodyIsEmpty() throws Exception {
        assertThat(send(requestFor(""), BodyHandlers.ofByteArray()).body()).isEmpty();
        assertThat(send(requestFor("")).body()).isEmpty();
        assertThat(send(requestFor(""), BodyHandlers.ofInputStream()).body().readAllBytes())
                .isEmpty();
        assertThat(send(requestFor(""), BodyHandlers.ofLines()).body()).isEmpty();
    }

    @Test
    void bodyOfOpenLengthArrivesWhole() throws Exception {
        HttpResponse<String> response = send(request(served -> {
            served.head(200);
            served.data("one ");
            served.data("two ");
            served.data("three");
            served.end();
        }));
        assertThat(response.body()).isEqualTo("one two three");
    }

    @Test
    void trailersDoNotDisturbTheBody() throws Exception {
        HttpResponse<String> response = send(request(served -> {
            served.head(200, "trailer", "checksum");
            served.data("content");
            served.end("checksum", "12");
        }));
        assertThat(response.body()).isEqualTo("content");
    }

    @Test
    void fileHoldsTheBody() throws Exception {
        Path file = directory.resolve("body");
        assertThat(large(BodyHandlers.ofFile(file)).body()).isEqualTo(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(LARGE);
    }

    @Test
    void fileOptionsAreHeeded() throws Exception {
        Path file = Files.writeString(directory.resolve("body"), "before ");
        send(requestFor("after"), BodyHandlers.ofFile(file, StandardOpenOption.APPEND, StandardOpenOption.WRITE));
        assertThat(file).hasContent("before after");
    }

    @Test
    void downloadIsNamedByTheServer() throws Exception {
        HttpResponse<Path> response = send(
                requestFor("content", "content-disposition", "attachment; filename=\"given name.txt\""),
                BodyHandlers.ofFileDownload(directory, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        assertThat(response.body().getFileName()).hasToString("given name.txt");
        assertThat(response.body()).hasContent("content");
    }

    @Test
    void inputStreamGivesTheBody() throws Exception {
        try (InputStream body = large(BodyHandlers.ofInputStream()).body()) {
            assertThat(body.readAllBytes()).isEqualTo(LARGE);
        }
    }

    @Test
    void inputStreamIsThereBeforeTheBodyIs() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        HttpResponse<InputStream> response = send(
                request(served -> {
                    served.head(200, "content-length", "6");
                    served.data("abc");
                    at.complete(served);
                }),
                BodyHandlers.ofInputStream());
        assertThat(response.body().readNBytes(3)).asString(UTF_8).isEqualTo("abc");
        done(at).data("def");
        done(at).end();
        assertThat(response.body().readAllBytes()).asString(UTF_8).isEqualTo("def");
    }

    @Test
    void linesEndByEachOfTheThreeWays() throws Exception {
        try (Stream<String> lines =
                send(requestFor("a\nb\r\nc\rd"), BodyHandlers.ofLines()).body()) {
            assertThat(lines).containsExactly("a", "b", "c", "d");
        }
    }

    @Test
    void manyLinesArriveInOrder() throws Exception {
        String text =
                Stream.iterate(0, i -> i + 1).limit(20_000).map(String::valueOf).collect(Collectors.joining("\n"));
        try (Stream<String> lines =
                send(requestFor(text), BodyHandlers.ofLines()).body()) {
            assertThat(lines.collect(Collectors.joining("\n"))).isEqualTo(text);
        }
    }

    @Test
    void consumerGetsEachByteAndTheEnd() throws Exception {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        large(BodyHandlers.ofByteArrayConsumer(
                bytes -> bytes.ifPresentOrElse(seen::writeBytes, () -> ended.complete(null))));
        done(ended);
        assertThat(seen.toByteArray()).isEqualTo(LARGE);
    }

    @Test
    void publisherGivesTheBody() throws Exception {
        HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = large(BodyHandlers.ofPublisher());
        var subscriber = BodySubscribers.ofByteArray();
        response.body().subscribe(subscriber);
        assertThat(done(subscriber.getBody().toCompletableFuture())).isEqualTo(LARGE);
    }

    @Test
    void discardingGivesNothing() throws Exception {
        HttpResponse<Void> response = large(BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isNull();
    }

    @Test
    void replacingGivesTheReplacement() throws Exception {
        assertThat(large(BodyHandlers.replacing("instead")).body()).isEqualTo("instead");
        HttpResponse<String> nothing = large(BodyHandlers.replacing(null));
        assertThat(nothing.body()).isNull();
    }

    @Test
    void bufferingFillsEachItemToThatSize() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(Long.MAX_VALUE);
        large(BodyHandlers.buffering(BodyHandlers.fromSubscriber(subscriber), 1000));
        done(subscriber.completed);
        assertThat(subscriber.bytes()).isEqualTo(LARGE);
        assertThat(subscriber.sizes.subList(0, subscriber.sizes.size() - 1)).allMatch(size -> size == 1000);
    }

    @Test
    void subscriberIsAdapted() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(Long.MAX_VALUE);
        HttpResponse<byte[]> response = large(BodyHandlers.fromSubscriber(subscriber, RecordingSubscriber::bytes));
        assertThat(response.body()).isEqualTo(LARGE);
    }

    @Test
    void lineSubscriberGetsLines() throws Exception {
        List<String> lines = new ArrayList<>();
        Flow.Subscriber<String> subscriber = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(String line) {
                lines.add(line);
            }

            @Override
            public void onError(Throwable cause) {
                lines.add(cause.toString());
            }

            @Override
            public void onComplete() {
                lines.add("end");
            }
        };
        send(requestFor("a\nb\r\nc"), BodyHandlers.fromLineSubscriber(subscriber));
        assertThat(lines).containsExactly("a", "b", "c", "end");
    }

    @Test
    void mappingMayReadTheStreamInItsFunction() throws Exception {
        BodyHandler<Integer> counting = info -> BodySubscribers.mapping(BodySubscribers.ofInputStream(), stream -> {
            try {
                return stream.readAllBytes().length;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(large(counting).body()).isEqualTo(LARGE.length);
        assertThat(done(sendAsync(request(served -> served.respond(200, LARGE)), counting))
                        .body())
                .isEqualTo(LARGE.length);
    }

    @Test
    void mappingMayReadTheStreamLater() throws Exception {
        BodyHandler<Supplier<String>> late =
                info -> BodySubscribers.mapping(BodySubscribers.ofString(UTF_8), text -> () -> text);
        assertThat(send(requestFor("text"), late).body().get()).endsWith("text");
    }

    @Test
    void handlerChoosesByStatusAndFields() throws Exception {
        BodyHandler<String> choosing = info -> info.statusCode() == 200
                        && info.headers().firstValue("kind").orElse("").equals("text")
                ? BodySubscribers.ofString(UTF_8)
                : BodySubscribers.replacing("status " + info.statusCode() + " by " + info.version());
        assertThat(send(requestFor("text", "kind", "text"), choosing).body()).isEqualTo("text");
        assertThat(send(request(served -> served.respond(500, "oops")), choosing)
                        .body())
                .isEqualTo("status 500 by " + subject.version());
    }

    /** The handler that JDK 25 has new, which the code for JDK 17 cannot name. */
    @SuppressWarnings("unchecked")
    private static BodyHandler<String> limiting(long capacity) throws ReflectiveOperationException {
        return (BodyHandler<String>) BodyHandlers.class
                .getMethod("limiting", BodyHandler.class, long.class)
                .invoke(null, BodyHandlers.ofString(), capacity);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void limitingFailsAboveTheLimit() throws Exception {
        assertThat(send(requestFor("four"), limiting(4)).body()).isEqualTo("four");
        assertThatThrownBy(() -> send(requestFor("fives"), limiting(4)))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("capacity");
    }
}
