package dev.lapse.order;

/** The database could not be used just now; no order is to blame, and trying again later is right. */
public class DatabaseTrouble extends Exception {

    public DatabaseTrouble(Throwable cause) {
        super("the database could not be used: " + cause.getClass().getSimpleName(), cause);
    }
}
