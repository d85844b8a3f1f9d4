package dev.clearway.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Whatever an option, a file of users or a client says: it is refused with a reason, or it means one thing. */
class RulesFuzzTest {
    private static final String TIME = "2m";
    private static final int MOST = 300;

    @FuzzTest(maxDuration = TIME)
    void bypass(FuzzedDataProvider data) {
        String host = data.consumeString(MOST);
        String pattern = data.consumeString(MOST);
        HostPatterns patterns;
        try {
            patterns = HostPatterns.of(List.of(pattern));
        } catch (IllegalArgumentException refused) {
            return;
        }
        boolean bypasses = patterns.bypasses(host);
        assertThat(patterns.bypasses(HostPattern.canonical(host)))
                .as("the same host in its one form")
                .isEqualTo(bypasses);
        // Hosts are ASCII on the wire; a name in another script is meant by a pattern in its ASCII form.
        if (!pattern.contains("*") && host.chars().allMatch(c -> c < 0x80)) {
            assertThat(bypasses || !HostPattern.canonical(host).equals(HostPattern.canonical(pattern)))
                    .as("a name matches itself")
                    .isTrue();
        }
    }

    @FuzzTest(maxDuration = TIME)
    void allowed(FuzzedDataProvider data) {
        int port = data.consumeInt(1, 65_535);
        AllowedTarget target;
        try {
            target = AllowedTarget.of(data.consumeRemainingAsString());
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(target.hosts() == null).isNotEqualTo(target.addresses() == null);
        AddressRange range = target.addresses();
        if (range != null) {
            assertThat(range.contains(range.base())).isTrue();
            assertThat(target.lists(range.base(), port)).isEqualTo(target.listsAddresses(port));
            assertThat(AddressRange.of(range.toString())).isEqualTo(range);
        }
        assertThat(target.lists("nobody.invalid", port) && target.hosts() == null)
                .isFalse();
        assertThat(target.ports().contain(target.ports().from())).isTrue();
    }

    @FuzzTest(maxDuration = TIME)
    void address(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        InetAddress address = AddressRange.parse(text);
        if (address != null) {
            assertThat(AddressRange.parse(address.getHostAddress())).isEqualTo(address);
        }
    }

    @FuzzTest(maxDuration = TIME)
    void users(FuzzedDataProvider data) {
        String user = data.consumeString(MOST);
        String authorization = data.consumeRemainingAsString();
        UserList users;
        try {
            users = UserList.ofVariable("NAME", user);
        } catch (IOException refused) {
            assertThat(refused).hasMessage("the variable NAME is not NAME:PASSWORD");
            return;
        }
        if (users.accepts(authorization)) {
            assertThat(authorization).startsWithIgnoringCase("basic ");
        }
    }
}
