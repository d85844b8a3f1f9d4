package dev.clearway.lab.wire;

/**
 * Something that an experiment expects.
 *
 * @param text what, in a sentence with the measured figures
 * @param holds whether it held
 */
public record Claim(String text, boolean holds) {}
