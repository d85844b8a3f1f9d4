package dev.clearway.lab.measure;

/**
 * The spread of some times.
 *
 * @param min the shortest
 * @param mean their mean
 * @param max the longest
 */
public record Spread(double min, double mean, double max) {}
