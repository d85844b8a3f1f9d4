package dev.clearway.analysis.report;

/** Makes a stranger's text harmless in each form of report. */
final class Escape {
    private Escape() {}

    /** For a terminal: no control characters, no marks that turn the direction of writing. */
    static String terminal(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> safe.appendCodePoint(harmless(c) ? c : 0xFFFD));
        return safe.toString();
    }

    private static boolean harmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** For the text or an attribute (in double quotes) of HTML. */
    static String html(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        terminal(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    /** For Markdown: nothing in it is markup, a link, HTML or the border of a table's cell. */
    static String markdown(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        terminal(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '\\', '`', '*', '_', '[', ']', '|', '#', '!', '~' ->
                    safe.append('\\').appendCodePoint(c);
                default -> safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    /** For JSON that stands inside a page: it must not end the element that holds it. */
    static String jsonInHtml(String json) {
        return json.replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
