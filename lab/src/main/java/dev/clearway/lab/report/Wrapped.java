package dev.clearway.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines. */
final class Wrapped {
    private Wrapped() {}

    /** The text in lines of at most that width, broken at spaces; a word that is longer stands alone. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
