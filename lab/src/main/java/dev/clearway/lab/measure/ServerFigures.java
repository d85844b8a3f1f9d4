package dev.clearway.lab.measure;

/**
 * What the server's process saw of one run.
 *
 * @param requests requests that it began to handle, those cancelled by the client included
 * @param longestSeconds the longest of them, from their head to the end of their answer or their cancellation
 * @param connections connections that carried a request
 * @param cpuSeconds processor time of its process
 */
public record ServerFigures(long requests, double longestSeconds, int connections, double cpuSeconds) {}
