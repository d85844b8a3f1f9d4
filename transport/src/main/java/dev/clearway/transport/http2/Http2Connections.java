package dev.clearway.transport.http2;

import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.Shared;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Puts HTTP/2 on an open channel. */
public final class Http2Connections {
    private static final int MAX_SMALL_CONTINUATIONS = 16;

    private Http2Connections() {}

    /**
     * Puts HTTP/2 on a channel: preface and SETTINGS are written, not flushed.
     *
     * @param maxHeadBytes the most bytes of a response's head or trailers, as SETTINGS_MAX_HEADER_LIST_SIZE counts them
     * @param settingsNanos how long the peer's SETTINGS may take
     */
    public static Http2Wire on(
            Connection connection,
            Channel channel,
            @Nullable SSLSession session,
            int maxHeadBytes,
            long settingsNanos) {
        Shared shared = connection.driver().shared();
        Http2Connection streams = new DefaultHttp2Connection(false, 0);
        Http2Connection.PropertyKey key = streams.newKey();
        ReceiveWindows windows = new ReceiveWindows(key, shared.budget(), shared.streamWindow());
        streams.local().flowController(windows);
        streams.remote().flowController(new SendWindows(streams));
        NeverIndexed sensitive = new NeverIndexed(shared.neverIndexed());
        Http2ConnectionEncoder encoder = new ControlFrameLimit(
                new DefaultHttp2ConnectionEncoder(streams, new DefaultHttp2FrameWriter(sensitive)));
        Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                streams,
                encoder,
                new DefaultHttp2FrameReader(ResponseHeaders.decoder(maxHeadBytes), MAX_SMALL_CONTINUATIONS),
                Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                true,
                true,
                true,
                true);
        Http2Handler handler = new Http2Handler(decoder, encoder, settings(maxHeadBytes, shared.streamWindow()));
        Http2Wire wire = new Http2Wire(connection, handler, key, session);
        handler.wire(wire);
        decoder.frameListener(new ResponseFrames(wire));
        channel.pipeline().addLast(handler);
        windows.open();
        wire.begin(settingsNanos);
        return wire;
    }

    private static Http2Settings settings(int maxHeadBytes, int streamWindow) {
        return new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(streamWindow)
                .maxHeaderListSize(maxHeadBytes);
    }
}
