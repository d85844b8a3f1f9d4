package dev.clearway.lab.page.site;

/**
 * A part of a page that the browser asks for by itself.
 *
 * @param type {@code script}, {@code image} or {@code fetch}
 * @param path its path
 * @param delayMillis how long the server takes for it
 */
public record Part(String type, String path, int delayMillis) {}
