package dev.clearway.proxy.policy;

import org.jspecify.annotations.Nullable;

/** Who may use a proxy (RFC 9110, section 11.7). Any thread; must not block and must not throw. */
public interface ProxyAuthenticator {
    /** Takes everybody. */
    ProxyAuthenticator ANYBODY = new ProxyAuthenticator() {
        @Override
        public boolean accepts(@Nullable String authorization) {
            return true;
        }

        @Override
        public String challenge() {
            return "";
        }
    };

    /**
     * Whether these credentials are good.
     *
     * @param authorization the value of {@code Proxy-Authorization}; {@code null} if there is none
     */
    boolean accepts(@Nullable String authorization);

    /** The value of {@code Proxy-Authenticate} in the answer 407. */
    String challenge();
}
