/**
 * The rules: one small class a cause of waiting, each with the reason why its evidence proves it.
 *
 * <p>{@link dev.clearway.analysis.rules.Rules#all()} lists them in the order in which their findings are told. A rule reads
 * a {@link dev.clearway.analysis.find.Case} and has no state. What several rules need is in
 * {@link dev.clearway.analysis.rules.Draft} (gathering a finding over several hosts) and
 * {@link dev.clearway.analysis.rules.Limits} (waits at a limit, named by the recorder or seen by arithmetic). Remedies are
 * worded once, in {@link dev.clearway.analysis.rules.Remedies}.
 */
@NullMarked
package dev.clearway.analysis.rules;

import org.jspecify.annotations.NullMarked;
