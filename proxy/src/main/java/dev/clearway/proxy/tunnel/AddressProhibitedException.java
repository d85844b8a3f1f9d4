package dev.clearway.proxy.tunnel;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Policy forbids the address that a target was found to be. Nothing was connected to. */
public final class AddressProhibitedException extends IOException {
    private static final long serialVersionUID = 1;

    AddressProhibitedException(InetSocketAddress address) {
        super("the target is " + address.getAddress().getHostAddress() + ", which the proxy does not connect to");
    }
}
