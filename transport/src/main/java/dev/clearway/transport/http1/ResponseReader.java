package dev.clearway.transport.http1;

import dev.clearway.transport.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Takes what the decoder makes of the peer's bytes to the wire. */
final class ResponseReader extends ChannelInboundHandlerAdapter {
    private final Http1Wire wire;
    private boolean interim;
    private boolean untilClose;
    private boolean closeNotified;

    ResponseReader(Http1Wire wire) {
        this.wire = wire;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (wire.tunnels() && msg instanceof ByteBuf raw) {
            wire.data(raw);
            return;
        }
        if (!(msg instanceof HttpObject object)) {
            ReferenceCountUtil.release(msg);
            return;
        }
        if (!wire.expectsBytes()) {
            // What follows the end of a response in the same read: the wire has closed the connection already, or does
            // now.
            ReferenceCountUtil.release(msg);
            wire.unexpectedBytes();
            return;
        }
        Throwable broken = object.decoderResult().cause();
        if (broken != null) {
            ReferenceCountUtil.release(msg);
            if (!(broken instanceof PrematureChannelClosureException)) {
                wire.broken("the peer broke HTTP/1.1 (" + broken.getMessage() + ")", broken);
            }
            return;
        }
        if (object instanceof HttpResponse response) {
            head(response);
        }
        if (object instanceof HttpContent content) {
            content(content);
        }
    }

    private void head(HttpResponse response) {
        int status = response.status().code();
        interim = status < 200;
        if (status < 100 || status > 999) {
            wire.broken("the peer broke HTTP/1.1 (status " + status + ")", null);
        } else if (!isCodingUnderstood(response.headers())) {
            wire.broken("the peer used a transfer coding that is not understood", null);
        } else if (status == Http1Wire.SWITCHING_PROTOCOLS) {
            wire.switched(fields(response.headers()));
        } else if (interim) {
            wire.informational(status, fields(response.headers()));
        } else {
            untilClose = wire.endsWithConnection(response);
            wire.head(status, fields(response.headers()), HttpUtil.isKeepAlive(response));
        }
    }

    /** Whether content can be told from its coding: what is not decoded here would be taken for the content itself. */
    private static boolean isCodingUnderstood(HttpHeaders headers) {
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return codings.isEmpty()
                || (codings.size() == 1
                        && (HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0))
                                || HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(codings.get(0))));
    }

    private void content(HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        ByteBuf data = content.content();
        if (interim || !data.isReadable()) {
            data.release();
        } else {
            wire.data(data);
        }
        if (!last || interim) {
            return;
        }
        if (untilClose && !closeNotified && wire.sslSession() != null) {
            wire.cutShort();
        } else {
            wire.end(fields(((LastHttpContent) content).trailingHeaders()));
        }
    }

    private static Fields fields(HttpHeaders headers) {
        if (headers.isEmpty()) {
            return Fields.EMPTY;
        }
        Fields.Builder fields = Fields.builder(headers.size());
        Iterator<Map.Entry<CharSequence, CharSequence>> lines = headers.iteratorCharSequence();
        while (lines.hasNext()) {
            Map.Entry<CharSequence, CharSequence> line = lines.next();
            fields.add(line.getKey(), line.getValue());
        }
        return fields.build();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == SslCloseCompletionEvent.SUCCESS) {
            closeNotified = true;
            wire.inputEnded();
            wire.closeNotified();
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            wire.inputEnded();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        wire.failed(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        wire.inactive();
    }
}
