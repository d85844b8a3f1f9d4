package dev.clearway.cli;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.Mode;
import dev.clearway.lab.page.PageListener;
import dev.clearway.lab.page.PagePlan;
import dev.clearway.lab.page.Turn;
import dev.clearway.lab.page.measure.Calibration;
import java.util.List;

/** Shows how the page experiment goes: a line as each load ends, and a status while it runs. */
final class PageScreen implements PageListener {
    private final Screen screen;
    private final PagePlan plan;
    private int loads;

    PageScreen(Screen screen, PagePlan plan) {
        this.screen = screen;
        this.plan = plan;
    }

    @Override
    public void begins(List<String> facts, Calibration calibration) {
        screen.lines(facts);
        screen.line("");
    }

    @Override
    public void loading(Mode mode, Turn turn) {
        loads++;
        screen.status("  load " + loads + " of " + plan.loads() + ": " + mode.name() + "…");
    }

    @Override
    public void loaded(Mode mode, Turn turn, double doneSeconds) {
        screen.line(String.format("%-20s %-11s %s", mode.name(), turn.label(plan.runs()), Amount.seconds(doneSeconds)));
    }
}
