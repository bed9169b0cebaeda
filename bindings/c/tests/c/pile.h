// The pile that programs in C, C++, Lua and Rust build, to compare hashes: `examples/expected.rs` has the same.
#ifndef PILE_H
#define PILE_H

#include "check.h"

static inline P2BodyId add_body(P2WorldId world, uint32_t kind, double x, double y) {
    P2BodyDef def = p2_body_def_default();
    P2BodyId body = 0;
    def.kind = kind;
    def.position = position(x, y);
    OK(p2_body_create(world, &def, &body));
    return body;
}

static inline P2ColliderId add_shape(P2BodyId body, P2Shape shape) {
    P2ColliderDef def = p2_collider_def_default();
    P2ColliderId collider = 0;
    OK(p2_collider_create(body, &def, &shape, &collider));
    return collider;
}

// 100 boxes and circles that fall into a heap.
static inline P2WorldId pile(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    add_shape(add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0), p2_shape_half_space(vec2(0.0f, 1.0f), 0.0f));
    for (int i = 0; i < 100; i++) {
        P2BodyId body = add_body(world, P2_BODY_KIND_DYNAMIC, (i % 10) * 1.25 + (i / 10) * 0.125, 1.0 + (i / 10) * 1.5);
        add_shape(body, i % 3 == 0 ? p2_shape_circle(vec2(0.0f, 0.0f), 0.5f) : p2_shape_box(0.5f, 0.25f));
    }
    return world;
}

static inline void steps(P2WorldId world, int count) {
    for (int i = 0; i < count; i++) {
        OK(p2_world_step(world, 1.0f / 60.0f));
    }
}

#endif
