package dev.lapse.orderapi.openapi;

import dev.lapse.orderapi.problem.ProblemCode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the OpenAPI document says of an endpoint. Names are those of {@code openapi.yaml}; the example of a schema has the
 * schema's name. What is true of every endpoint of its kind need not be said.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Described {

    /** Names it for generators of clients. */
    String id();

    /** What it does, in a few words. */
    String summary();

    /** What one should know besides. */
    String details() default "";

    /** The scope that a token needs; empty when no token is wanted. */
    String scope();

    /** Names of the parameters: path, query and headers. */
    String[] parameters() default {};

    /** The schema of its body; empty when it reads none. */
    String request() default "";

    boolean requestMayBeLeftOut() default false;

    /** The schema of what it answers. */
    String answer();

    int[] statuses() default {200};

    /** Its own problems, besides those that all of its kind have. */
    ProblemCode[] problems() default {};
}
