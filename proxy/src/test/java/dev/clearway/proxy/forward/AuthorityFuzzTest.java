package dev.clearway.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever a request names as its host: it is refused with 400, or it is a host and a port that can be connected to. */
class AuthorityFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void authority(FuzzedDataProvider data) throws RefusedException {
        Authority authority;
        try {
            authority = Authority.of(data.consumeRemainingAsString());
        } catch (RefusedException refused) {
            return;
        }
        assertThat(authority.host()).matches("[a-z0-9._:-]+").hasSizeLessThanOrEqualTo(255);
        assertThat(authority.port() == -1 || (authority.port() > 0 && authority.port() < 65_536))
                .isTrue();
        String again = authority.host().contains(":") ? "[" + authority.host() + "]" : authority.host();
        assertThat(Authority.of(authority.port() == -1 ? again : again + ":" + authority.port()))
                .isEqualTo(authority);
    }
}
