/**
 * What every recording becomes, whoever made it.
 *
 * <p>A {@link dev.clearway.analysis.model.Recording} holds the requests as {@link dev.clearway.journal.RequestLife}s, the
 * {@link dev.clearway.analysis.model.Connection}s that they used with what was agreed and shown on them, the
 * {@link dev.clearway.analysis.model.Stall}s that the recorder itself noted, and the
 * {@link dev.clearway.analysis.model.BrowserFacts}. It also says what it cannot tell, where it was cut, and what was
 * skipped. Each fact that a finding may rest on carries its {@link dev.clearway.analysis.model.Evidence}: the place in the
 * file. A {@link dev.clearway.analysis.model.RecordingBuilder} takes the facts in and keeps the whole bounded. Everything
 * but the builder is immutable.
 */
@NullMarked
package dev.clearway.analysis.model;

import org.jspecify.annotations.NullMarked;
