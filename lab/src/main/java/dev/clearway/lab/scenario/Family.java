package dev.clearway.lab.scenario;

/** Which question a scenario belongs to. */
public enum Family {
    /** Many requests at once: who waits, where, and how long? */
    BURST("Burst", "many requests at once: who waits, and where?"),
    /** The same work over HTTP/1.1 and HTTP/2: what do connections and streams buy? */
    MULTIPLEXING("Multiplexing", "the same work over HTTP/1.1 and HTTP/2"),
    /** More requests than can be answered: who is? */
    OVERLOAD("Overload", "twice what the server can do: who is answered?"),
    /** A first request and those after it: what does a connection cost? */
    REUSE("Reuse", "what the first request pays and the others do not");

    private final String title;
    private final String question;

    Family(String title, String question) {
        this.title = title;
        this.question = question;
    }

    /** A heading. */
    public String title() {
        return title;
    }

    /** What the family shows, in a few words. */
    public String question() {
        return question;
    }
}
