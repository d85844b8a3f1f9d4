package dev.clearway.transport.http2;

import dev.clearway.transport.exchange.Connection;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Puts HTTP/2 on an open channel. */
public final class Http2Connections {
    /** What a stream may receive before its handler has taken anything: 1 MiB, since 64 KiB cost two thirds of a download's speed. */
    private static final int STREAM_WINDOW = 1 << 20;

    private static final int CONNECTION_WINDOW = 32 << 20;
    private static final int DEFAULT_WINDOW = 65_535;
    private static final float WINDOW_UPDATE_RATIO = 0.5f;
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
        Http2Connection streams = new DefaultHttp2Connection(false, 0);
        streams.local().flowController(new DefaultHttp2LocalFlowController(streams, WINDOW_UPDATE_RATIO, true));
        streams.remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(streams, new UniformStreamByteDistributor(streams)));
        Http2ConnectionEncoder encoder =
                new ControlFrameLimit(new DefaultHttp2ConnectionEncoder(streams, new DefaultHttp2FrameWriter()));
        Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                streams,
                encoder,
                new DefaultHttp2FrameReader(ResponseHeaders.decoder(maxHeadBytes), MAX_SMALL_CONTINUATIONS),
                Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                true,
                true,
                true,
                true);
        Http2Handler handler = new Http2Handler(decoder, encoder, settings(maxHeadBytes));
        Http2Wire wire = new Http2Wire(connection, handler, session);
        handler.wire(wire);
        decoder.frameListener(new ResponseFrames(wire));
        channel.pipeline().addLast(handler);
        try {
            decoder.flowController()
                    .incrementWindowSize(streams.connectionStream(), CONNECTION_WINDOW - DEFAULT_WINDOW);
        } catch (Http2Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        wire.awaitSettings(settingsNanos);
        return wire;
    }

    private static Http2Settings settings(int maxHeadBytes) {
        return new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(STREAM_WINDOW)
                .maxHeaderListSize(maxHeadBytes);
    }
}
