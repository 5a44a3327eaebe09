package dev.lapse.stock;

import org.jspecify.annotations.Nullable;

/**
 * Why a SKU could not be reserved.
 *
 * @param available what could have been reserved; null when there is no such SKU
 */
public record Shortage(String sku, long requested, @Nullable Long available) {}
