package dev.clearway.lab.page;

import dev.clearway.lab.Machine;
import dev.clearway.lab.page.measure.Calibration;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import java.util.List;
import java.util.Optional;

/**
 * What the experiment found.
 *
 * @param plan what it was to be
 * @param machine what it ran on
 * @param calibration what the machine could give
 * @param loader who loaded the page: a browser and its version, or the client in its place
 * @param results the modes, in the plan's order; those that have no run yet are not among them
 * @param checks what had to come out, and whether it did
 */
public record PageReport(
        PagePlan plan,
        Machine machine,
        Calibration calibration,
        String loader,
        List<ModeResult> results,
        List<PageCheck> checks) {
    public PageReport {
        results = List.copyOf(results);
        checks = List.copyOf(checks);
    }

    /** The page as it is in most modes. */
    public Site site() {
        return Site.of(plan.size(), Variant.PLAIN);
    }

    /** Whether everything that was judged came out as it had to. */
    public boolean holds() {
        return checks.stream().noneMatch(PageCheck::failed);
    }

    /** The result of a mode, if it was run. */
    public Optional<ModeResult> result(Way way) {
        return results.stream()
                .filter(result -> result.mode().way() == way && result.mode().variant() == Variant.PLAIN)
                .findFirst();
    }
}
