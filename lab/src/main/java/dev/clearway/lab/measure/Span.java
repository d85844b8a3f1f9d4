package dev.clearway.lab.measure;

/**
 * One request's way, in seconds since the burst began.
 *
 * @param left when it left the line: with a place, or without one
 * @param ended when it was over
 * @param sent whether it left with a place
 */
public record Span(double left, double ended, boolean sent) {}
