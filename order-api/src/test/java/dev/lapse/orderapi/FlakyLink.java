package dev.lapse.orderapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between order-api and its database that fails when it is told to. */
final class FlakyLink implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean losesNextCommit;
    private volatile boolean down;

    FlakyLink(String host, int port) {
        server = new InetSocketAddress(host, port);
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The next COMMIT reaches the database, but its answer comes back to nobody. */
    void loseNextCommit() {
        losesNextCommit = true;
    }

    void goDown() {
        down = true;
        open.forEach(FlakyLink::close);
    }

    void comeBack() {
        down = false;
    }

    private void accept() throws IOException {
        while (true) {
            var client = listener.accept();
            if (down) {
                close(client);
                continue;
            }
            var upstream = new Socket();
            upstream.connect(server, 2_000);
            // Else the second of two small answers waits 40 ms for the first one's acknowledgement.
            upstream.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            open.add(client);
            open.add(upstream);
            start(() -> pump(client, upstream, false));
            start(() -> pump(upstream, client, true));
        }
    }

    private void pump(Socket from, Socket to, boolean answers) throws IOException {
        var buffer = new byte[64 * 1024];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                if (answers && losesNextCommit && saysCommitted(buffer, n)) {
                    losesNextCommit = false;
                    return;
                }
                to.getOutputStream().write(buffer, 0, n);
            }
        } finally {
            close(from);
            close(to);
        }
    }

    /** The tag by which PostgreSQL tells that a COMMIT is done. */
    private static boolean saysCommitted(byte[] buffer, int length) {
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains("COMMIT\0");
    }

    private static void start(Work work) {
        var thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // That is what this is for.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            // Fine.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        goDown();
    }

    private interface Work {
        void run() throws IOException;
    }
}
