package dev.clearway.analysis.redact;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.mask.Mask;
import dev.clearway.journal.Redaction;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes secrets out of single values. */
final class Scrubber {
    static final String REDACTED = Redaction.REDACTED;

    /** Command-line switches that a finding may rest on. */
    private static final Pattern KEPT_SWITCH =
            Pattern.compile("(?<!\\S)--(?:disable-http2|ignore-certificate-errors|headless(?:=new)?)(?!\\S)");

    private static final Pattern URL = Pattern.compile("\\b(?:https?|wss?)://[^\\s\"'<>]+");

    private final byte[] salt = new byte[16];

    Scrubber() {
        new SecureRandom().nextBytes(salt);
    }

    /** A URL whose user and password are gone and whose query and fragment are a digest. */
    String url(String url) {
        String masked = Mask.ON.url(url);
        int query = url.indexOf('?');
        int fragment = url.indexOf('#');
        int tail = query < 0 ? fragment : fragment < 0 ? query : Math.min(query, fragment);
        String path = masked.endsWith("?…") ? masked.substring(0, masked.length() - 2) : masked;
        return tail < 0 ? path : path + "?" + digest(url.substring(tail));
    }

    /** Text in which each URL is treated like {@link #url}. */
    String urls(String text) {
        return URL.matcher(text).replaceAll(found -> Matcher.quoteReplacement(url(found.group())));
    }

    /** A header's value; {@code name} may be in any case. */
    String header(String name, String value) {
        return Redaction.field(name, value);
    }

    /** A line of headers, {@code Name: value}; a line without a colon is a start line, of which the target goes. */
    String headerLine(String line) {
        int colon = line.indexOf(':', line.startsWith(":") ? 1 : 0);
        if (colon > 0 && line.indexOf(' ') > 0 && line.indexOf(' ') < colon) {
            return startLine(line);
        }
        if (colon <= 0) {
            return startLine(line);
        }
        String name = line.substring(0, colon);
        String value = line.substring(colon + 1).strip();
        return name + ": " + header(name, value);
    }

    private static String startLine(String line) {
        return line.startsWith("HTTP/") ? line : REDACTED;
    }

    /** A command line, of which only switches that matter stay. */
    String commandLine(String text) {
        StringBuilder kept = new StringBuilder(REDACTED);
        Matcher found = KEPT_SWITCH.matcher(text);
        while (found.find()) {
            kept.append(' ').append(found.group());
        }
        return kept.toString();
    }

    /** Equal for equal values within one copy. */
    String digest(String value) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            return "~" + HexFormat.of().formatHex(sha.digest(value.getBytes(UTF_8)), 0, 5);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
