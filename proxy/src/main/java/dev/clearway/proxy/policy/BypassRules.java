package dev.clearway.proxy.policy;

/** Whose connections are passed on as they are, undecrypted. Any thread; must not block and must not throw. */
@FunctionalInterface
public interface BypassRules {
    /** Inspects every connection. */
    BypassRules NONE = host -> false;

    /**
     * Whether the connections to a host are left alone.
     *
     * @param host the host in lower case: of CONNECT, or of SNI (RFC 6066, section 3)
     */
    boolean bypasses(String host);
}
