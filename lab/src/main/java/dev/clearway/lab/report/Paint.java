package dev.clearway.lab.report;

/** Colours for words that say how it went; or none. */
public enum Paint {
    /** No colours. */
    NONE {
        @Override
        String colour(String code, String text) {
            return text;
        }
    },
    /** The colours of ECMA-48, which terminals know. */
    ANSI {
        @Override
        String colour(String code, String text) {
            return "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    };

    abstract String colour(String code, String text);

    /** As it should be. */
    public String good(String text) {
        return colour("32", text);
    }

    /** Not as it should be. */
    public String bad(String text) {
        return colour("1;31", text);
    }
}
