package dev.clearway.analysis.model;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one file says.
 *
 * @param name the file's name, without its folder
 * @param kind what kind of file it is
 * @param producer the program that made it, with its version
 * @param requests the requests that went over the network and were selected, in order of issue (those that are not dated
 *     last)
 * @param connections the connections, by id
 * @param stalls the recorder's own words of requests that waited at a limit
 * @param browser what it says of the browser
 * @param advertised origins that said, or are said, to speak HTTP/2 or HTTP/3, with where
 * @param tells kinds of wait that the recorder can tell; one that is not here is "cannot tell", not "none"
 * @param tellsIssuer whether the recorder tells who issued certificates
 * @param selected whether requests were left out by choice
 * @param extent how much of the file was read
 * @param notes what a reader should know of the file
 */
public record Recording(
        String name,
        Kind kind,
        String producer,
        List<RequestLife> requests,
        Map<String, Connection> connections,
        List<Stall> stalls,
        BrowserFacts browser,
        Map<String, Evidence> advertised,
        Set<Wait> tells,
        boolean tellsIssuer,
        boolean selected,
        Extent extent,
        List<Note> notes) {

    /**
     * How much of a file was read.
     *
     * @param records records (events, entries, lines) met
     * @param skipped of these, how many could not be read
     * @param dropped requests beyond {@link RecordingBuilder#MOST_REQUESTS}, read and not kept
     * @param cut whether the file ended before it was complete
     * @param bytes how many (decompressed) bytes were read
     */
    public record Extent(long records, long skipped, long dropped, boolean cut, long bytes) {
        /** Whether something of the file could not be judged. */
        public boolean partial() {
            return skipped > 0 || dropped > 0 || cut;
        }
    }

    /** Whether the waits of its requests can be told at all. */
    public boolean tellsWaits() {
        return !tells.isEmpty();
    }
}
