package dev.lapse.localstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** The few calls of RabbitMQ's management API that setting up a node takes. */
final class RabbitManagement {

    /** HTTP/1.1: the server drops an idle HTTP/2 connection without a word, and the client would go on using it. */
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final int port;
    private final String authorization;

    RabbitManagement(int port, String user, String password) {
        this.port = port;
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether both the management API and the AMQP listener answer. */
    boolean answers(int amqpPort) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), amqpPort)) {
            return socket.isConnected() && call("GET", "/api/vhosts", "") == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    void putVhost(String name) throws IOException {
        put("/api/vhosts/" + encoded(name), "{}");
    }

    void grant(String vhost, String user) throws IOException {
        put(
                "/api/permissions/" + encoded(vhost) + "/" + user,
                "{\"configure\":\".*\",\"write\":\".*\",\"read\":\".*\"}");
    }

    /** Lets a user see what is in there; the permission to read would let it purge. */
    void allowLooking(String vhost, String user) throws IOException {
        put(
                "/api/permissions/" + encoded(vhost) + "/" + user,
                "{\"configure\":\"^$\",\"write\":\"^$\",\"read\":\"^$\"}");
    }

    void putMonitoringUser(String name, String password) throws IOException {
        put("/api/users/" + name, "{\"password\":\"" + password + "\",\"tags\":\"monitoring\"}");
        allowLooking("/", name);
    }

    private void put(String path, String body) throws IOException {
        int status;
        try {
            status = call("PUT", path, body);
        } catch (IOException staleConnection) {
            // The server closes idle connections, and the client may notice too late; a PUT may be repeated.
            status = call("PUT", path, body);
        }
        if (status / 100 != 2) {
            throw new IOException("RabbitMQ's management API answered " + status + " to PUT " + path);
        }
    }

    private int call(String method, String path, String body) throws IOException {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .timeout(Duration.ofSeconds(10))
                                    .header("Authorization", authorization)
                                    .header("Content-Type", "application/json")
                                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
