package dev.lapse.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Free ports on the loopback address. */
public final class Ports {

    private Ports() {}

    /** So many different ports that were free just now. */
    public static List<Integer> free(int count) {
        var sockets = new ArrayList<ServerSocket>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException none) {
            throw new UncheckedIOException("no free port", none);
        } finally {
            sockets.forEach(Ports::close);
        }
    }

    /** Whether nothing listens there. */
    public static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It was only ever bound.
        }
    }
}
