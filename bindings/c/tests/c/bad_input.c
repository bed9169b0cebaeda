// Bad input of each sort gives a code that names the field and its value, and changes nothing.
#include "pile.h"
#include <float.h>
#include <math.h>

#define SAME(world, hash) CHECK(full_hash(world) == (hash))

static int is_value(double x) {
    return p2_last_error_value() == x;
}

int main(void) {
    P2WorldId world = pile(), other = 0, none = 0;
    P2BodyDef body_def = p2_body_def_default();
    P2ColliderDef collider_def = p2_collider_def_default();
    P2WorldSettings settings = p2_world_settings_default();
    P2Shape ball = p2_shape_circle(vec2(0.0f, 0.0f), 0.5f);
    P2RevoluteJointDef hinge = p2_revolute_joint_def_default();
    P2BodyId bodies[128], body = 0, kept = 77;
    P2ColliderId collider = 0, box = 0;
    P2JointId joint = 0;
    uint32_t count = 0;
    steps(world, 10);
    OK(p2_world_create(NULL, &other));
    OK(p2_world_get_bodies(world, bodies, 128, &count));
    CHECK(count == 101);
    OK(p2_body_get_colliders(bodies[1], &collider, 1, &count));
    uint64_t hash = full_hash(world);

    // NULL.
    REFUSED(p2_world_create(NULL, NULL), P2_NULL_POINTER, "world");
    REFUSED(p2_body_create(world, NULL, &body), P2_NULL_POINTER, "def");
    REFUSED(p2_body_create(world, &body_def, NULL), P2_NULL_POINTER, "body");
    REFUSED(p2_collider_create(bodies[1], &collider_def, NULL, &collider), P2_NULL_POINTER, "shape");
    REFUSED(p2_body_get_pose(bodies[1], NULL), P2_NULL_POINTER, "pose");
    REFUSED(p2_world_get_bodies(world, NULL, 5, &count), P2_NULL_POINTER, "bodies");
    REFUSED(p2_world_get_bodies(world, bodies, 5, NULL), P2_NULL_POINTER, "count");
    REFUSED(p2_world_from_level(NULL, &none), P2_NULL_POINTER, "level");
    REFUSED(p2_world_restore_bytes(world, NULL, 9), P2_NULL_POINTER, "bytes");
    REFUSED(p2_world_set_tasks(world, 4, NULL, NULL, NULL), P2_NULL_POINTER, "enqueue");
    REFUSED(p2_world_step(0, 0.1f), P2_INVALID_HANDLE, "world");
    SAME(world, hash);

    // Handles of another kind, and bits that are none.
    REFUSED(p2_body_wake(0), P2_INVALID_HANDLE, "body");
    REFUSED(p2_body_wake(collider), P2_INVALID_HANDLE, "body");
    REFUSED(p2_body_wake(world), P2_INVALID_HANDLE, "body");
    REFUSED(p2_collider_destroy(bodies[1]), P2_INVALID_HANDLE, "collider");
    REFUSED(p2_joint_destroy(bodies[1]), P2_INVALID_HANDLE, "joint");
    REFUSED(p2_world_step(bodies[1], 0.1f), P2_INVALID_HANDLE, "world");
    CHECK(p2_body_wake(~(uint64_t)0 >> 1) != P2_OK);
    CHECK(p2_body_wake(bodies[1] + 1000) == P2_STALE_HANDLE);
    SAME(world, hash);

    // Stale handles: of what is removed, of a world that is cleared or destroyed, of a world in the same place.
    OK(p2_body_create(world, &body_def, &body));
    OK(p2_body_destroy(body));
    REFUSED(p2_body_wake(body), P2_STALE_HANDLE, "body");
    REFUSED(p2_body_destroy(body), P2_STALE_HANDLE, "body");
    CHECK(!p2_body_is_valid(body) && p2_body_is_valid(bodies[1]));
    hash = full_hash(world);
    P2BodyId mortal = add_body(other, P2_BODY_KIND_DYNAMIC, 0.0, 0.0);
    OK(p2_world_clear(other));
    REFUSED(p2_body_wake(mortal), P2_STALE_HANDLE, "body");
    P2BodyId next = add_body(other, P2_BODY_KIND_DYNAMIC, 0.0, 0.0);
    CHECK(next != mortal && p2_body_is_valid(next) && !p2_body_is_valid(mortal));
    OK(p2_world_destroy(other));
    REFUSED(p2_body_wake(next), P2_STALE_HANDLE, "world");
    REFUSED(p2_world_step(other, 0.1f), P2_STALE_HANDLE, "world");
    REFUSED(p2_world_destroy(other), P2_STALE_HANDLE, "world");
    for (int i = 0; i < 3000; i++) {
        // Longer than there are places.
        P2WorldId brief = 0;
        OK(p2_world_create(NULL, &brief));
        CHECK(!p2_body_is_valid(next) && !p2_world_is_valid(other));
        CHECK(add_body(brief, P2_BODY_KIND_STATIC, 0.0, 0.0) != next);
        CHECK(!p2_body_is_valid(next));
        OK(p2_world_destroy(brief));
    }

    // Two worlds in one call.
    OK(p2_world_create(NULL, &other));
    P2BodyId stranger = add_body(other, P2_BODY_KIND_DYNAMIC, 0.0, 0.0);
    hinge.base.body_a = bodies[1];
    hinge.base.body_b = stranger;
    REFUSED(p2_revolute_joint_create(&hinge, &joint), P2_FOREIGN_HANDLE, "body_b");
    P2QueryFilter filter = p2_query_filter_default();
    filter.exclude_bodies = &stranger;
    filter.exclude_bodies_count = 1;
    P2CastHit hit;
    REFUSED(p2_world_cast_ray(world, position(0.0, 9.0), vec2(0.0f, -9.0f), &filter, &hit), P2_FOREIGN_HANDLE,
            "exclude_bodies");
    hinge.base.body_b = 0;
    REFUSED(p2_revolute_joint_create(&hinge, &joint), P2_INVALID_HANDLE, "body_b");
    hinge.base.body_b = bodies[1];
    REFUSED(p2_revolute_joint_create(&hinge, &joint), P2_REFUSED, "body_b");
    SAME(world, hash);

    // Numbers out of range.
    body_def.damping = -1.0f;
    REFUSED(p2_body_create(world, &body_def, &kept), P2_OUT_OF_RANGE, "damping");
    CHECK(is_value(-1.0) && kept == 77);
    body_def = p2_body_def_default();
    body_def.position.x = NAN;
    CHECK(p2_body_create(world, &body_def, &kept) == P2_OUT_OF_RANGE && isnan(p2_last_error_value()));
    body_def = p2_body_def_default();
    body_def.kind = 7;
    REFUSED(p2_body_create(world, &body_def, &kept), P2_OUT_OF_RANGE, "kind");
    CHECK(is_value(7.0));
    body_def = p2_body_def_default();
    body_def.rotation.cos = 0.0f;
    CHECK(p2_body_create(world, &body_def, &kept) != P2_OK);
    collider_def.material.friction = INFINITY;
    REFUSED(p2_collider_create(bodies[1], &collider_def, &ball, &box), P2_OUT_OF_RANGE, "friction");
    collider_def = p2_collider_def_default();
    ball.radius = -2.0f;
    CHECK(p2_collider_create(bodies[1], &collider_def, &ball, &box) == P2_OUT_OF_RANGE && is_value(-2.0));
    ball.radius = 0.5f;
    ball.kind = 99;
    REFUSED(p2_collider_create(bodies[1], &collider_def, &ball, &box), P2_OUT_OF_RANGE, "kind");
    REFUSED(p2_body_set_kind(bodies[1], 3), P2_OUT_OF_RANGE, "kind");
    CHECK(p2_body_set_velocity(bodies[1], vec2(NAN, 0.0f)) == P2_OUT_OF_RANGE);
    CHECK(p2_body_apply_impulse(bodies[1], vec2(0.0f, 1.0f), position(NAN, 0.0)) == P2_OUT_OF_RANGE);
    CHECK(p2_body_set_position(bodies[1], position(DBL_MAX, 0.0)) == P2_OUT_OF_RANGE);
    REFUSED(p2_world_step(world, -1.0f), P2_OUT_OF_RANGE, "dt");
    REFUSED(p2_world_step(world, NAN), P2_OUT_OF_RANGE, "dt");
    settings.solver.substeps = 0;
    REFUSED(p2_world_set_settings(world, &settings), P2_OUT_OF_RANGE, "substeps");
    settings = p2_world_settings_default();
    settings.classic.correction.kind = 9;
    CHECK(p2_world_set_settings(world, &settings) == P2_OUT_OF_RANGE);
    hinge.base.body_b = bodies[2];
    hinge.limits.lower = 2.0f;
    hinge.limits.upper = 1.0f;
    REFUSED(p2_revolute_joint_create(&hinge, &joint), P2_OUT_OF_RANGE, "limits");
    SAME(world, hash);

    // Shapes that are none, and what does not fit the thing.
    P2Vec2 few[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    P2Shape line = p2_shape_polygon(few, 2, 0.0f);
    REFUSED(p2_collider_create(bodies[1], &collider_def, &line, &box), P2_OUT_OF_RANGE, "count");
    line = p2_shape_polygon(NULL, 3, 0.0f);
    REFUSED(p2_collider_create(bodies[1], &collider_def, &line, &box), P2_NULL_POINTER, "points");
    P2Vec2 nan_point[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.5f, NAN}};
    line = p2_shape_polygon(nan_point, 3, 0.0f);
    REFUSED(p2_collider_create(bodies[1], &collider_def, &line, &box), P2_OUT_OF_RANGE, "points[2]");
    P2Shape ground = p2_shape_half_space(vec2(0.0f, 1.0f), 0.0f);
    REFUSED(p2_collider_create(bodies[1], &collider_def, &ground, &box), P2_REFUSED, "shape");
    REFUSED(p2_chain_create(bodies[0], &collider_def, few, 1, 0, 1, NULL, 0, &count), P2_OUT_OF_RANGE, "count");
    REFUSED(p2_body_set_velocity(bodies[0], vec2(1.0f, 0.0f)), P2_REFUSED, "kind");
    SAME(world, hash);

    // A joint of another kind than the function.
    hinge = p2_revolute_joint_def_default();
    hinge.base.body_a = bodies[1];
    hinge.base.body_b = bodies[2];
    OK(p2_revolute_joint_create(&hinge, &joint));
    hash = full_hash(world);
    P2WeldJointDef weld = p2_weld_joint_def_default();
    REFUSED(p2_weld_joint_get_def(joint, &weld), P2_REFUSED, "joint");
    weld.base = hinge.base;
    REFUSED(p2_weld_joint_set_def(joint, &weld), P2_REFUSED, "joint");
    OK(p2_revolute_joint_get_def(joint, &hinge));
    hinge.base.body_b = bodies[3];
    REFUSED(p2_revolute_joint_set_def(joint, &hinge), P2_REFUSED, "body_a");
    hinge.base.body_b = bodies[2];
    hinge.base.break_force = 5.0f;
    hinge.motor_speed = NAN;
    CHECK(p2_revolute_joint_set_def(joint, &hinge) == P2_OUT_OF_RANGE);
    SAME(world, hash);

    // Arrays that are too short are filled, and the count says how long they must be.
    bodies[2] = 5;
    count = 0;
    REFUSED(p2_world_get_bodies(world, bodies, 2, &count), P2_TOO_SHORT, "capacity");
    CHECK(count == 101 && bodies[2] == 5 && bodies[1] != 0);
    OK(p2_world_get_bodies(world, NULL, 0, &count));
    CHECK(count == 101);
    OK(p2_world_get_bodies(world, bodies, 128, &count));

    // Queries.
    CHECK(p2_world_cast_ray(world, position(0.0, NAN), vec2(1.0f, 0.0f), NULL, &hit) == P2_OUT_OF_RANGE);
    CHECK(p2_world_cast_ray(world, position(0.0, 0.0), vec2(NAN, 0.0f), NULL, &hit) == P2_OUT_OF_RANGE);
    P2WorldPose pose;
    memset(&pose, 0, sizeof pose);
    ball.kind = P2_SHAPE_CIRCLE;
    REFUSED(p2_world_overlap_shape(world, &ball, pose, NULL, NULL, 0, &count), P2_OUT_OF_RANGE, "rotation");

    // Bytes and texts.
    P2Buffer bytes, text;
    OK(p2_world_save_bytes(world, &bytes));
    bytes.data[bytes.size / 2] ^= 0x40;
    CHECK(p2_world_restore_bytes(world, bytes.data, (uint32_t)bytes.size) == P2_BAD_DATA);
    CHECK(p2_world_restore_bytes(world, bytes.data, (uint32_t)bytes.size / 3) == P2_BAD_DATA);
    CHECK(p2_world_restore_bytes(world, NULL, 0) == P2_BAD_DATA);
    CHECK(p2_recording_check(bytes.data, (uint32_t)bytes.size, &count) == P2_BAD_DATA);
    OK(p2_buffer_free(&bytes));
    OK(p2_buffer_free(&bytes));
    CHECK(p2_world_from_level("{\"bodies\": 3}", &none) == P2_BAD_DATA);
    CHECK(p2_world_from_level("\xff\xfe", &none) == P2_BAD_DATA);
    CHECK(p2_world_add_level(world, "", NULL, 0, &count) == P2_BAD_DATA);
    CHECK(p2_world_stop_recording(world, &text) == P2_REFUSED);
    CHECK(p2_world_restore(world, 12345) == P2_STALE_HANDLE);
    SAME(world, hash);

    OK(p2_world_destroy(world));
    OK(p2_world_destroy(other));
    return 0;
}
