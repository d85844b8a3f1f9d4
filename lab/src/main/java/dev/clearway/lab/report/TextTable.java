package dev.clearway.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A table of text that leaves out its less important columns where it would be too wide. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<Column> columns) {
        this.columns = columns;
    }

    /**
     * A column.
     *
     * @param header what stands above it; lines are parted by {@code \n}
     * @param right whether it is flush right, as numbers are
     * @param importance columns with less go first where there is no room; those with the most never do
     */
    public record Column(String header, boolean right, int importance) {
        /** Stays, however narrow the screen. */
        public static final int ALWAYS = 9;

        public static Column text(String header, int importance) {
            return new Column(header, false, importance);
        }

        public static Column number(String header, int importance) {
            return new Column(header, true, importance);
        }

        private List<String> headerLines() {
            return List.of(header.split("\n"));
        }
    }

    /** Adds a row with a cell for each column. */
    public void row(List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    /** The lines, header first, at most {@code width} wide if leaving out columns can make them so. */
    public List<String> lines(int width) {
        List<Integer> shown = shown(width);
        List<String> lines = new ArrayList<>(header(shown));
        for (List<String> row : rows) {
            lines.add(line(shown, row));
        }
        return lines;
    }

    private List<Integer> shown(int width) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            shown.add(i);
        }
        while (total(shown) > width) {
            int least = shown.stream()
                    .min(Comparator.comparingInt(i -> columns.get(i).importance()))
                    .orElseThrow();
            if (columns.get(least).importance() == Column.ALWAYS) {
                break;
            }
            shown.remove(Integer.valueOf(least));
        }
        return shown;
    }

    private int total(List<Integer> shown) {
        return shown.stream().mapToInt(this::widthOf).sum() + GAP.length() * Math.max(0, shown.size() - 1);
    }

    private int widthOf(int column) {
        int header = columns.get(column).headerLines().stream()
                .mapToInt(TextTable::length)
                .max()
                .orElse(0);
        int cells = rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
        return Math.max(header, cells);
    }

    private List<String> header(List<Integer> shown) {
        int height = shown.stream()
                .mapToInt(i -> columns.get(i).headerLines().size())
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (int level = 0; level < height; level++) {
            List<String> cells = new ArrayList<>();
            for (Column column : columns) {
                int skipped = height - column.headerLines().size();
                cells.add(level < skipped ? "" : column.headerLines().get(level - skipped));
            }
            lines.add(line(shown, cells));
        }
        return lines;
    }

    private String line(List<Integer> shown, List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            if (line.length() > 0) {
                line.append(GAP);
            }
            String cell = cells.get(column);
            String space = " ".repeat(widthOf(column) - length(cell));
            line.append(columns.get(column).right() ? space + cell : cell + space);
        }
        return line.toString().stripTrailing();
    }

    /** How many places a cell takes on the screen; colours take none. */
    private static int length(String cell) {
        String bare = cell.indexOf('\u001b') < 0 ? cell : cell.replaceAll("\u001b\\[[0-9;]*m", "");
        return bare.codePointCount(0, bare.length());
    }
}
