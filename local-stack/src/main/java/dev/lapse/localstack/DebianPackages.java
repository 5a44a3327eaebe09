package dev.lapse.localstack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Downloads RabbitMQ and its Erlang from the Debian or Ubuntu archive that this machine is set up for, and unpacks them
 * into a folder. Nothing is installed, and no root is needed.
 */
final class DebianPackages {

    private static final List<String> ERLANG = List.of(
            "base",
            "asn1",
            "crypto",
            "eldap",
            "ftp",
            "inets",
            "mnesia",
            "os-mon",
            "parsetools",
            "public-key",
            "runtime-tools",
            "snmp",
            "ssl",
            "syntax-tools",
            "tftp",
            "tools",
            "xmerl");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private DebianPackages() {}

    /** The root folder of what was unpacked, now or earlier. Two processes at once do not disturb each other. */
    static synchronized Path unpacked(Consumer<String> progress) throws IOException {
        var cache = Project.home("cache");
        var done = cache.resolve("rabbitmq");
        try (var lock = FileChannel.open(
                        cache.resolve("rabbitmq.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = lock.lock()) {
            if (!Files.isDirectory(done)) {
                var fresh = cache.resolve("rabbitmq.new");
                Project.delete(fresh);
                Files.createDirectories(fresh);
                download(fresh.resolve("packages"), progress);
                unpack(fresh, progress);
                Files.move(fresh, done, StandardCopyOption.ATOMIC_MOVE);
            }
            return done;
        }
    }

    private static void download(Path folder, Consumer<String> progress) throws IOException {
        Files.createDirectories(folder);
        var packages = new ArrayList<>(List.of("rabbitmq-server"));
        ERLANG.forEach(name -> packages.add("erlang-" + name));
        progress.accept("downloading RabbitMQ and Erlang, " + packages.size() + " Debian packages, about 33 MB");
        var command = new ArrayList<>(List.of("apt-get", "-q", "-o", "APT::Sandbox::User=", "download"));
        command.addAll(packages);
        try {
            Command.run(folder, Map.of(), PATIENCE, command);
        } catch (IOException listsMissing) {
            progress.accept("fetching the package lists into a private folder first");
            downloadWithListsOfOurOwn(folder, packages);
        }
    }

    private static void downloadWithListsOfOurOwn(Path folder, List<String> packages) throws IOException {
        var state = Files.createDirectories(folder.resolve("state"));
        var cache = Files.createDirectories(folder.resolve("cache"));
        Files.createDirectories(state.resolve("lists/partial"));
        Files.createDirectories(cache.resolve("archives/partial"));
        var options = List.of(
                "-o", "Dir::State=" + state,
                "-o", "Dir::State::status=/var/lib/dpkg/status",
                "-o", "Dir::Cache=" + cache,
                "-o", "APT::Sandbox::User=",
                "-o", "Debug::NoLocking=1");
        for (var verb : List.of(
                List.of("update"),
                Stream.concat(Stream.of("download"), packages.stream()).toList())) {
            var command = new ArrayList<>(List.of("apt-get", "-q"));
            command.addAll(options);
            command.addAll(verb);
            Command.run(folder, Map.of(), PATIENCE, command);
        }
    }

    private static void unpack(Path root, Consumer<String> progress) throws IOException {
        progress.accept("unpacking RabbitMQ");
        List<Path> packages;
        try (var files = Files.list(root.resolve("packages"))) {
            packages = files.filter(file -> file.toString().endsWith(".deb")).toList();
        }
        for (var file : packages) {
            Command.run(root, Map.of(), PATIENCE, List.of("dpkg", "-x", file.toString(), root.toString()));
        }
        Project.delete(root.resolve("packages"));
        letErlangFindItself(root);
    }

    /** Erlang's scripts name the folder that they would be installed to; let them look where they are instead. */
    private static void letErlangFindItself(Path root) throws IOException {
        var erlang = root.resolve("usr/lib/erlang");
        try (var files = Files.walk(erlang)) {
            for (var script : files.filter(file -> file.toString().endsWith("/bin/erl")
                            || file.toString().endsWith("/bin/start"))
                    .filter(file -> !Files.isSymbolicLink(file))
                    .toList()) {
                var text = Files.readString(script);
                // A folder of this run's own would be wrong once the cache is moved into place.
                var up = "/..".repeat(erlang.relativize(script).getNameCount() - 1);
                Files.writeString(
                        script,
                        text.replace(
                                "ROOTDIR=/usr/lib/erlang", "ROOTDIR=\"$(cd \"$(dirname \"$0\")" + up + "\" && pwd)\""));
            }
        }
    }
}
