package dev.clearway.server;

import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The parts of the codec of one connection.
 *
 * @param decoder reads frames, strictly, and within limits
 * @param encoder writes frames, within limits
 * @param settings what is announced to the client
 * @param history what became of streams, shared by the reader and the handler
 * @param priorities the order in which the client wants its responses
 */
record Http2Codec(
        Http2ConnectionDecoder decoder,
        Http2ConnectionEncoder encoder,
        Http2Settings settings,
        StreamHistory history,
        Priorities priorities) {
    private static final Logger LOG = System.getLogger("dev.clearway.server");

    private static final int RESET_WINDOW_SECONDS = 30;

    /** How long the last frames of a closing connection may take to leave, with a peer that does not read. */
    private static final long LAST_FRAMES_MILLIS = 1_000;

    /** Builds the handler of a connection around a codec of its own. */
    static Http2Handler handler(Service service) {
        return new Inner(service).build();
    }

    /**
     * Opens a stream whose head could not be read, so that it can be reset: what its client sends behind that head is then
     * for a stream that was reset (RFC 9113, section 5.1), and not for one that never was, which would end the connection.
     */
    static void open(Http2Connection connection, int streamId) {
        try {
            connection.remote().createStream(streamId, false);
        } catch (Http2Exception e) {
            LOG.log(Level.DEBUG, "not opened, to be reset: " + e.getMessage());
        }
    }

    private static Http2Settings announced(ServerSettings settings) {
        Http2Settings announced = new Http2Settings()
                .maxConcurrentStreams(settings.maxStreams())
                .initialWindowSize(settings.streamWindow())
                .maxFrameSize(settings.maxFrameSize())
                .maxHeaderListSize(settings.maxHeaderBytes());
        announced.put(Priorities.NO_TREE, Long.valueOf(1));
        return settings.extendedConnect() ? announced.connectProtocolEnabled(true) : announced;
    }

    /** Builds connection and encoder with the limits of Netty, which it adds nowhere else, and leaves its reader aside. */
    private static final class Inner extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Inner> {
        private final Service service;
        private final Priorities priorities;

        Inner(Service service) {
            this.service = service;
            Http2Connection connection = new DefaultHttp2Connection(true);
            UrgencyDistributor distributor = new UrgencyDistributor(connection);
            connection.remote().flowController(new DefaultHttp2RemoteFlowController(connection, distributor));
            priorities = new Priorities(connection, distributor, service.settings());
            connection(connection);
            initialSettings(announced(service.settings()));
            encoderEnforceMaxRstFramesPerWindow(service.settings().maxOwnResets(), RESET_WINDOW_SECONDS);
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
                            true, true, service.settings().maxHeaderBytes())),
                    encoder.connection(),
                    history,
                    new FrameBudget(service.settings().maxIdleFrames(), System.nanoTime()));
            Http2ConnectionDecoder strict = new DefaultHttp2ConnectionDecoder(
                    encoder.connection(),
                    encoder,
                    reader,
                    Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                    true,
                    true,
                    true,
                    true);
            return new Outer(service, history, priorities, strict, encoder).build();
        }
    }

    /** Adds Netty's limits on what is received to the strict decoder. */
    private static final class Outer extends AbstractHttp2ConnectionHandlerBuilder<Http2Handler, Outer> {
        private final Service service;
        private final StreamHistory history;
        private final Priorities priorities;

        Outer(
                Service service,
                StreamHistory history,
                Priorities priorities,
                Http2ConnectionDecoder strict,
                Http2ConnectionEncoder encoder) {
            this.priorities = priorities;
            this.service = service;
            this.history = history;
            decoderEnforceMaxRstFramesPerWindow(service.settings().maxResets(), RESET_WINDOW_SECONDS);
            codec(strict, encoder);
            initialSettings(announced(service.settings()));
        }

        @Override
        protected Http2Handler build() {
            return super.build();
        }

        @Override
        protected Http2Handler build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2Handler(new Http2Codec(decoder, encoder, settings, history, priorities), service);
        }
    }
}
