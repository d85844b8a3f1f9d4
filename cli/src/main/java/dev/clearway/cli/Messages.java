package dev.clearway.cli;

/** Failures in words for people. */
final class Messages {
    private Messages() {}

    /** The message of a failure, or its type where it has none, without control characters. */
    static String of(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null || message.isBlank() ? failure.toString() : message;
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
