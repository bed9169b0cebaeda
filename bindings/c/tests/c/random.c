// Random calls with random numbers and handles, of all ages and kinds: no call crashes, a call that fails changes
// nothing, and a world that has had the calls that succeeded is what a copy from its bytes is.
#include "pile.h"
#include <math.h>

static uint64_t state;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 20) % below);
}

static float number(void) {
    static const float odd[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.0f, 1e-30f, 1e30f, NAN, INFINITY, -INFINITY, 1e8f};
    return next(8) == 0 ? odd[next(12)] : (float)next(2001) / 100.0f - 10.0f;
}

static P2Vec2 vector(void) {
    float x = number();
    return vec2(x, number());
}

static P2Position place(void) {
    double x = number();
    return position(x, number());
}

// Writes an odd number into one of the words of a definition.
static void spoil(void *def, size_t size) {
    if (next(4) != 0) {
        return;
    }
    uint32_t word;
    float x = number();
    memcpy(&word, &x, sizeof word);
    if (next(2) == 0) {
        word = next(5);
    }
    memcpy((char *)def + 4 * next((uint32_t)(size / 4)), &word, sizeof word);
}

#define POOL 64

typedef struct {
    uint64_t all[POOL];
    uint32_t count;
} Pool;

static uint64_t any(const Pool *pool) {
    return next(50) == 0 || pool->count == 0 ? (uint64_t)next(1 << 30) << next(34) : pool->all[next(pool->count)];
}

static void keep(Pool *pool, uint64_t handle) {
    if (pool->count < POOL) {
        pool->all[pool->count++] = handle;
    } else {
        pool->all[next(POOL)] = handle;
    }
}

static P2Shape any_shape(void) {
    static P2Vec2 points[8];
    for (int i = 0; i < 8; i++) {
        points[i] = vector();
    }
    P2Vec2 a = vector(), b = vector();
    switch (next(7)) {
    case 0: return p2_shape_capsule(a, b, number());
    case 1: return p2_shape_segment(a, b);
    case 2: return p2_shape_polygon(points, next(9), next(2) ? 0.0f : number());
    case 3: return p2_shape_half_space(a, number());
    case 4: return p2_shape_box(fabsf(number()), fabsf(number()));
    default: return p2_shape_circle(a, fabsf(number()));
    }
}

static P2Result any_joint(const Pool *bodies, P2JointId *joint) {
#define KIND(type, function)                                                                                         \
    {                                                                                                                \
        type def = function##_def_default();                                                                         \
        spoil(&def, sizeof def);                                                                                     \
        def.base.body_a = any(bodies);                                                                               \
        def.base.body_b = any(bodies);                                                                               \
        return function##_create(&def, joint);                                                                       \
    }
    switch (next(9)) {
    case 0: KIND(P2RevoluteJointDef, p2_revolute_joint)
    case 1: KIND(P2PrismaticJointDef, p2_prismatic_joint)
    case 2: KIND(P2DistanceJointDef, p2_distance_joint)
    case 3: KIND(P2WeldJointDef, p2_weld_joint)
    case 4: KIND(P2WheelJointDef, p2_wheel_joint)
    case 5: KIND(P2MotorJointDef, p2_motor_joint)
    case 6: KIND(P2MouseJointDef, p2_mouse_joint)
    case 7: KIND(P2PulleyJointDef, p2_pulley_joint)
    default: KIND(P2FrictionJointDef, p2_friction_joint)
    }
}

static uint32_t done[32][2];

static void run(uint64_t seed, int calls) {
    state = seed * 0x9E3779B97F4A7C15u + 1;
    P2WorldId world = 0, copy = 0;
    Pool bodies = {{0}, 0}, colliders = {{0}, 0}, joints = {{0}, 0};
    OK(p2_world_create(NULL, &world));
    OK(p2_world_create(NULL, &copy));
    uint64_t before = full_hash(world);
    for (int i = 0; i < calls; i++) {
        P2Result code = P2_OK;
        uint64_t made = 0;
        uint32_t count = 0, call = next(26);
        P2BodyId body = any(&bodies);
        P2ColliderId collider = any(&colliders);
        P2JointId joint = any(&joints);
        P2BodyDef body_def = p2_body_def_default();
        P2ColliderDef collider_def = p2_collider_def_default();
        P2WorldSettings settings;
        P2Shape shape = any_shape();
        P2CastHit hit;
        P2ClosestHit closest;
        P2WorldPose pose = {place(), p2_rot(number())};
        uint64_t found[8];
        switch (call) {
        case 0:
        case 1:
            body_def.kind = next(3);
            body_def.position = place();
            body_def.velocity = next(2) || body_def.kind == 0 ? vec2(0.0f, 0.0f) : vector();
            spoil(&body_def, sizeof body_def);
            code = p2_body_create(world, &body_def, &made);
            if (code == P2_OK) keep(&bodies, made);
            break;
        case 2:
        case 3:
            spoil(&collider_def, sizeof collider_def);
            code = p2_collider_create(body, &collider_def, &shape, &made);
            if (code == P2_OK) keep(&colliders, made);
            break;
        case 4:
            code = any_joint(&bodies, &made);
            if (code == P2_OK) keep(&joints, made);
            break;
        case 5: code = next(4) == 0 ? p2_body_destroy(body) : p2_body_wake(body); break;
        case 6: code = next(4) == 0 ? p2_collider_destroy(collider) : p2_collider_set_enabled(collider, next(2)); break;
        case 7: code = next(4) == 0 ? p2_joint_destroy(joint) : p2_joint_set_enabled(joint, next(2)); break;
        case 8:
            code = p2_body_get_def(body, &body_def);
            if (code == P2_OK) {
                spoil(&body_def, sizeof body_def);
                code = p2_body_set_def(body, &body_def);
            }
            break;
        case 9:
            code = p2_collider_get_def(collider, &collider_def);
            if (code == P2_OK) {
                spoil(&collider_def, sizeof collider_def);
                code = p2_collider_set_def(collider, &collider_def);
            }
            break;
        case 10: code = p2_collider_set_shape(collider, &shape); break;
        case 11: code = p2_body_set_pose(body, pose); break;
        case 12: code = p2_body_set_velocity(body, vector()); break;
        case 13: code = p2_body_apply_impulse(body, vector(), place()); break;
        case 14: code = p2_body_apply_force(body, vector(), place()); break;
        case 15: code = p2_body_set_kind(body, next(4)); break;
        case 16: code = p2_body_set_target_pose(body, pose, number()); break;
        case 17: code = p2_world_cast_ray(world, place(), vector(), NULL, &hit); break;
        case 18: code = p2_world_cast_shape(world, &shape, pose, vector(), NULL, &hit); break;
        case 19: code = p2_world_closest_to_shape(world, &shape, pose, number(), NULL, &closest); break;
        case 20: code = p2_world_overlap_aabb(world, place(), place(), NULL, found, next(9), &count); break;
        case 21:
            OK(p2_world_get_settings(world, &settings));
            spoil(&settings, sizeof settings);
            settings.length_unit = 1.0f;
            // Slower solvers are no mistake, but thousands of sweeps are no test.
            if (settings.solver.substeps > 8) settings.solver.substeps = 8;
            if (settings.solver.biased_sweeps > 8) settings.solver.biased_sweeps = 8;
            if (settings.solver.relax_sweeps > 8) settings.solver.relax_sweeps = 8;
            if (settings.classic.iterations > 8) settings.classic.iterations = 8;
            code = p2_world_set_settings(world, &settings);
            break;
        case 22: code = p2_body_get_contacts(body, NULL, 0, &count); break;
        case 23: code = p2_joint_set_anchors(joint, place(), place()); break;
        case 24: code = next(20) == 0 ? p2_world_clear(world) : P2_OK; break;
        default: code = p2_world_step(world, next(10) == 0 ? number() : 1.0f / 60.0f); break;
        }
        CHECK(code != P2_PANIC && code != P2_POISONED && code != P2_BUSY && code != P2_NULL_POINTER);
        uint64_t after = full_hash(world);
        CHECK(code == P2_OK || code == P2_TOO_SHORT || after == before);
        done[call][code != P2_OK]++;
        before = after;
    }
    P2Buffer bytes;
    OK(p2_world_save_bytes(world, &bytes));
    OK(p2_world_restore_bytes(copy, bytes.data, (uint32_t)bytes.size));
    CHECK(full_hash(copy) == before);
    OK(p2_buffer_free(&bytes));
    OK(p2_world_destroy(world));
    OK(p2_world_destroy(copy));
}

int main(int argc, char **argv) {
    int seeds = argc > 1 ? atoi(argv[1]) : 40;
    for (int seed = 1; seed <= seeds; seed++) {
        run((uint64_t)seed, 400);
    }
    // Each sort of call has succeeded; and failed, but for the one that cannot.
    for (int call = 0; seeds >= 40 && call < 26; call++) {
        CHECK(done[call][0] > 0 && (done[call][1] > 0 || call == 24));
    }
    return 0;
}
