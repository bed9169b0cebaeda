// What the border costs: the same calls as examples/overhead.rs makes without it. `cargo xtask capi --overhead`.
#define _POSIX_C_SOURCE 199309L
#include "../../tests/c/pile.h"
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define BODIES 1000
#define ROUNDS 2000

int main(void) {
    static P2BodyId bodies[BODIES + 1];
    static P2BodyState states[BODIES + 1];
    static P2BodyId made[BODIES];
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    add_shape(add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0), p2_shape_half_space(vec2(0.0f, 1.0f), 0.0f));
    for (int i = 0; i < BODIES; i++) {
        P2BodyId body = add_body(world, P2_BODY_KIND_DYNAMIC, (i % 50) * 1.25, 1.0 + (i / 50) * 1.5);
        add_shape(body, p2_shape_box(0.5f, 0.25f));
    }
    uint32_t count = 0;
    OK(p2_world_get_bodies(world, bodies, BODIES + 1, &count));
    double sum = 0.0, start = seconds();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 1; i <= BODIES; i++) {
            P2Position at;
            p2_body_get_position(bodies[i], &at);
            sum += at.y;
        }
    }
    printf("get_position %.2f\n", (seconds() - start) * 1e9 / ROUNDS / BODIES);
    start = seconds();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 1; i <= BODIES; i++) {
            p2_body_apply_central_force(bodies[i], vec2(0.0f, 0.0f));
        }
    }
    printf("apply_central_force %.2f\n", (seconds() - start) * 1e9 / ROUNDS / BODIES);
    start = seconds();
    for (int round = 0; round < ROUNDS; round++) {
        p2_world_get_states(world, states, BODIES + 1, &count);
        sum += states[round % BODIES].pose.position.y;
    }
    printf("get_states_per_body %.2f\n", (seconds() - start) * 1e9 / ROUNDS / BODIES);
    start = seconds();
    for (int round = 0; round < 100; round++) {
        P2BodyDef def = p2_body_def_default();
        def.kind = P2_BODY_KIND_DYNAMIC;
        def.position.y = 1000.0;
        for (int i = 0; i < BODIES; i++) {
            p2_body_create(world, &def, &made[i]);
        }
        for (int i = 0; i < BODIES; i++) {
            p2_body_destroy(made[i]);
        }
    }
    printf("create_and_destroy %.2f\n", (seconds() - start) * 1e9 / 100 / BODIES);
    start = seconds();
    for (int i = 0; i < 200; i++) {
        p2_world_step(world, 1.0f / 60.0f);
    }
    printf("step_us %.2f\n", (seconds() - start) * 1e6 / 200);
    fprintf(stderr, "%g %016llx\n", sum, (unsigned long long)full_hash(world));
    return 0;
}
