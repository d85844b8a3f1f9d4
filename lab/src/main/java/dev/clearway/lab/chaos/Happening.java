package dev.clearway.lab.chaos;

/** What can happen to a request: an entry of its history. At most 63 of them. */
public enum Happening {
    REFUSED(Kind.FAULT, "its stream was refused"),
    ABOVE_LIMIT_UNKNOWN(Kind.FAULT, "its stream was refused, above a limit that was still on its way"),
    ABOVE_FIRST_LIMIT(Kind.FAULT, "its stream was refused, above a limit that its client had yet to learn"),
    HTTP_1_1_REQUIRED(Kind.FAULT, "it was told to come by HTTP/1.1"),
    RESET(Kind.FAULT, "its stream was reset before an answer"),
    RESET_MIDWAY(Kind.FAULT, "its stream was reset within the answer"),
    CALM(Kind.FAULT, "its stream was reset with ENHANCE_YOUR_CALM"),
    GOAWAY_GRACEFUL(Kind.FAULT, "its connection went away in two steps"),
    GOAWAY_ABRUPT(Kind.FAULT, "its connection went away with an error"),
    GOAWAY_BELOW(Kind.FAULT, "its connection went away below it"),
    GOAWAY_CALM(Kind.FAULT, "its connection went away below it with ENHANCE_YOUR_CALM"),
    STALLED(Kind.FAULT, "its connection stalled"),
    CUT_UNSEEN(Kind.FAULT, "its connection was cut by a TCP reset before the handler saw it"),
    CUT(Kind.FAULT, "its connection was cut by a TCP reset before an answer"),
    CUT_MIDWAY(Kind.FAULT, "its connection was cut by a TCP reset within the answer"),
    ENDED_UNSEEN(Kind.FAULT, "its connection was ended by a FIN before the handler saw it"),
    ENDED(Kind.FAULT, "its connection was ended by a FIN before an answer"),
    ENDED_MIDWAY(Kind.FAULT, "its connection was ended by a FIN within the answer"),
    CLOSED_AFTER(Kind.FAULT, "its connection was closed right after the answer"),
    LIMIT_ZERO(Kind.FAULT, "its connection's limit of streams became zero for a while"),
    LIMIT_CHANGED(Kind.FAULT, "its connection's limit of streams changed"),
    WINDOW_CHANGED(Kind.FAULT, "its connection's stream windows changed"),
    UNAVAILABLE(Kind.FAULT, "it was answered with 503"),
    SLOW(Kind.FAULT, "its answer was slow"),
    SILENT(Kind.FAULT, "it was not answered, and its stream reset at last"),
    EARLY(Kind.FAULT, "it was answered before its body was read"),
    CONNECTION_REFUSED(Kind.FAULT, "a connection was reset as it was accepted"),
    CONNECTION_DEAF(Kind.FAULT, "a connection stalled as it was accepted"),

    PROCESSED(Kind.HANDLER, "reached the handler"),

    AGAIN_REFUSED(Kind.RETRY, "was sent again, REFUSED_STREAM"),
    AGAIN_GOAWAY(Kind.RETRY, "was sent again, GOAWAY"),
    AGAIN_NEVER_WRITTEN(Kind.RETRY, "was sent again, NEVER_WRITTEN"),
    AGAIN_REUSED(Kind.RETRY, "was sent again, CONNECTION_REUSED"),
    AGAIN_HTTP_1_1(Kind.RETRY, "was sent again, HTTP_1_1_REQUIRED"),

    ENDED_WELL(Kind.END, "its exchange ended well"),
    ENDED_NEVER_SENT(Kind.END, "its exchange ended, NEVER_SENT"),
    ENDED_UNPROCESSED(Kind.END, "its exchange ended, UNPROCESSED"),
    ENDED_MAYBE_PROCESSED(Kind.END, "its exchange ended, MAYBE_PROCESSED"),

    OUT_OF_TIME(Kind.CAUSE, "ran out of time"),
    STREAM_ENDED(Kind.CAUSE, "was told that its stream had been ended"),
    CONNECTION_LOST(Kind.CAUSE, "lost its connection"),
    NOT_CONNECTED(Kind.CAUSE, "got no connection"),
    TURNED_AWAY(Kind.CAUSE, "was turned away by the line"),

    ANSWERED(Kind.OUTCOME, "was answered"),
    ANSWERED_503(Kind.OUTCOME, "was answered with 503"),
    GIVEN_UP(Kind.OUTCOME, "was given up by its caller"),
    FAILED_NEVER_SENT(Kind.OUTCOME, "failed, NEVER_SENT"),
    FAILED_UNPROCESSED(Kind.OUTCOME, "failed, UNPROCESSED"),
    FAILED_MAYBE_PROCESSED(Kind.OUTCOME, "failed, MAYBE_PROCESSED"),
    FAILED_UNEXPLAINED(Kind.OUTCOME, "failed without saying what became of it"),

    ABOVE_LIMIT(Kind.WRONG, "came above the limit of streams that its client had acknowledged"),
    BODY_WRONG(Kind.WRONG, "its body arrived changed"),
    BODY_TWICE(Kind.WRONG, "its body, which can be produced once, was asked for again"),
    ANSWER_OF_ANOTHER(Kind.WRONG, "got the answer of another request"),
    ANSWER_WRONG(Kind.WRONG, "its answer arrived changed"),
    ENDED_TWICE(Kind.WRONG, "its answer's reader was told of the end twice"),
    TIMED_OUT_EARLY(Kind.WRONG, "ran out of time before its timeout was over"),
    RETRIES_MISCOUNTED(Kind.WRONG, "its exchange tells of another number of retries than there were"),
    METHOD_WRONG(Kind.WRONG, "its method arrived changed"),
    TOO_MUCH(Kind.WRONG, "more happened to it than there is room to keep");

    /** Who makes it happen. */
    public enum Kind {
        /** Origin and relay, on purpose. */
        FAULT,
        /** The origin's handler was given the request. */
        HANDLER,
        /** The client sends it again by itself. */
        RETRY,
        /** The client is done with it. */
        END,
        /** Why it failed, as its caller is told. */
        CAUSE,
        /** What its caller sees in the end. */
        OUTCOME,
        /** What must never be. */
        WRONG
    }

    private final Kind kind;
    private final String text;

    Happening(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /** Who makes it happen. */
    public Kind kind() {
        return kind;
    }

    /** What happened, as a clause whose subject is the request. */
    public String text() {
        return text;
    }
}
