package dev.clearway.lab.measure;

/**
 * Failures that are alike.
 *
 * @param type simple name of the exception's class, or {@code status} for an answer other than 200
 * @param message the message of one of them
 * @param count how many there were
 */
public record FailureKind(String type, String message, int count) {}
