package dev.clearway.client;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.Set;

/** What is known of the JDK's own body subscribers, by their classes, which are taken from what its factories return. */
final class Subscribers {
    private static final Set<Class<?>> PROMPT = Set.of(
            BodySubscribers.ofByteArray().getClass(),
            BodySubscribers.ofInputStream().getClass(),
            BodySubscribers.discarding().getClass());

    private Subscribers() {}

    /** Whether neither {@code getBody} nor a signal of this subscriber ever waits for something, so that one thread can call both in turn. */
    static boolean neverBlocks(BodySubscriber<?> subscriber) {
        return PROMPT.contains(subscriber.getClass());
    }
}
