package dev.clearway.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of targets and binds: what may be asked for. */
class TargetsTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final InetAddress EVERYWHERE = literal("0.0.0.0");
    private static final InetSocketAddress OWN = new InetSocketAddress(LOOPBACK, 8080);

    /** Addresses that no name may lead to. */
    private static final String SPECIAL = """
            127.0.0.1 127.8.8.8 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255
            100.100.100.200 169.254.169.254 169.254.0.1 168.63.129.16 192.0.0.192 198.18.0.1 192.0.2.1 198.51.100.1
            203.0.113.1 224.0.0.1 239.1.2.3 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fec0::1 fc00::1 fd00::1
            fd00:ec2::254 fd20:ce::254 ff02::1 2001:db8::1 100::1 2001::1 64:ff9b:1::1 3fff::1 5f00::1 ::ffff:127.0.0.1
            ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 ::10.0.0.1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe
            2002:7f00:1::1 2002:a9fe:a9fe::1 2002:c0a8:101::1 2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:a00:1""";

    private static final String PUBLIC = "8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 100.63.255.255 100.128.0.1 192.167.1.1"
            + " 169.253.1.1 11.0.0.1 126.0.0.1 128.0.0.1 223.255.255.1 2606:4700::1111 2a00:1450::1 64:ff9b::808:808"
            + " 2002:808:808::1 2606:4700::5efe:808:808";

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "8.8.8.8", "::1", "fd00::1", "2606:4700::1"})
    void anyTargetMayBeAskedForOnLoopback(String address) {
        Targets targets = Targets.of(LOOPBACK, List.of());
        assertThat(targets.permits("shop.example", 25)).isTrue();
        assertThat(targets.permits(address, 443)).isTrue();
        assertThat(targets.permits(found("shop.example", address, 443))).isTrue();
    }

    @Test
    void listIsNeededBeyondLoopback() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Targets.of(EVERYWHERE, List.of()))
                .withMessageContaining("0.0.0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> Targets.of(literal("10.1.2.3"), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Targets.of(literal("::"), List.of()));
    }

    @Test
    void noNameLeadsToASpecialAddress() {
        Targets targets = Targets.of(EVERYWHERE, List.of("*:*"));
        for (String address : SPECIAL.split("\\s+", -1)) {
            assertThat(targets.permits(address, 443)).as(address).isFalse();
            assertThat(targets.permits(found("shop.example", address, 443)))
                    .as(address)
                    .isFalse();
        }
    }

    @Test
    void namesLeadToPublicAddresses() {
        Targets targets = Targets.of(EVERYWHERE, List.of("*"));
        for (String address : PUBLIC.split("\\s+", -1)) {
            assertThat(targets.permits(address, 443)).as(address).isTrue();
            assertThat(targets.permits(found("shop.example", address, 443)))
                    .as(address)
                    .isTrue();
        }
    }

    @Test
    void specialAddressesAreReachedWhereTheyAreListed() {
        for (String address : SPECIAL.split("\\s+", -1)) {
            Targets targets = Targets.of(EVERYWHERE, List.of("[" + address + "]:443"));
            assertThat(targets.permits(address, 443)).as(address).isTrue();
            assertThat(targets.permits(found("inside.example", address, 443)))
                    .as(address)
                    .isTrue();
            assertThat(targets.permits(address, 80)).as(address).isFalse();
        }
    }

    /** Each a list, a host, its address, a port, and whether it is permitted by its name and by its address. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop.example shop.example 8.8.8.8 443 true true",
                "shop.example SHOP.example. 8.8.8.8 80 true true",
                "shop.example shop.example 8.8.8.8 25 false false",
                "shop.example www.shop.example 8.8.8.8 443 false false",
                "shop.example 8.8.8.8 8.8.8.8 443 false false",
                "*.shop.example www.shop.example 8.8.8.8 443 true true",
                "*.shop.example a.b.shop.example 8.8.8.8 443 true true",
                "*.shop.example shop.example 8.8.8.8 443 false false",
                "*.shop.example evilshop.example 8.8.8.8 443 false false",
                "*.shop.example .shop.example 8.8.8.8 443 false false",
                "shop.example:8443 shop.example 8.8.8.8 8443 true true",
                "shop.example:8443 shop.example 8.8.8.8 443 false false",
                "shop.example:8000-8999 shop.example 8.8.8.8 8999 true true",
                "shop.example:8000-8999 shop.example 8.8.8.8 9000 false false",
                "10.0.0.0/8 inside.example 10.9.8.7 443 true true",
                "10.0.0.0/8 inside.example 11.9.8.7 443 true false",
                "10.0.0.0/8 inside.example 8.8.8.8 443 true false",
                "10.0.0.0/8 11.9.8.7 11.9.8.7 443 false false",
                "10.0.0.0/8:* inside.example 10.9.8.7 22 true true",
                "10.1.2.3 inside.example 10.1.2.4 443 true false",
                "fd00::/8 inside.example fd12::1 443 true true",
                "fd00::/8 inside.example fc00::1 443 true false",
                "[fd00::/8]:25 inside.example fd12::1 25 true true",
                "::ffff:10.0.0.0/104 inside.example 10.1.1.1 443 true true",
                "bücher.example xn--bcher-kva.example 8.8.8.8 443 true true",
                "* anything.example 127.0.0.1 443 true false"
            })
    void listDecides(String row) {
        String[] cells = row.split(" ", -1);
        Targets targets = Targets.of(EVERYWHERE, List.of(cells[0]));
        int port = Integer.parseInt(cells[3]);
        assertThat(targets.permits(cells[1], port)).isEqualTo(Boolean.parseBoolean(cells[4]));
        assertThat(targets.permits(found(cells[1], cells[2], port))).isEqualTo(Boolean.parseBoolean(cells[5]));
    }

    @Test
    void nameThatTurnsToAnotherAddressIsJudgedAgain() {
        Targets targets = Targets.of(EVERYWHERE, List.of("*.rebind.example"));
        assertThat(targets.permits("a.rebind.example", 443)).isTrue();
        assertThat(targets.permits(found("a.rebind.example", "8.8.8.8", 443))).isTrue();
        assertThat(targets.permits(found("a.rebind.example", "127.0.0.1", 443))).isFalse();
        assertThat(targets.permits(found("a.rebind.example", "::ffff:169.254.169.254", 443)))
                .isFalse();
    }

    @Test
    void listHoldsOnLoopbackToo() {
        Targets targets = Targets.of(LOOPBACK, List.of("shop.example", "127.0.0.1:9000"));
        assertThat(targets.permits("other.example", 443)).isFalse();
        assertThat(targets.permits("127.0.0.1", 9000)).isTrue();
        assertThat(targets.permits(found("shop.example", "127.0.0.1", 443))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0"})
    void ownPortIsNeverReached(String address) {
        for (Targets targets : List.of(
                Targets.of(LOOPBACK, List.of()),
                Targets.of(LOOPBACK, List.of("*:*", "0.0.0.0/0:*", "[::/0]:*")),
                Targets.only("localhost", 8080))) {
            targets.own(OWN);
            assertThat(targets.permits(address, 8080)).isFalse();
            assertThat(targets.permits(found("localhost", address, 8080))).isFalse();
        }
    }

    @Test
    void ownPortIsNeverReachedByAnyAddressOfThisMachine() throws Exception {
        Targets targets = Targets.of(EVERYWHERE, List.of("0.0.0.0/0:*", "[::/0]:*"));
        targets.own(new InetSocketAddress(EVERYWHERE, 8080));
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(mine -> assertThat(targets.permits(new InetSocketAddress(mine, 8080)))
                        .as("%s", mine)
                        .isFalse());
        assertThat(targets.permits("127.0.0.1", 8081)).isTrue();
    }

    @Test
    void upstreamOfAReverseProxyMayBeAnywhereAndNothingElse() {
        Targets targets = Targets.only("Localhost", 9000);
        assertThat(targets.permits("localhost", 9000)).isTrue();
        assertThat(targets.permits(found("localhost", "127.0.0.1", 9000))).isTrue();
        assertThat(targets.permits("localhost", 9001)).isFalse();
        assertThat(targets.permits("other.example", 9000)).isFalse();
        Targets address = Targets.only("::1", 9000);
        assertThat(address.permits("0:0:0:0:0:0:0:1", 9000)).isTrue();
    }

    @Test
    void addressThatIsNotResolvedIsRefused() {
        assertThat(Targets.of(LOOPBACK, List.of()).permits(InetSocketAddress.createUnresolved("shop.example", 443)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b",
                "*foo.example",
                "a.*.example",
                "**",
                "shop.example:",
                "shop.example:0",
                "shop.example:65536",
                "shop.example:9-8",
                "shop.example:http",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0/8",
                "fd00::/129",
                "[fd00::1",
                "[fd00::1]x",
                "[]",
                "https://shop.example",
                "shop.example/path",
                "-a.example"
            })
    void whatIsNoTargetIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Targets.of(LOOPBACK, List.of(text)));
    }

    private static InetSocketAddress found(String host, String address, int port) {
        try {
            byte[] bytes = literal(address).getAddress();
            return new InetSocketAddress(InetAddress.getByAddress(host, bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static InetAddress literal(String address) {
        return AddressRange.of(address).base();
    }
}
