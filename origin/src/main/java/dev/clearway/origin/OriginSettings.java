package dev.clearway.origin;

import dev.clearway.certs.LocalAuthority;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an {@link OriginServer} was built with; {@link OriginServer.Builder} documents each value. */
record OriginSettings(
        String name,
        InetAddress address,
        Map<OriginPort, Integer> ports,
        long maxStreams,
        int streamWindow,
        int connectionWindow,
        int maxFrameSize,
        int maxHeaderListSize,
        int resetsPerWindow,
        Duration headTimeout,
        Duration idleTimeout,
        Duration stallTimeout,
        int threads,
        @Nullable LocalAuthority authority,
        List<String> hostNames) {}
