/** What a run found, for machines (JSON) and readers (a Markdown table with ratios to the floor). */
@NullMarked
package dev.clearway.bench.report;

import org.jspecify.annotations.NullMarked;
