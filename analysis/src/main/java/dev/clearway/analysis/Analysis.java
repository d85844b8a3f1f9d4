package dev.clearway.analysis;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Knowledge;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.rules.Rules;
import dev.clearway.analysis.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;

/**
 * What was made of one recording: everything that a report shows.
 *
 * @param recording the recording
 * @param hosts its hosts, those with most requests first
 * @param findings what it shows, the surest first
 * @param whatIfs what its requests would have taken without the limits that they met
 * @param verdict the answer in a few sentences
 */
public record Analysis(
        Recording recording, List<Host> hosts, List<Finding> findings, List<WhatIf> whatIfs, Verdict verdict) {

    /** Judges {@code recording} by itself. */
    public static Analysis of(Recording recording) {
        return of(recording, Knowledge.NONE);
    }

    /** Judges several recordings, each with what the others say of the same hosts. */
    public static List<Analysis> of(List<Recording> recordings) {
        List<Analysis> analyses = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            List<Recording> others = new ArrayList<>(recordings);
            analyses.add(of(others.remove(i), Knowledge.of(others)));
        }
        return analyses;
    }

    private static Analysis of(Recording recording, Knowledge knowledge) {
        Case c = Case.of(recording, knowledge);
        List<Finding> findings = Rules.findings(c);
        List<WhatIf> whatIfs = WhatIf.of(c);
        return new Analysis(
                recording, c.hosts(), findings, whatIfs, Verdict.of(recording, c.hosts(), findings, whatIfs));
    }
}
