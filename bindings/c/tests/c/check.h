// What the test programs share.
#ifndef CHECK_H
#define CHECK_H

#include "physics2d.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void fail(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: %s\n  last error: %s %s\n", file, line, what, p2_result_name(p2_last_error_code()),
            p2_last_error_message());
    exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__, #condition))

// The call succeeds.
#define OK(call) CHECK((call) == P2_OK)

// The call gives this code, and names this field.
#define REFUSED(call, code, field)                                                                                 \
    do {                                                                                                           \
        CHECK((call) == (code));                                                                                   \
        CHECK(p2_last_error_code() == (code));                                                                     \
        if (strcmp(p2_last_error_field(), (field)) != 0) {                                                         \
            fprintf(stderr, "field %s, not %s\n", p2_last_error_field(), (field));                                 \
            fail(__FILE__, __LINE__, #call);                                                                       \
        }                                                                                                          \
        CHECK(p2_last_error_message()[0] != 0);                                                                    \
    } while (0)

static inline uint64_t full_hash(P2WorldId world) {
    uint64_t hash = 0;
    OK(p2_world_full_hash(world, &hash));
    return hash;
}

static inline P2Vec2 vec2(float x, float y) {
    P2Vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline P2Position position(double x, double y) {
    P2Position p;
    p.x = x;
    p.y = y;
    return p;
}

#endif
