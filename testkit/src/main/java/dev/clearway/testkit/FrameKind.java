package dev.clearway.testkit;

/** The types of HTTP/2 frames (RFC 9113 section 6). */
public enum FrameKind {
    DATA(0),
    HEADERS(1),
    PRIORITY(2),
    RST_STREAM(3),
    SETTINGS(4),
    PUSH_PROMISE(5),
    PING(6),
    GOAWAY(7),
    WINDOW_UPDATE(8),
    CONTINUATION(9),
    /** Any type that RFC 9113 does not define. */
    UNKNOWN(-1);

    private final int code;

    FrameKind(int code) {
        this.code = code;
    }

    /**
     * The type's code in a frame header.
     *
     * @throws IllegalStateException for {@link #UNKNOWN}, which has none of its own
     */
    public int code() {
        if (this == UNKNOWN) {
            throw new IllegalStateException("an unknown type has no code of its own");
        }
        return code;
    }

    static FrameKind of(int code) {
        for (FrameKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        return UNKNOWN;
    }
}
