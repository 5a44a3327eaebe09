package dev.lapse.orderapi.problem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that is wrong with a request.
 *
 * @param where which kind of place {@code at} names
 * @param at a JSON pointer in URI fragment form, or the name of a parameter or header
 * @param code stable, for programs
 * @param detail for people; never repeats what the caller sent
 */
public record Fault(Where where, String at, String code, String detail) {

    /** The part of a request that a fault lies in. */
    public enum Where {
        POINTER("pointer"),
        PARAMETER("parameter"),
        HEADER("header");

        private final String member;

        Where(String member) {
            this.member = member;
        }
    }

    public static Fault inBody(String pointer, String code, String detail) {
        return new Fault(Where.POINTER, pointer, code, detail);
    }

    public static Fault inParameter(String name, String code, String detail) {
        return new Fault(Where.PARAMETER, name, code, detail);
    }

    public static Fault inHeader(String name, String code, String detail) {
        return new Fault(Where.HEADER, name, code, detail);
    }

    Fault under(String pointer) {
        return where == Where.POINTER ? inBody(pointer + at.substring(1), code, detail) : this;
    }

    Map<String, String> members() {
        var members = new LinkedHashMap<String, String>();
        members.put(where.member, at);
        members.put("code", code);
        members.put("detail", detail);
        return members;
    }
}
