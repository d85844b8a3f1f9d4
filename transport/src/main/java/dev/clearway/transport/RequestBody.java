package dev.clearway.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The content of a request, produced on demand. */
public interface RequestBody {
    /** No content: the head ends the request. */
    RequestBody NONE = new RequestBody() {
        @Override
        public long length() {
            return 0;
        }

        @Override
        public boolean replayable() {
            return true;
        }

        @Override
        public Producer start(Sink sink) {
            sink.end(Fields.EMPTY);
            return Producer.DONE;
        }
    };

    /** A body of these bytes, which the caller does not change afterwards. */
    static RequestBody of(byte[] bytes) {
        return new RequestBody() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public boolean replayable() {
                return true;
            }

            @Override
            public Producer start(Sink sink) {
                sink.write(Unpooled.wrappedBuffer(bytes));
                sink.end(Fields.EMPTY);
                return Producer.DONE;
            }
        };
    }

    /**
     * Length in bytes, 0 for none, -1 where it is not known beforehand. In HTTP/1.1 a length completes a request, so the
     * last bytes of one (16 KiB at most) leave when the sink has seen the end: a body that turns out to be longer, or that
     * fails, is never taken for a whole one.
     */
    long length();

    /** Whether {@link #start} may be called again for another try, with the same bytes to come. */
    boolean replayable();

    /**
     * Begins one try. Called on the connection's event loop after the head has been handed to the codec; must not block.
     * Not called for a body of length 0, whose head ends the request.
     *
     * @param sink takes the bytes, from any thread
     * @return what the transport tells its demand to
     */
    Producer start(Sink sink);

    /** The producing side of one try. Its methods are called on the connection's event loop and must not block. */
    interface Producer {
        /** A producer that has already given everything to the sink. */
        Producer DONE = new Producer() {
            @Override
            public void demand(long bytes) {}

            @Override
            public void stop() {}
        };

        /** That many more bytes are welcome now; adds to what was asked for before. More than asked for may be written, and is buffered. */
        void demand(long bytes);

        /** Nothing more is wanted: the exchange is over. Called at most once, and not after the sink has seen the end. */
        void stop();
    }

    /** The transport's side of one try. May be called from any thread, by one at a time. Calls after the end, or after the exchange is over, do nothing but release. */
    interface Sink {
        /** Sends these bytes. The sink owns and releases the buffer. */
        void write(ByteBuf data);

        /** Ends the request, with these trailers (RFC 9110, section 6.5) or {@link Fields#EMPTY}. */
        void end(Fields trailers);

        /** The body cannot be produced: the exchange fails with this cause, and the peer sees it cut. */
        void fail(Throwable cause);
    }
}
