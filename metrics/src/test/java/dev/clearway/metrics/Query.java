package dev.clearway.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names in a PromQL expression: its metrics, each with the labels that its own braces name, and the labels by which
 * results are grouped.
 */
record Query(Map<String, Set<String>> metrics, Set<String> groupedBy) {
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern METRIC = Pattern.compile("\\b([a-zA-Z_:][a-zA-Z0-9_:]*+)\\s*+(\\{[^}]*\\})?+(?!\\()");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(?:=~|!~|!=|=)");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    static Query parse(String expression) {
        String text = expression.replaceAll("\"[^\"]*\"", "\"\"").replaceAll("\\[[^\\]]*\\]", "");
        Set<String> grouped = new TreeSet<>();
        Matcher grouping = GROUPING.matcher(text);
        while (grouping.find()) {
            for (String label : grouping.group(1).split(",", -1)) {
                grouped.add(label.strip());
            }
        }
        Map<String, Set<String>> metrics = new TreeMap<>();
        // A name before a parenthesis is a function's.
        Matcher metric = METRIC.matcher(GROUPING.matcher(text).replaceAll(" "));
        while (metric.find()) {
            if (!WORDS.contains(metric.group(1))) {
                metrics.computeIfAbsent(metric.group(1), none -> new TreeSet<>())
                        .addAll(labels(metric.group(2)));
            }
        }
        return new Query(metrics, grouped);
    }

    private static List<String> labels(@Nullable String braces) {
        List<String> labels = new ArrayList<>();
        Matcher label = LABEL.matcher(braces == null ? "" : braces);
        while (label.find()) {
            labels.add(label.group(1));
        }
        return labels;
    }
}
