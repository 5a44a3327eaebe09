package dev.lapse.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a worker and the broker, and can swallow what the worker sends: from then on, the broker hears of no
 * acknowledgement, as if the worker had died after its commit.
 */
final class AckSwallowingProxy implements AutoCloseable {

    private final ServerSocket server;
    private final int brokerPort;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean swallow;

    AckSwallowingProxy(int brokerPort) throws IOException {
        this.brokerPort = brokerPort;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void swallowFromNowOn() {
        swallow = true;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var worker = server.accept();
                var broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
                worker.setTcpNoDelay(true);
                broker.setTcpNoDelay(true);
                sockets.addAll(List.of(worker, broker));
                daemon(() -> pump(worker, broker, true));
                daemon(() -> pump(broker, worker, false));
            } catch (IOException closed) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    private void pump(Socket from, Socket to, boolean fromWorker) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            var buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!fromWorker || !swallow) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException ended) {
            // One side is gone; closing both tells the other.
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "ack-swallowing-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : sockets) {
            socket.close();
        }
    }
}
