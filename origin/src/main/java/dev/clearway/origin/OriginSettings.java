package dev.clearway.origin;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.server.ServerSettings;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an {@link OriginServer} was built with; {@link OriginServer.Builder} documents each value. */
record OriginSettings(
        String name,
        InetAddress address,
        Map<OriginPort, Integer> ports,
        ServerSettings protocols,
        int threads,
        @Nullable LocalAuthority authority,
        List<String> hostNames) {}
