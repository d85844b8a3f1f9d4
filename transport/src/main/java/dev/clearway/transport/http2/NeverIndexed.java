package dev.clearway.transport.http2;

import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.util.AsciiString;
import java.util.Collection;

/** Says which fields no HPACK table may hold (RFC 7541, section 7.1.3). Asked for each field of each request: no map, no copy. */
final class NeverIndexed implements Http2HeadersEncoder.SensitivityDetector {
    private final AsciiString[] names;

    /** Those with one of these names, in lower case. */
    NeverIndexed(Collection<String> names) {
        this.names = names.stream().map(AsciiString::of).toArray(AsciiString[]::new);
    }

    @Override
    public boolean isSensitive(CharSequence name, CharSequence value) {
        for (AsciiString each : names) {
            if (each.length() == name.length() && each.contentEquals(name)) {
                return true;
            }
        }
        return false;
    }
}
