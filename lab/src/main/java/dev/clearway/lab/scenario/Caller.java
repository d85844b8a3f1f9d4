package dev.clearway.lab.scenario;

/** Whose client sends a burst. */
public enum Caller {
    /** Ours. */
    CLEARWAY,
    /** The one of the JDK, {@code java.net.http.HttpClient.newHttpClient()}. */
    JDK
}
