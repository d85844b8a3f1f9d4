package dev.clearway.transport.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.VersionPolicy;
import java.net.URI;

/** Whatever a caller puts into a request: it is refused, or it is one request on the wire and no more. */
class RequestFuzzTest {
    private static final String TIME = "2m";
    private static final int MOST = 200;

    @FuzzTest(maxDuration = TIME)
    void request(FuzzedDataProvider data) {
        Request request;
        try {
            Fields fields = Fields.of(data.consumeString(MOST), data.consumeString(MOST));
            request = new Request(
                    new Origin("http", "a", 80),
                    VersionPolicy.HTTP_1_1,
                    data.consumeString(MOST),
                    data.consumeString(MOST),
                    fields,
                    RequestBody.NONE,
                    null);
            RequestCheck.check(request);
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(request.method()).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
        assertThat(request.path()).matches("\\*|/[\\x21-\\x7e&&[^#]]*");
        assertThat(request.fields().name(0)).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
        assertThat(request.fields().value(0)).doesNotMatch("(?s).*[\\x00\\r\\n].*");
    }

    @FuzzTest(maxDuration = TIME)
    void priority(FuzzedDataProvider data) {
        String value = data.consumeRemainingAsString();
        assertThat(Priority.urgency(value)).isBetween(0, 7);
    }

    @FuzzTest(maxDuration = TIME)
    void origin(FuzzedDataProvider data) {
        Origin origin;
        try {
            origin = Origin.of(URI.create(data.consumeRemainingAsString()));
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(origin.scheme()).matches("https?");
        assertThat(origin.port()).isBetween(1, 65_535);
        assertThat(origin.authority()).doesNotMatch("(?s).*[\\x00-\\x20@/\\\\].*");
    }
}
