// The C library of a 2D rigid-body physics engine. docs/capi.md explains it.
//
// Pointers: an argument that is a pointer to const is read during the call only, and may be NULL only where it says
// so. A pointer that is not const is where the answer goes; it need not be initialized. An array comes with its
// length; a text ends with NUL and is UTF-8. NULL and pointers that are not aligned are refused; that a pointer that
// is neither points to what its type says is for the program to see to.
//
// Flags are 0 or 1. Lengths are metres, unless `length_unit` of the settings says otherwise.


#ifndef PHYSICS2D_H
#define PHYSICS2D_H

// Written by cbindgen from bindings/c/src: `cargo xtask capi --write`.

#include <stddef.h>
#include <stdint.h>

// The version that this header is of, in the form of `p2_version()`: major, minor and patch, eight bits each.
#define P2_VERSION ((P2_VERSION_MAJOR << 16) | (P2_VERSION_MINOR << 8) | P2_VERSION_PATCH)

// A value of `P2SolverSettings::direct_joints`.
#define P2_SOLVER_DIRECT_JOINTS_OFF 0

// A value of `P2SolverSettings::direct_joints`.
#define P2_SOLVER_DIRECT_JOINTS_LOADED 1

// A value of `P2SolverSettings::direct_joints`.
#define P2_SOLVER_DIRECT_JOINTS_ALL 2

// A value of `P2SolverSettings::direct_contacts`.
#define P2_SOLVER_DIRECT_CONTACTS_OFF 0

// A value of `P2SolverSettings::direct_contacts`.
#define P2_SOLVER_DIRECT_CONTACTS_HEAVY 1

// A value of `P2SolverSettings::direct_contacts`.
#define P2_SOLVER_DIRECT_CONTACTS_COLUMNS 2

// A value of `P2SolverSettings::direct_contacts`.
#define P2_SOLVER_DIRECT_CONTACTS_TALL 3

// A value of `P2PositionCorrection::kind`.
#define P2_POSITION_CORRECTION_NONE 0

// A value of `P2PositionCorrection::kind`.
#define P2_POSITION_CORRECTION_BAUMGARTE 1

// A value of `P2PositionCorrection::kind`.
#define P2_POSITION_CORRECTION_PROJECTION 2

// A value of `P2PositionCorrection::kind`.
#define P2_POSITION_CORRECTION_SPLIT 3

// A value of `P2ClassicSettings::impulses`.
#define P2_CLASSIC_IMPULSES_ACCUMULATED 0

// A value of `P2ClassicSettings::impulses`.
#define P2_CLASSIC_IMPULSES_SEPARATE 1

// A value of `P2ClassicSettings::impulses`.
#define P2_CLASSIC_IMPULSES_DEPTH_WEIGHTED 2

// A value of `P2ClassicSettings::impulses`.
#define P2_CLASSIC_IMPULSES_DISPLACEMENT 3

// A value of `P2ClassicSettings::impulses`.
#define P2_CLASSIC_IMPULSES_CLAMP 4

// A value of `P2ClassicSettings::integrator`.
#define P2_CLASSIC_INTEGRATOR_SYMPLECTIC 0

// A value of `P2ClassicSettings::integrator`.
#define P2_CLASSIC_INTEGRATOR_EXPLICIT 1

// A value of `P2ClassicSettings::order`.
#define P2_CLASSIC_ORDER_CONSTRAINTS_FIRST 0

// A value of `P2ClassicSettings::order`.
#define P2_CLASSIC_ORDER_POSITIONS_FIRST 1

// A value of `P2WorldSettings::continuous`.
#define P2_WORLD_CONTINUOUS_ALL 0

// A value of `P2WorldSettings::continuous`.
#define P2_WORLD_CONTINUOUS_AGAINST_STATIC 1

// A value of `P2WorldSettings::continuous`.
#define P2_WORLD_CONTINUOUS_NOTHING 2

// A value of `P2WorldSettings::friction_rule`.
#define P2_WORLD_FRICTION_RULE_GEOMETRIC_MEAN 0

// A value of `P2WorldSettings::friction_rule`.
#define P2_WORLD_FRICTION_RULE_AVERAGE 1

// A value of `P2WorldSettings::friction_rule`.
#define P2_WORLD_FRICTION_RULE_MIN 2

// A value of `P2WorldSettings::friction_rule`.
#define P2_WORLD_FRICTION_RULE_PRODUCT 3

// A value of `P2WorldSettings::friction_rule`.
#define P2_WORLD_FRICTION_RULE_MAX 4

// A value of `P2WorldSettings::restitution_rule`.
#define P2_WORLD_RESTITUTION_RULE_GEOMETRIC_MEAN 0

// A value of `P2WorldSettings::restitution_rule`.
#define P2_WORLD_RESTITUTION_RULE_AVERAGE 1

// A value of `P2WorldSettings::restitution_rule`.
#define P2_WORLD_RESTITUTION_RULE_MIN 2

// A value of `P2WorldSettings::restitution_rule`.
#define P2_WORLD_RESTITUTION_RULE_PRODUCT 3

// A value of `P2WorldSettings::restitution_rule`.
#define P2_WORLD_RESTITUTION_RULE_MAX 4

// A value of `P2WorldSettings::manifolds`.
#define P2_WORLD_MANIFOLDS_SEPARATING_AXES 0

// A value of `P2WorldSettings::manifolds`.
#define P2_WORLD_MANIFOLDS_GJK_EPA 1

// A value of `P2WorldSettings::manifolds`.
#define P2_WORLD_MANIFOLDS_MEAN_POINT 2

// A value of `P2WorldSettings::manifolds`.
#define P2_WORLD_MANIFOLDS_SUPPORT_AVERAGE 3

// A value of `P2WorldSettings::manifolds`.
#define P2_WORLD_MANIFOLDS_START_OF_STEP 4

// A value of `P2WorldSettings::method`.
#define P2_WORLD_METHOD_SOFT 0

// A value of `P2WorldSettings::method`.
#define P2_WORLD_METHOD_CLASSIC 1

// A value of `P2BodyDef::kind`.
#define P2_BODY_KIND_STATIC 0

// A value of `P2BodyDef::kind`.
#define P2_BODY_KIND_KINEMATIC 1

// A value of `P2BodyDef::kind`.
#define P2_BODY_KIND_DYNAMIC 2

// A value of `P2PortalRole::kind`.
#define P2_PORTAL_ROLE_PASSING 0

// A value of `P2PortalRole::kind`.
#define P2_PORTAL_ROLE_RIM 1

// What `p2_joint_get_kind` says of a revolute joint.
#define P2_JOINT_KIND_REVOLUTE 0

// What `p2_joint_get_kind` says of a mouse joint.
#define P2_JOINT_KIND_MOUSE 1

// What `p2_joint_get_kind` says of a distance joint.
#define P2_JOINT_KIND_DISTANCE 2

// What `p2_joint_get_kind` says of a prismatic joint.
#define P2_JOINT_KIND_PRISMATIC 3

// What `p2_joint_get_kind` says of a weld joint.
#define P2_JOINT_KIND_WELD 4

// What `p2_joint_get_kind` says of a wheel joint.
#define P2_JOINT_KIND_WHEEL 5

// What `p2_joint_get_kind` says of a motor joint.
#define P2_JOINT_KIND_MOTOR 6

// What `p2_joint_get_kind` says of a pulley joint.
#define P2_JOINT_KIND_PULLEY 7

// What `p2_joint_get_kind` says of a gear joint.
#define P2_JOINT_KIND_GEAR 8

// What `p2_joint_get_kind` says of a rack joint.
#define P2_JOINT_KIND_RACK 9

// What `p2_joint_get_kind` says of a friction joint.
#define P2_JOINT_KIND_FRICTION 10

// What `p2_joint_get_kind` says of a filter joint.
#define P2_JOINT_KIND_FILTER 11

// What `p2_joint_get_kind` says of a portal joint.
#define P2_JOINT_KIND_PORTAL 12

// What `p2_joint_get_kind` says of a ratchet joint.
#define P2_JOINT_KIND_RATCHET 13

// A call that failed.
#define P2_LOG_ERROR 0

// A step that could not do all that it should.
#define P2_LOG_WARNING 1

// A circle: centre `a`, `radius`.
#define P2_SHAPE_CIRCLE 0

// A capsule: from `a` to `b`, `radius`.
#define P2_SHAPE_CAPSULE 1

// A segment from `a` to `b`.
#define P2_SHAPE_SEGMENT 2

// A convex polygon of `count` `points` in either winding, rounded by `radius`.
#define P2_SHAPE_POLYGON 3

// A rectangle about the origin: half width `a.x`, half height `a.y`, rounded by `radius`.
#define P2_SHAPE_BOX 4

// All below a line: its normal `a`, which points out of it, and its distance `offset` from the origin. It
// has no mass, and so is for static and kinematic bodies.
#define P2_SHAPE_HALF_SPACE 5

// A segment of a chain, from `a` to `b`: only an answer; see `p2_chain_create`.
#define P2_SHAPE_CHAIN_SEGMENT 6

// The major version that this header is of.
#define P2_VERSION_MAJOR 0

// The minor version that this header is of.
#define P2_VERSION_MINOR 1

// The patch version that this header is of.
#define P2_VERSION_PATCH 0

// What a function returns: `P2_OK`, or why it did nothing.
typedef uint32_t P2Result;

// A world; zero is none.
typedef uint64_t P2WorldId;

// A position in the world, m. Twice the digits, so that it is as exact 10,000 km from the origin as near it.
typedef struct {
    // To the right.
    double x;
    // Up.
    double y;
} P2Position;

// A rotation, as cosine and sine of its angle. Zeros are no rotation: see `p2_rot` and `p2_rot_identity`.
typedef struct {
    // The cosine of the angle.
    float cos;
    // The sine of the angle.
    float sin;
} P2Rot;

// A vector, or a point in the frame of a body, m.
typedef struct {
    // To the right.
    float x;
    // Up.
    float y;
} P2Vec2;

// What `P2BodyDef::mass` holds.
typedef struct {
    // Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    // zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    // does not turn. Unit: kg. Range: finite and above zero. Default: not given.
    float mass;
    // Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    // zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    // does not turn. Unit: m. Range: within 100 km of the origin of the body. Default: not given.
    P2Vec2 center_of_mass;
    // Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    // zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    // does not turn. Unit: kg m^2. Range: finite and not negative. Default: not given.
    float inertia;
} P2BodyMass;

// All properties of a body: start from `p2_body_def_default()`.
typedef struct {
    // What moves it. Default: `P2_BODY_KIND_STATIC`.
    uint32_t kind;
    // Where its origin is, m. Unit: m. Range: within 100,000 km of the origin. Default: [0, 0].
    P2Position position;
    // Its rotation. (Not an angle: a rotation that was read from a body comes back with the same bits.)
    // Range: of a length near 1. Default: [1, 0].
    P2Rot rotation;
    // Velocity of its centre of mass, m/s. That is its origin until it gets colliders; the velocity stays
    // that of the same point. Unit: m/s. Range: finite. Default: [0, 0].
    P2Vec2 velocity;
    // Angular velocity, rad/s. Unit: rad/s. Range: finite. Default: 0.
    float angular_velocity;
    // Rate at which its velocity decays, 1/s, not negative: a sub-step of h seconds divides it by 1 + h
    // damping. Unit: 1/s. Range: finite and not negative. Default: 0.
    float damping;
    // Rate at which its angular velocity decays, 1/s, not negative. Unit: 1/s. Range: finite and not
    // negative. Default: 0.
    float angular_damping;
    // Factor of the gravity that acts on it; 1 by default. Range: finite. Default: 1.
    float gravity_scale;
    // Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact. 0 by
    // default. Range: from -127 to 127. Default: 0.
    int32_t dominance;
    // What of its motion is locked, if it is dynamic. Default: 0.
    uint8_t locks_x;
    // What of its motion is locked, if it is dynamic. Default: 0.
    uint8_t locks_y;
    // What of its motion is locked, if it is dynamic. Default: 0.
    uint8_t locks_rotation;
    // Its greatest speed at the end of a step, m/s, and the greatest distance of its centre of mass within a
    // step, per second; above zero, infinite for no bound. If it is dynamic. Unit: m/s. Range: above zero.
    // Default: inf.
    float max_speed;
    // Its greatest angular speed, rad/s, and the greatest angle within a step, per second; above zero,
    // infinite for no bound. If it is dynamic. Unit: rad/s. Range: above zero. Default: inf.
    float max_angular_speed;
    // Whether `mass` is given. Default: 0.
    uint8_t has_mass;
    // Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    // zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    // does not turn.
    P2BodyMass mass;
    // It counts as slow while all its points move more slowly than this, m/s, scaled by
    // `P2WorldSettings::length_unit`; not negative. An island falls asleep when all its bodies have been
    // slow for half a second. 0.05 by default. Unit: m/s. Range: finite and not negative. Default: 0.05.
    float sleep_speed;
    // Whether it takes part at all: see `p2_body_set_enabled`. Default: 1.
    uint8_t enabled;
    // Whether its own motion is swept, so that it passes through nothing however fast it is: see
    // `P2WorldSettings::continuous`. Sparks and debris that may pass through walls can do without; what is
    // fast towards them is stopped at them even so. Default: 1.
    uint8_t continuous;
    // Whether it may fall asleep. If not, its island stays awake too: see `P2WorldSettings::sleeping`.
    // Default: 1.
    uint8_t can_sleep;
    // Whether it is awake when added. One that is asleep has no velocity, and sleeps until something touches
    // it. Default: 1.
    uint8_t awake;
    // Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    // Default: 0.
    uint64_t user_data[2];
} P2BodyDef;

// A body; zero is none.
typedef uint64_t P2BodyId;

// Mass, centre of mass and rotational inertia.
typedef struct {
    // Mass, kg. Zero for a body that nothing can move.
    float mass;
    // Centre of mass in the frame of the body, m.
    P2Vec2 center;
    // Rotational inertia about the centre of mass, kg m^2.
    float inertia;
} P2MassProperties;

// A pose in the world.
typedef struct {
    // Where the origin is, m.
    P2Position position;
    // How it is rotated.
    P2Rot rotation;
} P2WorldPose;

// A collider; zero is none.
typedef uint64_t P2ColliderId;

// A joint; zero is none.
typedef uint64_t P2JointId;

// A pose in the frame of a body: it rotates, then moves.
typedef struct {
    // Where the origin is, m.
    P2Vec2 position;
    // How it is rotated.
    P2Rot rotation;
} P2Pose;

// All properties of a material: start from `p2_material_default()`.
typedef struct {
    // Mass per area, kg/m^2, not negative. Unit: kg/m^2. Range: finite and not negative. Default: 1.
    float density;
    // Coefficient of sliding friction (Coulomb), not negative. Range: finite and not negative. Default: 0.6.
    float friction;
    // Coefficient of static friction: up to it a contact does not slide. Below `friction`, it counts as
    // equal to it. Range: at least friction. Default: 0.6.
    float static_friction;
    // Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that
    // loses nothing, more for a bumper that adds energy. Range: finite and not negative. Default: 0.
    float restitution;
    // Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this
    // material rests. The greatest of two materials and of `P2WorldSettings::rolling_resistance` counts,
    // with the greater radius of the two shapes: the torque is at most resistance x radius x normal force.
    // Sharp shapes have no radius: two of them tip over and do not roll. Range: finite and not negative.
    // Default: 0.
    float rolling_resistance;
    // Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries
    // bodies on top of it to the right. The speeds of two surfaces that touch add up, since they move in
    // opposite directions there. Unit: m/s. Range: finite. Default: 0.
    float surface_speed;
} P2Material;

// All properties of a filter: start from `p2_filter_default()`.
typedef struct {
    // The categories that the collider belongs to, as bits. Default: 0x1.
    uint64_t category;
    // The categories that it collides with, as bits. Default: 0xffffffffffffffff.
    uint64_t mask;
    // If two colliders have the same group and it is not zero, the group alone decides: if it is above zero
    // they collide, if it is below zero they do not. Default: 0.
    int32_t group;
} P2Filter;

// One of the variants of `PortalRole`.
typedef struct {
    // Which of the variants it is: it says which of the other fields count.
    uint32_t kind;
    // The number of the opening. Default: 0.
    uint32_t portal;
    // A point of the plane, m. Unit: m. Range: finite. Default: [0, 0].
    P2Position point;
    // The normal of the plane, out of the wall, of unit length. Range: finite. Default: [0, 0].
    P2Vec2 normal;
} P2PortalRole;

// All properties of a collider: start from `p2_collider_def_default()`.
typedef struct {
    // Where the shape is in the body's frame: it is rotated, then moved. Unit: m. Range: finite. Default:
    // [0, 0, 1, 0].
    P2Pose offset;
    // Density, friction, restitution.
    P2Material material;
    // What it collides with.
    P2Filter filter;
    // Whether `one_way` is given. Default: 0.
    uint8_t has_one_way;
    // The direction, in the body's frame, in which it pushes: what comes from the other side passes, as
    // through a platform from below. Range: finite. Default: not given.
    P2Vec2 one_way;
    // Whether the hook of the world decides (`p2_world_set_contact_hook`) about its contacts. Default: 0.
    uint8_t hook;
    // Whether it is a sensor: it reports what overlaps it, does not push, and has no mass. Default: 0.
    uint8_t sensor;
    // Whether `portal` is given. Default: 0.
    uint8_t has_portal;
    // What it has to do with a portal: see `P2PortalRole`. Default: not given.
    P2PortalRole portal;
    // Whether it takes part in the simulation. Default: 1.
    uint8_t enabled;
    // Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    // Default: 0.
    uint64_t user_data[2];
    // A distance that its contacts keep from the shape, m, not negative. Mass, queries and sensors do not
    // see it. Unit: m. Range: finite and not negative. Default: 0.
    float contact_skin;
    // Whether it asks for events of touching: reported if one of the two colliders asks. Default: 1.
    uint8_t contact_events;
    // Whether it asks for events of hits: reported if one of the two colliders asks. Default: 1.
    uint8_t hit_events;
    // Whether it takes part in events of sensors: reported if sensor and visitor both do. Default: 1.
    uint8_t sensor_events;
} P2ColliderDef;

// A shape in the frame of a body. The `p2_shape_...` functions make one; it is checked where it is used.
typedef struct {
    // Which shape it is, `P2_SHAPE_...`: it says which fields count.
    uint32_t kind;
    // How many points a polygon has, 3 to 256.
    uint32_t count;
    // Radius, m.
    float radius;
    // Distance of the border of a half-space from the origin, along its normal, m.
    float offset;
    // Centre, first end, half width and half height, or normal.
    P2Vec2 a;
    // The second end.
    P2Vec2 b;
    // The points of a polygon, which the program owns, and keeps as long as it uses this shape. NULL in an
    // answer: see `p2_collider_get_points`.
    const P2Vec2 *points;
} P2Shape;

// A box along the axes of the world.
typedef struct {
    // The lower left corner, m.
    P2Vec2 lower;
    // The upper right corner, m.
    P2Vec2 upper;
} P2Aabb;

// All properties of a solver: start from `p2_solver_settings_default()`.
typedef struct {
    // Number of sub-steps in a step, 1 to 1000. Range: from 1 to 1000. Default: 4.
    uint32_t substeps;
    // Biased sweeps in each sub-step, 1 to 1000: they remove velocity errors and position errors. Range:
    // from 1 to 1000. Default: 2.
    uint32_t biased_sweeps;
    // Relax sweeps in each sub-step, 1 to 1000. They run after the positions have moved and remove the
    // velocity that the bias added. Range: from 1 to 1000. Default: 1.
    uint32_t relax_sweeps;
    // Stiffness of contacts, Hz, above zero; at most a quarter of the sub-step rate is used. Contacts with a
    // body of infinite mass are twice as stiff. Unit: Hz. Range: finite and above zero. Default: 53.
    float contact_hertz;
    // Damping ratio of contacts, not negative. A value far above 1 removes an overlap without a bounce.
    // Range: finite and not negative. Default: 10.
    float contact_damping_ratio;
    // Stiffness of joints, Hz, above zero; at most a quarter of the sub-step rate is used. Unit: Hz. Range:
    // finite and above zero. Default: 60.
    float joint_hertz;
    // Damping ratio of joints, not negative. Range: finite and not negative. Default: 2.
    float joint_damping_ratio;
    // Which joints are solved directly: all rows of a mechanism at once, without gaps, in place of sweeps.
    // Default: `P2_SOLVER_DIRECT_JOINTS_LOADED`.
    uint32_t direct_joints;
    // Which contacts are solved together, without sinking, in place of sweeps. Default:
    // `P2_SOLVER_DIRECT_CONTACTS_COLUMNS`.
    uint32_t direct_contacts;
    // Greatest speed at which contacts push overlapping bodies apart, m/s; twice that for contacts with a
    // body of infinite mass. It does not limit the load that a contact can carry. Bodies that are created
    // inside each other separate slowly because of it. Unit: m/s. Range: finite and not negative. Default:
    // 1.5.
    float push_out_speed;
    // Approach speed, m/s, below which contacts do not bounce, so that a pile comes to rest. Where gravity
    // and forces accelerate both bodies by less than this in a second, it is what they give in a second, and
    // at least a hundredth of this: without gravity, discs on an air table bounce at any speed that one
    // sees. Unit: m/s. Range: finite and not negative. Default: 1.
    float bounce_threshold;
    // A contact that bounces does not brake its bodies while they are farther apart than this, m. At a
    // smaller separation it still carries their load. Unit: m. Range: finite and not negative. Default:
    // 0.001.
    float bounce_clearance;
} P2SolverSettings;

// One of the variants of `PositionCorrection`.
typedef struct {
    // Which of the variants it is: it says which of the other fields count.
    uint32_t kind;
    // Fraction of the overlap for each step, 0 to 1. Range: from 0 to 1. Default: 0.2.
    float factor;
    // Overlap that is left alone, m, not negative. Unit: m. Range: finite and not negative. Default: 0.01.
    float slop;
    // Fraction of the overlap for each correction, 0 to 1. Range: from 0 to 1. Default: 0.2.
    float fraction;
} P2PositionCorrection;

// All properties of a classic: start from `p2_classic_settings_default()`.
typedef struct {
    // Iterations over all joints and contacts, 1 to 1000. Range: from 1 to 1000. Default: 10.
    uint32_t iterations;
    // Whether a step starts with the impulses of the last one. Contacts do so only with
    // `P2_CLASSIC_IMPULSES_ACCUMULATED`. Default: 1.
    uint8_t warm_start;
    // How contacts change velocities. Default: `P2_CLASSIC_IMPULSES_ACCUMULATED`.
    uint32_t impulses;
    // How overlap is removed.
    P2PositionCorrection correction;
    // Which velocity moves the positions. Default: `P2_CLASSIC_INTEGRATOR_SYMPLECTIC`.
    uint32_t integrator;
    // What a step does first. Default: `P2_CLASSIC_ORDER_CONSTRAINTS_FIRST`.
    uint32_t order;
    // Whether collisions are detected again before each iteration. Default: 0.
    uint8_t detect_each_iteration;
    // Whether the step is cut where a fast body first touches something, so that the impact acts there and
    // the body goes on from there with its new velocity (*Souto, Video Game Physics II*). It is done if
    // contacts are swept (`P2WorldSettings::continuous`). Default: 0.
    uint8_t resolve_at_impact;
    // Air drag, 1/s: in each step a velocity v loses `drag dt v`, where |v| counts as at most 1 m/s (and 1
    // rad/s), as in *Sotirov 2022*. Not negative. Unit: 1/s. Range: finite and not negative. Default: 0.
    float drag;
    // Approach speed below which contacts do not bounce, m/s, not negative. Unit: m/s. Range: finite and not
    // negative. Default: 1.
    float bounce_threshold;
} P2ClassicSettings;

// All properties of a world: start from `p2_world_settings_default()`.
typedef struct {
    // Acceleration of every dynamic body, m/s^2. Unit: m/s^2. Range: finite. Default: [0, -9.81].
    P2Vec2 gravity;
    // Whether islands may fall asleep, and stop: when no point of their bodies has been faster than 5 cm/s
    // for half a second, and nothing moves them on. So none sleeps that gravity accelerates; that touches
    // nothing, or is driven by a motor or a belt, and is faster than half a centimetre in a second; or that
    // falls freely. A kinematic body sleeps only while its velocity is zero. Default: 1.
    uint8_t sleeping;
    // Which contacts are swept: what moves far within a step, relative to what is near it, is stopped where
    // it first touches. A body may opt out (`P2BodyDef::continuous`). Without it a ball passes through a
    // wall when it moves by more than its radius in a step. All by default; `docs/continuous.md` says what
    // that costs. Default: `P2_WORLD_CONTINUOUS_ALL`.
    uint32_t continuous;
    // How many length units of the program are one metre, above zero and at most 1e9: 100 for a program in
    // centimetres. Scales the tolerances of the world, of the solver and of `collide` that are lengths or
    // speeds. With a power of two, and all lengths multiplied by it, a world moves in exactly the same way;
    // `docs/units.md` says what does not follow. Range: above zero and at most 1e9. Default: 1.
    float length_unit;
    // How the friction coefficients of two materials combine. Default:
    // `P2_WORLD_FRICTION_RULE_GEOMETRIC_MEAN`.
    uint32_t friction_rule;
    // How the restitutions of two materials combine. Some texts take the larger one, others the smaller one.
    // Default: `P2_WORLD_RESTITUTION_RULE_MAX`.
    uint32_t restitution_rule;
    // The least rolling resistance of a contact, not negative, as `P2Material::rolling_resistance`; 0.01 by
    // default, so that balls come to rest on level ground, and heaps of round shapes as well. With zero,
    // only the materials count, and a ball rolls for ever. So it is between colliders without friction.
    // Range: finite and not negative. Default: 0.01.
    float rolling_resistance;
    // m/s, not negative: contacts that are hit faster are reported by `p2_world_get_contact_hits`. Scaled by
    // `length_unit`. Infinite: none is reported. Unit: m/s. Range: not negative. Default: 1.
    float hit_speed;
    // Whether bodies slide over the seams of flush shapes as over one shape: tiles, platforms that meet the
    // ground, rows of crates. Steps that are lower than 5 mm (scaled by `length_unit`) then count as flush.
    // Switched off, each pair of shapes is judged by itself, and boxes and balls bump at the sides and
    // corners of the tiles under them. Default: 1.
    uint8_t smooth_seams;
    // How contact manifolds are found: by separating axes, unless the methods of the texts are to be
    // compared. Default: `P2_WORLD_MANIFOLDS_SEPARATING_AXES`.
    uint32_t manifolds;
    // Which solver is used. Default: `P2_WORLD_METHOD_SOFT`.
    uint32_t method;
    // Settings of the soft solver. Its speeds are in m/s and are scaled by `length_unit`.
    P2SolverSettings solver;
    // Settings of the classic solver. Its lengths are in m and are scaled by `length_unit`.
    P2ClassicSettings classic;
} P2WorldSettings;

// What the definitions of all kinds of joints begin with.
typedef struct {
    // The first body, A.
    P2BodyId body_a;
    // The second body, B.
    P2BodyId body_b;
    // The joint breaks when it exerts more than this force, N; above zero, infinite for never. Unit: N.
    // Range: above zero. Default: inf.
    float break_force;
    // The joint breaks when it exerts more than this torque, N m; above zero, infinite for never. Unit: N m.
    // Range: above zero. Default: inf.
    float break_torque;
    // Whether the colliders of the two bodies collide with each other. Default: 0.
    uint8_t collide;
    // Whether it acts: see `p2_joint_set_enabled`. Default: 1.
    uint8_t enabled;
    // Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    // Default: 0.
    uint64_t user_data[2];
} P2JointDef;

// Numbers between two bounds.
typedef struct {
    // The least number, or minus infinity.
    float lower;
    // The greatest number, or infinity.
    float upper;
} P2Interval;

// All properties of a revolute joint: start from `p2_revolute_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The angle of B in A's frame at which the angle of the joint is zero, rad. Unit: rad. Range: from -1e18
    // to 1e18. Default: 0.
    float reference_angle;
    // The least and the greatest angle of the joint, rad; infinite for none. Unit: rad. Range: the lower one
    // not above the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    P2Interval limits;
    // Whether `start_angle` is given. Default: 0.
    uint8_t has_start_angle;
    // Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    // that of the bodies, the one nearest to this. Not given for the one nearest to the limits. It matters
    // to a joint with limits or a spring; one that exists counts on, and has none. Unit: rad. Range: from
    // -1e18 to 1e18. Default: not given.
    float start_angle;
    // Angular velocity of B relative to A that the motor drives at, rad/s. Unit: rad/s. Range: finite.
    // Default: 0.
    float motor_speed;
    // The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    // stops. Unit: N m. Range: not negative. Default: 0.
    float max_motor_torque;
    // Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 for no spring. Unit:
    // Hz. Range: finite and not negative. Default: 0.
    float angular_hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 0.
    float angular_damping_ratio;
} P2RevoluteJointDef;

// All properties of a mouse joint: start from `p2_mouse_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The point of A that B's anchor is drawn to, in A's frame, m. Unit: m. Range: within 1e9 m of the
    // origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The point of B that is drawn, in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body.
    // Default: [0, 0].
    P2Vec2 anchor_b;
    // Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    // their inertia. Unit: Hz. Range: finite and not negative. Default: 5.
    float hertz;
    // Damping ratio of the spring, not negative; 1 is critical, and with 0 the body swings for ever. Range:
    // finite and not negative. Default: 0.7.
    float damping_ratio;
    // The greatest force, N, above zero; infinite for no bound. Unit: N. Range: above zero. Default: inf.
    float max_force;
} P2MouseJointDef;

// All properties of a distance joint: start from `p2_distance_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The distance of the anchors, m, not negative. Unit: m. Range: from 0 to 1e18. Default: 0.
    float length;
    // Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    // their inertia: w^2 m x is the force at the extension x, 1/m = 1/mA + 1/mB. Unit: Hz. Range: finite and
    // not negative. Default: 0.
    float hertz;
    // Damping ratio of the spring, not negative; 1 is critical, and with 0 the spring swings for ever.
    // Range: finite and not negative. Default: 0.
    float damping_ratio;
    // The least and the greatest distance of the anchors, m; an infinite value is no limit. Unit: m. Range:
    // the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf,
    // inf].
    P2Interval limits;
    // The rate at which the motor changes the distance of the anchors, m/s; negative to wind in. Unit: m/s.
    // Range: finite. Default: 0.
    float motor_speed;
    // The greatest force of the motor, N, not negative; infinite for no bound, 0 for no motor. Unit: N.
    // Range: not negative. Default: 0.
    float max_motor_force;
} P2DistanceJointDef;

// All properties of a prismatic joint: start from `p2_prismatic_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The axis in A's frame, of any length above zero. Range: finite and not zero; it becomes a unit vector.
    // Default: [1, 0].
    P2Vec2 axis;
    // The angle of B in A's frame that the joint holds, rad. Unit: rad. Range: from -1e18 to 1e18. Default:
    // 0.
    float reference_angle;
    // The least and the greatest translation, m; infinite for none. Unit: m. Range: the lower one not above
    // the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    P2Interval limits;
    // Velocity of B relative to A along the axis that the motor drives at, m/s. Unit: m/s. Range: finite.
    // Default: 0.
    float motor_speed;
    // The greatest force of the motor, N, not negative; 0 for no motor, infinite for one that nothing stops.
    // Unit: N. Range: not negative. Default: 0.
    float max_motor_force;
    // Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring. Unit:
    // Hz. Range: finite and not negative. Default: 0.
    float hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 0.
    float damping_ratio;
} P2PrismaticJointDef;

// All properties of a weld joint: start from `p2_weld_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The angle of B in A's frame that the joint holds, rad. Unit: rad. Range: from -1e18 to 1e18. Default:
    // 0.
    float reference_angle;
    // Frequency of the spring between the anchors, Hz, not negative; 0 to hold them together rigidly. The
    // masses of the bodies count, not their inertia. Unit: Hz. Range: finite and not negative. Default: 0.
    float hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 0.
    float damping_ratio;
    // Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 to hold the angle
    // rigidly. Unit: Hz. Range: finite and not negative. Default: 0.
    float angular_hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 0.
    float angular_damping_ratio;
} P2WeldJointDef;

// All properties of a wheel joint: start from `p2_wheel_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m: the hub. Unit: m. Range: within 1e9 m of the origin of its body. Default:
    // [0, 0].
    P2Vec2 anchor_b;
    // The axis in A's frame, of any length above zero. Range: finite and not zero; it becomes a unit vector.
    // Default: [0, 1].
    P2Vec2 axis;
    // Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring. Unit:
    // Hz. Range: finite and not negative. Default: 0.
    float hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 0.
    float damping_ratio;
    // The least and the greatest translation, m; infinite for none. Unit: m. Range: the lower one not above
    // the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    P2Interval limits;
    // Angular velocity of B relative to A that the motor drives at, rad/s. Unit: rad/s. Range: finite.
    // Default: 0.
    float motor_speed;
    // The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    // stops. Unit: N m. Range: not negative. Default: 0.
    float max_motor_torque;
} P2WheelJointDef;

// All properties of a motor joint: start from `p2_motor_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // Where B's anchor is driven to, in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its
    // body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The angle in A's frame that B is driven to, rad. Unit: rad. Range: from -1e18 to 1e18. Default: 0.
    float reference_angle;
    // Frequency of the spring that moves B, Hz, not negative; 0 for a rigid joint, which removes an error
    // slowly. The masses of the bodies count, not their inertia. Unit: Hz. Range: finite and not negative.
    // Default: 5.
    float hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 1.
    float damping_ratio;
    // Frequency of the spring that turns B, Hz, not negative; 0 for a rigid joint. Unit: Hz. Range: finite
    // and not negative. Default: 5.
    float angular_hertz;
    // Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    // finite and not negative. Default: 1.
    float angular_damping_ratio;
    // The greatest force, N, above zero; infinite for no bound. Unit: N. Range: above zero. Default: inf.
    float max_force;
    // The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free. Unit: N m.
    // Range: not negative. Default: inf.
    float max_torque;
} P2MotorJointDef;

// All properties of a pulley joint: start from `p2_pulley_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_b;
    // The points of the world over which the rope runs, A's first, m. Unit: m. Range: from -1e18 to 1e18.
    // Default: [0, 0, 0, 0].
    P2Position ground_anchors[2];
    // Length of the rope, m, not negative: A's part plus `ratio` times B's part. The part between the ground
    // anchors does not count. Unit: m. Range: from 0 to 1e18. Default: 0.
    float length;
    // How many strands of the rope run on B's side for one on A's side, above zero. Range: above zero, at
    // most 1e18. Default: 1.
    float ratio;
} P2PulleyJointDef;

// All properties of a gear joint: start from `p2_gear_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The number of turns of A in the opposite direction for one turn of B; not zero. Negative for a belt,
    // with which both turn in the same direction. Range: not zero, from -1e18 to 1e18. Default: 1.
    float ratio;
} P2GearJointDef;

// All properties of a rack joint: start from `p2_rack_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The anchor in the rack's frame, m. Where along the axis it is does not matter. Unit: m. Range: within
    // 1e9 m of the origin of its body. Default: [0, 0].
    P2Vec2 anchor_a;
    // The axle in the pinion's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default:
    // [0, 0].
    P2Vec2 anchor_b;
    // The axis in the rack's frame, of any length but zero. Range: finite and not zero; it becomes a unit
    // vector. Default: [1, 0].
    P2Vec2 axis;
    // The radius of the pinion, m, not zero; negative if the rack is on the other side. Unit: m. Range: not
    // zero, from -1e18 to 1e18. Default: 1.
    float radius;
} P2RackJointDef;

// All properties of a friction joint: start from `p2_friction_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The greatest force, N, not negative; infinite for no bound, 0 to leave the position free. Unit: N.
    // Range: not negative. Default: 0.
    float max_force;
    // The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free. Unit: N m.
    // Range: not negative. Default: 0.
    float max_torque;
} P2FrictionJointDef;

// All properties of a filter joint: start from `p2_filter_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
} P2FilterJointDef;

// All properties of a portal joint: start from `p2_portal_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // Maps the pose of A to the pose of B: a rotation and a translation of the world, m. Unit: m. Range:
    // from -1e18 to 1e18. Default: [0, 0].
    P2Position map_position;
    // Maps the pose of A to the pose of B: a rotation and a translation of the world, m. Range: of a length
    // near 1. Default: [1, 0].
    P2Rot map_rotation;
} P2PortalJointDef;

// All properties of a ratchet joint: start from `p2_ratchet_joint_def_default()`.
typedef struct {
    // The bodies, and what all kinds have in common.
    P2JointDef base;
    // The angle of B in A's frame at which one of the clicks is, rad. Unit: rad. Range: from -1e18 to 1e18.
    // Default: 0.
    float phase;
    // The angle from one click to the next, rad, from 1e-4 to 1e4; negative for a joint that lets B turn
    // clockwise. Unit: rad. Range: from 1e-4 to 1e4, or negative. Default: 0.62831855.
    float ratchet;
    // Whether `start_angle` is given. Default: 0.
    uint8_t has_start_angle;
    // Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    // that of the bodies, the one nearest to this. Not given for the one between -pi and pi. One that exists
    // counts on, and has none. Unit: rad. Range: from -1e18 to 1e18. Default: not given.
    float start_angle;
} P2RatchetJointDef;

// Draws a line from `a` to `b`, m as seen from the origin of the drawing, `width` pixels wide.
typedef void (*P2DrawLine)(P2Vec2 a, P2Vec2 b, float width, uint32_t color, void *context);

// Fills all points within `radius` (m) of the convex hull of points (m, counter-clockwise): one point is a
// disc.
typedef void (*P2DrawFill)(const P2Vec2 *points, uint32_t count, float radius, uint32_t color, void *context);

// How a world is drawn, and with what. Colours are 0xRRGGBB. The functions are called during
// `p2_world_draw`; they must not throw.
typedef struct {
    // Draws lines; must not be NULL.
    P2DrawLine line;
    // Fills shapes; with NULL, only outlines are drawn.
    P2DrawFill fill;
    // What the functions get.
    void *context;
    // From where coordinates are measured, m: the place of the camera, or one near it.
    P2Position origin;
    // What is shown, m from the origin of the drawing: the rest is left out.
    P2Aabb view;
    // The size of a pixel, m.
    float pixel;
    // Whether bodies are drawn. Default: 1.
    uint8_t bodies;
    // Whether joints are drawn. Default: 1.
    uint8_t joints;
    // Whether the boxes of the search for pairs are drawn. Default: 0.
    uint8_t boxes;
    // Whether contact points are drawn. Default: 0.
    uint8_t contacts;
    // Whether their normals are drawn. Default: 0.
    uint8_t normals;
    // Whether centres of mass are drawn. Default: 0.
    uint8_t centers;
} P2DebugDraw;

// How many events of each kind the last step had.
typedef struct {
    // For `p2_world_get_contact_begins`.
    uint32_t contact_begins;
    // For `p2_world_get_contact_ends`.
    uint32_t contact_ends;
    // For `p2_world_get_contact_hits`.
    uint32_t contact_hits;
    // For `p2_world_get_sensor_begins`.
    uint32_t sensor_begins;
    // For `p2_world_get_sensor_ends`.
    uint32_t sensor_ends;
    // For `p2_world_get_fallen_asleep`.
    uint32_t fallen_asleep;
    // For `p2_world_get_woken`.
    uint32_t woken;
    // For `p2_world_get_joint_breaks`.
    uint32_t joint_breaks;
    // For `p2_world_get_stopped`.
    uint32_t stopped;
} P2EventCounts;

// A point of a contact.
typedef struct {
    // Where it is, m.
    P2Vec2 point;
    // The separation when the last step began, m; negative for an overlap.
    float separation;
    // The impulse of the last sub-step along the normal, N s.
    float normal_impulse;
    // That along the surface, N s.
    float tangent_impulse;
} P2ContactPoint;

// A contact that touches, from the side of one body.
typedef struct {
    // The collider of the body.
    P2ColliderId own;
    // What it touches.
    P2ColliderId other;
    // The body of that.
    P2BodyId other_body;
    // The unit normal that points onto the body: upwards for what stands on the ground. Zero if it has no
    // points.
    P2Vec2 normal;
    // The normal impulse in the whole last step, N s.
    float impulse;
    // How many points it has, 0 to 2.
    uint32_t count;
    // The points.
    P2ContactPoint points[2];
} P2Contact;

// A height field; zero is none.
typedef uint64_t P2HeightFieldId;

// A collider in an event, which may have been removed since.
typedef struct {
    // The collider.
    P2ColliderId collider;
    // Its body.
    P2BodyId body;
    // The user data of the collider.
    uint64_t user_data[2];
    // The user data of the body.
    uint64_t body_user_data[2];
} P2EventCollider;

// Whether two colliders may have a contact: asked when they come near each other. The answer must depend on
// what does not change from step to step.
typedef uint8_t (*P2HookAccepts)(const P2EventCollider *a, const P2EventCollider *b, void *context);

// A contact with points, before the solver.
typedef struct {
    // One of the two colliders.
    P2EventCollider a;
    // The other.
    P2EventCollider b;
    // The middle of the contact points, m.
    P2Vec2 point;
    // The unit normal from `a` to `b`.
    P2Vec2 normal;
    // The velocity of `b` relative to `a` there, m/s.
    P2Vec2 velocity;
    // Whether the contact already had points in the last step and pushed.
    uint8_t had_points;
} P2HookContact;

// What a contact does in a step. Numbers out of their range count as zero, and the step warns.
typedef struct {
    // Whether it pushes. If not, it also does not touch, as far as events are concerned.
    uint8_t pushes;
    // Coefficient of sliding friction, not negative.
    float friction;
    // Coefficient of static friction, not below that of sliding friction.
    float static_friction;
    // Share of the approach speed with which the colliders part, not negative.
    float restitution;
    // Speed of a conveyor belt, m/s.
    float surface_speed;
} P2ContactResponse;

// Changes what a contact does in this step: `response` is what it would do.
typedef void (*P2HookRespond)(const P2HookContact *contact, P2ContactResponse *response, void *context);

// Takes a message: its level, and a text that ends with NUL and is valid during the call. It may be called
// by any thread that calls the library. Of the library it may call `p2_set_log` only: another call that
// fails would call it again.
typedef void (*P2Log)(uint32_t level, const char *message, void *context);

// The time since any moment, in nanoseconds. It may be called by the threads that step worlds.
typedef uint64_t (*P2Clock)(void *context);

// How long the stages of the last step took, s; zero unless they are measured.
typedef struct {
    // Finding new pairs.
    double pairs;
    // Computing manifolds.
    double narrow_phase;
    // Solving contacts and joints.
    double solve;
    // New poses and boxes, and sensors.
    double finalize;
    // Islands that fall asleep.
    double sleep;
} P2StageTimes;

// The force and the torque of a joint.
typedef struct {
    // On body B, N.
    P2Vec2 force;
    // On body B, N m.
    float torque;
} P2Reaction;

// Answers `size` bytes, aligned to `alignment`, a power of two. Any thread may call it; it must not call the
// library, nor throw. NULL, for none, ends the program (`abort`): the engine cannot undo half a step.
typedef void *(*P2Alloc)(size_t size, size_t alignment, void *context);

// Takes back what `P2Alloc` has answered, with the same numbers.
typedef void (*P2Free)(void *memory, size_t size, size_t alignment, void *context);

// How a character walks: start from `p2_character_settings_default`.
typedef struct {
    // Where up is; zero for a character that is seen from above. Default: against gravity.
    P2Vec2 up;
    // The distance that it keeps from everything, m, above zero. Default: a fiftieth of the smaller side of
    // its shape, from 1 mm to 20 mm.
    float skin;
    // The steepest slope on which it walks, rad, from 0 to below pi / 2. Default: 50 degrees.
    float max_slope;
    // The highest step that it climbs, m, not negative. Default: a fifth of its height.
    float step_height;
    // How far the ground may drop under it that it still follows, m, not negative. Default: the step height.
    float snap_distance;
    // Whether it walks as fast along a slope as on level ground. Default: 1.
    uint8_t constant_speed;
    // Its mass, kg, not negative. Default: 80.
    float mass;
    // The greatest force with which it pushes a body, N, not negative. Default: 500.
    float push_force;
    // What it collides with.
    P2Filter filter;
} P2CharacterSettings;

// A character; zero is none.
typedef uint64_t P2CharacterId;

// What a character did in a step.
typedef struct {
    // Where its origin is now, m.
    P2Position position;
    // Its velocity after sliding along what it hit, m/s: give it to the next step, with gravity and wishes
    // added.
    P2Vec2 velocity;
    // Whether it stands on ground.
    uint8_t on_ground;
    // Whether a wall touches it on the left.
    uint8_t wall_left;
    // Whether a wall touches it on the right.
    uint8_t wall_right;
    // Whether it touches a ceiling.
    uint8_t ceiling;
    // Whether things that move have left it no room.
    uint8_t crushed;
    // Whether it climbed a step.
    uint8_t climbed_step;
    // The collider of the ground; null in the air.
    P2ColliderId ground;
    // The unit normal of the ground.
    P2Vec2 ground_normal;
    // The velocity of the ground, m/s.
    P2Vec2 ground_velocity;
} P2CharacterMotion;

// Whether a query counts a collider. It is called during the query, by the thread that asks; it may read the
// world, and must not change it or throw.
typedef uint8_t (*P2Accept)(P2ColliderId collider, void *context);

// What a query counts. Where a query takes a pointer to a filter, NULL stands for
// `p2_query_filter_default()`: every collider but sensors. One without any category and mask, as a struct of
// zeros is, is refused.
typedef struct {
    // The categories that the query belongs to: colliders whose mask has none of them are left out. Default:
    // all.
    uint64_t category;
    // The categories that it looks for: colliders of none of them are left out. Default: all.
    uint64_t mask;
    // Whether sensors count. Default: 0.
    uint8_t include_sensors;
    // Whether a cast leaves out what it overlaps where it starts. Default: 0.
    uint8_t ignore_initial_overlap;
    // Bodies that are left out; may be NULL.
    const P2BodyId *exclude_bodies;
    // How many they are.
    uint32_t exclude_bodies_count;
    // How many colliders are left out.
    uint32_t exclude_colliders_count;
    // Colliders that are left out; may be NULL.
    const P2ColliderId *exclude_colliders;
    // Whether a collider counts that the rest of the filter accepts; may be NULL.
    P2Accept accept;
    // What that function gets.
    void *accept_context;
} P2QueryFilter;

// A ray of many.
typedef struct {
    // Where it starts, m.
    P2Position origin;
    // How far and in which direction it goes, m.
    P2Vec2 translation;
} P2Ray;

// Where a ray or a moving shape hits a collider.
typedef struct {
    // The collider; null if nothing was hit.
    P2ColliderId collider;
    // Its body.
    P2BodyId body;
    // The point of its surface that is hit, m.
    P2Position point;
    // The outward unit normal there. If the cast starts in overlap: the way out.
    P2Vec2 normal;
    // The fraction of the translation, 0 to 1.
    float fraction;
    // How far the cast has come, m.
    float distance;
    // How deep the cast is in the collider where it starts, m; negative if it starts outside.
    float initial_overlap;
} P2CastHit;

// What is nearest to a point or to a shape.
typedef struct {
    // The collider; null if nothing is so near.
    P2ColliderId collider;
    // Its body.
    P2BodyId body;
    // The nearest point of its surface, m.
    P2Position point;
    // The unit normal from the collider to the point or shape.
    P2Vec2 normal;
    // The distance, m; negative inside.
    float distance;
} P2ClosestHit;

// Bytes or a text that the library has allocated. Give it back with `p2_buffer_free`.
typedef struct {
    // The bytes; behind them lies a NUL, which is not counted. NULL in a buffer that has been given back.
    uint8_t *data;
    // How many there are.
    uint64_t size;
    // For the library.
    uint64_t capacity;
} P2Buffer;

// The state of a world in memory, for rollback; zero is none.
typedef uint64_t P2SnapshotId;

// What a thread of the program calls: with the `task_context` that came with it; the other numbers are
// ignored.
typedef void (*P2Task)(int32_t start, int32_t end, uint32_t worker, void *task_context);

// Hands a task to the program's threads, to be called once: `task(0, 1, worker, task_context)`. Answers what
// `P2FinishTask` gets, or NULL if the task has been called already or will never be.
typedef void *(*P2EnqueueTask)(P2Task task,
                               int32_t item_count,
                               int32_t min_range,
                               void *task_context,
                               void *user_context);

// Waits until a task is done. Without it, a task would use memory that is gone.
typedef void (*P2FinishTask)(void *user_task, void *user_context);

// How many there are in a world.
typedef struct {
    // Bodies.
    uint32_t bodies;
    // Bodies that are awake.
    uint32_t awake;
    // Colliders.
    uint32_t colliders;
    // Contacts: pairs of colliders whose boxes with a margin overlap.
    uint32_t contacts;
    // Contacts whose colliders touch.
    uint32_t touching;
    // Joints.
    uint32_t joints;
} P2WorldStats;

// A body with its pose and velocity.
typedef struct {
    // The body.
    P2BodyId body;
    // Where its origin is, and how it is rotated.
    P2WorldPose pose;
    // The velocity of its centre of mass, m/s.
    P2Vec2 velocity;
    // Its angular velocity, rad/s.
    float angular_velocity;
    // Whether it is awake.
    uint8_t awake;
    // Its user data.
    uint64_t user_data[2];
} P2BodyState;

// Two colliders began to touch.
typedef struct {
    // One of the two: the one with the lower slot.
    P2EventCollider a;
    // The other.
    P2EventCollider b;
    // The middle of the contact points, m.
    P2Vec2 point;
    // The unit normal from `a` to `b`.
    P2Vec2 normal;
} P2ContactBegin;

// Two colliders stopped touching.
typedef struct {
    // One of the two.
    P2EventCollider a;
    // The other.
    P2EventCollider b;
} P2ContactEnd;

// Two colliders hit each other faster than `hit_speed` of the settings.
typedef struct {
    // One of the two.
    P2EventCollider a;
    // The other.
    P2EventCollider b;
    // The point that was hit fastest, m.
    P2Vec2 point;
    // The unit normal from `a` to `b`.
    P2Vec2 normal;
    // The speed of approach before the hit, m/s.
    float approach_speed;
    // The normal impulse in the whole step, N s.
    float impulse;
} P2ContactHit;

// A collider entered or left a sensor.
typedef struct {
    // The sensor.
    P2EventCollider sensor;
    // What entered or left it.
    P2EventCollider visitor;
} P2SensorEvent;

// A body fell asleep or woke.
typedef struct {
    // The body, which may have been removed since.
    P2BodyId body;
    // Its user data.
    uint64_t user_data[2];
} P2BodyEvent;

// A joint broke, and was removed.
typedef struct {
    // Its handle, which is stale now.
    P2JointId joint;
    // Its user data.
    uint64_t user_data[2];
    // The first body.
    P2BodyId body_a;
    // The second body.
    P2BodyId body_b;
    // The force on the second body that broke it, N.
    P2Vec2 force;
    // The torque on it, N m.
    float torque;
} P2JointBreak;

// The call has done what it should.
#define P2_OK 0

// A pointer is NULL, or is not aligned as its type must be.
#define P2_NULL_POINTER 1

// A handle is null, or of another kind than the function takes.
#define P2_INVALID_HANDLE 2

// What the handle named has been removed, or its world destroyed or cleared.
#define P2_STALE_HANDLE 3

// Two handles are of different worlds.
#define P2_FOREIGN_HANDLE 4

// A number is out of its range: `p2_last_error_field` and `p2_last_error_value` name it.
#define P2_OUT_OF_RANGE 5

// The call does not fit the thing: a force on a static body, a joint of another kind, a shape that is none.
#define P2_REFUSED 6

// The array is too short for the answer: it has been filled, and the count says how long it must be.
#define P2_TOO_SHORT 7

// Another thread, or a call in progress of this one, uses the world.
#define P2_BUSY 8

// A panic has interrupted a change of this world. It can only be destroyed.
#define P2_POISONED 9

// There is no room for more: of worlds 1024 at a time, of bodies, colliders and joints 4,194,304 in a world.
#define P2_FULL 10

// Bytes or a text that cannot be read.
#define P2_BAD_DATA 11

// A mistake in the engine. Please report it with the message.
#define P2_PANIC 12

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Adds a body to a world.
P2Result p2_body_create(P2WorldId world, const P2BodyDef *def, P2BodyId *body);

// Removes a body with its colliders and joints.
P2Result p2_body_destroy(P2BodyId body);

// Whether there is such a body. Never waits: while another call changes the world, a step for one, it says
// yes for all that the world may have given out, so that nothing alive is taken for removed.
uint8_t p2_body_is_valid(P2BodyId body);

// The world of a body.
P2Result p2_body_get_world(P2BodyId body, P2WorldId *world);

// All properties of a body as they are now.
P2Result p2_body_get_def(P2BodyId body, P2BodyDef *def);

// Makes a body what a definition says: that of `p2_body_get_def`, changed. What does not differ is not set.
P2Result p2_body_set_def(P2BodyId body, const P2BodyDef *def);

// Its mass, centre of mass and inertia.
P2Result p2_body_get_mass_properties(P2BodyId body, P2MassProperties *mass);

// What moves it, `P2_BODY_KIND_...`.
P2Result p2_body_get_kind(P2BodyId body, uint32_t *kind);

// Changes what moves it, `P2_BODY_KIND_...`.
P2Result p2_body_set_kind(P2BodyId body, uint32_t kind);

// Where its origin is, m.
P2Result p2_body_get_position(P2BodyId body, P2Position *position);

// Moves it to a position (m), at once.
P2Result p2_body_set_position(P2BodyId body, P2Position position);

// Its angle, rad, from -pi to pi.
P2Result p2_body_get_angle(P2BodyId body, float *angle);

// Turns it to an angle (rad), at once.
P2Result p2_body_set_angle(P2BodyId body, float angle);

// Where its origin is, and how it is rotated.
P2Result p2_body_get_pose(P2BodyId body, P2WorldPose *pose);

// Moves it to a pose, at once. Contacts and joints find it there in the next step.
P2Result p2_body_set_pose(P2BodyId body, P2WorldPose pose);

// Its centre of mass in the world, m.
P2Result p2_body_get_center(P2BodyId body, P2Position *center);

// Velocity of its centre of mass, m/s.
P2Result p2_body_get_velocity(P2BodyId body, P2Vec2 *velocity);

// Sets the velocity of its centre of mass, m/s.
P2Result p2_body_set_velocity(P2BodyId body, P2Vec2 velocity);

// Angular velocity, rad/s.
P2Result p2_body_get_angular_velocity(P2BodyId body, float *angular_velocity);

// Sets its angular velocity, rad/s.
P2Result p2_body_set_angular_velocity(P2BodyId body, float angular_velocity);

// Velocity of the point of the body that is at this point of the world (m), m/s.
P2Result p2_body_get_velocity_at(P2BodyId body, P2Position point, P2Vec2 *velocity);

// The point of the world (m) at which a point of the body's frame (m) is.
P2Result p2_body_to_world(P2BodyId body, P2Vec2 point, P2Position *position);

// The point of the body's frame (m) that is at a point of the world (m).
P2Result p2_body_to_local(P2BodyId body, P2Position position, P2Vec2 *point);

// Its kinetic energy, J.
P2Result p2_body_get_kinetic_energy(P2BodyId body, float *energy);

// Whether it is awake.
P2Result p2_body_is_awake(P2BodyId body, uint8_t *awake);

// Whether it takes part.
P2Result p2_body_is_enabled(P2BodyId body, uint8_t *enabled);

// Sets whether it takes part at all.
P2Result p2_body_set_enabled(P2BodyId body, uint8_t enabled);

// Its user data, the lower half first.
P2Result p2_body_get_user_data(P2BodyId body, uint64_t (*user_data)[2]);

// Sets its user data, the lower half first.
P2Result p2_body_set_user_data(P2BodyId body, uint64_t lower, uint64_t upper);

// Gives a kinematic body the velocities that bring it to a pose in the next step, of `dt` seconds
// (above zero).
P2Result p2_body_set_target_pose(P2BodyId body, P2WorldPose pose, float dt);

// Applies a force (N) at a point of the world (m) until the end of the next step, and wakes it.
P2Result p2_body_apply_force(P2BodyId body, P2Vec2 force, P2Position position);

// Applies a force (N) at its centre of mass until the end of the next step, and wakes it.
P2Result p2_body_apply_central_force(P2BodyId body, P2Vec2 force);

// Applies an impulse (N s) at a point of the world (m), and wakes it.
P2Result p2_body_apply_impulse(P2BodyId body, P2Vec2 impulse, P2Position position);

// Applies an impulse (N s) at its centre of mass, and wakes it.
P2Result p2_body_apply_central_impulse(P2BodyId body, P2Vec2 impulse);

// Applies a torque (N m) until the end of the next step, and wakes it.
P2Result p2_body_apply_torque(P2BodyId body, float torque);

// Applies an angular impulse (N m s), and wakes it.
P2Result p2_body_apply_angular_impulse(P2BodyId body, float impulse);

// Wakes it and its island.
P2Result p2_body_wake(P2BodyId body);

// Puts it to sleep, with all that it is connected with.
P2Result p2_body_sleep(P2BodyId body);

// Lets it fall through the one-way colliders on which it stands.
P2Result p2_body_drop_through(P2BodyId body);

// Sets how much its velocity fades, 1/s, not negative.
P2Result p2_body_set_damping(P2BodyId body, float damping);

// Sets how much its angular velocity fades, 1/s, not negative.
P2Result p2_body_set_angular_damping(P2BodyId body, float angular_damping);

// Sets by what gravity is multiplied for it.
P2Result p2_body_set_gravity_scale(P2BodyId body, float gravity_scale);

// Sets whether it keeps its angle.
P2Result p2_body_set_fixed_rotation(P2BodyId body, uint8_t fixed_rotation);

// Sets whether its own motion is swept, so that it passes through nothing however fast it is.
P2Result p2_body_set_continuous(P2BodyId body, uint8_t continuous);

// Sets whether it may fall asleep.
P2Result p2_body_set_can_sleep(P2BodyId body, uint8_t can_sleep);

// Its colliders, in the order in which they were added.
P2Result p2_body_get_colliders(P2BodyId body, P2ColliderId *colliders, uint32_t capacity, uint32_t *count);

// Its joints.
P2Result p2_body_get_joints(P2BodyId body, P2JointId *joints, uint32_t capacity, uint32_t *count);

// Adds a collider to a body.
P2Result p2_collider_create(P2BodyId body,
                            const P2ColliderDef *def,
                            const P2Shape *shape,
                            P2ColliderId *collider);

// Adds a chain of segments through `count` points (m) to a body, all with the same properties, or nothing:
// one segment fewer than points, or as many if it is closed. Bodies slide along it without catching on its
// points. With `both_sides` of 0 it pushes only to the right of its direction, which is outside if it runs
// counter-clockwise.
P2Result p2_chain_create(P2BodyId body,
                         const P2ColliderDef *def,
                         const P2Vec2 *points,
                         uint32_t points_count,
                         uint8_t closed,
                         uint8_t both_sides,
                         P2ColliderId *colliders,
                         uint32_t capacity,
                         uint32_t *count);

// Removes a collider.
P2Result p2_collider_destroy(P2ColliderId collider);

// Whether there is such a collider. Never waits: while another call changes the world, a step for one, it
// says yes for all that the world may have given out, so that nothing alive is taken for removed.
uint8_t p2_collider_is_valid(P2ColliderId collider);

// Mass, centre of mass and inertia of the shape of a collider with its density, in the frame of the body. A
// sensor or a collider that is disabled has them, too, but adds nothing to its body.
P2Result p2_collider_get_mass_properties(P2ColliderId collider, P2MassProperties *mass);

// Whether a position (m) is inside the shape of a collider.
P2Result p2_collider_test_point(P2ColliderId collider, P2Position position, uint8_t *inside);

// All properties of a collider as they are now.
P2Result p2_collider_get_def(P2ColliderId collider, P2ColliderDef *def);

// Makes a collider what a definition says: that of `p2_collider_get_def`, changed. What does not differ is
// not set.
P2Result p2_collider_set_def(P2ColliderId collider, const P2ColliderDef *def);

// The shape of a collider, in the frame of its body. The points of a polygon are left out.
P2Result p2_collider_get_shape(P2ColliderId collider, P2Shape *shape);

// The vertices of the shape of a collider, in the frame of its body, m: of a circle its centre, of a
// half-space none.
P2Result p2_collider_get_points(P2ColliderId collider, P2Vec2 *points, uint32_t capacity, uint32_t *count);

// Gives a collider another shape.
P2Result p2_collider_set_shape(P2ColliderId collider, const P2Shape *shape);

// The box of a collider with its margin, as the search for pairs knows it, m.
P2Result p2_collider_get_fat_aabb(P2ColliderId collider, P2Aabb *aabb);

// Sets what a collider collides with.
P2Result p2_collider_set_filter(P2ColliderId collider, const P2Filter *filter);

// Sets density, friction, restitution and the rest of the material of a collider.
P2Result p2_collider_set_material(P2ColliderId collider, const P2Material *material);

// What overlaps a sensor.
P2Result p2_sensor_get_overlaps(P2ColliderId sensor,
                                P2ColliderId *colliders,
                                uint32_t capacity,
                                uint32_t *count);

// Its body.
P2Result p2_collider_get_body(P2ColliderId collider, P2BodyId *body);

// The user data of a collider, the lower half first.
P2Result p2_collider_get_user_data(P2ColliderId collider, uint64_t (*user_data)[2]);

// Sets the user data of a collider.
P2Result p2_collider_set_user_data(P2ColliderId collider, uint64_t lower, uint64_t upper);

// Sets the coefficient of sliding friction, not negative.
P2Result p2_collider_set_friction(P2ColliderId collider, float friction);

// Sets the share of the approach speed with which the collider parts, not negative.
P2Result p2_collider_set_restitution(P2ColliderId collider, float restitution);

// Sets whether a collider takes part in the simulation.
P2Result p2_collider_set_enabled(P2ColliderId collider, uint8_t enabled);

// The default.
P2SolverSettings p2_solver_settings_default(void);

// The default.
P2ClassicSettings p2_classic_settings_default(void);

// The default.
P2WorldSettings p2_world_settings_default(void);

// The default.
P2BodyDef p2_body_def_default(void);

// The default.
P2Material p2_material_default(void);

// The default.
P2Filter p2_filter_default(void);

// The default.
P2ColliderDef p2_collider_def_default(void);

// The default definition of this kind of joint; without bodies, which must be set.
P2RevoluteJointDef p2_revolute_joint_def_default(void);

// Adds a revolute joint.
P2Result p2_revolute_joint_create(const P2RevoluteJointDef *def, P2JointId *joint);

// The definition that a revolute joint has now.
P2Result p2_revolute_joint_get_def(P2JointId joint, P2RevoluteJointDef *def);

// Makes a revolute joint what a definition says. Its bodies must be those that it has.
P2Result p2_revolute_joint_set_def(P2JointId joint, const P2RevoluteJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2MouseJointDef p2_mouse_joint_def_default(void);

// Adds a mouse joint.
P2Result p2_mouse_joint_create(const P2MouseJointDef *def, P2JointId *joint);

// The definition that a mouse joint has now.
P2Result p2_mouse_joint_get_def(P2JointId joint, P2MouseJointDef *def);

// Makes a mouse joint what a definition says. Its bodies must be those that it has.
P2Result p2_mouse_joint_set_def(P2JointId joint, const P2MouseJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2DistanceJointDef p2_distance_joint_def_default(void);

// Adds a distance joint.
P2Result p2_distance_joint_create(const P2DistanceJointDef *def, P2JointId *joint);

// The definition that a distance joint has now.
P2Result p2_distance_joint_get_def(P2JointId joint, P2DistanceJointDef *def);

// Makes a distance joint what a definition says. Its bodies must be those that it has.
P2Result p2_distance_joint_set_def(P2JointId joint, const P2DistanceJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2PrismaticJointDef p2_prismatic_joint_def_default(void);

// Adds a prismatic joint.
P2Result p2_prismatic_joint_create(const P2PrismaticJointDef *def, P2JointId *joint);

// The definition that a prismatic joint has now.
P2Result p2_prismatic_joint_get_def(P2JointId joint, P2PrismaticJointDef *def);

// Makes a prismatic joint what a definition says. Its bodies must be those that it has.
P2Result p2_prismatic_joint_set_def(P2JointId joint, const P2PrismaticJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2WeldJointDef p2_weld_joint_def_default(void);

// Adds a weld joint.
P2Result p2_weld_joint_create(const P2WeldJointDef *def, P2JointId *joint);

// The definition that a weld joint has now.
P2Result p2_weld_joint_get_def(P2JointId joint, P2WeldJointDef *def);

// Makes a weld joint what a definition says. Its bodies must be those that it has.
P2Result p2_weld_joint_set_def(P2JointId joint, const P2WeldJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2WheelJointDef p2_wheel_joint_def_default(void);

// Adds a wheel joint.
P2Result p2_wheel_joint_create(const P2WheelJointDef *def, P2JointId *joint);

// The definition that a wheel joint has now.
P2Result p2_wheel_joint_get_def(P2JointId joint, P2WheelJointDef *def);

// Makes a wheel joint what a definition says. Its bodies must be those that it has.
P2Result p2_wheel_joint_set_def(P2JointId joint, const P2WheelJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2MotorJointDef p2_motor_joint_def_default(void);

// Adds a motor joint.
P2Result p2_motor_joint_create(const P2MotorJointDef *def, P2JointId *joint);

// The definition that a motor joint has now.
P2Result p2_motor_joint_get_def(P2JointId joint, P2MotorJointDef *def);

// Makes a motor joint what a definition says. Its bodies must be those that it has.
P2Result p2_motor_joint_set_def(P2JointId joint, const P2MotorJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2PulleyJointDef p2_pulley_joint_def_default(void);

// Adds a pulley joint.
P2Result p2_pulley_joint_create(const P2PulleyJointDef *def, P2JointId *joint);

// The definition that a pulley joint has now.
P2Result p2_pulley_joint_get_def(P2JointId joint, P2PulleyJointDef *def);

// Makes a pulley joint what a definition says. Its bodies must be those that it has.
P2Result p2_pulley_joint_set_def(P2JointId joint, const P2PulleyJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2GearJointDef p2_gear_joint_def_default(void);

// Adds a gear joint.
P2Result p2_gear_joint_create(const P2GearJointDef *def, P2JointId *joint);

// The definition that a gear joint has now.
P2Result p2_gear_joint_get_def(P2JointId joint, P2GearJointDef *def);

// Makes a gear joint what a definition says. Its bodies must be those that it has.
P2Result p2_gear_joint_set_def(P2JointId joint, const P2GearJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2RackJointDef p2_rack_joint_def_default(void);

// Adds a rack joint.
P2Result p2_rack_joint_create(const P2RackJointDef *def, P2JointId *joint);

// The definition that a rack joint has now.
P2Result p2_rack_joint_get_def(P2JointId joint, P2RackJointDef *def);

// Makes a rack joint what a definition says. Its bodies must be those that it has.
P2Result p2_rack_joint_set_def(P2JointId joint, const P2RackJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2FrictionJointDef p2_friction_joint_def_default(void);

// Adds a friction joint.
P2Result p2_friction_joint_create(const P2FrictionJointDef *def, P2JointId *joint);

// The definition that a friction joint has now.
P2Result p2_friction_joint_get_def(P2JointId joint, P2FrictionJointDef *def);

// Makes a friction joint what a definition says. Its bodies must be those that it has.
P2Result p2_friction_joint_set_def(P2JointId joint, const P2FrictionJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2FilterJointDef p2_filter_joint_def_default(void);

// Adds a filter joint.
P2Result p2_filter_joint_create(const P2FilterJointDef *def, P2JointId *joint);

// The definition that a filter joint has now.
P2Result p2_filter_joint_get_def(P2JointId joint, P2FilterJointDef *def);

// Makes a filter joint what a definition says. Its bodies must be those that it has.
P2Result p2_filter_joint_set_def(P2JointId joint, const P2FilterJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2PortalJointDef p2_portal_joint_def_default(void);

// Adds a portal joint.
P2Result p2_portal_joint_create(const P2PortalJointDef *def, P2JointId *joint);

// The definition that a portal joint has now.
P2Result p2_portal_joint_get_def(P2JointId joint, P2PortalJointDef *def);

// Makes a portal joint what a definition says. Its bodies must be those that it has.
P2Result p2_portal_joint_set_def(P2JointId joint, const P2PortalJointDef *def);

// The default definition of this kind of joint; without bodies, which must be set.
P2RatchetJointDef p2_ratchet_joint_def_default(void);

// Adds a ratchet joint.
P2Result p2_ratchet_joint_create(const P2RatchetJointDef *def, P2JointId *joint);

// The definition that a ratchet joint has now.
P2Result p2_ratchet_joint_get_def(P2JointId joint, P2RatchetJointDef *def);

// Makes a ratchet joint what a definition says. Its bodies must be those that it has.
P2Result p2_ratchet_joint_set_def(P2JointId joint, const P2RatchetJointDef *def);

// Bodies and joints within 50 m of the origin; without functions, which must be set.
P2DebugDraw p2_debug_draw_default(void);

// Draws a world.
P2Result p2_world_draw(P2WorldId world, const P2DebugDraw *draw);

// The code of the last call of this thread that failed; `P2_OK` if none has. A call that succeeds leaves it.
P2Result p2_last_error_code(void);

// Its message, a sentence in English: what is wrong, and what it must be. Valid until the next call of this
// thread that fails; never NULL.
const char *p2_last_error_message(void);

// The field, the argument or the vertex that is wrong, empty if it is none; as long valid as the message.
const char *p2_last_error_field(void);

// The value of that field; NaN if it is no number, or is NaN.
double p2_last_error_value(void);

// The name of a code, such as `P2_OUT_OF_RANGE`; never NULL.
const char *p2_result_name(P2Result code);

// How many events the last step had.
P2Result p2_world_get_event_counts(P2WorldId world, P2EventCounts *counts);

// Bodies that the step stopped, because their motion was not finite or led out of the world.
P2Result p2_world_get_stopped(P2WorldId world, P2BodyId *bodies, uint32_t capacity, uint32_t *count);

// What touches a body now.
P2Result p2_body_get_contacts(P2BodyId body, P2Contact *contacts, uint32_t capacity, uint32_t *count);

// The number of a handle's slot: small, and unique among the bodies, the colliders or the joints that a
// world has at one time. Use it as an index into arrays of your own.
uint32_t p2_handle_index(uint64_t handle);

// The handle in `world` of what `handle` named in the world that was saved: for handles that a program has
// kept in a file with the bytes of `p2_world_save_bytes`, after `p2_world_restore_bytes`, in this or in
// another process. Only slot and generation are compared: in a world with another history they name another
// thing.
P2Result p2_handle_in_world(P2WorldId world, uint64_t handle, uint64_t *here);

// Adds ground of heights (m) that are `spacing` metres apart along the x axis of a body, the first above
// its origin: a collider for each cell between two heights, touched from above, all with the same
// properties. The world keeps the colliders; destroy the height field, too.
//
// It is no part of the state of the world: where it is edited between a snapshot and its restore, keep a
// copy with the snapshot, and go on with that.
P2Result p2_height_field_create(P2BodyId body,
                                const P2ColliderDef *def,
                                float spacing,
                                const float *heights,
                                uint32_t heights_count,
                                P2HeightFieldId *height_field);

// Another height field with the same heights, holes and colliders: for a snapshot that is taken now.
P2Result p2_height_field_copy(P2HeightFieldId height_field, P2HeightFieldId *copy);

// Forgets a height field. Its colliders stay, unless `p2_height_field_remove` has removed them.
P2Result p2_height_field_destroy(P2HeightFieldId height_field);

// Removes the colliders of a height field from its world; the body stays. The next edit adds them again.
P2Result p2_height_field_remove(P2HeightFieldId height_field);

// Sets the heights from number `start` on, m, and wakes what touches the cells that change: those beside the
// heights, and their neighbours. `changed`, which may be NULL, gets how many cells these are.
P2Result p2_height_field_set_heights(P2HeightFieldId height_field,
                                     uint32_t start,
                                     const float *heights,
                                     uint32_t heights_count,
                                     uint32_t *changed);

// Makes the cell between heights `cell` and `cell + 1` a hole, or fills it.
P2Result p2_height_field_set_hole(P2HeightFieldId height_field, uint32_t cell, uint8_t is_hole);

// The heights, m.
P2Result p2_height_field_get_heights(P2HeightFieldId height_field,
                                     float *heights,
                                     uint32_t capacity,
                                     uint32_t *count);

// The height at `x`, both in m in the frame of the body; NaN beyond the ends and at a hole.
P2Result p2_height_field_get_height_at(P2HeightFieldId height_field, float x, float *height);

// The collider of a cell; null for a hole.
P2Result p2_height_field_get_collider(P2HeightFieldId height_field, uint32_t cell, P2ColliderId *collider);

// Sets what decides about the contacts of colliders whose `hook` is 1; both NULL for nothing. The functions
// are called during steps, by all threads of the step; they must be deterministic, and must not throw or
// call into this world.
P2Result p2_world_set_contact_hook(P2WorldId world,
                                   P2HookAccepts accepts,
                                   P2HookRespond respond,
                                   void *context);

// Sets what gets the messages: of each call that fails, and of the warnings of each step. NULL for nothing,
// the default.
void p2_set_log(P2Log log, void *context);

// Sets the clock that measures the stages of steps, of worlds with `p2_world_set_profiling`. NULL for that
// of the machine, the default.
void p2_set_clock(P2Clock clock, void *context);

// Sets whether the stages of steps are measured. It costs a twentieth of the step of a small world.
P2Result p2_world_set_profiling(P2WorldId world, uint8_t enabled);

// How long the stages of the last step took.
P2Result p2_world_get_stage_times(P2WorldId world, P2StageTimes *times);

// Removes a joint.
P2Result p2_joint_destroy(P2JointId joint);

// Whether there is such a joint. Never waits: while another call changes the world, a step for one, it says
// yes for all that the world may have given out, so that nothing alive is taken for removed.
uint8_t p2_joint_is_valid(P2JointId joint);

// The kind of a joint: one of `P2_JOINT_KIND_...`, which says which of the functions `p2_..._joint_get_def`
// and `p2_..._joint_set_def` are for it.
P2Result p2_joint_get_kind(P2JointId joint, uint32_t *kind);

// The bodies of a joint.
P2Result p2_joint_get_bodies(P2JointId joint, P2BodyId *body_a, P2BodyId *body_b);

// The force and the torque that a joint exerted on B in the last step.
P2Result p2_joint_get_reaction(P2JointId joint, P2Reaction *reaction);

// Moves the anchors of a joint to where these positions (m) are in its bodies now.
P2Result p2_joint_set_anchors(P2JointId joint, P2Position a, P2Position b);

// The angle of a joint: of B as seen from A, less the reference angle, rad, whole turns counted.
P2Result p2_joint_get_angle(P2JointId joint, float *angle);

// Angular velocity of B relative to A, rad/s.
P2Result p2_joint_get_angular_speed(P2JointId joint, float *speed);

// How far B's anchor is from A's along the axis of a prismatic, wheel or rack joint, m; zero for other
// kinds.
P2Result p2_joint_get_translation(P2JointId joint, float *translation);

// The rate at which the translation changes, m/s; zero for kinds without an axis.
P2Result p2_joint_get_translation_speed(P2JointId joint, float *speed);

// By how much it is violated, m.
P2Result p2_joint_get_error(P2JointId joint, float *error);

// The user data of a joint, the lower half first.
P2Result p2_joint_get_user_data(P2JointId joint, uint64_t (*user_data)[2]);

// Sets the user data of a joint.
P2Result p2_joint_set_user_data(P2JointId joint, uint64_t lower, uint64_t upper);

// Sets whether a joint acts.
P2Result p2_joint_set_enabled(P2JointId joint, uint8_t enabled);

// Sets where memory comes from, from now on; what was allocated before goes back to where it came from. Both
// NULL for the system. It can be set 64 times.
P2Result p2_set_allocator(P2Alloc alloc, P2Free free, void *context);

// The default settings of a character with this shape in this world.
P2Result p2_character_settings_default(P2WorldId world, const P2Shape *shape, P2CharacterSettings *settings);

// Makes a character in a world at a position, m. `settings` may be NULL for the default ones. `body`, a
// kinematic body that goes along so that others notice it, may be null.
P2Result p2_character_create(P2WorldId world,
                             const P2Shape *shape,
                             const P2CharacterSettings *settings,
                             P2Position position,
                             P2BodyId body,
                             P2CharacterId *character);

// Destroys a character; a body that goes along stays.
P2Result p2_character_destroy(P2CharacterId character);

// Moves a character by a velocity (m/s) for `dt` seconds, 0 to 1: once before each step of its world.
P2Result p2_character_step(P2CharacterId character, P2Vec2 velocity, float dt, P2CharacterMotion *motion);

// The bodies that the last step of a character hit.
P2Result p2_character_get_hits(P2CharacterId character, P2BodyId *bodies, uint32_t capacity, uint32_t *count);

// Where a character is, m.
P2Result p2_character_get_position(P2CharacterId character, P2Position *position);

// Puts a character to a position (m), at once.
P2Result p2_character_set_position(P2CharacterId character, P2Position position);

// The settings of a character.
P2Result p2_character_get_settings(P2CharacterId character, P2CharacterSettings *settings);

// Changes the settings of a character.
P2Result p2_character_set_settings(P2CharacterId character, const P2CharacterSettings *settings);

// Gives a character another shape: one that ducks.
P2Result p2_character_set_shape(P2CharacterId character, const P2Shape *shape);

// Lets a character fall through the one-way platform on which it stands.
P2Result p2_character_drop_through(P2CharacterId character);

// Every collider but sensors.
P2QueryFilter p2_query_filter_default(void);

// Casts `count` rays with one filter, in one call: `hits` has room for as many.
P2Result p2_world_cast_rays(P2WorldId world,
                            const P2Ray *rays,
                            uint32_t count,
                            const P2QueryFilter *filter,
                            P2CastHit *hits);

// Finds the first collider on the way from `origin` (m) by `translation` (m).
P2Result p2_world_cast_ray(P2WorldId world,
                           P2Position origin,
                           P2Vec2 translation,
                           const P2QueryFilter *filter,
                           P2CastHit *hit);

// Finds all colliders on the way of a ray, the nearest first.
P2Result p2_world_cast_ray_all(P2WorldId world,
                               P2Position origin,
                               P2Vec2 translation,
                               const P2QueryFilter *filter,
                               P2CastHit *hits,
                               uint32_t capacity,
                               uint32_t *count);

// Finds the first collider that a shape hits on its way from a pose by `translation` (m).
P2Result p2_world_cast_shape(P2WorldId world,
                             const P2Shape *shape,
                             P2WorldPose pose,
                             P2Vec2 translation,
                             const P2QueryFilter *filter,
                             P2CastHit *hit);

// Finds the first collider that a shape hits that moves by `translation` (m) and turns by `turn` (rad,
// counter-clockwise, more than a full turn too) about `center`, a point of its frame (m).
P2Result p2_world_cast_turning_shape(P2WorldId world,
                                     const P2Shape *shape,
                                     P2WorldPose pose,
                                     P2Vec2 translation,
                                     float turn,
                                     P2Vec2 center,
                                     const P2QueryFilter *filter,
                                     P2CastHit *hit);

// Finds all colliders that a shape hits on its way, the nearest first.
P2Result p2_world_cast_shape_all(P2WorldId world,
                                 const P2Shape *shape,
                                 P2WorldPose pose,
                                 P2Vec2 translation,
                                 const P2QueryFilter *filter,
                                 P2CastHit *hits,
                                 uint32_t capacity,
                                 uint32_t *count);

// Finds what contains a position (m).
P2Result p2_world_overlap_point(P2WorldId world,
                                P2Position position,
                                const P2QueryFilter *filter,
                                P2ColliderId *colliders,
                                uint32_t capacity,
                                uint32_t *count);

// Finds what reaches into a box with these corners, m.
P2Result p2_world_overlap_aabb(P2WorldId world,
                               P2Position lower,
                               P2Position upper,
                               const P2QueryFilter *filter,
                               P2ColliderId *colliders,
                               uint32_t capacity,
                               uint32_t *count);

// Finds what overlaps a shape at a pose.
P2Result p2_world_overlap_shape(P2WorldId world,
                                const P2Shape *shape,
                                P2WorldPose pose,
                                const P2QueryFilter *filter,
                                P2ColliderId *colliders,
                                uint32_t capacity,
                                uint32_t *count);

// Finds the collider that is nearest to a position (m), not farther than `max_distance` (m, not
// negative).
P2Result p2_world_closest_to_point(P2WorldId world,
                                   P2Position position,
                                   float max_distance,
                                   const P2QueryFilter *filter,
                                   P2ClosestHit *hit);

// Finds the collider that is nearest to a shape at a pose, not farther than `max_distance` (m, not
// negative).
P2Result p2_world_closest_to_shape(P2WorldId world,
                                   const P2Shape *shape,
                                   P2WorldPose pose,
                                   float max_distance,
                                   const P2QueryFilter *filter,
                                   P2ClosestHit *hit);

// A circle.
P2Shape p2_shape_circle(P2Vec2 center, float radius);

// A capsule.
P2Shape p2_shape_capsule(P2Vec2 a, P2Vec2 b, float radius);

// A segment.
P2Shape p2_shape_segment(P2Vec2 a, P2Vec2 b);

// A convex polygon, in either winding. It points to `points`, which it does not own.
P2Shape p2_shape_polygon(const P2Vec2 *points, uint32_t count, float radius);

// A rectangle about the origin.
P2Shape p2_shape_box(float half_width, float half_height);

// All below a line. The normal need not be of unit length.
P2Shape p2_shape_half_space(P2Vec2 normal, float offset);

// Gives a buffer back, and makes it empty: to give it back again does nothing.
P2Result p2_buffer_free(P2Buffer *buffer);

// Makes an empty snapshot, which cannot be restored yet.
P2Result p2_snapshot_create(P2SnapshotId *snapshot);

// Destroys a snapshot.
P2Result p2_snapshot_destroy(P2SnapshotId snapshot);

// Saves the state of a world in a snapshot, whose memory is used again.
P2Result p2_world_save(P2WorldId world, P2SnapshotId snapshot);

// Makes a world what it was when it was saved, bit for bit. Handles of what existed then are valid again;
// handles of what was added since are stale, or name what is added next in the same slot. A snapshot of
// another world brings no handles along: all but that of the world are stale, and `p2_world_get_bodies` has
// the new ones.
P2Result p2_world_restore(P2WorldId world, P2SnapshotId snapshot);

// The state of a world as bytes: the same on every platform.
P2Result p2_world_save_bytes(P2WorldId world, P2Buffer *bytes);

// Makes a world what the bytes of `p2_world_save_bytes` say. Handles are as after `p2_world_restore` of a
// snapshot of this world.
P2Result p2_world_restore_bytes(P2WorldId world, const uint8_t *bytes, uint32_t size);

// Makes a world of a level in JSON.
P2Result p2_world_from_level(const char *level, P2WorldId *world);

// Adds a level in JSON to a world, or nothing. `bodies` are its bodies, in the order of the level.
P2Result p2_world_add_level(P2WorldId world,
                            const char *level,
                            P2BodyId *bodies,
                            uint32_t capacity,
                            uint32_t *count);

// The world as a level in JSON.
P2Result p2_world_to_level(P2WorldId world, P2Buffer *level);

// Begins to record all calls that change a world.
P2Result p2_world_start_recording(P2WorldId world);

// Ends the recording, and answers it.
P2Result p2_world_stop_recording(P2WorldId world, P2Buffer *recording);

// Plays a recording, and compares each frame with what was recorded: `P2_REFUSED` with a message for the
// first that differs. `frames` is how many there are.
P2Result p2_recording_check(const uint8_t *bytes, uint32_t size, uint32_t *frames);

// Lets the steps of a world run on threads of the program, 1 to 32, the calling thread included; other
// numbers are clamped. The results do not depend on it. `context` is given to both functions. They must not
// throw.
P2Result p2_world_set_tasks(P2WorldId world,
                            uint32_t threads,
                            P2EnqueueTask enqueue,
                            P2FinishTask finish,
                            void *context);

// The rotation by an angle in radians. Computed without the trigonometry of the platform, so with the same
// bits everywhere; NaN for an angle that is not finite.
P2Rot p2_rot(float angle);

// The rotation by nothing.
P2Rot p2_rot_identity(void);

// The angle of a rotation, rad, from -pi to pi.
float p2_rot_angle(P2Rot rotation);

// The version of the library that is linked or loaded, in the form of `P2_VERSION`. While the major version
// is 0, each minor version has a binary interface of its own: compare both before the first call.
uint32_t p2_version(void);

// Makes a world without bodies. `settings` may be NULL for the default ones.
P2Result p2_world_create(const P2WorldSettings *settings, P2WorldId *world);

// Destroys a world with all that is in it. All handles of it are stale from now on.
P2Result p2_world_destroy(P2WorldId world);

// Whether there is such a world.
uint8_t p2_world_is_valid(P2WorldId world);

// The settings.
P2Result p2_world_get_settings(P2WorldId world, P2WorldSettings *settings);

// Changes the settings and, if any is different, wakes all bodies. `length_unit` cannot be changed.
P2Result p2_world_set_settings(P2WorldId world, const P2WorldSettings *settings);

// Sets the data that the program keeps with a world: not saved with it, and not changed by
// `p2_world_clear` and `p2_world_restore`.
P2Result p2_world_set_user_data(P2WorldId world, uint64_t lower, uint64_t upper);

// The data that the program keeps with a world; zeros at first.
P2Result p2_world_get_user_data(P2WorldId world, uint64_t (*user_data)[2]);

// Advances the simulation by `dt` seconds, 0 to 1. A `dt` out of that range moves nothing, and is an error.
// It never waits: while another thread reads or changes the world it is `P2_BUSY`, and nothing has moved.
P2Result p2_world_step(P2WorldId world, float dt);

// Removes all bodies, colliders and joints. What is added from now on moves as in a new world, bit for bit.
// All handles but that of the world are stale from now on.
P2Result p2_world_clear(P2WorldId world);

// Sets how many threads of its own a step uses, 1 to 32, the calling thread included; other numbers are
// clamped. The results do not depend on it. See `p2_world_set_tasks` for the program's own threads.
P2Result p2_world_set_threads(P2WorldId world, uint32_t threads);

// How many threads a step uses, the calling thread included.
P2Result p2_world_get_threads(P2WorldId world, uint32_t *threads);

// How many things there are in the world.
P2Result p2_world_get_stats(P2WorldId world, P2WorldStats *stats);

// Closes joints that begin open, by moving bodies, until the worst is open by less than `tolerance` (m and
// rad, above zero) or after `max_sweeps`. `left` is by how much the worst is open then.
P2Result p2_world_close_joints(P2WorldId world, float tolerance, uint32_t max_sweeps, float *left);

// The bodies, in the order of their slots.
P2Result p2_world_get_bodies(P2WorldId world, P2BodyId *bodies, uint32_t capacity, uint32_t *count);

// The colliders, in the order of their slots.
P2Result p2_world_get_colliders(P2WorldId world, P2ColliderId *colliders, uint32_t capacity, uint32_t *count);

// The joints, in the order of their slots.
P2Result p2_world_get_joints(P2WorldId world, P2JointId *joints, uint32_t capacity, uint32_t *count);

// The sum of the kinetic energies of all bodies, J.
P2Result p2_world_kinetic_energy(P2WorldId world, double *energy);

// A hash of the poses and velocities of all bodies: the same on every platform with the same inputs.
P2Result p2_world_state_hash(P2WorldId world, uint64_t *hash);

// A hash of all that decides how the world goes on: two worlds with the same hash move in the same
// way.
P2Result p2_world_full_hash(P2WorldId world, uint64_t *hash);

// The acceleration of every dynamic body, m/s^2.
P2Result p2_world_get_gravity(P2WorldId world, P2Vec2 *gravity);

// Sets the acceleration of every dynamic body, m/s^2, and wakes all bodies if it is different.
P2Result p2_world_set_gravity(P2WorldId world, P2Vec2 gravity);

// Poses, velocities and user data of all bodies, in one call.
P2Result p2_world_get_states(P2WorldId world, P2BodyState *states, uint32_t capacity, uint32_t *count);

// The same of the bodies that the last step has moved, and of those that have fallen asleep in it.
P2Result p2_world_get_moved(P2WorldId world, P2BodyState *states, uint32_t capacity, uint32_t *count);

// Colliders that began to touch in the last step.
P2Result p2_world_get_contact_begins(P2WorldId world,
                                     P2ContactBegin *events,
                                     uint32_t capacity,
                                     uint32_t *count);

// Colliders that stopped touching since the step before.
P2Result p2_world_get_contact_ends(P2WorldId world, P2ContactEnd *events, uint32_t capacity, uint32_t *count);

// Colliders that hit each other faster than `hit_speed` of the settings.
P2Result p2_world_get_contact_hits(P2WorldId world, P2ContactHit *events, uint32_t capacity, uint32_t *count);

// What entered a sensor.
P2Result p2_world_get_sensor_begins(P2WorldId world,
                                    P2SensorEvent *events,
                                    uint32_t capacity,
                                    uint32_t *count);

// What left a sensor.
P2Result p2_world_get_sensor_ends(P2WorldId world, P2SensorEvent *events, uint32_t capacity, uint32_t *count);

// Bodies that fell asleep.
P2Result p2_world_get_fallen_asleep(P2WorldId world, P2BodyEvent *events, uint32_t capacity, uint32_t *count);

// Bodies that woke.
P2Result p2_world_get_woken(P2WorldId world, P2BodyEvent *events, uint32_t capacity, uint32_t *count);

// Joints that broke.
P2Result p2_world_get_joint_breaks(P2WorldId world, P2JointBreak *events, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PHYSICS2D_H */
