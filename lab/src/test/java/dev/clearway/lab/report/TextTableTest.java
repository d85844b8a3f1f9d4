package dev.clearway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.lab.report.TextTable.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static TextTable table() {
        TextTable table = new TextTable(List.of(
                Column.text("name", Column.ALWAYS), Column.number("more\nor less", 2), Column.number("count", 5)));
        table.row(List.of("a", "1", "12345678"));
        table.row(List.of("long name", "22", "1"));
        return table;
    }

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(table().lines(80))
                .containsExactly(
                        "              more",
                        "name       or less     count",
                        "a                1  12345678",
                        "long name       22         1");
    }

    @Test
    void leastImportantColumnsGoFirstWhereThereIsNoRoom() {
        assertThat(table().lines(20))
                .containsExactly("name          count", "a          12345678", "long name         1");
        assertThat(table().lines(5)).containsExactly("name", "a", "long name");
    }

    @Test
    void coloursTakeNoRoom() {
        TextTable table = new TextTable(List.of(Column.text("x", Column.ALWAYS), Column.text("y", Column.ALWAYS)));
        table.row(List.of(Paint.ANSI.good("ok"), "end"));
        assertThat(table.lines(80).get(0)).isEqualTo("x   y");
    }

    @Test
    void rowNeedsACellForEachColumn() {
        assertThatThrownBy(() -> table().row(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
