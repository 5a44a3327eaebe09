package dev.lapse.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner may read, written whole or not at all. */
public final class SecretFile {

    private SecretFile() {}

    public static void write(Path file, String text) throws IOException {
        write(file, text, "rw-------");
    }

    static void write(Path file, String text, String permissions) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        var fresh = Files.createTempFile(
                folder, ".new", "", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, text);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(permissions));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
