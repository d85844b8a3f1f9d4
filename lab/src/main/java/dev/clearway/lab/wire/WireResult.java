package dev.clearway.lab.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an experiment measured.
 *
 * @param name the experiment
 * @param what what it does
 * @param columns headings of the figures, the first that of the setups' names
 * @param rows each setup's name and figures as text
 * @param figures the figures as numbers by name, times in seconds
 * @param claims what was expected, and whether it held
 */
public record WireResult(
        String name,
        String what,
        List<String> columns,
        List<List<String>> rows,
        Map<String, Double> figures,
        List<Claim> claims) {
    public WireResult {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        figures = new LinkedHashMap<>(figures);
        claims = List.copyOf(claims);
    }

    /** Whether every claim held. */
    public boolean holds() {
        return claims.stream().allMatch(Claim::holds);
    }

    /** The result for people: what, the table, the claims. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(name + ": " + what);
        lines.add("");
        List<List<String>> all = new ArrayList<>();
        all.add(columns);
        all.addAll(rows);
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder(" ");
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                String pad = " ".repeat(width(all, i) - cell.length());
                line.append(' ').append(i == 0 ? cell + pad : "  " + pad + cell);
            }
            lines.add(line.toString());
        }
        lines.add("");
        claims.forEach(claim -> lines.add((claim.holds() ? "held:     " : "NOT HELD: ") + claim.text()));
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
