package dev.clearway.proxy;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A service of every kind of call, whose messages are text. */
final class GrpcService {
    static final Metadata.Key<String> DETAIL = Metadata.Key.of("x-detail", Metadata.ASCII_STRING_MARSHALLER);

    private static final Marshaller<String> TEXT = new Marshaller<>() {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    static final MethodDescriptor<String, String> ECHO = method("echo", MethodType.UNARY);
    static final MethodDescriptor<String, String> FAIL = method("fail", MethodType.UNARY);
    static final MethodDescriptor<String, String> NEVER = method("never", MethodType.UNARY);
    static final MethodDescriptor<String, String> JOIN = method("join", MethodType.CLIENT_STREAMING);
    static final MethodDescriptor<String, String> COUNT = method("count", MethodType.SERVER_STREAMING);
    static final MethodDescriptor<String, String> CHAT = method("chat", MethodType.BIDI_STREAMING);

    /** Completes when the server has learned that a call of {@link #NEVER} is not waited for. */
    final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    private static MethodDescriptor<String, String> method(String name, MethodType type) {
        return MethodDescriptor.<String, String>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("test.Text", name))
                .setRequestMarshaller(TEXT)
                .setResponseMarshaller(TEXT)
                .build();
    }

    ServerServiceDefinition definition() {
        return ServerServiceDefinition.builder("test.Text")
                .addMethod(ECHO, ServerCalls.asyncUnaryCall((text, answer) -> {
                    answer.onNext(text);
                    answer.onCompleted();
                }))
                .addMethod(FAIL, ServerCalls.asyncUnaryCall((text, answer) -> {
                    Metadata trailers = new Metadata();
                    trailers.put(DETAIL, "kept");
                    answer.onError(
                            Status.NOT_FOUND.withDescription("no " + text).asRuntimeException(trailers));
                }))
                .addMethod(
                        NEVER,
                        ServerCalls.asyncUnaryCall((text, answer) ->
                                Context.current().addListener(context -> cancelled.complete(null), Runnable::run)))
                .addMethod(JOIN, ServerCalls.asyncClientStreamingCall(GrpcService::join))
                .addMethod(COUNT, ServerCalls.asyncServerStreamingCall((text, answer) -> {
                    for (int i = 0; i < Integer.parseInt(text); i++) {
                        answer.onNext("n" + i);
                    }
                    answer.onCompleted();
                }))
                .addMethod(CHAT, ServerCalls.asyncBidiStreamingCall(GrpcService::chat))
                .build();
    }

    private static StreamObserver<String> join(StreamObserver<String> answer) {
        StringJoiner all = new StringJoiner(",");
        return observer(all::add, () -> {
            answer.onNext(all.toString());
            answer.onCompleted();
        });
    }

    private static StreamObserver<String> chat(StreamObserver<String> answer) {
        return observer(text -> answer.onNext("re: " + text), answer::onCompleted);
    }

    /** An observer that ignores errors. */
    static StreamObserver<String> observer(Consumer<String> each, Runnable end) {
        return new StreamObserver<>() {
            @Override
            public void onNext(String text) {
                each.accept(text);
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onCompleted() {
                end.run();
            }
        };
    }
}
