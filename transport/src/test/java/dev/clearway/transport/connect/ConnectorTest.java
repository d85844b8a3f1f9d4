package dev.clearway.transport.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.AddressFilter;
import dev.clearway.transport.Protocol;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumSet;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long an attempt may take. */
class ConnectorTest {
    private static Connector connector(@Nullable Duration timeout) throws NoSuchAlgorithmException {
        return new Connector(
                new Tls(SSLContext.getDefault(), null, EnumSet.allOf(Protocol.class)),
                Runnable::run,
                AddressFilter.ALL,
                timeout,
                false);
    }

    @Test
    void attemptIsBoundedThoughNobodySetALimit() throws Exception {
        assertThat(connector(null).timeout).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void limitOfTheCallersIsKept() throws Exception {
        assertThat(connector(Duration.ofMinutes(2)).timeout).isEqualTo(Duration.ofMinutes(2));
    }
}
