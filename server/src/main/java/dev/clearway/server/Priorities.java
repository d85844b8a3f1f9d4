package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of the order of its responses on one connection (RFC 9218): in fields, and in PRIORITY_UPDATE frames
 * (section 7.1), which may come before their request and then overrule its field. Confined to the event loop of its
 * connection.
 */
final class Priorities {
    /** The type of PRIORITY_UPDATE frames. */
    static final byte UPDATE = 0x10;
    /** SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218, section 2.1). */
    static final char NO_TREE = 0x9;

    private static final AsciiString FIELD = AsciiString.cached("priority");
    private static final int ID_BYTES = 4;
    private static final int ID_MASK = 0x7fff_ffff;
    /** How long after others a response that could be sent is held back by them. */
    private static final Duration RECENT = Duration.ofSeconds(5);
    /** A value is a few bytes; what is much longer says nothing that is known. */
    private static final int LONGEST = 256;

    private final Http2Connection connection;
    private final UrgencyDistributor distributor;
    private final int maxStreams;
    private final long recentNanos;
    /** Of streams that are still to come. */
    private final TreeMap<Integer, Priority> early = new TreeMap<>();

    Priorities(Http2Connection connection, UrgencyDistributor distributor, ServerSettings settings) {
        this.connection = connection;
        this.distributor = distributor;
        maxStreams = settings.maxStreams();
        recentNanos = settings.stallTimeout().compareTo(RECENT) < 0
                ? settings.stallTimeout().toNanos()
                : RECENT.toNanos();
    }

    /** A request has come. */
    void begin(Http2Stream stream, Http2Headers fields) {
        Priority said = early.remove(stream.id());
        // A stream that was skipped is closed.
        early.headMap(stream.id()).clear();
        if (said == null && fields.contains(FIELD)) {
            said = Priority.of(String.join(",", fields.getAll(FIELD)));
        }
        if (said != null) {
            distributor.prioritize(stream, said);
        }
    }

    /** What the client has said of a stream's response; {@code null} for nothing. */
    @Nullable
    Priority of(Http2Stream stream) {
        return distributor.priority(stream);
    }

    /** Whether a response stands still because others are more urgent, and not because its client does not take it. */
    boolean holdBack(Http2Stream stream) {
        return distributor.holdsBack(stream, recentNanos);
    }

    /**
     * A PRIORITY_UPDATE has come.
     *
     * @param active streams that count as active
     * @throws Http2Exception if it may not be sent: a connection error
     */
    void update(int frameStream, ByteBuf payload, int active) throws Http2Exception {
        if (payload.readableBytes() < ID_BYTES) {
            throw Http2Exception.connectionError(Http2Error.FRAME_SIZE_ERROR, "PRIORITY_UPDATE without a stream");
        }
        int id = payload.getInt(payload.readerIndex()) & ID_MASK;
        if (frameStream != 0 || id == 0 || id % 2 == 0) {
            throw Http2Exception.connectionError(
                    Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE on stream %d of stream %d", frameStream, id);
        }
        int length = payload.readableBytes() - ID_BYTES;
        Priority said = length > LONGEST
                ? null
                : Priority.of(payload.toString(payload.readerIndex() + ID_BYTES, length, StandardCharsets.ISO_8859_1));
        Http2Stream stream = connection.stream(id);
        if (stream != null) {
            distributor.prioritize(stream, said);
        } else if (!connection.remote().mayHaveCreatedStream(id)) {
            remember(id, said, active);
        }
    }

    private void remember(int id, @Nullable Priority said, int active) throws Http2Exception {
        early.remove(id);
        if (early.size() + active >= maxStreams) {
            throw Http2Exception.connectionError(
                    Http2Error.PROTOCOL_ERROR, "PRIORITY_UPDATE of more streams than there may be");
        }
        if (said != null) {
            early.put(id, said);
        }
    }
}
