package dev.clearway.analysis.read.har;

import dev.clearway.analysis.json.Json;
import java.util.List;
import java.util.Locale;

/** Reads a header as the format writes it, {@code {name, value}}, and as some write it, {@code [name, value]}. */
final class Headers {
    private Headers() {}

    /** Its name in lower case. */
    static String name(Json header) {
        return part(header, "name", 0).toLowerCase(Locale.ROOT);
    }

    static String value(Json header) {
        return part(header, "value", 1);
    }

    private static String part(Json header, String member, int index) {
        List<Json> pair = header.elements();
        return pair.size() == 2 ? pair.get(index).text() : header.get(member).text();
    }
}
