package dev.clearway.proxy.record;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/** Several observers as one: each is told, whatever the others do. Any thread. */
public final class ObserverList implements ProxyObserver {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");

    private final List<ProxyObserver> observers;

    private ObserverList(List<ProxyObserver> observers) {
        this.observers = observers;
    }

    /** One observer that tells these. */
    public static ProxyObserver of(List<ProxyObserver> observers) {
        return observers.size() == 1 ? observers.get(0) : new ObserverList(List.copyOf(observers));
    }

    private void each(Consumer<ProxyObserver> event) {
        for (ProxyObserver observer : observers) {
            try {
                event.accept(observer);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "an observer failed", e);
            }
        }
    }

    @Override
    public void connectionOpened() {
        each(ProxyObserver::connectionOpened);
    }

    @Override
    public void connectionClosed() {
        each(ProxyObserver::connectionClosed);
    }

    @Override
    public void requestStarted(long id, String method, String scheme) {
        each(observer -> observer.requestStarted(id, method, scheme));
    }

    @Override
    public void requestEnded(ProxiedRequest request) {
        each(observer -> observer.requestEnded(request));
    }

    @Override
    public void tunnelOpened(long id, String host, int port) {
        each(observer -> observer.tunnelOpened(id, host, port));
    }

    @Override
    public void tunnelClosed(ProxiedTunnel tunnel) {
        each(observer -> observer.tunnelClosed(tunnel));
    }
}
