// What is set is read again; events, queries, snapshots, levels, recordings, drawing.
#include "pile.h"
#include <math.h>

static void definitions(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    P2BodyDef def = p2_body_def_default(), found;
    def.kind = P2_BODY_KIND_DYNAMIC;
    def.position = position(1e6, -2.0);
    def.rotation = p2_rot(0.5f);
    def.velocity = vec2(1.0f, 2.0f);
    def.has_mass = 1;
    def.mass.mass = 3.0f;
    def.mass.inertia = 4.0f;
    def.mass.center_of_mass = vec2(0.25f, 0.0f);
    def.user_data[0] = 0x1122334455667788u;
    def.user_data[1] = 9;
    P2BodyId body = 0, other = add_body(world, P2_BODY_KIND_DYNAMIC, 1e6, 0.0);
    OK(p2_body_create(world, &def, &body));
    OK(p2_body_get_def(body, &found));
    CHECK(found.position.x == 1e6 && found.velocity.y == 2.0f && found.has_mass == 1 && found.mass.inertia == 4.0f);
    CHECK(found.user_data[0] == def.user_data[0] && found.user_data[1] == 9 && found.kind == def.kind);
    CHECK(fabsf(p2_rot_angle(found.rotation) - 0.5f) < 1e-6f && isinf(found.max_speed));
    found.gravity_scale = 0.5f;
    found.has_mass = 0;
    OK(p2_body_set_def(body, &found));
    OK(p2_body_get_def(body, &def));
    CHECK(def.gravity_scale == 0.5f && def.has_mass == 0 && def.user_data[1] == 9);

    P2ColliderDef collider_def = p2_collider_def_default(), collider_found;
    collider_def.material.restitution = 0.5f;
    collider_def.filter.group = -3;
    collider_def.has_one_way = 1;
    collider_def.one_way = vec2(0.0f, 1.0f);
    collider_def.has_portal = 1;
    collider_def.portal.kind = P2_PORTAL_ROLE_RIM;
    collider_def.portal.portal = 42;
    collider_def.user_data[0] = 5;
    P2Vec2 triangle[3] = {{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 0.0f}}, points[4];
    P2Shape shape = p2_shape_polygon(triangle, 3, 0.1f);
    P2ColliderId collider = 0;
    uint32_t count = 0;
    OK(p2_collider_create(body, &collider_def, &shape, &collider));
    OK(p2_collider_get_def(collider, &collider_found));
    CHECK(collider_found.material.restitution == 0.5f && collider_found.filter.group == -3);
    CHECK(collider_found.has_one_way == 1 && collider_found.one_way.y == 1.0f && collider_found.user_data[0] == 5);
    CHECK(collider_found.has_portal == 1 && collider_found.portal.kind == P2_PORTAL_ROLE_RIM);
    CHECK(collider_found.portal.portal == 42 && collider_found.sensor == 0 && collider_found.enabled == 1);
    OK(p2_collider_get_shape(collider, &shape));
    CHECK(shape.kind == P2_SHAPE_POLYGON && shape.count == 3 && shape.radius == 0.1f && shape.points == NULL);
    OK(p2_collider_get_points(collider, points, 4, &count));
    CHECK(count == 3);

    P2PrismaticJointDef slide = p2_prismatic_joint_def_default(), slide_found;
    slide.base.body_a = body;
    slide.base.body_b = other;
    slide.base.break_force = 1e4f;
    slide.axis = vec2(3.0f, 4.0f);
    slide.limits.lower = -1.0f;
    slide.limits.upper = 1.0f;
    P2JointId joint = 0;
    OK(p2_prismatic_joint_create(&slide, &joint));
    OK(p2_prismatic_joint_get_def(joint, &slide_found));
    CHECK(slide_found.base.body_a == body && slide_found.base.body_b == other && slide_found.limits.upper == 1.0f);
    CHECK(fabsf(slide_found.axis.x - 0.6f) < 1e-6f && slide_found.base.break_force == 1e4f);
    slide_found.motor_speed = 2.0f;
    slide_found.base.collide = 1;
    OK(p2_prismatic_joint_set_def(joint, &slide_found));
    OK(p2_prismatic_joint_get_def(joint, &slide));
    CHECK(slide.motor_speed == 2.0f && slide.base.collide == 1);

    P2WorldSettings settings;
    OK(p2_world_get_settings(world, &settings));
    settings.classic.correction.kind = P2_POSITION_CORRECTION_SPLIT;
    settings.classic.correction.fraction = 0.75f;
    settings.friction_rule = P2_WORLD_FRICTION_RULE_MAX;
    OK(p2_world_set_settings(world, &settings));
    settings = p2_world_settings_default();
    OK(p2_world_get_settings(world, &settings));
    CHECK(settings.classic.correction.kind == P2_POSITION_CORRECTION_SPLIT);
    CHECK(settings.classic.correction.fraction == 0.75f && settings.friction_rule == P2_WORLD_FRICTION_RULE_MAX);
    OK(p2_world_destroy(world));
}

static void events_and_queries(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    P2BodyId ground = add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0);
    P2ColliderId floor = add_shape(ground, p2_shape_box(10.0f, 0.5f));
    P2BodyId ball = add_body(world, P2_BODY_KIND_DYNAMIC, 0.0, 2.0);
    OK(p2_body_set_user_data(ball, 7, 1));
    P2ColliderId round = add_shape(ball, p2_shape_circle(vec2(0.0f, 0.0f), 0.5f));
    P2ColliderDef sensor_def = p2_collider_def_default();
    sensor_def.sensor = 1;
    P2Shape zone = p2_shape_box(1.0f, 1.0f);
    P2ColliderId sensor = 0, found[4];
    OK(p2_collider_create(ground, &sensor_def, &zone, &sensor));
    uint32_t count = 0, begins = 0, hits = 0, entered = 0, slept = 0;
    for (int i = 0; i < 240; i++) {
        P2EventCounts counts;
        P2ContactBegin begin;
        P2ContactHit hit;
        P2SensorEvent visit;
        steps(world, 1);
        OK(p2_world_get_event_counts(world, &counts));
        if (counts.contact_begins > 0) {
            OK(p2_world_get_contact_begins(world, &begin, 1, &count));
            int is_a = begin.a.body == ball;
            P2EventCollider own = is_a ? begin.a : begin.b;
            CHECK(own.collider == round && own.body_user_data[0] == 7 && own.body_user_data[1] == 1);
            CHECK((is_a ? begin.b : begin.a).collider == floor && fabsf(begin.point.y - 0.5f) < 0.1f);
            begins++;
        }
        if (counts.contact_hits > 0) {
            OK(p2_world_get_contact_hits(world, &hit, 1, &count));
            CHECK(fabsf(hit.approach_speed - 4.4f) < 0.3f); // a fall of one metre
            hits++;
        }
        if (counts.sensor_begins > 0) {
            OK(p2_world_get_sensor_begins(world, &visit, 1, &count));
            CHECK(visit.sensor.collider == sensor && visit.visitor.collider == round);
            entered++;
        }
        slept += counts.fallen_asleep;
    }
    CHECK(begins == 1 && hits == 1 && entered == 1 && slept == 1);
    OK(p2_sensor_get_overlaps(sensor, found, 4, &count));
    CHECK(count == 1 && found[0] == round);
    P2Contact contact;
    OK(p2_body_get_contacts(ball, &contact, 1, &count));
    CHECK(count == 1 && contact.other == floor && contact.other_body == ground && contact.normal.y == 1.0f);
    CHECK(contact.count == 1);

    P2CastHit hit;
    OK(p2_world_cast_ray(world, position(0.0, 5.0), vec2(0.0f, -10.0f), NULL, &hit));
    CHECK(hit.collider == round && fabs(hit.point.y - 1.5) < 0.02 && hit.normal.y > 0.99f);
    P2QueryFilter filter = p2_query_filter_default();
    filter.exclude_bodies = &ball;
    filter.exclude_bodies_count = 1;
    OK(p2_world_cast_ray(world, position(0.0, 5.0), vec2(0.0f, -10.0f), &filter, &hit));
    CHECK(hit.collider == floor && fabs(hit.point.y - 0.5) < 1e-5);
    OK(p2_world_cast_ray(world, position(0.0, 5.0), vec2(0.0f, 1.0f), NULL, &hit));
    CHECK(hit.collider == 0);
    P2CastHit all[4];
    OK(p2_world_cast_ray_all(world, position(0.0, 5.0), vec2(0.0f, -10.0f), NULL, all, 4, &count));
    CHECK(count == 2 && all[0].collider == round && all[1].collider == floor);
    P2Ray rays[2] = {{{0.0, 5.0}, {0.0f, -10.0f}}, {{3.0, 5.0}, {0.0f, -10.0f}}};
    OK(p2_world_cast_rays(world, rays, 2, NULL, all));
    CHECK(all[0].collider == round && all[1].collider == floor && fabs(all[1].point.x - 3.0) < 1e-5);
    P2WorldPose pose = {{0.0, 5.0}, {1.0f, 0.0f}};
    P2Shape box = p2_shape_box(0.5f, 0.5f);
    OK(p2_world_cast_shape(world, &box, pose, vec2(0.0f, -10.0f), NULL, &hit));
    CHECK(hit.collider == round && fabsf(hit.distance - 3.0f) < 0.03f);
    // A stick whose lower end is 1 m beside the ball reaches it when it has turned by a quarter of a radian.
    P2Shape stick = p2_shape_box(0.1f, 1.8f);
    P2WorldPose beside = {{-1.0, 2.5}, {1.0f, 0.0f}};
    OK(p2_world_cast_shape(world, &stick, beside, vec2(0.0f, 0.0f), NULL, &hit));
    CHECK(hit.collider == 0);
    OK(p2_world_cast_turning_shape(world, &stick, beside, vec2(0.0f, 0.0f), 1.5f, vec2(0.0f, 0.0f), NULL, &hit));
    CHECK(hit.collider == round && fabsf(1.5f * hit.fraction - 0.25f) < 0.05f);
    CHECK(p2_world_cast_turning_shape(world, &stick, beside, vec2(0.0f, 0.0f), NAN, vec2(0.0f, 0.0f), NULL, &hit) ==
          P2_OUT_OF_RANGE);
    OK(p2_world_overlap_point(world, position(0.0, 1.0), NULL, found, 4, &count));
    CHECK(count == 1 && found[0] == round);
    OK(p2_world_overlap_aabb(world, position(-9.0, 0.0), position(-8.0, 1.0), NULL, found, 4, &count));
    CHECK(count == 1 && found[0] == floor);
    pose.position.y = 1.2;
    OK(p2_world_overlap_shape(world, &box, pose, NULL, found, 4, &count));
    CHECK(count == 1 && found[0] == round);
    P2ClosestHit closest;
    OK(p2_world_closest_to_point(world, position(5.0, 2.0), 10.0f, NULL, &closest));
    CHECK(closest.collider == floor && fabsf(closest.distance - 1.5f) < 1e-5f && closest.normal.y == 1.0f);
    OK(p2_world_closest_to_point(world, position(5.0, 20.0), 1.0f, NULL, &closest));
    CHECK(closest.collider == 0);
    OK(p2_world_destroy(world));
}

static void count_line(P2Vec2 a, P2Vec2 b, float width, uint32_t color, void *context) {
    (void)a, (void)b, (void)width, (void)color;
    ++*(int *)context;
}

static void snapshots(void) {
    P2WorldId world = pile(), copy = 0;
    P2SnapshotId snapshot = 0;
    steps(world, 30);
    OK(p2_snapshot_create(&snapshot));
    CHECK(p2_world_restore(world, snapshot) == P2_BAD_DATA);
    OK(p2_world_save(world, snapshot));
    uint64_t saved = full_hash(world);
    P2Buffer bytes, level, recording;
    OK(p2_world_save_bytes(world, &bytes));
    P2BodyId added = add_body(world, P2_BODY_KIND_DYNAMIC, 0.0, 50.0);
    steps(world, 30);
    uint64_t later = full_hash(world);
    OK(p2_world_restore(world, snapshot));
    CHECK(full_hash(world) == saved && !p2_body_is_valid(added));
    CHECK(add_body(world, P2_BODY_KIND_DYNAMIC, 0.0, 50.0) == added);
    steps(world, 30);
    CHECK(full_hash(world) == later);

    // Handles of before a clear are stale after it, and right again when the state of before comes back.
    P2BodyId bodies[128];
    uint32_t count = 0;
    OK(p2_world_get_bodies(world, bodies, 128, &count));
    OK(p2_world_clear(world));
    CHECK(!p2_body_is_valid(bodies[3]));
    P2BodyId between = add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0);
    OK(p2_world_restore(world, snapshot));
    CHECK(p2_body_is_valid(bodies[3]) && !p2_body_is_valid(between));
    OK(p2_world_clear(world));
    CHECK(!p2_body_is_valid(bodies[3]) && !p2_body_is_valid(between));
    CHECK(add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0) != between);

    // In another world.
    OK(p2_world_create(NULL, &copy));
    P2BodyId own = add_body(copy, P2_BODY_KIND_STATIC, 0.0, 0.0);
    OK(p2_world_restore(copy, snapshot));
    CHECK(full_hash(copy) == saved && !p2_body_is_valid(own));
    OK(p2_world_get_bodies(copy, bodies, 128, &count));
    CHECK(count == 101 && p2_body_is_valid(bodies[5]));
    OK(p2_world_restore_bytes(copy, bytes.data, (uint32_t)bytes.size));
    CHECK(full_hash(copy) == saved);
    OK(p2_buffer_free(&bytes));
    OK(p2_snapshot_destroy(snapshot));
    CHECK(p2_snapshot_destroy(snapshot) == P2_STALE_HANDLE);

    // A level, as text; a recording.
    OK(p2_world_to_level(copy, &level));
    CHECK(level.data[level.size] == 0 && strlen((const char *)level.data) == level.size);
    OK(p2_world_destroy(world));
    OK(p2_world_from_level((const char *)level.data, &world));
    OK(p2_world_start_recording(world));
    steps(world, 5);
    OK(p2_world_get_bodies(world, bodies, 128, &count));
    OK(p2_body_apply_central_impulse(bodies[1], vec2(0.0f, 5.0f)));
    steps(world, 5);
    OK(p2_world_stop_recording(world, &recording));
    OK(p2_recording_check(recording.data, (uint32_t)recording.size, &count));
    CHECK(count == 10);
    OK(p2_world_add_level(world, (const char *)level.data, bodies, 128, &count));
    CHECK(count == 101);
    OK(p2_buffer_free(&recording));
    OK(p2_buffer_free(&level));

    // All poses at once are those of the bodies.
    P2BodyState states[256];
    P2Position at;
    OK(p2_world_get_states(copy, states, 256, &count));
    CHECK(count == 101);
    OK(p2_body_get_position(states[9].body, &at));
    CHECK(at.x == states[9].pose.position.x && at.y == states[9].pose.position.y);
    steps(copy, 1);
    OK(p2_world_get_moved(copy, states, 256, &count));
    CHECK(count == 100);

    int lines = 0;
    P2DebugDraw draw = p2_debug_draw_default();
    CHECK(p2_world_draw(copy, &draw) == P2_NULL_POINTER);
    draw.line = count_line;
    draw.context = &lines;
    OK(p2_world_draw(copy, &draw));
    CHECK(lines > 400);
    OK(p2_world_destroy(world));
    OK(p2_world_destroy(copy));
}

// Bodies of the same team, which is their user data, pass through each other; ice has no friction.
static uint8_t other_team(const P2EventCollider *a, const P2EventCollider *b, void *context) {
    ++*(int *)context;
    return a->body_user_data[0] == 0 || a->body_user_data[0] != b->body_user_data[0];
}

static P2BodyId ice;

static void on_ice(const P2HookContact *contact, P2ContactResponse *response, void *context) {
    (void)context;
    CHECK(p2_body_wake(contact->a.body) == P2_BUSY);
    CHECK(contact->a.body == ice || contact->b.body == ice);
    response->friction = 0.0f;
    response->static_friction = 0.0f;
}

static void hook(void) {
    P2WorldId world = 0;
    P2BodyId bodies[2];
    P2Vec2 velocity;
    int asked = 0;
    OK(p2_world_create(NULL, &world));
    OK(p2_world_clear(world)); // another epoch than the first
    OK(p2_world_set_contact_hook(world, other_team, on_ice, &asked));
    OK(p2_world_clear(world)); // and another one after the hook was set
    ice = add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0);
    add_shape(ice, p2_shape_box(50.0f, 0.5f));
    for (int i = 0; i < 2; i++) {
        P2ColliderDef def = p2_collider_def_default();
        P2Shape box = p2_shape_box(0.5f, 0.5f);
        P2ColliderId collider = 0;
        def.hook = 1;
        bodies[i] = add_body(world, P2_BODY_KIND_DYNAMIC, 3.0 * i, 1.0);
        OK(p2_body_set_user_data(bodies[i], 7, 0));
        OK(p2_body_set_velocity(bodies[i], vec2(i == 0 ? 3.0f : -3.0f, 0.0f)));
        OK(p2_collider_create(bodies[i], &def, &box, &collider));
    }
    steps(world, 60);
    OK(p2_body_get_velocity(bodies[0], &velocity));
    CHECK(fabsf(velocity.x - 3.0f) < 1e-3f && asked >= 3);
    OK(p2_world_set_contact_hook(world, NULL, NULL, NULL));
    steps(world, 60);
    OK(p2_body_get_velocity(bodies[0], &velocity));
    CHECK(fabsf(velocity.x) < 1.0f);
    OK(p2_world_destroy(world));
}

// A ball rolls into a valley, and falls through a hole.
static void height_field(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    P2BodyId ground = add_body(world, P2_BODY_KIND_STATIC, -10.0, 0.0);
    P2BodyId ball = add_body(world, P2_BODY_KIND_DYNAMIC, 3.0, 3.0);
    add_shape(ball, p2_shape_circle(vec2(0.0f, 0.0f), 0.4f));
    P2ColliderDef def = p2_collider_def_default();
    P2HeightFieldId field = 0, copy = 0, none = 0;
    P2ColliderId cell = 0;
    P2Position at;
    float heights[41], flat[3] = {-1.0f, -1.0f, -1.0f}, height = 0.0f;
    uint32_t count = 0;
    def.material.rolling_resistance = 0.05f;
    for (int i = 0; i < 41; i++) heights[i] = 0.02f * (float)((i - 20) * (i - 20));
    REFUSED(p2_height_field_create(ground, &def, 0.0f, heights, 41, &none), P2_OUT_OF_RANGE, "spacing");
    REFUSED(p2_height_field_create(ground, &def, 0.5f, heights, 1, &none), P2_OUT_OF_RANGE, "heights_count");
    REFUSED(p2_height_field_create(ground, &def, 0.5f, NULL, 41, &none), P2_NULL_POINTER, "heights");
    heights[7] = NAN;
    REFUSED(p2_height_field_create(ground, &def, 0.5f, heights, 41, &none), P2_OUT_OF_RANGE, "heights[7]");
    heights[7] = 0.02f * 169.0f;
    OK(p2_body_get_colliders(ground, NULL, 0, &count));
    CHECK(count == 0 && none == 0);
    OK(p2_height_field_create(ground, &def, 0.5f, heights, 41, &field));
    CHECK(p2_character_destroy(field) == P2_STALE_HANDLE);
    steps(world, 900);
    OK(p2_body_get_position(ball, &at));
    CHECK(fabs(at.x) < 0.5 && fabs(at.y - 0.4) < 0.03);
    OK(p2_height_field_copy(field, &copy));
    OK(p2_height_field_set_heights(field, 19, flat, 3, &count));
    CHECK(count == 6);
    OK(p2_height_field_get_height_at(field, 9.75f, &height));
    CHECK(height == -1.0f);
    uint64_t hash = full_hash(world);
    REFUSED(p2_height_field_set_heights(field, 40, flat, 3, NULL), P2_OUT_OF_RANGE, "end of the new heights");
    flat[1] = INFINITY;
    REFUSED(p2_height_field_set_heights(field, 0, flat, 3, NULL), P2_OUT_OF_RANGE, "heights[1]");
    REFUSED(p2_height_field_set_hole(field, 40, 1), P2_OUT_OF_RANGE, "cell");
    REFUSED(p2_height_field_get_collider(field, 40, &cell), P2_OUT_OF_RANGE, "cell");
    CHECK(full_hash(world) == hash);
    for (uint32_t i = 18; i < 22; i++) OK(p2_height_field_set_hole(field, i, 1));
    OK(p2_height_field_get_collider(field, 19, &cell));
    CHECK(cell == 0);
    OK(p2_height_field_get_height_at(field, 9.75f, &height));
    CHECK(isnan(height));
    OK(p2_height_field_get_heights(field, heights, 41, &count));
    CHECK(count == 41 && heights[20] == -1.0f);
    OK(p2_height_field_get_heights(copy, heights, 41, &count));
    CHECK(heights[20] == 0.0f);
    steps(world, 120);
    OK(p2_body_get_position(ball, &at));
    CHECK(at.y < -5.0);
    OK(p2_height_field_get_collider(field, 3, &cell));
    CHECK(p2_collider_is_valid(cell));
    OK(p2_height_field_remove(field));
    CHECK(!p2_collider_is_valid(cell));
    OK(p2_body_destroy(ground));
    CHECK(p2_height_field_set_hole(field, 1, 1) == P2_STALE_HANDLE);
    OK(p2_height_field_destroy(field));
    CHECK(p2_height_field_remove(field) == P2_STALE_HANDLE);
    OK(p2_height_field_destroy(copy));
    OK(p2_world_destroy(world));
}

// Walks into a crate and pushes it, climbs a step, and falls.
static void character(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    P2BodyId ground = add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0);
    P2ColliderId floor = add_shape(ground, p2_shape_box(20.0f, 0.5f));
    P2BodyId crate = add_body(world, P2_BODY_KIND_DYNAMIC, 3.0, 1.0), hit = 0;
    add_shape(crate, p2_shape_box(0.5f, 0.5f));
    P2Shape capsule = p2_shape_capsule(vec2(0.0f, -0.5f), vec2(0.0f, 0.5f), 0.4f);
    P2CharacterSettings settings;
    P2CharacterId walker = 0;
    P2CharacterMotion motion;
    uint32_t count = 0, pushed = 0;
    memset(&motion, 0, sizeof motion);
    OK(p2_character_settings_default(world, &capsule, &settings));
    CHECK(settings.up.y == 1.0f && settings.mass == 80.0f && settings.constant_speed == 1);
    settings.skin = -1.0f;
    REFUSED(p2_character_create(world, &capsule, &settings, position(0.0, 1.5), 0, &walker), P2_OUT_OF_RANGE, "skin");
    OK(p2_character_create(world, &capsule, NULL, position(0.0, 1.5), 0, &walker));
    CHECK(p2_snapshot_destroy(walker) == P2_STALE_HANDLE);
    for (int i = 0; i < 120; i++) {
        motion.velocity.x = 2.0f;
        motion.velocity.y -= 9.81f / 60.0f;
        OK(p2_character_step(walker, motion.velocity, 1.0f / 60.0f, &motion));
        OK(p2_character_get_hits(walker, &hit, 1, &count));
        pushed += count > 0 && hit == crate;
        steps(world, 1);
    }
    CHECK(motion.on_ground && motion.ground == floor && motion.ground_normal.y > 0.99f && pushed > 0);
    P2Position at;
    OK(p2_body_get_position(crate, &at));
    CHECK(at.x > 3.2 && motion.position.x > 2.0 && fabs(motion.position.y - 1.4) < 0.05);
    OK(p2_character_set_position(walker, position(-5.0, 9.0)));
    OK(p2_character_get_position(walker, &at));
    CHECK(at.x == -5.0 && at.y == 9.0);
    CHECK(p2_character_step(walker, vec2(NAN, 0.0f), 0.01f, &motion) == P2_OUT_OF_RANGE);
    OK(p2_world_destroy(world));
    CHECK(p2_character_step(walker, vec2(0.0f, 0.0f), 0.01f, &motion) == P2_STALE_HANDLE);
    OK(p2_character_destroy(walker));
    CHECK(p2_character_destroy(walker) == P2_STALE_HANDLE);
}

int main(void) {
    CHECK(p2_version() > 0);
    hook();
    character();
    height_field();
    definitions();
    events_and_queries();
    snapshots();
    return 0;
}
