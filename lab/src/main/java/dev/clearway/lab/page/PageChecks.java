package dev.clearway.lab.page;

import static dev.clearway.lab.expect.Amount.plain;
import static dev.clearway.lab.expect.Amount.seconds;

import dev.clearway.journal.Protocol;
import dev.clearway.lab.page.load.TimedLoad;
import dev.clearway.lab.page.measure.Calibration;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What must come out, by arithmetic from the page's delays and by what each protocol allows. */
public final class PageChecks {
    /** How many connections to a host browsers permit themselves over HTTP/1.1. */
    public static final int CONNECTIONS = 6;

    /** How much longer than the floor a browser may take: it also has to parse, to schedule and to draw. */
    private static final double MOST_OVER_FLOOR = 1.12;

    /** How much longer than straight to the server a proxy with HTTP/2 may take. */
    private static final double MOST_OVER_DIRECT = 1.25;

    /** From so many times the direct load's time on the wait is plain to see. */
    private static final double LEAST_RATIO = 10;

    /** A page of fewer is over so soon that handshakes, and not the wait, make the time: a ratio says nothing. */
    private static final int FEWEST_REQUESTS = 120;

    private final List<ModeResult> results;
    private final Site site;
    private final PagePlan plan;
    private final Calibration machine;
    private final List<PageCheck> checks = new ArrayList<>();

    private PageChecks(List<ModeResult> results, Site site, PagePlan plan, Calibration machine) {
        this.results = results;
        this.site = site;
        this.plan = plan;
        this.machine = machine;
    }

    static List<PageCheck> of(List<ModeResult> results, Site site, PagePlan plan, Calibration machine) {
        PageChecks checks = new PageChecks(results, site, plan, machine);
        for (ModeResult result : results) {
            checks.everyRequestIsAnswered(result);
            checks.everyRunIsTheSame(result);
            if (result.mode().variant() == Variant.PLAIN) {
                checks.judge(result);
            }
        }
        return checks.checks;
    }

    /** The least time over HTTP/1.1: the sum of all delays on six connections. */
    public static double floorSeconds(Site site) {
        return site.sum().toMillis() / 1000.0 / CONNECTIONS;
    }

    /** The least time over HTTP/1.1 with the plan's round trip, which each request takes once. */
    public static double floorSeconds(Site site, PagePlan plan) {
        return floorSeconds(site) + plan.roundTrip().toMillis() / 1000.0 * site.requests() / CONNECTIONS;
    }

    private Optional<ModeResult> direct() {
        return results.stream()
                .filter(result -> result.mode().equals(new Mode(Way.DIRECT, Variant.PLAIN)))
                .findFirst();
    }

    private boolean timesTell() {
        return site.requests() >= FEWEST_REQUESTS;
    }

    private void judge(ModeResult result) {
        switch (result.mode().way()) {
            case DIRECT -> oneConnection(result);
            case PROXY_H1 -> {
                sixConnections(result);
                atTheFloor(result);
                manyTimesDirect(result);
                theServerIsInnocent(result);
                otherIssuer(result);
            }
            case PROXY_H2 -> {
                oneConnection(result);
                nearDirect(result);
                otherIssuer(result);
            }
            case PROXY_H2_100 -> {
                oneConnection(result);
                streamsRunOut(result);
                otherIssuer(result);
            }
            case BYPASS -> {
                oneConnection(result);
                nearDirect(result);
                sameIssuer(result);
            }
            case EXTERNAL -> {}
        }
    }

    private void check(ModeResult result, String text, boolean holds) {
        checks.add(PageCheck.of(result.mode().name(), text, holds));
    }

    private void everyRequestIsAnswered(ModeResult result) {
        LoadFigures figures = result.figures();
        int wanted = Site.of(plan.size(), result.mode().variant()).requests();
        check(
                result,
                figures.requests() + " requests, " + figures.failed() + " failed; the page has " + wanted,
                figures.requests() == wanted && figures.failed() == 0);
    }

    /** By what the page itself sees, which it does not of other hosts, nor of lazy images before they come. */
    private void everyRunIsTheSame(ModeResult result) {
        if (result.mode().variant() == Variant.SHARD) {
            return;
        }
        LoadFigures figures = result.figures();
        Map<String, Integer> hops = figures.nextHops();
        int h2 = hops.getOrDefault("h2", 0);
        int h1 = hops.getOrDefault("http/1.1", 0);
        boolean waitsForAll = result.mode().variant() != Variant.PRIORITISED;
        boolean same = figures.protocols().getOrDefault(Protocol.HTTP_2, 0) == h2
                && figures.protocols().getOrDefault(Protocol.HTTP_1, 0) == h1
                && result.timed().stream()
                        .map(TimedLoad::protocols)
                        .allMatch(seen ->
                                waitsForAll ? seen.equals(hops) : seen.keySet().equals(hops.keySet()));
        check(result, "the page itself saw the same protocols, recorded or not: " + hops, same);
    }

    /** Whatever was on the way: the server answered as fast as ever. */
    private void theServerIsInnocent(ModeResult result) {
        if (!timesTell()) {
            return;
        }
        direct().ifPresent(direct -> {
            double took = result.server().took().median();
            double straight = direct.server().took().median();
            checks.add(PageCheck.of(
                            result.mode().name(),
                            "the server itself took " + seconds(took) + " (median), straight " + seconds(straight),
                            took <= straight * MOST_OVER_DIRECT)
                    .judgedOn(machine));
        });
    }

    private void oneConnection(ModeResult result) {
        LoadFigures figures = result.figures();
        check(
                result,
                figures.connections() + " connection carried all requests, by " + figures.protocolText(),
                figures.connections() == 1 && only(figures, Protocol.HTTP_2));
    }

    private void sixConnections(ModeResult result) {
        LoadFigures figures = result.figures();
        int wanted = Math.min(CONNECTIONS, site.requests());
        check(
                result,
                figures.connections() + " connections carried requests, by " + figures.protocolText() + ", at most "
                        + wanted + " permitted",
                figures.connections() == wanted && only(figures, Protocol.HTTP_1));
    }

    private static boolean only(LoadFigures figures, Protocol protocol) {
        return figures.protocols().keySet().equals(java.util.Set.of(protocol));
    }

    private void atTheFloor(ModeResult result) {
        if (!timesTell()) {
            return;
        }
        double floor = floorSeconds(site, plan);
        double ratio = result.medianSeconds() / floor;
        String text = seconds(result.medianSeconds()) + " is " + plain(ratio) + " times what six connections need, "
                + seconds(floor) + " (1 to " + MOST_OVER_FLOOR + " allowed)";
        checks.add(
                ratio < 1
                        ? PageCheck.of(result.mode().name(), text, false)
                        : PageCheck.of(result.mode().name(), text, ratio <= MOST_OVER_FLOOR)
                                .judgedOn(machine));
    }

    private void manyTimesDirect(ModeResult result) {
        if (!timesTell() || !plan.roundTrip().isZero()) {
            return;
        }
        direct().ifPresent(direct -> {
            double ratio = result.medianSeconds() / direct.medianSeconds();
            checks.add(PageCheck.of(
                            result.mode().name(),
                            plain(ratio) + " times the direct load (at least " + plain(LEAST_RATIO)
                                    + " on a quiet machine)",
                            ratio >= LEAST_RATIO)
                    .judgedOn(machine));
        });
    }

    private void nearDirect(ModeResult result) {
        if (!timesTell()) {
            return;
        }
        direct().ifPresent(direct -> {
            double ratio = result.medianSeconds() / direct.medianSeconds();
            double noise = Math.max(direct.spreadSeconds(), result.spreadSeconds());
            boolean near = ratio <= MOST_OVER_DIRECT || result.medianSeconds() - direct.medianSeconds() <= noise;
            checks.add(PageCheck.of(
                            result.mode().name(),
                            plain(ratio) + " times the direct load (at most " + MOST_OVER_DIRECT
                                    + ", or within the spread of the runs, " + seconds(noise) + ")",
                            near)
                    .judgedOn(machine));
        });
    }

    private void streamsRunOut(ModeResult result) {
        NetlogFacts netlog = result.netlog();
        if (netlog != null && site.requests() > FEWEST_REQUESTS) {
            String text = netlog.streamStalls() + " requests waited for a stream";
            checks.add(PageCheck.of(result.mode().name(), text, netlog.streamStalls() > 0)
                    .judgedOn(machine));
            check(result, netlog.groupStalls() + " requests waited for a connection", netlog.groupStalls() == 0);
        }
    }

    private void otherIssuer(ModeResult result) {
        direct().ifPresent(direct -> check(
                result,
                "another issuer than straight: " + result.figures().issuerText(),
                !result.figures().issuers().equals(direct.figures().issuers())));
    }

    private void sameIssuer(ModeResult result) {
        direct().ifPresent(direct -> check(
                result,
                "the same issuer as straight: " + result.figures().issuerText(),
                result.figures().issuers().equals(direct.figures().issuers())));
    }
}
