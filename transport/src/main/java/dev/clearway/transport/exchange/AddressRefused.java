package dev.clearway.transport.exchange;

import java.net.ConnectException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** An attempt ended at an address that is not permitted. */
public final class AddressRefused extends ConnectException {
    private static final long serialVersionUID = 1;

    /** The refusal of an address; {@code cause} is what the filter threw, if it did. */
    public AddressRefused(InetAddress address, @Nullable Throwable cause) {
        super("the address " + address.getHostAddress() + " is not permitted");
        if (cause != null) {
            initCause(cause);
        }
    }
}
