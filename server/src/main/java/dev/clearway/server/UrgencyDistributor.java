package dev.clearway.server;

import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.StreamByteDistributor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Shares the room of a connection out among the responses that have content to send (RFC 9218, section 10): the more urgent
 * ones first; of the same urgency, in turns, one response that is of use only as a whole, in the order of the requests, and
 * those that are incremental, evenly. A response of which nothing is said has the default urgency and shares evenly.
 * Confined to the event loop of its connection.
 */
final class UrgencyDistributor implements StreamByteDistributor {
    /** The least that a response is given at a time while it shares. */
    private static final int LEAST_SHARE = 1024;

    private final Http2Connection.PropertyKey key;
    private final List<Level> levels = new ArrayList<>(Priority.URGENCIES);
    private long streamableBytes;
    private @Nullable Response lastToWrite;
    private long lastWriteNanos;

    UrgencyDistributor(Http2Connection connection) {
        key = connection.newKey();
        for (int i = 0; i < Priority.URGENCIES; i++) {
            levels.add(new Level());
        }
        connection.connectionStream().setProperty(key, new Response(connection.connectionStream()));
        connection.addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamAdded(Http2Stream stream) {
                stream.setProperty(key, new Response(stream));
            }

            @Override
            public void onStreamClosed(Http2Stream stream) {
                response(stream).closed();
            }
        });
    }

    /** What is said of a stream's response; {@code null} for nothing. */
    @Nullable
    Priority priority(Http2Stream stream) {
        return response(stream).priority;
    }

    /** Something is said of a stream's response, perhaps again. */
    void prioritize(Http2Stream stream, @Nullable Priority priority) {
        Response response = response(stream);
        boolean waiting = response.waiting;
        response.leave();
        response.priority = priority;
        if (waiting) {
            response.join();
        }
    }

    /** Whether a stream's response could be sent and another one has been, within that time: its client has more urgent ones. */
    boolean holdsBack(Http2Stream stream, long withinNanos) {
        Response response = response(stream);
        return response.waiting
                && lastToWrite != null
                && lastToWrite != response
                && System.nanoTime() - lastWriteNanos < withinNanos;
    }

    @Override
    public void updateStreamableBytes(StreamState state) {
        response(state.stream()).update(Http2CodecUtil.streamableBytes(state), state.hasFrame(), state.windowSize());
    }

    @Override
    public void updateDependencyTree(int child, int parent, short weight, boolean exclusive) {
        // RFC 9113 section 5.3 has done away with the tree.
    }

    @Override
    public boolean distribute(int most, Writer writer) throws Http2Exception {
        int left = most;
        for (Level level : levels) {
            left = level.distribute(left, writer);
            if (!level.isEmpty()) {
                break;
            }
        }
        return streamableBytes > 0;
    }

    private Response response(Http2Stream stream) {
        Response response = stream.getProperty(key);
        return response;
    }

    /** The responses of one urgency that have something to send. */
    private static final class Level {
        final Queue<Response> whole = new PriorityQueue<>(2, Comparator.comparingInt(response -> response.stream.id()));
        final Deque<Response> sharing = new ArrayDeque<>(4);
        boolean shareNext;

        boolean isEmpty() {
            return whole.isEmpty() && sharing.isEmpty();
        }

        /**
         * Lets them write, and says how many bytes are left. Ends at the first that has bytes and finds no room: it stays
         * where it is. What has no bytes (an end without content) is written in any case, as the contract has it.
         */
        int distribute(int most, Writer writer) throws Http2Exception {
            int left = most;
            int share = Math.max(LEAST_SHARE, most / Math.max(1, sharing.size() + (whole.isEmpty() ? 0 : 1)));
            while (!isEmpty()) {
                boolean shares = whole.isEmpty() || (shareNext && !sharing.isEmpty());
                Response next = shares ? sharing.element() : whole.element();
                if (left == 0 && next.streamableBytes > 0 && !next.windowNegative) {
                    break;
                }
                next.leave();
                if (next.windowNegative) {
                    continue;
                }
                boolean alone = shares ? whole.isEmpty() && sharing.isEmpty() : sharing.isEmpty();
                int bytes = Math.min(alone ? left : Math.min(share, left), next.streamableBytes);
                left -= bytes;
                shareNext = !shares;
                next.write(bytes, writer);
            }
            return left;
        }
    }

    /** A stream's response, as far as flow control has to do with it. */
    private final class Response {
        final Http2Stream stream;

        @Nullable
        Priority priority;

        int streamableBytes;
        boolean windowNegative;
        boolean waiting;
        private boolean writing;

        Response(Http2Stream stream) {
            this.stream = stream;
        }

        void update(int bytes, boolean hasFrame, int window) {
            UrgencyDistributor.this.streamableBytes += bytes - streamableBytes;
            streamableBytes = bytes;
            windowNegative = window < 0;
            // With no window only an end without content can go; where it could not just now, it waits for the next
            // update.
            if (hasFrame && (window > 0 || (window == 0 && !writing))) {
                join();
            }
        }

        void write(int bytes, Writer writer) throws Http2Exception {
            writing = true;
            if (bytes > 0) {
                lastToWrite = this;
                lastWriteNanos = System.nanoTime();
            }
            try {
                writer.write(stream, bytes);
            } catch (RuntimeException e) {
                throw Http2Exception.connectionError(Http2Error.INTERNAL_ERROR, e, "writing content failed");
            } finally {
                writing = false;
            }
        }

        void join() {
            if (!waiting) {
                waiting = true;
                queue().add(this);
            }
        }

        void leave() {
            if (waiting) {
                waiting = false;
                queue().remove(this);
            }
        }

        void closed() {
            leave();
            update(0, false, 0);
        }

        private Queue<Response> queue() {
            Priority said = priority;
            Level level = levels.get(said == null ? Priority.DEFAULT_URGENCY : said.urgency());
            return said == null || said.incremental() ? level.sharing : level.whole;
        }
    }
}
