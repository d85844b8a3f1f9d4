package dev.clearway.origin;

/** The endpoints; the template is what metrics name them by. */
enum Route {
    INDEX("/"),
    WHOAMI("/whoami"),
    CONN("/conn"),
    DELAY("/delay/{ms}"),
    BYTES("/bytes/{n}"),
    ECHO("/echo"),
    STATUS("/status/{code}"),
    EVENTS("/events"),
    EARLY_HINTS("/early-hints"),
    TRAILERS("/trailers"),
    WS_ECHO("/ws/echo"),
    METRICS("/metrics"),
    /** A path that the server was given. */
    RESOURCE("/{resource}"),
    /** Whatever is none of the others. */
    NONE("");

    private final String template;

    Route(String template) {
        this.template = template;
    }

    String template() {
        return template;
    }
}
