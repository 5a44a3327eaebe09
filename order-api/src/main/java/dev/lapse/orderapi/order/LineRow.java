package dev.lapse.orderapi.order;

import jakarta.persistence.Embeddable;

@Embeddable
record LineRow(int line, String sku, long quantity, long unitPrice) {}
