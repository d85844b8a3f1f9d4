package dev.clearway.transport.http2;

import dev.clearway.transport.ConnectionLostException;
import dev.clearway.transport.Retry;
import dev.clearway.transport.StreamResetException;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why streams of a connection end before their responses are complete, and which of their exchanges the peer cannot have
 * processed: those are sent again (RFC 9113, section 8.7), the others fail. Confined to the connection's event loop.
 */
final class Losses {
    private final Connection connection;
    private int goAwayLast = Integer.MAX_VALUE;
    private long goAwayCode;
    private String goAwayText = "";

    Losses(Connection connection) {
        this.connection = connection;
    }

    /** The peer goes away: it did not process streams above the last one that it names, which a later GOAWAY may lower. */
    void goAway(int lastStreamId, long errorCode, ByteBuf debugData) {
        goAwayLast = lastStreamId;
        goAwayCode = errorCode;
        goAwayText = GoAwayText.of(errorCode, debugData);
    }

    /** What the peer said as it went away. */
    String goAwayText() {
        return goAwayText;
    }

    /** The peer resets a stream. */
    void reset(StreamState state, long errorCode) {
        if (state.isComplete()) {
            return; // the peer wants no more of the request (RFC 9113, section 8.1): the response stands
        }
        if (errorCode == Http2Error.REFUSED_STREAM.code()) {
            state.exchange.unprocessed();
            state.retry = Retry.REFUSED_STREAM;
        } else if (errorCode == Http2Error.HTTP_1_1_REQUIRED.code()) {
            state.exchange.unprocessed();
            state.retry = Retry.HTTP_1_1_REQUIRED;
        }
        state.cause = record -> new StreamResetException(
                record, "the peer reset the stream (" + GoAwayText.name(errorCode) + ")", errorCode);
    }

    /** The stream is closed and the response not complete: the exchange is sent again, or fails. */
    void lost(StreamState state) {
        ActiveExchange exchange = state.exchange;
        Retry retry = unprocessed(state);
        if (retry != null && exchange.retry(retry)) {
            return;
        }
        exchange.giveBack(connection);
        exchange.fail(cause(state));
    }

    /** Why the exchange is to be sent again; {@code null} where it is not. */
    private @Nullable Retry unprocessed(StreamState state) {
        if (state.retry != null || state.cause != null) {
            return state.retry;
        }
        if (connection.isDead() && state.isUnwritten()) {
            state.exchange.neverSent();
            return Retry.NEVER_WRITTEN;
        }
        if (state.stream.id() <= goAwayLast) {
            return null;
        }
        state.exchange.unprocessed();
        if (goAwayCode == Http2Error.ENHANCE_YOUR_CALM.code()) {
            return null; // who is told to calm down does not come back at once
        }
        return goAwayCode == Http2Error.HTTP_1_1_REQUIRED.code() ? Retry.HTTP_1_1_REQUIRED : Retry.GOAWAY;
    }

    private Function<ExchangeRecord, Throwable> cause(StreamState state) {
        if (state.cause != null) {
            return state.cause;
        }
        if (state.stream.id() > goAwayLast) {
            return record -> new StreamResetException(
                    record, "the peer is closing the connection, GOAWAY " + goAwayText, goAwayCode);
        }
        return connection.isDead()
                ? connection.lost()
                : record -> new ConnectionLostException(record, "the stream was closed", null);
    }
}
