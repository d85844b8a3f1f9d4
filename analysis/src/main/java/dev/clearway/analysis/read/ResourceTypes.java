package dev.clearway.analysis.read;

import java.util.Locale;

/** Names what a request asked for, from what its answer is and what it accepted. */
public final class ResourceTypes {
    private ResourceTypes() {}

    /**
     * The kind of resource: {@code eventsource}, {@code websocket}, {@code document}, {@code script}, {@code stylesheet},
     * {@code image}, {@code font}, {@code media}, {@code fetch}; empty if nothing tells.
     */
    public static String of(String contentType, String accept, String url) {
        String type = contentType.toLowerCase(Locale.ROOT);
        if (type.startsWith("text/event-stream") || accept.startsWith("text/event-stream")) {
            return "eventsource";
        }
        if (url.startsWith("ws:") || url.startsWith("wss:")) {
            return "websocket";
        }
        if (accept.startsWith("image/")) {
            return "image";
        }
        return byContent(type);
    }

    private static String byContent(String type) {
        if (type.startsWith("text/html")) {
            return "document";
        }
        if (type.contains("javascript") || type.contains("ecmascript")) {
            return "script";
        }
        if (type.startsWith("text/css")) {
            return "stylesheet";
        }
        if (type.startsWith("image/")) {
            return "image";
        }
        if (type.startsWith("font/") || type.contains("font-")) {
            return "font";
        }
        if (type.startsWith("video/") || type.startsWith("audio/")) {
            return "media";
        }
        return type.contains("json") || type.contains("xml") ? "fetch" : "";
    }
}
