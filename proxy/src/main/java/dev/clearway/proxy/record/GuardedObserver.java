package dev.clearway.proxy.record;

/** Keeps what an observer throws away from the proxy: it is logged and dropped. */
public final class GuardedObserver implements ProxyObserver {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");

    private final ProxyObserver observer;

    /**
     * @param observer is told everything
     */
    public GuardedObserver(ProxyObserver observer) {
        this.observer = observer;
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.WARNING, "a proxy's observer threw", thrown);
        }
    }

    @Override
    public void connectionOpened() {
        guarded(observer::connectionOpened);
    }

    @Override
    public void connectionClosed() {
        guarded(observer::connectionClosed);
    }

    @Override
    public void requestStarted(long id, String method, String scheme) {
        guarded(() -> observer.requestStarted(id, method, scheme));
    }

    @Override
    public void requestEnded(ProxiedRequest request) {
        guarded(() -> observer.requestEnded(request));
    }

    @Override
    public void handshakeFailed(String host, String failure) {
        guarded(() -> observer.handshakeFailed(host, failure));
    }

    @Override
    public void tunnelOpened(long id, String host, int port) {
        guarded(() -> observer.tunnelOpened(id, host, port));
    }

    @Override
    public void tunnelClosed(ProxiedTunnel tunnel) {
        guarded(() -> observer.tunnelClosed(tunnel));
    }
}
