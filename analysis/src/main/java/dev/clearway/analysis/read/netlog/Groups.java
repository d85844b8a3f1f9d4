package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.Target;

/** Reads the names of connection groups: {@code pm/https://host:port <partition>}. */
final class Groups {
    private Groups() {}

    /** The origin that the group {@code id} leads to; empty if it names none. */
    static String origin(String id) {
        int scheme = id.indexOf("://");
        if (scheme < 0) {
            return "";
        }
        int start = id.lastIndexOf('/', scheme) + 1;
        int end = id.indexOf(' ', scheme);
        return Target.of(id.substring(start, end < 0 ? id.length() : end)).origin();
    }
}
