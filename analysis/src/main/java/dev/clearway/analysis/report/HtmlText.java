package dev.clearway.analysis.report;

import java.util.List;

/** Text of an HTML page that grows: whatever comes from a file is escaped on its way in. */
final class HtmlText {
    private final StringBuilder out = new StringBuilder(1 << 16);

    /** Markup of our own, as it is. */
    HtmlText raw(String markup) {
        out.append(markup);
        return this;
    }

    /** An element with text; {@code tag} may bring attributes. */
    HtmlText element(String tag, String text) {
        int space = tag.indexOf(' ');
        String name = space < 0 ? tag : tag.substring(0, space);
        out.append('<').append(tag).append('>').append(Escape.html(text));
        out.append("</").append(name).append(">\n");
        return this;
    }

    /** A list; nothing if it is empty. */
    HtmlText items(List<String> items) {
        return items("ul", items);
    }

    /** A list whose order matters; nothing if it is empty. */
    HtmlText ordered(List<String> items) {
        return items("ol", items);
    }

    private HtmlText items(String tag, List<String> items) {
        if (!items.isEmpty()) {
            raw("<" + tag + ">\n");
            items.forEach(item -> element("li", item));
            raw("</" + tag + ">\n");
        }
        return this;
    }

    /** A table whose first column names its rows. */
    HtmlText table(String caption, List<String> head, List<List<String>> rows) {
        out.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
                .append(Escape.html(caption))
                .append("\"><table>\n<caption>")
                .append(Escape.html(caption))
                .append("</caption>\n<thead><tr>");
        head.forEach(title -> element("th scope=\"col\"", title));
        out.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr>");
            element("th scope=\"row\"", row.get(0));
            row.subList(1, row.size()).forEach(cell -> element("td", cell));
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
