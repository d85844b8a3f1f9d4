/**
 * What a proxy has done, told as it happens.
 *
 * <p>A proxy tells a {@link dev.clearway.proxy.record.ProxyObserver} of each connection, tunnel and request; each start
 * has exactly one end, and the end brings everything that is known. Journals, HAR files and metrics are made from these
 * events and from nothing else. They come on event loops, so that an observer must be quick and must not block. What they
 * hold is what clients and servers sent: unchecked, unredacted, perhaps hostile.
 */
@NullMarked
package dev.clearway.proxy.record;

import org.jspecify.annotations.NullMarked;
