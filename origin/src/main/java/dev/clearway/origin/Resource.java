package dev.clearway.origin;

import java.time.Duration;
import java.util.Objects;

/**
 * What a server answers a path of its own with: see {@link OriginServer.Builder#resource}.
 *
 * @param contentType the content type, such as {@code text/html; charset=utf-8}
 * @param text the content, sent as UTF-8
 * @param delay how long after the request's head the answer begins: zero to an hour, whole milliseconds
 */
public record Resource(String contentType, String text, Duration delay) {
    public Resource {
        Objects.requireNonNull(text, "text");
        if (contentType.isBlank() || !contentType.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("no content type: " + contentType);
        }
        if (delay.isNegative() || delay.toMillis() > Router.LONGEST_DELAY_MILLIS) {
            throw new IllegalArgumentException("the delay must be from zero to an hour: " + delay);
        }
    }
}
