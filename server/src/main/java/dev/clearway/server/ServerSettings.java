package dev.clearway.server;

import java.time.Duration;

/** Limits and deadlines of a server's connections. Immutable; {@link Builder} says what each is, its default and why. */
public final class ServerSettings {
    private final Builder values;

    private ServerSettings(Builder values) {
        this.values = values;
    }

    /** Every setting at its default. */
    public static ServerSettings defaults() {
        return builder().build();
    }

    /** A builder with every setting at its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** See {@link Builder#maxStreams}. */
    public int maxStreams() {
        return values.maxStreams;
    }

    /** See {@link Builder#streamWindow}. */
    public int streamWindow() {
        return values.streamWindow;
    }

    /** See {@link Builder#connectionWindow}. */
    public int connectionWindow() {
        return values.connectionWindow;
    }

    /** See {@link Builder#maxFrameSize}. */
    public int maxFrameSize() {
        return values.maxFrameSize;
    }

    /** See {@link Builder#maxHeaderBytes}. */
    public int maxHeaderBytes() {
        return values.maxHeaderBytes;
    }

    /** See {@link Builder#maxHeaderFields}. */
    public int maxHeaderFields() {
        return values.maxHeaderFields;
    }

    /** See {@link Builder#extendedConnect}. */
    public boolean extendedConnect() {
        return values.extendedConnect;
    }

    /** See {@link Builder#maxResets}. */
    public int maxResets() {
        return values.maxResets;
    }

    /** See {@link Builder#maxOwnResets}. */
    public int maxOwnResets() {
        return values.maxOwnResets;
    }

    /** See {@link Builder#maxIdleFrames}. */
    public int maxIdleFrames() {
        return values.maxIdleFrames;
    }

    /** See {@link Builder#headTimeout}. */
    public Duration headTimeout() {
        return values.headTimeout;
    }

    /** See {@link Builder#idleTimeout}. */
    public Duration idleTimeout() {
        return values.idleTimeout;
    }

    /** See {@link Builder#stallTimeout}. */
    public Duration stallTimeout() {
        return values.stallTimeout;
    }

    /** See {@link Builder#settingsTimeout}. */
    public Duration settingsTimeout() {
        return values.settingsTimeout;
    }

    /** See {@link Builder#minBodyRate}. */
    public int minBodyRate() {
        return values.minBodyRate;
    }

    /** See {@link Builder#maxDiscard}. */
    public long maxDiscard() {
        return values.maxDiscard;
    }

    /** Collects settings. Not thread-safe; may be used for several. */
    public static final class Builder implements Cloneable {
        private int maxStreams = 100;
        private int streamWindow = 768 * 1024;
        private int connectionWindow = 1024 * 1024;
        private int maxFrameSize = 16 * 1024;
        private int maxHeaderBytes = 32 * 1024;
        private int maxHeaderFields = 256;
        private boolean extendedConnect = true;
        private int maxResets = 200;
        private int maxOwnResets = 2_000;
        private int maxIdleFrames = 10_000;
        private Duration headTimeout = Duration.ofSeconds(30);
        private Duration idleTimeout = Duration.ofSeconds(130);
        private Duration stallTimeout = Duration.ofSeconds(130);
        private Duration settingsTimeout = Duration.ofSeconds(30);
        private int minBodyRate;
        private long maxDiscard = 1024 * 1024;

        private Builder() {}

        /**
         * SETTINGS_MAX_CONCURRENT_STREAMS of each HTTP/2 connection, 0 or more; default 100, the least that RFC 9113
         * recommends and what most servers announce. More streams are refused with {@code REFUSED_STREAM}.
         */
        public Builder maxStreams(int value) {
            maxStreams = within(value, 0, Integer.MAX_VALUE, "maxStreams");
            return this;
        }

        /** The window of a stream in bytes, 0 or more; default 768 KiB, enough for 60 Mbit/s at 100 ms. */
        public Builder streamWindow(int value) {
            streamWindow = within(value, 0, Integer.MAX_VALUE, "streamWindow");
            return this;
        }

        /**
         * The window of an HTTP/2 connection in bytes, at least 65,535; default 1 MiB, which bounds what requests that
         * nobody reads may store.
         */
        public Builder connectionWindow(int value) {
            connectionWindow = within(value, 65_535, Integer.MAX_VALUE, "connectionWindow");
            return this;
        }

        /** The largest HTTP/2 frame that is accepted, 16,384 to 16,777,215 bytes; default 16,384, the protocol's own. */
        public Builder maxFrameSize(int value) {
            maxFrameSize = within(value, 16_384, 16_777_215, "maxFrameSize");
            return this;
        }

        /** The most bytes of header fields of a request; default 32 KiB, for large cookies. More is answered with 431. */
        public Builder maxHeaderBytes(int value) {
            maxHeaderBytes = within(value, 1024, Integer.MAX_VALUE, "maxHeaderBytes");
            return this;
        }

        /** The most header fields of a request; default 256, a multiple of what browsers send. More is answered with 431. */
        public Builder maxHeaderFields(int value) {
            maxHeaderFields = within(value, 1, Integer.MAX_VALUE, "maxHeaderFields");
            return this;
        }

        /** Whether HTTP/2 clients are told that they may use extended CONNECT (RFC 8441); default {@code true}. */
        public Builder extendedConnect(boolean value) {
            extendedConnect = value;
            return this;
        }

        /**
         * The most streams that a client may reset within 30 s, before GOAWAY ENHANCE_YOUR_CALM; default 200, as Netty's:
         * a page that is left cancels fewer. As many requests may be reset by the server, because of what the client does,
         * after they were handed to the handler.
         */
        public Builder maxResets(int value) {
            maxResets = within(value, 1, Integer.MAX_VALUE, "maxResets");
            return this;
        }

        /**
         * The most streams that the server itself resets within 30 s because of what the client does, before GOAWAY
         * ENHANCE_YOUR_CALM; default 2,000: more than a burst causes that leaves before the client knows the limit of
         * streams, and each costs no more than its frame.
         */
        public Builder maxOwnResets(int value) {
            maxOwnResets = within(value, 1, Integer.MAX_VALUE, "maxOwnResets");
            return this;
        }

        /**
         * The most frames within 30 s that ask for work and carry no request (PING, SETTINGS, PRIORITY, unknown types),
         * before GOAWAY ENHANCE_YOUR_CALM; default 10,000, and four more for each request: clients that send such frames
         * at all send a few a request or a second.
         */
        public Builder maxIdleFrames(int value) {
            maxIdleFrames = within(value, 1, Integer.MAX_VALUE, "maxIdleFrames");
            return this;
        }

        /** The longest time from a connection's or a request's first byte to its complete head; default 30 s. */
        public Builder headTimeout(Duration value) {
            headTimeout = positive(value, "headTimeout");
            return this;
        }

        /** How long a connection may be without a request; default 130 s, longer than the 120 s of common clients. */
        public Builder idleTimeout(Duration value) {
            idleTimeout = positive(value, "idleTimeout");
            return this;
        }

        /**
         * How long the peer may neither send content that it is asked for nor take content that it is sent, before the
         * exchange is given up; default 130 s. Tunnels are exempt while nothing waits to be sent.
         */
        public Builder stallTimeout(Duration value) {
            stallTimeout = positive(value, "stallTimeout");
            return this;
        }

        /** How long an HTTP/2 client may take to acknowledge SETTINGS, before GOAWAY SETTINGS_TIMEOUT; default 30 s. */
        public Builder settingsTimeout(Duration value) {
            settingsTimeout = positive(value, "settingsTimeout");
            return this;
        }

        /**
         * The least bytes a second, over 5 s, at which a peer sends content that it is asked for and takes content that
         * it is sent, before the exchange is given up; default 0 for none: an upload may be quiet on purpose, and
         * {@link #stallTimeout} ends what stands still.
         */
        public Builder minBodyRate(int value) {
            minBodyRate = within(value, 0, Integer.MAX_VALUE, "minBodyRate");
            return this;
        }

        /**
         * How many bytes of a request that is answered already are read and dropped, so that the connection can be kept
         * (HTTP/1.1) or the client sees the answer and no reset (HTTP/2); default 1 MiB. Beyond, the connection is
         * closed or the stream reset with NO_ERROR (RFC 9113, section 8.1).
         */
        public Builder maxDiscard(long value) {
            if (value < 0) {
                throw new IllegalArgumentException("maxDiscard must not be negative: " + value);
            }
            maxDiscard = value;
            return this;
        }

        /** The settings collected so far. */
        public ServerSettings build() {
            return new ServerSettings(copy());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private static int within(int value, int least, int most, String name) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ": " + value);
            }
            return value;
        }

        private static Duration positive(Duration value, String name) {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException(name + " must be positive: " + value);
            }
            return value;
        }
    }
}
