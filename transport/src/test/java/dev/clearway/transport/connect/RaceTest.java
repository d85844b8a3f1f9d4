package dev.clearway.transport.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.transport.exchange.AddressRefused;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which of a host's addresses is connected to (RFC 8305). */
@ExtendWith(LeakExtension.class)
class RaceTest {
    @AutoClose
    private final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = loops.next();

    @AfterEach
    void stop() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static InetAddress address(int... bytes) throws UnknownHostException {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        return InetAddress.getByAddress(raw);
    }

    private CompletableFuture<Channel> race(Race.Judge judge, InetAddress... addresses) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        Race race = new Race(loop, List.of(addresses), peer.port(), judge, new Race.Outcome() {
            @Override
            public void connected(Channel channel) {
                result.complete(channel);
            }

            @Override
            public void failed(Throwable cause) {
                result.completeExceptionally(cause);
            }
        });
        loop.execute(race::go);
        return result;
    }

    private static @Nullable AddressRefused all(InetAddress address) {
        return null;
    }

    @Test
    void familiesTakeTurnsAndTheResolversFirstComesFirst() throws Exception {
        InetAddress six1 = address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        InetAddress six2 = address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2);
        InetAddress four1 = address(127, 0, 0, 2);
        InetAddress four2 = address(127, 0, 0, 3);
        InetAddress four3 = address(127, 0, 0, 4);
        assertThat(Race.order(new InetAddress[] {six1, six2, four1, four2, four3}))
                .containsExactly(six1, four1, six2, four2, four3);
        assertThat(Race.order(new InetAddress[] {four1, four2})).isEqualTo(Arrays.asList(four1, four2));
    }

    @Test
    void addressThatRefusesIsFollowedByTheNextAtOnce() throws Exception {
        // Nobody listens on these loopback addresses at the peer's port.
        Channel channel = race(
                        RaceTest::all, address(127, 0, 0, 9), address(127, 0, 0, 8), InetAddress.getLoopbackAddress())
                .get(60, TimeUnit.SECONDS);
        assertThat(channel.remoteAddress()).isEqualTo(peer.address());
        channel.close().syncUninterruptibly();
    }

    @Test
    void failureOfAllIsTheLastWithTheOthersInIt() throws Exception {
        CompletableFuture<Channel> result = race(RaceTest::all, address(127, 0, 0, 9), address(127, 0, 0, 8));
        Throwable failure = result.handle((channel, cause) -> cause).get(60, TimeUnit.SECONDS);
        assertThat(failure).hasMessageContaining("127.0.0.8");
        assertThat(failure.getSuppressed()).hasSize(1);
    }

    @Test
    void addressThatIsNotPermittedEndsTheRace() throws Exception {
        CompletableFuture<Channel> result = race(
                address -> address.isLoopbackAddress() ? new AddressRefused(address, null) : null,
                InetAddress.getLoopbackAddress());
        assertThat(result)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(AddressRefused.class);
        assertThat(peer.connections()).isZero();
    }
}
