/**
 * Reads Chromium's network log.
 *
 * <p>A netlog is a stream of small events, each about one <em>source</em> (a request, a job that seeks a connection, a
 * socket, an HTTP/2 session), linked by references from one source to another. All integers in it change their meaning
 * with every release, so they are read through the constants in the same file and never otherwise
 * ({@link dev.clearway.analysis.read.netlog.Constants}). Trackers follow the sources of one kind each and put requests
 * and connections together as the events pass; only events that a tracker asked for are parsed at all. Events that this
 * package does not know are counted and otherwise ignored, since Chromium promises no stability of any of them. One
 * reader and its trackers are confined to one thread.
 */
@NullMarked
package dev.clearway.analysis.read.netlog;

import org.jspecify.annotations.NullMarked;
