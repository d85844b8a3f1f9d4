package dev.clearway.origin;

import dev.clearway.server.HttpProtocol;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import dev.clearway.server.ServerProtocols;
import dev.clearway.server.ServerSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;

/**
 * The origin's WebSocket on every path, for Autobahn's fuzzing client, which knows no other than {@code /}. The Maven
 * profile {@code autobahn} starts it.
 */
public final class AutobahnServer {
    private AutobahnServer() {}

    /**
     * Serves until the process ends.
     *
     * @param arguments the port to listen on
     */
    public static void main(String[] arguments) throws InterruptedException {
        ServerSettings settings = ServerSettings.defaults();
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        ServerProtocols.install(channel, HttpProtocol.HTTP_1_1, AutobahnServer::handle, settings);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]))
                .sync()
                .channel()
                .closeFuture()
                .sync();
    }

    private static RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        Answer answer = WebSocketHandshake.answer(Route.WS_ECHO, head);
        OriginConnection connection = new OriginConnection(OriginPort.HTTP1, 0);
        AnswerExchange answering = AnswerExchange.of(
                new AnswerExchange.Asked(new Tally(RequestListener.NONE), connection, head, answer, exchange));
        answering.begin();
        return answering;
    }
}
