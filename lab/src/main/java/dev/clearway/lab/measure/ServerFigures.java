package dev.clearway.lab.measure;

/**
 * What the server's process saw of one run, and how far that is from what callers saw.
 *
 * @param requests requests that it began to handle, those cancelled by the client included
 * @param longestSeconds the longest of them, from their head to the end of their answer or their cancellation
 * @param connections connections that carried a request
 * @param cpuSeconds processor time of its process
 * @param meanSeconds the mean time of those answered with status 200, from their head to the end of their answer;
 *     {@code NaN} if there was none
 * @param gapSeconds by how much the mean time of the same calls was longer for their callers
 *     ({@code http.client.request.duration} less {@code http.server.request.duration}); {@code NaN} if there was none
 */
public record ServerFigures(
        long requests,
        double longestSeconds,
        int connections,
        double cpuSeconds,
        double meanSeconds,
        double gapSeconds) {

    /** Figures without means. */
    public ServerFigures(long requests, double longestSeconds, int connections, double cpuSeconds) {
        this(requests, longestSeconds, connections, cpuSeconds, Double.NaN, Double.NaN);
    }

    /** These figures beside the mean time of the same calls for their callers; {@code NaN} for none. */
    public ServerFigures against(double callersMeanSeconds) {
        return new ServerFigures(
                requests, longestSeconds, connections, cpuSeconds, meanSeconds, callersMeanSeconds - meanSeconds);
    }
}
