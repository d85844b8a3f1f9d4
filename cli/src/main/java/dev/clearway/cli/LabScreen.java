package dev.clearway.cli;

import dev.clearway.lab.LabListener;
import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.report.Paint;
import dev.clearway.lab.scenario.Scenario;

/**
 * Shows how the lab goes: a line as each run ends; while it runs, a status on a terminal, and elsewhere a line now and
 * then for one that takes long.
 */
final class LabScreen implements LabListener {
    /** After how many seconds without a terminal a run is told to be under way, and again after as many. */
    private static final int SECONDS_BETWEEN_LINES = 2;

    private final Screen screen;
    private final int repeat;
    private long nextLineAt;

    LabScreen(Screen screen, int repeat) {
        this.screen = screen;
        this.repeat = repeat;
    }

    @Override
    public void started(Scenario scenario, int run) {
        nextLineAt = SECONDS_BETWEEN_LINES;
        screen.status("  " + title(scenario, run) + ": starts");
    }

    @Override
    public void progress(Progress progress) {
        String text = "  " + title(progress.scenario(), progress.run()) + ": "
                + Amount.seconds(progress.elapsed().toMillis() / 1000.0) + ", " + progress.answered() + " of "
                + progress.asked()
                + " answered";
        if (screen.terminal()) {
            screen.status(text);
        } else if (progress.elapsed().toSeconds() >= nextLineAt) {
            nextLineAt += SECONDS_BETWEEN_LINES;
            screen.line(text);
        }
    }

    @Override
    public void ended(Outcome outcome) {
        Paint paint = screen.paint();
        String verdict = outcome.holds() ? paint.good("held    ") : paint.bad("NOT HELD");
        screen.line(verdict + " " + title(outcome.scenario(), outcome.run()) + ": " + summary(outcome.measured())
                + ". Expected: " + outcome.expected());
        outcome.objections().forEach(objection -> screen.line("           " + objection));
    }

    private String title(Scenario scenario, int run) {
        return repeat == 1 ? scenario.name() : scenario.name() + " " + run + "/" + repeat;
    }

    private static String summary(Measured measured) {
        ReuseFigures reuse = measured.reuse();
        if (reuse != null) {
            return "first " + Amount.seconds(reuse.first().total()) + ", the rest "
                    + Amount.seconds(reuse.rest().mean());
        }
        String failed = measured.failed() == 0 ? "" : ", " + measured.failed() + " failed";
        return "slowest " + Amount.seconds(measured.slowestSeconds()) + " on "
                + Amount.counted(measured.connections(), "connection") + failed;
    }
}
