package dev.clearway.origin;

import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/**
 * The parts of the codec of one connection.
 *
 * @param decoder reads frames, strictly, and within limits
 * @param encoder writes frames, within limits
 * @param settings what is announced to the client
 * @param history what became of streams, shared by the reader and the handler
 */
record Http2Codec(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings, StreamHistory history) {
    private static final int RESET_WINDOW_SECONDS = 30;

    /**
     * The most resets of ours in a window. Above what a client causes that puts a burst on the wire before it knows the
     * limit; each costs no more than its frame, since a refused stream never runs.
     */
    private static final int OWN_RESETS_PER_WINDOW = 2_000;

    /** How long the last frames of a closing connection may take to leave, with a peer that does not read. */
    private static final long LAST_FRAMES_MILLIS = 1_000;

    /** Builds the handler of a connection around a codec of its own. */
    static Http2Handler handler(ServerContext server, ServerConnection identity) {
        return new Inner(server, identity).build();
    }

    private static Http2Settings announced(OriginSettings settings) {
        return new Http2Settings()
                .maxConcurrentStreams(settings.maxStreams())
                .initialWindowSize(settings.streamWindow())
                .maxFrameSize(settings.maxFrameSize())
                .maxHeaderListSize(settings.maxHeaderListSize());
    }

    /** A connection whose streams share it evenly: RFC 9113 section 5.3 has done away with the tree of priorities. */
    private static Http2Connection serverConnection() {
        Http2Connection connection = new DefaultHttp2Connection(true);
        connection
                .remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(connection, new UniformStreamByteDistributor(connection)));
        return connection;
    }

    /** Builds connection and encoder with the limits of Netty, which it adds nowhere else, and leaves its reader aside. */
    private static final class Inner extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Inner> {
        private final ServerContext server;
        private final ServerConnection identity;

        Inner(ServerContext server, ServerConnection identity) {
            this.server = server;
            this.identity = identity;
            connection(serverConnection());
            initialSettings(announced(server.settings()));
            encoderEnforceMaxRstFramesPerWindow(OWN_RESETS_PER_WINDOW, RESET_WINDOW_SECONDS);
            gracefulShutdownTimeoutMillis(LAST_FRAMES_MILLIS);
        }

        @Override
        protected Http2Handler build() {
            return super.build();
        }

        @Override
        protected Http2Handler build(
                Http2ConnectionDecoder lenient, Http2ConnectionEncoder encoder, Http2Settings settings) {
            lenient.close();
            StreamHistory history = new StreamHistory();
            StrictFrameReader reader = new StrictFrameReader(
                    new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(
                            true, server.settings().maxHeaderListSize())),
                    encoder.connection(),
                    history);
            Http2ConnectionDecoder strict = new DefaultHttp2ConnectionDecoder(
                    encoder.connection(),
                    encoder,
                    reader,
                    Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                    true,
                    true,
                    true,
                    true);
            return new Outer(server, identity, history, strict, encoder).build();
        }
    }

    /** Adds Netty's limits on what is received to the strict decoder. */
    private static final class Outer extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Outer> {
        private final ServerContext server;
        private final ServerConnection identity;
        private final StreamHistory history;

        Outer(
                ServerContext server,
                ServerConnection identity,
                StreamHistory history,
                Http2ConnectionDecoder strict,
                Http2ConnectionEncoder encoder) {
            this.server = server;
            this.identity = identity;
            this.history = history;
            decoderEnforceMaxRstFramesPerWindow(server.settings().resetsPerWindow(), RESET_WINDOW_SECONDS);
            codec(strict, encoder);
            initialSettings(announced(server.settings()));
        }

        @Override
        protected Http2Handler build() {
            return super.build();
        }

        @Override
        protected Http2Handler build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2Handler(new Http2Codec(decoder, encoder, settings, history), server, identity);
        }
    }
}
