package dev.lapse.worker.cancel;

import com.rabbitmq.client.AMQP;

/** One message from the broker. It is acknowledged when every order in it is settled. */
final class Delivery {

    final long tag;
    final AMQP.BasicProperties properties;
    final byte[] body;
    private int open;

    Delivery(long tag, AMQP.BasicProperties properties, byte[] body) {
        this.tag = tag;
        this.properties = properties;
        this.body = body;
    }

    void expect(int orders) {
        open = orders;
    }

    /** Settles one of its orders; true when that was the last. */
    boolean settleOne() {
        return --open == 0;
    }
}
