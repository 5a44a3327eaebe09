/** The OpenAPI document: what controllers say of themselves, and the nouns in {@code openapi.yaml}. */
@NullMarked
package dev.lapse.orderapi.openapi;

import org.jspecify.annotations.NullMarked;
