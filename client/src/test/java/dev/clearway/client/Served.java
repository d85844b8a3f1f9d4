package dev.clearway.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.HttpConversionUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One request as a {@link ContractServer} sees it, and the means to answer it. The answering methods may be called from any thread. */
@SuppressWarnings("FutureReturnValueIgnored") // what a write that fails means, the client under test tells
final class Served {
    private final Channel channel;
    private final HttpRequest head;
    private final boolean http2;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong count = new AtomicLong();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private boolean headOnly;

    Served(Channel channel, HttpRequest head, boolean http2) {
        this.channel = channel;
        this.head = head;
        this.http2 = http2;
        this.headOnly = head.method().name().equals("HEAD");
    }

    String method() {
        return head.method().name();
    }

    String target() {
        return head.uri();
    }

    /** Fields as received, without those by which the codec tells HTTP/2's pseudo-fields. */
    HttpHeaders fields() {
        return head.headers();
    }

    @Nullable
    String field(String name) {
        return head.headers().get(name);
    }

    /** What {@code Host} or {@code :authority} said. */
    @Nullable
    String authority() {
        return field("host");
    }

    /** The request's content once it is complete. */
    CompletableFuture<byte[]> body() {
        return body;
    }

    /** The request's content once it is complete, as UTF-8. */
    CompletableFuture<String> text() {
        return body.thenApply(it -> new String(it, StandardCharsets.UTF_8));
    }

    /** Bytes of content that have arrived so far. */
    long count() {
        return count.get();
    }

    /** Completes when the stream or the connection is gone. */
    CompletableFuture<Void> whenGone() {
        return gone;
    }

    /** Reads no more until told to. */
    void pause() {
        channel.config().setAutoRead(false);
    }

    void resume() {
        channel.config().setAutoRead(true);
    }

    /** Answers in full. */
    void respond(int status, String text, String... fields) {
        respond(status, text.getBytes(StandardCharsets.UTF_8), fields);
    }

    void respond(int status, byte[] content, String... fields) {
        HttpResponse response = response(status, fields);
        if (status != 204 && status != 304) {
            HttpUtil.setContentLength(response, content.length);
        }
        channel.write(response);
        boolean bare = headOnly || status == 204 || status == 304;
        channel.writeAndFlush(
                new DefaultLastHttpContent(bare ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(content)));
    }

    /** Answers with the request's content when it is complete, and with what was said of it. */
    void echo() {
        String length = field("content-length");
        String coding = field("transfer-encoding");
        body.thenAccept(content -> respond(
                        200,
                        content,
                        "said-length",
                        length == null ? "none" : length,
                        "said-coding",
                        coding == null ? "none" : coding,
                        "said-method",
                        method()))
                .exceptionally(cause -> null);
    }

    /** Begins an answer; without a {@code content-length} among the fields its length is open. */
    void head(int status, String... fields) {
        HttpResponse response = response(status, fields);
        if (!HttpUtil.isContentLengthSet(response) && !http2) {
            HttpUtil.setTransferEncodingChunked(response, true);
        }
        channel.writeAndFlush(response);
    }

    void data(byte[] content) {
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(content)));
    }

    /** Writes, and calls back once that is out of this process. */
    void whenWritten(byte[] content, Runnable then) {
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(content)))
                .addListener(future -> {
                    if (future.isSuccess()) {
                        then.run();
                    }
                });
    }

    void data(String text) {
        data(text.getBytes(StandardCharsets.UTF_8));
    }

    void end() {
        channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** Ends with a trailer field. */
    void end(String name, String value) {
        LastHttpContent last = new DefaultLastHttpContent();
        last.trailingHeaders().set(name, value);
        channel.writeAndFlush(last);
    }

    /** An interim answer. */
    void interim(int status, String... fields) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.EMPTY_BUFFER);
        for (int i = 0; i < fields.length; i += 2) {
            response.headers().add(fields[i], fields[i + 1]);
        }
        channel.writeAndFlush(response);
    }

    /** Ends without having answered: resets the stream, or closes the connection. */
    void cut() {
        channel.close();
    }

    /** Runs something on the event loop, behind what was written. */
    void later(Runnable action) {
        channel.eventLoop().execute(action);
    }

    void received(ByteBuf content) {
        count.addAndGet(content.readableBytes());
        if (bytes.size() < 4 << 20) {
            byte[] copy = new byte[content.readableBytes()];
            content.getBytes(content.readerIndex(), copy);
            bytes.writeBytes(copy);
        }
    }

    void ended() {
        body.complete(bytes.toByteArray());
    }

    void gone() {
        gone.complete(null);
    }

    private HttpResponse response(int status, String... fields) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        for (int i = 0; i < fields.length; i += 2) {
            response.headers().add(fields[i], fields[i + 1]);
        }
        String stream = HttpConversionUtil.ExtensionHeaderNames.STREAM_ID.text().toString();
        if (http2 && head.headers().contains(stream)) {
            response.headers().set(stream, head.headers().get(stream));
        }
        return response;
    }
}
