/**
 * The page of the experiment, before anything serves or loads it.
 *
 * <p>A {@link dev.clearway.lab.page.site.PageSize} says of how many parts it consists and how slowly they are answered;
 * {@link dev.clearway.lab.page.site.Site} makes the parts, the document and the sums that the arithmetic needs. Each
 * part's delay follows from an MD5 of its path, so that it is the same in every mode and on every machine. A
 * {@link dev.clearway.lab.page.site.Variant} is the same content served in a way that authors of pages are advised to
 * try. Pure and immutable.
 */
@NullMarked
package dev.clearway.lab.page.site;

import org.jspecify.annotations.NullMarked;
