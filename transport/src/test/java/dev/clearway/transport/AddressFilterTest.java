package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an {@link AddressFilter} does not permit is not connected to. */
class AddressFilterTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

    @Test
    void refusedAddressFailsEveryCallerAtOnceAndIsNotConnectedTo() throws Exception {
        use(builder().addressFilter((origin, address) -> !address.isLoopbackAddress()));
        List<Answer> answers = IntStream.range(0, 5)
                .mapToObj(i -> send(Requests.http1(peer.uri("/"))))
                .toList();
        for (Answer answer : answers) {
            Throwable failure = answer.awaitFailure();
            assertThat(failure)
                    .isInstanceOf(AddressRefusedException.class)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("127.0.0.1 is not permitted");
            assertThat(((TransportFailure) failure).delivery()).isEqualTo(Delivery.NEVER_SENT);
        }
        assertThat(peer.connections()).isZero();
    }

    @Test
    void filterIsAskedForTheVeryAddressThatIsConnectedTo() throws Exception {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        use(builder().addressFilter((origin, address) -> asked.add(origin + " " + address.getHostAddress())));
        Answer answer = send(Requests.http1(peer.uri("/")));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        answer.await();
        assertThat(asked.get(asked.size() - 1))
                .isEqualTo("http://localhost:" + peer.port() + " "
                        + InetAddress.getLoopbackAddress().getHostAddress());
    }

    @Test
    void filterThatThrowsRefuses() throws Exception {
        use(builder().addressFilter((origin, address) -> {
            throw new IllegalStateException("broken");
        }));
        assertThat(send(Requests.http1(peer.uri("/"))).awaitFailure())
                .isInstanceOf(AddressRefusedException.class)
                .hasRootCauseMessage("broken");
        assertThat(peer.connections()).isZero();
    }
}
