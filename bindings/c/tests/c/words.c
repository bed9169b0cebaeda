// What a program in C is told: in words of C, with the numbers that it gave; and what is valid while a world is
// busy.
#include "pile.h"

static P2BodyId watched[2];
static uint8_t seen[2];

static uint8_t accept(const P2EventCollider *a, const P2EventCollider *b, void *context) {
    (void)a, (void)b, (void)context;
    return 1;
}

// Within a step, which has the world to itself.
static void look(const P2HookContact *contact, P2ContactResponse *response, void *context) {
    (void)contact, (void)response;
    for (int i = 0; i < 2; i++) {
        seen[i] = p2_body_is_valid(watched[i]);
    }
    *(int *)context += 1;
}

static void log_once(uint32_t level, const char *message, void *context) {
    (void)level, (void)message;
    *(int *)context += 1;
    p2_set_log(NULL, NULL);
}

static void validity_of_a_busy_world(void) {
    P2WorldId world = 0, other = 0;
    OK(p2_world_create(NULL, &world));
    OK(p2_world_create(NULL, &other));
    int calls = 0;
    OK(p2_world_set_contact_hook(world, accept, look, &calls));
    P2ColliderDef def = p2_collider_def_default();
    P2Shape ball = p2_shape_circle(vec2(0.0f, 0.0f), 0.5f);
    P2ColliderId collider = 0;
    def.hook = 1;
    for (int i = 0; i < 2; i++) {
        OK(p2_collider_create(add_body(world, P2_BODY_KIND_DYNAMIC, 0.5 * i, 0.0), &def, &ball, &collider));
    }
    OK(p2_collider_get_body(collider, &watched[0]));
    // Of a world that has been cleared since.
    watched[1] = add_body(other, P2_BODY_KIND_DYNAMIC, 0.0, 0.0);
    OK(p2_world_clear(other));
    steps(world, 3);
    CHECK(calls > 0 && seen[0] == 1 && seen[1] == 0);
    OK(p2_world_destroy(other));
    OK(p2_world_destroy(world));
}

static void messages(void) {
    P2WorldId world = pile();
    P2BodyId body = add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0);
    P2ColliderDef def = p2_collider_def_default();
    P2ColliderId collider = 0;
    const P2Vec2 dented[] = {{0, 0}, {2, 0}, {2, 2}, {1, 0.5f}, {0, 2}}, twice[] = {{0, 0}, {2, 0}, {2, 0}, {0, 2}};
    for (int i = 0; i < 2; i++) {
        P2Shape shape = i ? p2_shape_polygon(twice, 4, 0.0f) : p2_shape_polygon(dented, 5, 0.0f);
        CHECK(p2_collider_create(body, &def, &shape, &collider) == P2_REFUSED);
        CHECK(!strstr(p2_last_error_message(), "::") && strstr(p2_last_error_message(), "Leave out"));
    }
    // A number is told as it was given.
    P2BodyDef far = p2_body_def_default();
    far.position.y = 1e300;
    REFUSED(p2_body_create(world, &far, &body), P2_OUT_OF_RANGE, "position.y");
    CHECK(p2_last_error_value() == 1e300 && strstr(p2_last_error_message(), "1e300"));
    REFUSED(p2_body_set_position(body, position(-1e300, 0.0)), P2_OUT_OF_RANGE, "position.x");
    CHECK(p2_last_error_value() == -1e300);

    // A filter of zeros would find nothing.
    P2QueryFilter none;
    P2CastHit hit;
    memset(&none, 0, sizeof none);
    REFUSED(p2_world_cast_ray(world, position(0.0, 5.0), vec2(0.0f, -10.0f), &none, &hit), P2_OUT_OF_RANGE, "mask");
    OK(p2_world_cast_ray(world, position(-9.0, 5.0), vec2(0.0f, -10.0f), NULL, &hit));
    CHECK(hit.collider != 0);

    // A log may take itself away.
    int logged = 0;
    p2_set_log(log_once, &logged);
    for (int i = 0; i < 3; i++) {
        CHECK(p2_world_step(world, -1.0f) == P2_OUT_OF_RANGE);
    }
    CHECK(logged == 1);
    OK(p2_world_destroy(world));
}

static void answers(void) {
    P2WorldId world = pile();
    P2Vec2 gravity = {0, 0};
    uint32_t threads = 0, kind = 99, count = 0;
    uint64_t data[2] = {1, 1};
    OK(p2_world_set_gravity(world, vec2(1.0f, -2.0f)));
    OK(p2_world_get_gravity(world, &gravity));
    OK(p2_world_set_threads(world, 3));
    OK(p2_world_get_threads(world, &threads));
    OK(p2_world_get_user_data(world, &data));
    CHECK(gravity.x == 1.0f && gravity.y == -2.0f && threads == 3 && data[0] == 0 && data[1] == 0);
    OK(p2_world_set_user_data(world, 7, 8));
    OK(p2_world_clear(world));
    OK(p2_world_get_user_data(world, &data));
    CHECK(data[0] == 7 && data[1] == 8);

    P2BodyId a = add_body(world, P2_BODY_KIND_DYNAMIC, 3.0, 4.0), b = add_body(world, P2_BODY_KIND_DYNAMIC, 4.0, 4.0);
    P2ColliderId box = add_shape(a, p2_shape_box(0.5f, 0.25f));
    P2MassProperties mass;
    uint8_t inside = 9;
    OK(p2_collider_get_mass_properties(box, &mass));
    CHECK(mass.mass == 0.5f && mass.center.x == 0.0f);
    OK(p2_collider_test_point(box, position(3.4, 4.2), &inside));
    CHECK(inside == 1);
    OK(p2_collider_test_point(box, position(3.4, 4.3), &inside));
    CHECK(inside == 0);
    P2GearJointDef gear = p2_gear_joint_def_default();
    P2WeldJointDef weld = p2_weld_joint_def_default();
    P2JointId joint = 0;
    weld.base.body_a = gear.base.body_a = a;
    weld.base.body_b = gear.base.body_b = b;
    OK(p2_weld_joint_create(&weld, &joint));
    OK(p2_joint_get_kind(joint, &kind));
    CHECK(kind == P2_JOINT_KIND_WELD && p2_gear_joint_get_def(joint, &gear) == P2_REFUSED);

    // Handles that were kept beside the bytes, in another world.
    OK(p2_body_destroy(b));
    b = add_body(world, P2_BODY_KIND_STATIC, 5.0, 5.0);
    P2Buffer bytes;
    P2WorldId later = 0;
    uint64_t here = 0;
    P2Position at;
    OK(p2_world_save_bytes(world, &bytes));
    OK(p2_world_create(NULL, &later));
    REFUSED(p2_handle_in_world(later, a, &here), P2_STALE_HANDLE, "handle");
    OK(p2_world_restore_bytes(later, bytes.data, (uint32_t)bytes.size));
    OK(p2_buffer_free(&bytes));
    CHECK(p2_body_get_position(a, &at) == P2_OK && at.x == 3.0);
    OK(p2_handle_in_world(later, b, &here));
    CHECK(here != b && p2_body_get_position(here, &at) == P2_OK && at.x == 5.0);
    OK(p2_handle_in_world(later, box, &here));
    OK(p2_body_get_colliders(a, &box, 1, &count));
    CHECK(p2_collider_is_valid(here) && count == 1);
    REFUSED(p2_handle_in_world(later, joint, &here), P2_STALE_HANDLE, "handle");
    REFUSED(p2_handle_in_world(later, 0, &here), P2_INVALID_HANDLE, "handle");
    REFUSED(p2_handle_in_world(later, world, &here), P2_INVALID_HANDLE, "handle");
    OK(p2_world_destroy(later));
    OK(p2_world_destroy(world));
}

int main(void) {
    validity_of_a_busy_world();
    messages();
    answers();
    return 0;
}
