package dev.clearway.client;

import io.netty.buffer.ByteBuf;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What is known of the JDK's own body subscribers, by their classes, which are taken from what its factories return. */
final class Subscribers {
    private static final Set<Class<?>> PROMPT = Set.of(
            BodySubscribers.ofByteArray().getClass(),
            BodySubscribers.ofInputStream().getClass(),
            BodySubscribers.discarding().getClass());

    private static final Set<Class<?>> PASSING = Set.of(
            BodySubscribers.discarding().getClass(),
            BodySubscribers.ofByteArrayConsumer(bytes -> {}).getClass(),
            BodySubscribers.ofFile(Path.of("")).getClass());

    private Subscribers() {}

    /** Whether neither {@code getBody} nor a signal of this subscriber ever waits for something, so that one thread can call both in turn. */
    static boolean neverBlocks(BodySubscriber<?> subscriber) {
        return PROMPT.contains(subscriber.getClass());
    }

    /**
     * What {@code onNext} is to be given of a buffer, which is released when that returns: bytes of the subscriber's own on
     * the heap, read-only, which it may keep; or, where it is known to be done with them by then and to show them to nobody,
     * the bytes where they are.
     */
    static List<ByteBuffer> item(BodySubscriber<?> subscriber, ByteBuf buffer) {
        if (!PASSING.contains(subscriber.getClass())) {
            byte[] bytes = new byte[buffer.readableBytes()];
            buffer.readBytes(bytes);
            return List.of(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
        }
        return buffer.nioBufferCount() == 1 ? List.of(buffer.nioBuffer()) : List.of(buffer.nioBuffers());
    }
}
