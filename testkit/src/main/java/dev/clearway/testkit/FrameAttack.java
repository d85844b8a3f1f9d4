package dev.clearway.testkit;

import io.netty.handler.codec.http2.Http2Error;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a client can do to a server by frames alone, each more often than any server has to bear. The requests ask for
 * {@code /hold}, which the server's test leaves unanswered, and for {@code /echo}, which it answers with the content.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state, and a set that is a copy
public enum FrameAttack {
    /** CVE-2023-44487. */
    RAPID_RESETS(
            times(3_000, (to, i) -> to.get(id(i), "/hold").queue(Http2Frames.rstStream(id(i), Http2Error.CANCEL))),
            Http2Error.ENHANCE_YOUR_CALM),

    /** CVE-2025-8671, as the next ones: it is the server that resets. */
    EMPTY_WINDOW_UPDATES(
            times(3_000, (to, i) -> to.get(id(i), "/hold").queue(Http2Frames.windowUpdate(id(i), 0))),
            Http2Error.ENHANCE_YOUR_CALM),

    WINDOWS_THAT_OVERFLOW(
            times(3_000, (to, i) -> to.get(id(i), "/hold").queue(Http2Frames.windowUpdate(id(i), Integer.MAX_VALUE))),
            Http2Error.ENHANCE_YOUR_CALM),

    CONTENT_THAT_DIFFERS_FROM_ITS_LENGTH(
            times(
                    3_000,
                    (to, i) -> to.headers(id(i), 0, ":method", "POST", ":path", "/hold", "content-length", "1")
                            .queue(Http2Frames.lastData(id(i), new byte[2]))),
            Http2Error.ENHANCE_YOUR_CALM),

    MALFORMED_HEADS(
            times(
                    3_000,
                    (to, i) ->
                            to.headers(id(i), Http2Frame.END_STREAM, ":method", "GET", ":path", "/hold", "te", "gzip")),
            Http2Error.ENHANCE_YOUR_CALM),

    HEADERS_AFTER_THE_END(
            times(3_000, (to, i) -> to.get(id(i), "/hold").headers(id(i), Http2Frame.END_STREAM, "x", "y")),
            Http2Error.ENHANCE_YOUR_CALM),

    DATA_AFTER_THE_END(
            times(3_000, (to, i) -> to.get(id(i), "/hold").queue(Http2Frames.data(id(i), new byte[1]))),
            Http2Error.ENHANCE_YOUR_CALM,
            Http2Error.STREAM_CLOSED),

    STREAMS_THAT_DEPEND_ON_THEMSELVES(
            times(3_000, (to, i) -> to.get(id(i), "/hold").queue(priority(id(i), id(i)))),
            Http2Error.ENHANCE_YOUR_CALM,
            Http2Error.PROTOCOL_ERROR),

    /** VU#421644, as the next ones. */
    ENDLESS_HEAD_OF_EMPTY_FRAMES(endlessHead(0), Http2Error.ENHANCE_YOUR_CALM, Http2Error.PROTOCOL_ERROR),

    ENDLESS_HEAD_OF_SMALL_FRAMES(endlessHead(1), Http2Error.ENHANCE_YOUR_CALM, Http2Error.PROTOCOL_ERROR),

    ENDLESS_HEAD_OF_LARGE_FRAMES(endlessHead(16_384), Http2Error.ENHANCE_YOUR_CALM, Http2Error.PROTOCOL_ERROR),

    ENDLESS_TRAILERS(
            to -> {
                to.post(1, "/hold").queue(Http2Frames.headersPart(1, to.block(1, "x", "y")));
                times(1_000, (client, i) -> client.queue(Http2Frames.continuation(1, new byte[16])))
                        .accept(to);
            },
            Http2Error.ENHANCE_YOUR_CALM,
            Http2Error.PROTOCOL_ERROR),

    /** CVE-2019-9518, as the next one. */
    EMPTY_DATA(
            to -> times(100, (client, i) -> client.queue(Http2Frames.data(1, new byte[0])))
                    .accept(to.post(1, "/echo")),
            Http2Error.ENHANCE_YOUR_CALM),

    PADDED_EMPTY_DATA(
            to -> times(100, (client, i) -> client.queue(Http2Frames.paddedData(1, new byte[0], 1)))
                    .accept(to.post(1, "/echo")),
            Http2Error.ENHANCE_YOUR_CALM),

    /** CVE-2019-9513. */
    PRIORITY_FRAMES(times(12_000, (to, i) -> to.queue(priority(id(i), 0))), Http2Error.ENHANCE_YOUR_CALM),

    UNKNOWN_FRAMES(
            times(12_000, (to, i) -> to.queue(new Http2Frame(0x99, 0, 0, new byte[] {1}))),
            Http2Error.ENHANCE_YOUR_CALM),

    /** CVE-2019-9512. */
    PINGS(times(12_000, (to, i) -> to.queue(Http2Frames.ping(i))), Http2Error.ENHANCE_YOUR_CALM),

    /** CVE-2019-9515. */
    EMPTY_SETTINGS(times(12_000, (to, i) -> to.queue(Http2Frames.rawSettings())), Http2Error.ENHANCE_YOUR_CALM);

    private final Consumer<FrameClient> frames;
    private final Set<Long> ends;

    FrameAttack(Consumer<FrameClient> frames, Http2Error... ends) {
        this.frames = frames;
        this.ends = Stream.of(ends).map(Http2Error::code).collect(Collectors.toUnmodifiableSet());
    }

    /** Sends all of it, whether or not the server still listens. */
    public void send(FrameClient client) {
        frames.accept(client);
        client.flushInVain();
    }

    /** The codes of GOAWAY with which a server may end it. */
    public Set<Long> ends() {
        return ends;
    }

    private static int id(int request) {
        return 2 * request + 1;
    }

    private static Http2Frame priority(int stream, int parent) {
        byte[] payload = {0, 0, (byte) (parent >> 8), (byte) parent, 1};
        return Http2Frame.of(FrameKind.PRIORITY, 0, stream, payload);
    }

    private static Consumer<FrameClient> times(int count, ObjIntConsumer<FrameClient> frames) {
        return to -> {
            for (int i = 0; i < count; i++) {
                frames.accept(to, i);
            }
        };
    }

    private static Consumer<FrameClient> endlessHead(int size) {
        return to -> {
            to.queue(Http2Frames.headersPart(1, to.block(1, ":method", "GET", ":path", "/hold")));
            times(1_000, (client, i) -> client.queue(Http2Frames.continuation(1, new byte[size])))
                    .accept(to);
        };
    }
}
