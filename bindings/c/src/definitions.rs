//! Definitions: structs, defaults, and the functions of each kind of joint.
//!
//! Written from `docs/properties.json` by `cargo xtask capi --write`; a test compares.
#![cfg_attr(rustfmt, rustfmt::skip)]

use crate::error::P2Result;
use crate::handle::{P2BodyId, P2JointId};
use crate::joint::{self, JointDefinition};
use crate::values::{P2Interval, P2Pose, P2Position, P2Rot, P2Vec2};
use crate::wire::{self, Definition, Entry};
use physics::world::{JointDef, JointKind};
use std::mem::offset_of;

/// A value of `P2SolverSettings::direct_joints`.
pub const P2_SOLVER_DIRECT_JOINTS_OFF: u32 = 0;
/// A value of `P2SolverSettings::direct_joints`.
pub const P2_SOLVER_DIRECT_JOINTS_LOADED: u32 = 1;
/// A value of `P2SolverSettings::direct_joints`.
pub const P2_SOLVER_DIRECT_JOINTS_ALL: u32 = 2;
/// A value of `P2SolverSettings::direct_contacts`.
pub const P2_SOLVER_DIRECT_CONTACTS_OFF: u32 = 0;
/// A value of `P2SolverSettings::direct_contacts`.
pub const P2_SOLVER_DIRECT_CONTACTS_HEAVY: u32 = 1;
/// A value of `P2SolverSettings::direct_contacts`.
pub const P2_SOLVER_DIRECT_CONTACTS_COLUMNS: u32 = 2;
/// A value of `P2SolverSettings::direct_contacts`.
pub const P2_SOLVER_DIRECT_CONTACTS_TALL: u32 = 3;

/// All properties of a solver: start from `p2_solver_settings_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2SolverSettings {
    /// Number of sub-steps in a step, 1 to 1000. Range: from 1 to 1000. Default: 4.
    pub substeps: u32,
    /// Biased sweeps in each sub-step, 1 to 1000: they remove velocity errors and position errors. Range:
    /// from 1 to 1000. Default: 2.
    pub biased_sweeps: u32,
    /// Relax sweeps in each sub-step, 1 to 1000. They run after the positions have moved and remove the
    /// velocity that the bias added. Range: from 1 to 1000. Default: 1.
    pub relax_sweeps: u32,
    /// Stiffness of contacts, Hz, above zero; at most a quarter of the sub-step rate is used. Contacts with a
    /// body of infinite mass are twice as stiff. Unit: Hz. Range: finite and above zero. Default: 53.
    pub contact_hertz: f32,
    /// Damping ratio of contacts, not negative. A value far above 1 removes an overlap without a bounce.
    /// Range: finite and not negative. Default: 10.
    pub contact_damping_ratio: f32,
    /// Stiffness of joints, Hz, above zero; at most a quarter of the sub-step rate is used. Unit: Hz. Range:
    /// finite and above zero. Default: 60.
    pub joint_hertz: f32,
    /// Damping ratio of joints, not negative. Range: finite and not negative. Default: 2.
    pub joint_damping_ratio: f32,
    /// Which joints are solved directly: all rows of a mechanism at once, without gaps, in place of sweeps.
    /// Default: `P2_SOLVER_DIRECT_JOINTS_LOADED`.
    pub direct_joints: u32,
    /// Which contacts are solved together, without sinking, in place of sweeps. Default:
    /// `P2_SOLVER_DIRECT_CONTACTS_COLUMNS`.
    pub direct_contacts: u32,
    /// Greatest speed at which contacts push overlapping bodies apart, m/s; twice that for contacts with a
    /// body of infinite mass. It does not limit the load that a contact can carry. Bodies that are created
    /// inside each other separate slowly because of it. Unit: m/s. Range: finite and not negative. Default:
    /// 1.5.
    pub push_out_speed: f32,
    /// Approach speed, m/s, below which contacts do not bounce, so that a pile comes to rest. Where gravity
    /// and forces accelerate both bodies by less than this in a second, it is what they give in a second, and
    /// at least a hundredth of this: without gravity, discs on an air table bounce at any speed that one
    /// sees. Unit: m/s. Range: finite and not negative. Default: 1.
    pub bounce_threshold: f32,
    /// A contact that bounces does not brake its bodies while they are farther apart than this, m. At a
    /// smaller separation it still carries their load. Unit: m. Range: finite and not negative. Default:
    /// 0.001.
    pub bounce_clearance: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2SolverSettings {
    type Of = physics::solver::SolverSettings;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2SolverSettings, substeps)),
        Entry::At(offset_of!(P2SolverSettings, biased_sweeps)),
        Entry::At(offset_of!(P2SolverSettings, relax_sweeps)),
        Entry::At(offset_of!(P2SolverSettings, contact_hertz)),
        Entry::At(offset_of!(P2SolverSettings, contact_damping_ratio)),
        Entry::At(offset_of!(P2SolverSettings, joint_hertz)),
        Entry::At(offset_of!(P2SolverSettings, joint_damping_ratio)),
        Entry::At(offset_of!(P2SolverSettings, direct_joints)),
        Entry::At(offset_of!(P2SolverSettings, direct_contacts)),
        Entry::At(offset_of!(P2SolverSettings, push_out_speed)),
        Entry::At(offset_of!(P2SolverSettings, bounce_threshold)),
        Entry::At(offset_of!(P2SolverSettings, bounce_clearance)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_solver_settings_default() -> P2SolverSettings {
    wire::default(physics::solver::SolverSettings::default())
}

/// A value of `P2PositionCorrection::kind`.
pub const P2_POSITION_CORRECTION_NONE: u32 = 0;
/// A value of `P2PositionCorrection::kind`.
pub const P2_POSITION_CORRECTION_BAUMGARTE: u32 = 1;
/// A value of `P2PositionCorrection::kind`.
pub const P2_POSITION_CORRECTION_PROJECTION: u32 = 2;
/// A value of `P2PositionCorrection::kind`.
pub const P2_POSITION_CORRECTION_SPLIT: u32 = 3;

/// One of the variants of `PositionCorrection`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2PositionCorrection {
    /// Which of the variants it is: it says which of the other fields count.
    pub kind: u32,
    /// Fraction of the overlap for each step, 0 to 1. Range: from 0 to 1. Default: 0.2.
    pub factor: f32,
    /// Overlap that is left alone, m, not negative. Unit: m. Range: finite and not negative. Default: 0.01.
    pub slop: f32,
    /// Fraction of the overlap for each correction, 0 to 1. Range: from 0 to 1. Default: 0.2.
    pub fraction: f32,
}

/// A value of `P2ClassicSettings::impulses`.
pub const P2_CLASSIC_IMPULSES_ACCUMULATED: u32 = 0;
/// A value of `P2ClassicSettings::impulses`.
pub const P2_CLASSIC_IMPULSES_SEPARATE: u32 = 1;
/// A value of `P2ClassicSettings::impulses`.
pub const P2_CLASSIC_IMPULSES_DEPTH_WEIGHTED: u32 = 2;
/// A value of `P2ClassicSettings::impulses`.
pub const P2_CLASSIC_IMPULSES_DISPLACEMENT: u32 = 3;
/// A value of `P2ClassicSettings::impulses`.
pub const P2_CLASSIC_IMPULSES_CLAMP: u32 = 4;
/// A value of `P2ClassicSettings::integrator`.
pub const P2_CLASSIC_INTEGRATOR_SYMPLECTIC: u32 = 0;
/// A value of `P2ClassicSettings::integrator`.
pub const P2_CLASSIC_INTEGRATOR_EXPLICIT: u32 = 1;
/// A value of `P2ClassicSettings::order`.
pub const P2_CLASSIC_ORDER_CONSTRAINTS_FIRST: u32 = 0;
/// A value of `P2ClassicSettings::order`.
pub const P2_CLASSIC_ORDER_POSITIONS_FIRST: u32 = 1;

/// All properties of a classic: start from `p2_classic_settings_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ClassicSettings {
    /// Iterations over all joints and contacts, 1 to 1000. Range: from 1 to 1000. Default: 10.
    pub iterations: u32,
    /// Whether a step starts with the impulses of the last one. Contacts do so only with
    /// `P2_CLASSIC_IMPULSES_ACCUMULATED`. Default: 1.
    pub warm_start: u8,
    /// How contacts change velocities. Default: `P2_CLASSIC_IMPULSES_ACCUMULATED`.
    pub impulses: u32,
    /// How overlap is removed.
    pub correction: P2PositionCorrection,
    /// Which velocity moves the positions. Default: `P2_CLASSIC_INTEGRATOR_SYMPLECTIC`.
    pub integrator: u32,
    /// What a step does first. Default: `P2_CLASSIC_ORDER_CONSTRAINTS_FIRST`.
    pub order: u32,
    /// Whether collisions are detected again before each iteration. Default: 0.
    pub detect_each_iteration: u8,
    /// Whether the step is cut where a fast body first touches something, so that the impact acts there and
    /// the body goes on from there with its new velocity (*Souto, Video Game Physics II*). It is done if
    /// contacts are swept (`P2WorldSettings::continuous`). Default: 0.
    pub resolve_at_impact: u8,
    /// Air drag, 1/s: in each step a velocity v loses `drag dt v`, where |v| counts as at most 1 m/s (and 1
    /// rad/s), as in *Sotirov 2022*. Not negative. Unit: 1/s. Range: finite and not negative. Default: 0.
    pub drag: f32,
    /// Approach speed below which contacts do not bounce, m/s, not negative. Unit: m/s. Range: finite and not
    /// negative. Default: 1.
    pub bounce_threshold: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2ClassicSettings {
    type Of = physics::textbook::ClassicSettings;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2ClassicSettings, iterations)),
        Entry::At(offset_of!(P2ClassicSettings, warm_start)),
        Entry::At(offset_of!(P2ClassicSettings, impulses)),
        Entry::Variant(offset_of!(P2ClassicSettings, correction.kind), &[&[], &[Entry::At(offset_of!(P2ClassicSettings, correction.factor)), Entry::At(offset_of!(P2ClassicSettings, correction.slop))], &[Entry::At(offset_of!(P2ClassicSettings, correction.fraction)), Entry::At(offset_of!(P2ClassicSettings, correction.slop))], &[Entry::At(offset_of!(P2ClassicSettings, correction.fraction))]]),
        Entry::At(offset_of!(P2ClassicSettings, integrator)),
        Entry::At(offset_of!(P2ClassicSettings, order)),
        Entry::At(offset_of!(P2ClassicSettings, detect_each_iteration)),
        Entry::At(offset_of!(P2ClassicSettings, resolve_at_impact)),
        Entry::At(offset_of!(P2ClassicSettings, drag)),
        Entry::At(offset_of!(P2ClassicSettings, bounce_threshold)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_classic_settings_default() -> P2ClassicSettings {
    wire::default(physics::textbook::ClassicSettings::default())
}

/// A value of `P2WorldSettings::continuous`.
pub const P2_WORLD_CONTINUOUS_ALL: u32 = 0;
/// A value of `P2WorldSettings::continuous`.
pub const P2_WORLD_CONTINUOUS_AGAINST_STATIC: u32 = 1;
/// A value of `P2WorldSettings::continuous`.
pub const P2_WORLD_CONTINUOUS_NOTHING: u32 = 2;
/// A value of `P2WorldSettings::friction_rule`.
pub const P2_WORLD_FRICTION_RULE_GEOMETRIC_MEAN: u32 = 0;
/// A value of `P2WorldSettings::friction_rule`.
pub const P2_WORLD_FRICTION_RULE_AVERAGE: u32 = 1;
/// A value of `P2WorldSettings::friction_rule`.
pub const P2_WORLD_FRICTION_RULE_MIN: u32 = 2;
/// A value of `P2WorldSettings::friction_rule`.
pub const P2_WORLD_FRICTION_RULE_PRODUCT: u32 = 3;
/// A value of `P2WorldSettings::friction_rule`.
pub const P2_WORLD_FRICTION_RULE_MAX: u32 = 4;
/// A value of `P2WorldSettings::restitution_rule`.
pub const P2_WORLD_RESTITUTION_RULE_GEOMETRIC_MEAN: u32 = 0;
/// A value of `P2WorldSettings::restitution_rule`.
pub const P2_WORLD_RESTITUTION_RULE_AVERAGE: u32 = 1;
/// A value of `P2WorldSettings::restitution_rule`.
pub const P2_WORLD_RESTITUTION_RULE_MIN: u32 = 2;
/// A value of `P2WorldSettings::restitution_rule`.
pub const P2_WORLD_RESTITUTION_RULE_PRODUCT: u32 = 3;
/// A value of `P2WorldSettings::restitution_rule`.
pub const P2_WORLD_RESTITUTION_RULE_MAX: u32 = 4;
/// A value of `P2WorldSettings::manifolds`.
pub const P2_WORLD_MANIFOLDS_SEPARATING_AXES: u32 = 0;
/// A value of `P2WorldSettings::manifolds`.
pub const P2_WORLD_MANIFOLDS_GJK_EPA: u32 = 1;
/// A value of `P2WorldSettings::manifolds`.
pub const P2_WORLD_MANIFOLDS_MEAN_POINT: u32 = 2;
/// A value of `P2WorldSettings::manifolds`.
pub const P2_WORLD_MANIFOLDS_SUPPORT_AVERAGE: u32 = 3;
/// A value of `P2WorldSettings::manifolds`.
pub const P2_WORLD_MANIFOLDS_START_OF_STEP: u32 = 4;
/// A value of `P2WorldSettings::method`.
pub const P2_WORLD_METHOD_SOFT: u32 = 0;
/// A value of `P2WorldSettings::method`.
pub const P2_WORLD_METHOD_CLASSIC: u32 = 1;

/// All properties of a world: start from `p2_world_settings_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2WorldSettings {
    /// Acceleration of every dynamic body, m/s^2. Unit: m/s^2. Range: finite. Default: [0, -9.81].
    pub gravity: P2Vec2,
    /// Whether islands may fall asleep, and stop: when no point of their bodies has been faster than 5 cm/s
    /// for half a second, and nothing moves them on. So none sleeps that gravity accelerates; that touches
    /// nothing, or is driven by a motor or a belt, and is faster than half a centimetre in a second; or that
    /// falls freely. A kinematic body sleeps only while its velocity is zero. Default: 1.
    pub sleeping: u8,
    /// Which contacts are swept: what moves far within a step, relative to what is near it, is stopped where
    /// it first touches. A body may opt out (`P2BodyDef::continuous`). Without it a ball passes through a
    /// wall when it moves by more than its radius in a step. All by default; `docs/continuous.md` says what
    /// that costs. Default: `P2_WORLD_CONTINUOUS_ALL`.
    pub continuous: u32,
    /// How many length units of the program are one metre, above zero and at most 1e9: 100 for a program in
    /// centimetres. Scales the tolerances of the world, of the solver and of `collide` that are lengths or
    /// speeds. With a power of two, and all lengths multiplied by it, a world moves in exactly the same way;
    /// `docs/units.md` says what does not follow. Range: above zero and at most 1e9. Default: 1.
    pub length_unit: f32,
    /// How the friction coefficients of two materials combine. Default:
    /// `P2_WORLD_FRICTION_RULE_GEOMETRIC_MEAN`.
    pub friction_rule: u32,
    /// How the restitutions of two materials combine. Some texts take the larger one, others the smaller one.
    /// Default: `P2_WORLD_RESTITUTION_RULE_MAX`.
    pub restitution_rule: u32,
    /// The least rolling resistance of a contact, not negative, as `P2Material::rolling_resistance`; 0.01 by
    /// default, so that balls come to rest on level ground, and heaps of round shapes as well. With zero,
    /// only the materials count, and a ball rolls for ever. So it is between colliders without friction.
    /// Range: finite and not negative. Default: 0.01.
    pub rolling_resistance: f32,
    /// m/s, not negative: contacts that are hit faster are reported by `p2_world_get_contact_hits`. Scaled by
    /// `length_unit`. Infinite: none is reported. Unit: m/s. Range: not negative. Default: 1.
    pub hit_speed: f32,
    /// Whether bodies slide over the seams of flush shapes as over one shape: tiles, platforms that meet the
    /// ground, rows of crates. Steps that are lower than 5 mm (scaled by `length_unit`) then count as flush.
    /// Switched off, each pair of shapes is judged by itself, and boxes and balls bump at the sides and
    /// corners of the tiles under them. Default: 1.
    pub smooth_seams: u8,
    /// How contact manifolds are found: by separating axes, unless the methods of the texts are to be
    /// compared. Default: `P2_WORLD_MANIFOLDS_SEPARATING_AXES`.
    pub manifolds: u32,
    /// Which solver is used. Default: `P2_WORLD_METHOD_SOFT`.
    pub method: u32,
    /// Settings of the soft solver. Its speeds are in m/s and are scaled by `length_unit`.
    pub solver: P2SolverSettings,
    /// Settings of the classic solver. Its lengths are in m and are scaled by `length_unit`.
    pub classic: P2ClassicSettings,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2WorldSettings {
    type Of = physics::world::WorldSettings;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2WorldSettings, gravity)),
        Entry::At(offset_of!(P2WorldSettings, sleeping)),
        Entry::At(offset_of!(P2WorldSettings, continuous)),
        Entry::At(offset_of!(P2WorldSettings, length_unit)),
        Entry::At(offset_of!(P2WorldSettings, friction_rule)),
        Entry::At(offset_of!(P2WorldSettings, restitution_rule)),
        Entry::At(offset_of!(P2WorldSettings, rolling_resistance)),
        Entry::At(offset_of!(P2WorldSettings, hit_speed)),
        Entry::At(offset_of!(P2WorldSettings, smooth_seams)),
        Entry::At(offset_of!(P2WorldSettings, manifolds)),
        Entry::At(offset_of!(P2WorldSettings, method)),
        Entry::At(offset_of!(P2WorldSettings, solver.substeps)),
        Entry::At(offset_of!(P2WorldSettings, solver.biased_sweeps)),
        Entry::At(offset_of!(P2WorldSettings, solver.relax_sweeps)),
        Entry::At(offset_of!(P2WorldSettings, solver.contact_hertz)),
        Entry::At(offset_of!(P2WorldSettings, solver.contact_damping_ratio)),
        Entry::At(offset_of!(P2WorldSettings, solver.joint_hertz)),
        Entry::At(offset_of!(P2WorldSettings, solver.joint_damping_ratio)),
        Entry::At(offset_of!(P2WorldSettings, solver.direct_joints)),
        Entry::At(offset_of!(P2WorldSettings, solver.direct_contacts)),
        Entry::At(offset_of!(P2WorldSettings, solver.push_out_speed)),
        Entry::At(offset_of!(P2WorldSettings, solver.bounce_threshold)),
        Entry::At(offset_of!(P2WorldSettings, solver.bounce_clearance)),
        Entry::At(offset_of!(P2WorldSettings, classic.iterations)),
        Entry::At(offset_of!(P2WorldSettings, classic.warm_start)),
        Entry::At(offset_of!(P2WorldSettings, classic.impulses)),
        Entry::Variant(offset_of!(P2WorldSettings, classic.correction.kind), &[&[], &[Entry::At(offset_of!(P2WorldSettings, classic.correction.factor)), Entry::At(offset_of!(P2WorldSettings, classic.correction.slop))], &[Entry::At(offset_of!(P2WorldSettings, classic.correction.fraction)), Entry::At(offset_of!(P2WorldSettings, classic.correction.slop))], &[Entry::At(offset_of!(P2WorldSettings, classic.correction.fraction))]]),
        Entry::At(offset_of!(P2WorldSettings, classic.integrator)),
        Entry::At(offset_of!(P2WorldSettings, classic.order)),
        Entry::At(offset_of!(P2WorldSettings, classic.detect_each_iteration)),
        Entry::At(offset_of!(P2WorldSettings, classic.resolve_at_impact)),
        Entry::At(offset_of!(P2WorldSettings, classic.drag)),
        Entry::At(offset_of!(P2WorldSettings, classic.bounce_threshold)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_settings_default() -> P2WorldSettings {
    wire::default(physics::world::WorldSettings::default())
}

/// A value of `P2BodyDef::kind`.
pub const P2_BODY_KIND_STATIC: u32 = 0;
/// A value of `P2BodyDef::kind`.
pub const P2_BODY_KIND_KINEMATIC: u32 = 1;
/// A value of `P2BodyDef::kind`.
pub const P2_BODY_KIND_DYNAMIC: u32 = 2;

/// What `P2BodyDef::mass` holds.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2BodyMass {
    /// Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    /// zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    /// does not turn. Unit: kg. Range: finite and above zero. Default: not given.
    pub mass: f32,
    /// Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    /// zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    /// does not turn. Unit: m. Range: within 100 km of the origin of the body. Default: not given.
    pub center_of_mass: P2Vec2,
    /// Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    /// zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    /// does not turn. Unit: kg m^2. Range: finite and not negative. Default: not given.
    pub inertia: f32,
}


/// All properties of a body: start from `p2_body_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2BodyDef {
    /// What moves it. Default: `P2_BODY_KIND_STATIC`.
    pub kind: u32,
    /// Where its origin is, m. Unit: m. Range: within 100,000 km of the origin. Default: [0, 0].
    pub position: P2Position,
    /// Its rotation. (Not an angle: a rotation that was read from a body comes back with the same bits.)
    /// Range: of a length near 1. Default: [1, 0].
    pub rotation: P2Rot,
    /// Velocity of its centre of mass, m/s. That is its origin until it gets colliders; the velocity stays
    /// that of the same point. Unit: m/s. Range: finite. Default: [0, 0].
    pub velocity: P2Vec2,
    /// Angular velocity, rad/s. Unit: rad/s. Range: finite. Default: 0.
    pub angular_velocity: f32,
    /// Rate at which its velocity decays, 1/s, not negative: a sub-step of h seconds divides it by 1 + h
    /// damping. Unit: 1/s. Range: finite and not negative. Default: 0.
    pub damping: f32,
    /// Rate at which its angular velocity decays, 1/s, not negative. Unit: 1/s. Range: finite and not
    /// negative. Default: 0.
    pub angular_damping: f32,
    /// Factor of the gravity that acts on it; 1 by default. Range: finite. Default: 1.
    pub gravity_scale: f32,
    /// Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact. 0 by
    /// default. Range: from -127 to 127. Default: 0.
    pub dominance: i32,
    /// What of its motion is locked, if it is dynamic. Default: 0.
    pub locks_x: u8,
    /// What of its motion is locked, if it is dynamic. Default: 0.
    pub locks_y: u8,
    /// What of its motion is locked, if it is dynamic. Default: 0.
    pub locks_rotation: u8,
    /// Its greatest speed at the end of a step, m/s, and the greatest distance of its centre of mass within a
    /// step, per second; above zero, infinite for no bound. If it is dynamic. Unit: m/s. Range: above zero.
    /// Default: inf.
    pub max_speed: f32,
    /// Its greatest angular speed, rad/s, and the greatest angle within a step, per second; above zero,
    /// infinite for no bound. If it is dynamic. Unit: rad/s. Range: above zero. Default: inf.
    pub max_angular_speed: f32,
    /// Whether `mass` is given. Default: 0.
    pub has_mass: u8,
    /// Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    /// zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    /// does not turn.
    pub mass: P2BodyMass,
    /// It counts as slow while all its points move more slowly than this, m/s, scaled by
    /// `P2WorldSettings::length_unit`; not negative. An island falls asleep when all its bodies have been
    /// slow for half a second. 0.05 by default. Unit: m/s. Range: finite and not negative. Default: 0.05.
    pub sleep_speed: f32,
    /// Whether it takes part at all: see `p2_body_set_enabled`. Default: 1.
    pub enabled: u8,
    /// Whether its own motion is swept, so that it passes through nothing however fast it is: see
    /// `P2WorldSettings::continuous`. Sparks and debris that may pass through walls can do without; what is
    /// fast towards them is stopped at them even so. Default: 1.
    pub continuous: u8,
    /// Whether it may fall asleep. If not, its island stays awake too: see `P2WorldSettings::sleeping`.
    /// Default: 1.
    pub can_sleep: u8,
    /// Whether it is awake when added. One that is asleep has no velocity, and sleeps until something touches
    /// it. Default: 1.
    pub awake: u8,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    /// Default: 0.
    pub user_data: [u64; 2],
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2BodyDef {
    type Of = physics::world::BodyDef;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2BodyDef, kind)),
        Entry::At(offset_of!(P2BodyDef, position)),
        Entry::At(offset_of!(P2BodyDef, rotation)),
        Entry::At(offset_of!(P2BodyDef, velocity)),
        Entry::At(offset_of!(P2BodyDef, angular_velocity)),
        Entry::At(offset_of!(P2BodyDef, damping)),
        Entry::At(offset_of!(P2BodyDef, angular_damping)),
        Entry::At(offset_of!(P2BodyDef, gravity_scale)),
        Entry::At(offset_of!(P2BodyDef, dominance)),
        Entry::At(offset_of!(P2BodyDef, locks_x)),
        Entry::At(offset_of!(P2BodyDef, locks_y)),
        Entry::At(offset_of!(P2BodyDef, locks_rotation)),
        Entry::At(offset_of!(P2BodyDef, max_speed)),
        Entry::At(offset_of!(P2BodyDef, max_angular_speed)),
        Entry::Option { has: offset_of!(P2BodyDef, has_mass), len: 3 },
        Entry::At(offset_of!(P2BodyDef, mass.mass)),
        Entry::At(offset_of!(P2BodyDef, mass.center_of_mass)),
        Entry::At(offset_of!(P2BodyDef, mass.inertia)),
        Entry::At(offset_of!(P2BodyDef, sleep_speed)),
        Entry::At(offset_of!(P2BodyDef, enabled)),
        Entry::At(offset_of!(P2BodyDef, continuous)),
        Entry::At(offset_of!(P2BodyDef, can_sleep)),
        Entry::At(offset_of!(P2BodyDef, awake)),
        Entry::At(offset_of!(P2BodyDef, user_data)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_def_default() -> P2BodyDef {
    wire::default(physics::world::BodyDef::default())
}


/// All properties of a material: start from `p2_material_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2Material {
    /// Mass per area, kg/m^2, not negative. Unit: kg/m^2. Range: finite and not negative. Default: 1.
    pub density: f32,
    /// Coefficient of sliding friction (Coulomb), not negative. Range: finite and not negative. Default: 0.6.
    pub friction: f32,
    /// Coefficient of static friction: up to it a contact does not slide. Below `friction`, it counts as
    /// equal to it. Range: at least friction. Default: 0.6.
    pub static_friction: f32,
    /// Share of the approach speed with which colliders part, not negative: 0 for clay, 1 for a bounce that
    /// loses nothing, more for a bumper that adds energy. Range: finite and not negative. Default: 0.
    pub restitution: f32,
    /// Resistance to rolling, not negative: the tangent of the steepest slope on which a wheel of this
    /// material rests. The greatest of two materials and of `P2WorldSettings::rolling_resistance` counts,
    /// with the greater radius of the two shapes: the torque is at most resistance x radius x normal force.
    /// Sharp shapes have no radius: two of them tip over and do not roll. Range: finite and not negative.
    /// Default: 0.
    pub rolling_resistance: f32,
    /// Speed at which the surface moves clockwise around the shape, m/s: a conveyor belt, which carries
    /// bodies on top of it to the right. The speeds of two surfaces that touch add up, since they move in
    /// opposite directions there. Unit: m/s. Range: finite. Default: 0.
    pub surface_speed: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2Material {
    type Of = physics::world::Material;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2Material, density)),
        Entry::At(offset_of!(P2Material, friction)),
        Entry::At(offset_of!(P2Material, static_friction)),
        Entry::At(offset_of!(P2Material, restitution)),
        Entry::At(offset_of!(P2Material, rolling_resistance)),
        Entry::At(offset_of!(P2Material, surface_speed)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_material_default() -> P2Material {
    wire::default(physics::world::Material::default())
}


/// All properties of a filter: start from `p2_filter_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2Filter {
    /// The categories that the collider belongs to, as bits. Default: 0x1.
    pub category: u64,
    /// The categories that it collides with, as bits. Default: 0xffffffffffffffff.
    pub mask: u64,
    /// If two colliders have the same group and it is not zero, the group alone decides: if it is above zero
    /// they collide, if it is below zero they do not. Default: 0.
    pub group: i32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2Filter {
    type Of = physics::world::Filter;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2Filter, category)),
        Entry::At(offset_of!(P2Filter, mask)),
        Entry::At(offset_of!(P2Filter, group)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_filter_default() -> P2Filter {
    wire::default(physics::world::Filter::default())
}

/// A value of `P2PortalRole::kind`.
pub const P2_PORTAL_ROLE_PASSING: u32 = 0;
/// A value of `P2PortalRole::kind`.
pub const P2_PORTAL_ROLE_RIM: u32 = 1;

/// One of the variants of `PortalRole`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2PortalRole {
    /// Which of the variants it is: it says which of the other fields count.
    pub kind: u32,
    /// The number of the opening. Default: 0.
    pub portal: u32,
    /// A point of the plane, m. Unit: m. Range: finite. Default: [0, 0].
    pub point: P2Position,
    /// The normal of the plane, out of the wall, of unit length. Range: finite. Default: [0, 0].
    pub normal: P2Vec2,
}


/// All properties of a collider: start from `p2_collider_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ColliderDef {
    /// Where the shape is in the body's frame: it is rotated, then moved. Unit: m. Range: finite. Default:
    /// [0, 0, 1, 0].
    pub offset: P2Pose,
    /// Density, friction, restitution.
    pub material: P2Material,
    /// What it collides with.
    pub filter: P2Filter,
    /// Whether `one_way` is given. Default: 0.
    pub has_one_way: u8,
    /// The direction, in the body's frame, in which it pushes: what comes from the other side passes, as
    /// through a platform from below. Range: finite. Default: not given.
    pub one_way: P2Vec2,
    /// Whether the hook of the world decides (`p2_world_set_contact_hook`) about its contacts. Default: 0.
    pub hook: u8,
    /// Whether it is a sensor: it reports what overlaps it, does not push, and has no mass. Default: 0.
    pub sensor: u8,
    /// Whether `portal` is given. Default: 0.
    pub has_portal: u8,
    /// What it has to do with a portal: see `P2PortalRole`. Default: not given.
    pub portal: P2PortalRole,
    /// Whether it takes part in the simulation. Default: 1.
    pub enabled: u8,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    /// Default: 0.
    pub user_data: [u64; 2],
    /// A distance that its contacts keep from the shape, m, not negative. Mass, queries and sensors do not
    /// see it. Unit: m. Range: finite and not negative. Default: 0.
    pub contact_skin: f32,
    /// Whether it asks for events of touching: reported if one of the two colliders asks. Default: 1.
    pub contact_events: u8,
    /// Whether it asks for events of hits: reported if one of the two colliders asks. Default: 1.
    pub hit_events: u8,
    /// Whether it takes part in events of sensors: reported if sensor and visitor both do. Default: 1.
    pub sensor_events: u8,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2ColliderDef {
    type Of = physics::world::ColliderDef;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2ColliderDef, offset)),
        Entry::At(offset_of!(P2ColliderDef, material.density)),
        Entry::At(offset_of!(P2ColliderDef, material.friction)),
        Entry::At(offset_of!(P2ColliderDef, material.static_friction)),
        Entry::At(offset_of!(P2ColliderDef, material.restitution)),
        Entry::At(offset_of!(P2ColliderDef, material.rolling_resistance)),
        Entry::At(offset_of!(P2ColliderDef, material.surface_speed)),
        Entry::At(offset_of!(P2ColliderDef, filter.category)),
        Entry::At(offset_of!(P2ColliderDef, filter.mask)),
        Entry::At(offset_of!(P2ColliderDef, filter.group)),
        Entry::Option { has: offset_of!(P2ColliderDef, has_one_way), len: 1 },
        Entry::At(offset_of!(P2ColliderDef, one_way)),
        Entry::At(offset_of!(P2ColliderDef, hook)),
        Entry::At(offset_of!(P2ColliderDef, sensor)),
        Entry::Option { has: offset_of!(P2ColliderDef, has_portal), len: 1 },
        Entry::Variant(offset_of!(P2ColliderDef, portal.kind), &[&[Entry::At(offset_of!(P2ColliderDef, portal.portal)), Entry::At(offset_of!(P2ColliderDef, portal.point)), Entry::At(offset_of!(P2ColliderDef, portal.normal))], &[Entry::At(offset_of!(P2ColliderDef, portal.portal))]]),
        Entry::At(offset_of!(P2ColliderDef, enabled)),
        Entry::At(offset_of!(P2ColliderDef, user_data)),
        Entry::At(offset_of!(P2ColliderDef, contact_skin)),
        Entry::At(offset_of!(P2ColliderDef, contact_events)),
        Entry::At(offset_of!(P2ColliderDef, hit_events)),
        Entry::At(offset_of!(P2ColliderDef, sensor_events)),
    ];
}

/// The default.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_def_default() -> P2ColliderDef {
    wire::default(physics::world::ColliderDef::new(crate::shape::blank()))
}


/// What the definitions of all kinds of joints begin with.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2JointDef {
    /// The first body, A.
    pub body_a: P2BodyId,
    /// The second body, B.
    pub body_b: P2BodyId,
    /// The joint breaks when it exerts more than this force, N; above zero, infinite for never. Unit: N.
    /// Range: above zero. Default: inf.
    pub break_force: f32,
    /// The joint breaks when it exerts more than this torque, N m; above zero, infinite for never. Unit: N m.
    /// Range: above zero. Default: inf.
    pub break_torque: f32,
    /// Whether the colliders of the two bodies collide with each other. Default: 0.
    pub collide: u8,
    /// Whether it acts: see `p2_joint_set_enabled`. Default: 1.
    pub enabled: u8,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    /// Default: 0.
    pub user_data: [u64; 2],
}


/// All properties of a revolute joint: start from `p2_revolute_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2RevoluteJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The angle of B in A's frame at which the angle of the joint is zero, rad. Unit: rad. Range: from -1e18
    /// to 1e18. Default: 0.
    pub reference_angle: f32,
    /// The least and the greatest angle of the joint, rad; infinite for none. Unit: rad. Range: the lower one
    /// not above the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    pub limits: P2Interval,
    /// Whether `start_angle` is given. Default: 0.
    pub has_start_angle: u8,
    /// Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    /// that of the bodies, the one nearest to this. Not given for the one nearest to the limits. It matters
    /// to a joint with limits or a spring; one that exists counts on, and has none. Unit: rad. Range: from
    /// -1e18 to 1e18. Default: not given.
    pub start_angle: f32,
    /// Angular velocity of B relative to A that the motor drives at, rad/s. Unit: rad/s. Range: finite.
    /// Default: 0.
    pub motor_speed: f32,
    /// The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    /// stops. Unit: N m. Range: not negative. Default: 0.
    pub max_motor_torque: f32,
    /// Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 for no spring. Unit:
    /// Hz. Range: finite and not negative. Default: 0.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 0.
    pub angular_damping_ratio: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2RevoluteJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2RevoluteJointDef, base.break_force)),
        Entry::At(offset_of!(P2RevoluteJointDef, base.break_torque)),
        Entry::At(offset_of!(P2RevoluteJointDef, base.collide)),
        Entry::At(offset_of!(P2RevoluteJointDef, base.enabled)),
        Entry::At(offset_of!(P2RevoluteJointDef, base.user_data)),
        Entry::Kind(0),
        Entry::At(offset_of!(P2RevoluteJointDef, anchor_a)),
        Entry::At(offset_of!(P2RevoluteJointDef, anchor_b)),
        Entry::At(offset_of!(P2RevoluteJointDef, reference_angle)),
        Entry::At(offset_of!(P2RevoluteJointDef, limits)),
        Entry::Option { has: offset_of!(P2RevoluteJointDef, has_start_angle), len: 1 },
        Entry::At(offset_of!(P2RevoluteJointDef, start_angle)),
        Entry::At(offset_of!(P2RevoluteJointDef, motor_speed)),
        Entry::At(offset_of!(P2RevoluteJointDef, max_motor_torque)),
        Entry::At(offset_of!(P2RevoluteJointDef, angular_hertz)),
        Entry::At(offset_of!(P2RevoluteJointDef, angular_damping_ratio)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_revolute_joint_def_default() -> P2RevoluteJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::RevoluteJoint::default()))
}

impl JointDefinition for P2RevoluteJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a revolute joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_revolute_joint_create(def: *const P2RevoluteJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a revolute joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_revolute_joint_get_def(joint: P2JointId, def: *mut P2RevoluteJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a revolute joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_revolute_joint_set_def(joint: P2JointId, def: *const P2RevoluteJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a mouse joint: start from `p2_mouse_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2MouseJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The point of A that B's anchor is drawn to, in A's frame, m. Unit: m. Range: within 1e9 m of the
    /// origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The point of B that is drawn, in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body.
    /// Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    /// their inertia. Unit: Hz. Range: finite and not negative. Default: 5.
    pub hertz: f32,
    /// Damping ratio of the spring, not negative; 1 is critical, and with 0 the body swings for ever. Range:
    /// finite and not negative. Default: 0.7.
    pub damping_ratio: f32,
    /// The greatest force, N, above zero; infinite for no bound. Unit: N. Range: above zero. Default: inf.
    pub max_force: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2MouseJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2MouseJointDef, base.break_force)),
        Entry::At(offset_of!(P2MouseJointDef, base.break_torque)),
        Entry::At(offset_of!(P2MouseJointDef, base.collide)),
        Entry::At(offset_of!(P2MouseJointDef, base.enabled)),
        Entry::At(offset_of!(P2MouseJointDef, base.user_data)),
        Entry::Kind(1),
        Entry::At(offset_of!(P2MouseJointDef, anchor_a)),
        Entry::At(offset_of!(P2MouseJointDef, anchor_b)),
        Entry::At(offset_of!(P2MouseJointDef, hertz)),
        Entry::At(offset_of!(P2MouseJointDef, damping_ratio)),
        Entry::At(offset_of!(P2MouseJointDef, max_force)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_mouse_joint_def_default() -> P2MouseJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::MouseJoint::default()))
}

impl JointDefinition for P2MouseJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a mouse joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_mouse_joint_create(def: *const P2MouseJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a mouse joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_mouse_joint_get_def(joint: P2JointId, def: *mut P2MouseJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a mouse joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_mouse_joint_set_def(joint: P2JointId, def: *const P2MouseJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a distance joint: start from `p2_distance_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2DistanceJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The distance of the anchors, m, not negative. Unit: m. Range: from 0 to 1e18. Default: 0.
    pub length: f32,
    /// Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    /// their inertia: w^2 m x is the force at the extension x, 1/m = 1/mA + 1/mB. Unit: Hz. Range: finite and
    /// not negative. Default: 0.
    pub hertz: f32,
    /// Damping ratio of the spring, not negative; 1 is critical, and with 0 the spring swings for ever.
    /// Range: finite and not negative. Default: 0.
    pub damping_ratio: f32,
    /// The least and the greatest distance of the anchors, m; an infinite value is no limit. Unit: m. Range:
    /// the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf,
    /// inf].
    pub limits: P2Interval,
    /// The rate at which the motor changes the distance of the anchors, m/s; negative to wind in. Unit: m/s.
    /// Range: finite. Default: 0.
    pub motor_speed: f32,
    /// The greatest force of the motor, N, not negative; infinite for no bound, 0 for no motor. Unit: N.
    /// Range: not negative. Default: 0.
    pub max_motor_force: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2DistanceJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2DistanceJointDef, base.break_force)),
        Entry::At(offset_of!(P2DistanceJointDef, base.break_torque)),
        Entry::At(offset_of!(P2DistanceJointDef, base.collide)),
        Entry::At(offset_of!(P2DistanceJointDef, base.enabled)),
        Entry::At(offset_of!(P2DistanceJointDef, base.user_data)),
        Entry::Kind(2),
        Entry::At(offset_of!(P2DistanceJointDef, anchor_a)),
        Entry::At(offset_of!(P2DistanceJointDef, anchor_b)),
        Entry::At(offset_of!(P2DistanceJointDef, length)),
        Entry::At(offset_of!(P2DistanceJointDef, hertz)),
        Entry::At(offset_of!(P2DistanceJointDef, damping_ratio)),
        Entry::At(offset_of!(P2DistanceJointDef, limits)),
        Entry::At(offset_of!(P2DistanceJointDef, motor_speed)),
        Entry::At(offset_of!(P2DistanceJointDef, max_motor_force)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_distance_joint_def_default() -> P2DistanceJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::DistanceJoint::default()))
}

impl JointDefinition for P2DistanceJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a distance joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_distance_joint_create(def: *const P2DistanceJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a distance joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_distance_joint_get_def(joint: P2JointId, def: *mut P2DistanceJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a distance joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_distance_joint_set_def(joint: P2JointId, def: *const P2DistanceJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a prismatic joint: start from `p2_prismatic_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2PrismaticJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The axis in A's frame, of any length above zero. Range: finite and not zero; it becomes a unit vector.
    /// Default: [1, 0].
    pub axis: P2Vec2,
    /// The angle of B in A's frame that the joint holds, rad. Unit: rad. Range: from -1e18 to 1e18. Default:
    /// 0.
    pub reference_angle: f32,
    /// The least and the greatest translation, m; infinite for none. Unit: m. Range: the lower one not above
    /// the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    pub limits: P2Interval,
    /// Velocity of B relative to A along the axis that the motor drives at, m/s. Unit: m/s. Range: finite.
    /// Default: 0.
    pub motor_speed: f32,
    /// The greatest force of the motor, N, not negative; 0 for no motor, infinite for one that nothing stops.
    /// Unit: N. Range: not negative. Default: 0.
    pub max_motor_force: f32,
    /// Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring. Unit:
    /// Hz. Range: finite and not negative. Default: 0.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 0.
    pub damping_ratio: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2PrismaticJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2PrismaticJointDef, base.break_force)),
        Entry::At(offset_of!(P2PrismaticJointDef, base.break_torque)),
        Entry::At(offset_of!(P2PrismaticJointDef, base.collide)),
        Entry::At(offset_of!(P2PrismaticJointDef, base.enabled)),
        Entry::At(offset_of!(P2PrismaticJointDef, base.user_data)),
        Entry::Kind(3),
        Entry::At(offset_of!(P2PrismaticJointDef, anchor_a)),
        Entry::At(offset_of!(P2PrismaticJointDef, anchor_b)),
        Entry::At(offset_of!(P2PrismaticJointDef, axis)),
        Entry::At(offset_of!(P2PrismaticJointDef, reference_angle)),
        Entry::At(offset_of!(P2PrismaticJointDef, limits)),
        Entry::At(offset_of!(P2PrismaticJointDef, motor_speed)),
        Entry::At(offset_of!(P2PrismaticJointDef, max_motor_force)),
        Entry::At(offset_of!(P2PrismaticJointDef, hertz)),
        Entry::At(offset_of!(P2PrismaticJointDef, damping_ratio)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_prismatic_joint_def_default() -> P2PrismaticJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::PrismaticJoint::default()))
}

impl JointDefinition for P2PrismaticJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a prismatic joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_prismatic_joint_create(def: *const P2PrismaticJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a prismatic joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_prismatic_joint_get_def(joint: P2JointId, def: *mut P2PrismaticJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a prismatic joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_prismatic_joint_set_def(joint: P2JointId, def: *const P2PrismaticJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a weld joint: start from `p2_weld_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2WeldJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The angle of B in A's frame that the joint holds, rad. Unit: rad. Range: from -1e18 to 1e18. Default:
    /// 0.
    pub reference_angle: f32,
    /// Frequency of the spring between the anchors, Hz, not negative; 0 to hold them together rigidly. The
    /// masses of the bodies count, not their inertia. Unit: Hz. Range: finite and not negative. Default: 0.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 0.
    pub damping_ratio: f32,
    /// Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 to hold the angle
    /// rigidly. Unit: Hz. Range: finite and not negative. Default: 0.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 0.
    pub angular_damping_ratio: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2WeldJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2WeldJointDef, base.break_force)),
        Entry::At(offset_of!(P2WeldJointDef, base.break_torque)),
        Entry::At(offset_of!(P2WeldJointDef, base.collide)),
        Entry::At(offset_of!(P2WeldJointDef, base.enabled)),
        Entry::At(offset_of!(P2WeldJointDef, base.user_data)),
        Entry::Kind(4),
        Entry::At(offset_of!(P2WeldJointDef, anchor_a)),
        Entry::At(offset_of!(P2WeldJointDef, anchor_b)),
        Entry::At(offset_of!(P2WeldJointDef, reference_angle)),
        Entry::At(offset_of!(P2WeldJointDef, hertz)),
        Entry::At(offset_of!(P2WeldJointDef, damping_ratio)),
        Entry::At(offset_of!(P2WeldJointDef, angular_hertz)),
        Entry::At(offset_of!(P2WeldJointDef, angular_damping_ratio)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_weld_joint_def_default() -> P2WeldJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::WeldJoint::default()))
}

impl JointDefinition for P2WeldJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a weld joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_weld_joint_create(def: *const P2WeldJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a weld joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_weld_joint_get_def(joint: P2JointId, def: *mut P2WeldJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a weld joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_weld_joint_set_def(joint: P2JointId, def: *const P2WeldJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a wheel joint: start from `p2_wheel_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2WheelJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m: the hub. Unit: m. Range: within 1e9 m of the origin of its body. Default:
    /// [0, 0].
    pub anchor_b: P2Vec2,
    /// The axis in A's frame, of any length above zero. Range: finite and not zero; it becomes a unit vector.
    /// Default: [0, 1].
    pub axis: P2Vec2,
    /// Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring. Unit:
    /// Hz. Range: finite and not negative. Default: 0.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 0.
    pub damping_ratio: f32,
    /// The least and the greatest translation, m; infinite for none. Unit: m. Range: the lower one not above
    /// the upper one, from -1e18 to 1e18; -inf and inf for none. Default: [-inf, inf].
    pub limits: P2Interval,
    /// Angular velocity of B relative to A that the motor drives at, rad/s. Unit: rad/s. Range: finite.
    /// Default: 0.
    pub motor_speed: f32,
    /// The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    /// stops. Unit: N m. Range: not negative. Default: 0.
    pub max_motor_torque: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2WheelJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2WheelJointDef, base.break_force)),
        Entry::At(offset_of!(P2WheelJointDef, base.break_torque)),
        Entry::At(offset_of!(P2WheelJointDef, base.collide)),
        Entry::At(offset_of!(P2WheelJointDef, base.enabled)),
        Entry::At(offset_of!(P2WheelJointDef, base.user_data)),
        Entry::Kind(5),
        Entry::At(offset_of!(P2WheelJointDef, anchor_a)),
        Entry::At(offset_of!(P2WheelJointDef, anchor_b)),
        Entry::At(offset_of!(P2WheelJointDef, axis)),
        Entry::At(offset_of!(P2WheelJointDef, hertz)),
        Entry::At(offset_of!(P2WheelJointDef, damping_ratio)),
        Entry::At(offset_of!(P2WheelJointDef, limits)),
        Entry::At(offset_of!(P2WheelJointDef, motor_speed)),
        Entry::At(offset_of!(P2WheelJointDef, max_motor_torque)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_wheel_joint_def_default() -> P2WheelJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::WheelJoint::default()))
}

impl JointDefinition for P2WheelJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a wheel joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_wheel_joint_create(def: *const P2WheelJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a wheel joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_wheel_joint_get_def(joint: P2JointId, def: *mut P2WheelJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a wheel joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_wheel_joint_set_def(joint: P2JointId, def: *const P2WheelJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a motor joint: start from `p2_motor_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2MotorJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// Where B's anchor is driven to, in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its
    /// body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The angle in A's frame that B is driven to, rad. Unit: rad. Range: from -1e18 to 1e18. Default: 0.
    pub reference_angle: f32,
    /// Frequency of the spring that moves B, Hz, not negative; 0 for a rigid joint, which removes an error
    /// slowly. The masses of the bodies count, not their inertia. Unit: Hz. Range: finite and not negative.
    /// Default: 5.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 1.
    pub damping_ratio: f32,
    /// Frequency of the spring that turns B, Hz, not negative; 0 for a rigid joint. Unit: Hz. Range: finite
    /// and not negative. Default: 5.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever. Range:
    /// finite and not negative. Default: 1.
    pub angular_damping_ratio: f32,
    /// The greatest force, N, above zero; infinite for no bound. Unit: N. Range: above zero. Default: inf.
    pub max_force: f32,
    /// The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free. Unit: N m.
    /// Range: not negative. Default: inf.
    pub max_torque: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2MotorJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2MotorJointDef, base.break_force)),
        Entry::At(offset_of!(P2MotorJointDef, base.break_torque)),
        Entry::At(offset_of!(P2MotorJointDef, base.collide)),
        Entry::At(offset_of!(P2MotorJointDef, base.enabled)),
        Entry::At(offset_of!(P2MotorJointDef, base.user_data)),
        Entry::Kind(6),
        Entry::At(offset_of!(P2MotorJointDef, anchor_a)),
        Entry::At(offset_of!(P2MotorJointDef, anchor_b)),
        Entry::At(offset_of!(P2MotorJointDef, reference_angle)),
        Entry::At(offset_of!(P2MotorJointDef, hertz)),
        Entry::At(offset_of!(P2MotorJointDef, damping_ratio)),
        Entry::At(offset_of!(P2MotorJointDef, angular_hertz)),
        Entry::At(offset_of!(P2MotorJointDef, angular_damping_ratio)),
        Entry::At(offset_of!(P2MotorJointDef, max_force)),
        Entry::At(offset_of!(P2MotorJointDef, max_torque)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_motor_joint_def_default() -> P2MotorJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::MotorJoint::default()))
}

impl JointDefinition for P2MotorJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a motor joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_motor_joint_create(def: *const P2MotorJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a motor joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_motor_joint_get_def(joint: P2JointId, def: *mut P2MotorJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a motor joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_motor_joint_set_def(joint: P2JointId, def: *const P2MotorJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a pulley joint: start from `p2_pulley_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2PulleyJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in A's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The anchor in B's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_b: P2Vec2,
    /// The points of the world over which the rope runs, A's first, m. Unit: m. Range: from -1e18 to 1e18.
    /// Default: [0, 0, 0, 0].
    pub ground_anchors: [P2Position; 2],
    /// Length of the rope, m, not negative: A's part plus `ratio` times B's part. The part between the ground
    /// anchors does not count. Unit: m. Range: from 0 to 1e18. Default: 0.
    pub length: f32,
    /// How many strands of the rope run on B's side for one on A's side, above zero. Range: above zero, at
    /// most 1e18. Default: 1.
    pub ratio: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2PulleyJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2PulleyJointDef, base.break_force)),
        Entry::At(offset_of!(P2PulleyJointDef, base.break_torque)),
        Entry::At(offset_of!(P2PulleyJointDef, base.collide)),
        Entry::At(offset_of!(P2PulleyJointDef, base.enabled)),
        Entry::At(offset_of!(P2PulleyJointDef, base.user_data)),
        Entry::Kind(7),
        Entry::At(offset_of!(P2PulleyJointDef, anchor_a)),
        Entry::At(offset_of!(P2PulleyJointDef, anchor_b)),
        Entry::At(offset_of!(P2PulleyJointDef, ground_anchors)),
        Entry::At(offset_of!(P2PulleyJointDef, length)),
        Entry::At(offset_of!(P2PulleyJointDef, ratio)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_pulley_joint_def_default() -> P2PulleyJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::PulleyJoint::default()))
}

impl JointDefinition for P2PulleyJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a pulley joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_pulley_joint_create(def: *const P2PulleyJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a pulley joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_pulley_joint_get_def(joint: P2JointId, def: *mut P2PulleyJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a pulley joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_pulley_joint_set_def(joint: P2JointId, def: *const P2PulleyJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a gear joint: start from `p2_gear_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2GearJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The number of turns of A in the opposite direction for one turn of B; not zero. Negative for a belt,
    /// with which both turn in the same direction. Range: not zero, from -1e18 to 1e18. Default: 1.
    pub ratio: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2GearJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2GearJointDef, base.break_force)),
        Entry::At(offset_of!(P2GearJointDef, base.break_torque)),
        Entry::At(offset_of!(P2GearJointDef, base.collide)),
        Entry::At(offset_of!(P2GearJointDef, base.enabled)),
        Entry::At(offset_of!(P2GearJointDef, base.user_data)),
        Entry::Kind(8),
        Entry::At(offset_of!(P2GearJointDef, ratio)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_gear_joint_def_default() -> P2GearJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::GearJoint::default()))
}

impl JointDefinition for P2GearJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a gear joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_gear_joint_create(def: *const P2GearJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a gear joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_gear_joint_get_def(joint: P2JointId, def: *mut P2GearJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a gear joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_gear_joint_set_def(joint: P2JointId, def: *const P2GearJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a rack joint: start from `p2_rack_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2RackJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The anchor in the rack's frame, m. Where along the axis it is does not matter. Unit: m. Range: within
    /// 1e9 m of the origin of its body. Default: [0, 0].
    pub anchor_a: P2Vec2,
    /// The axle in the pinion's frame, m. Unit: m. Range: within 1e9 m of the origin of its body. Default:
    /// [0, 0].
    pub anchor_b: P2Vec2,
    /// The axis in the rack's frame, of any length but zero. Range: finite and not zero; it becomes a unit
    /// vector. Default: [1, 0].
    pub axis: P2Vec2,
    /// The radius of the pinion, m, not zero; negative if the rack is on the other side. Unit: m. Range: not
    /// zero, from -1e18 to 1e18. Default: 1.
    pub radius: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2RackJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2RackJointDef, base.break_force)),
        Entry::At(offset_of!(P2RackJointDef, base.break_torque)),
        Entry::At(offset_of!(P2RackJointDef, base.collide)),
        Entry::At(offset_of!(P2RackJointDef, base.enabled)),
        Entry::At(offset_of!(P2RackJointDef, base.user_data)),
        Entry::Kind(9),
        Entry::At(offset_of!(P2RackJointDef, anchor_a)),
        Entry::At(offset_of!(P2RackJointDef, anchor_b)),
        Entry::At(offset_of!(P2RackJointDef, axis)),
        Entry::At(offset_of!(P2RackJointDef, radius)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rack_joint_def_default() -> P2RackJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::RackJoint::default()))
}

impl JointDefinition for P2RackJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a rack joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rack_joint_create(def: *const P2RackJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a rack joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rack_joint_get_def(joint: P2JointId, def: *mut P2RackJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a rack joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rack_joint_set_def(joint: P2JointId, def: *const P2RackJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a friction joint: start from `p2_friction_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2FrictionJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The greatest force, N, not negative; infinite for no bound, 0 to leave the position free. Unit: N.
    /// Range: not negative. Default: 0.
    pub max_force: f32,
    /// The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free. Unit: N m.
    /// Range: not negative. Default: 0.
    pub max_torque: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2FrictionJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2FrictionJointDef, base.break_force)),
        Entry::At(offset_of!(P2FrictionJointDef, base.break_torque)),
        Entry::At(offset_of!(P2FrictionJointDef, base.collide)),
        Entry::At(offset_of!(P2FrictionJointDef, base.enabled)),
        Entry::At(offset_of!(P2FrictionJointDef, base.user_data)),
        Entry::Kind(10),
        Entry::At(offset_of!(P2FrictionJointDef, max_force)),
        Entry::At(offset_of!(P2FrictionJointDef, max_torque)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_friction_joint_def_default() -> P2FrictionJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::FrictionJoint::default()))
}

impl JointDefinition for P2FrictionJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a friction joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_friction_joint_create(def: *const P2FrictionJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a friction joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_friction_joint_get_def(joint: P2JointId, def: *mut P2FrictionJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a friction joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_friction_joint_set_def(joint: P2JointId, def: *const P2FrictionJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a filter joint: start from `p2_filter_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2FilterJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2FilterJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2FilterJointDef, base.break_force)),
        Entry::At(offset_of!(P2FilterJointDef, base.break_torque)),
        Entry::At(offset_of!(P2FilterJointDef, base.collide)),
        Entry::At(offset_of!(P2FilterJointDef, base.enabled)),
        Entry::At(offset_of!(P2FilterJointDef, base.user_data)),
        Entry::Kind(11),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_filter_joint_def_default() -> P2FilterJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::FilterJoint))
}

impl JointDefinition for P2FilterJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a filter joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_filter_joint_create(def: *const P2FilterJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a filter joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_filter_joint_get_def(joint: P2JointId, def: *mut P2FilterJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a filter joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_filter_joint_set_def(joint: P2JointId, def: *const P2FilterJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a portal joint: start from `p2_portal_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2PortalJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// Maps the pose of A to the pose of B: a rotation and a translation of the world, m. Unit: m. Range:
    /// from -1e18 to 1e18. Default: [0, 0].
    pub map_position: P2Position,
    /// Maps the pose of A to the pose of B: a rotation and a translation of the world, m. Range: of a length
    /// near 1. Default: [1, 0].
    pub map_rotation: P2Rot,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2PortalJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2PortalJointDef, base.break_force)),
        Entry::At(offset_of!(P2PortalJointDef, base.break_torque)),
        Entry::At(offset_of!(P2PortalJointDef, base.collide)),
        Entry::At(offset_of!(P2PortalJointDef, base.enabled)),
        Entry::At(offset_of!(P2PortalJointDef, base.user_data)),
        Entry::Kind(12),
        Entry::At(offset_of!(P2PortalJointDef, map_position)),
        Entry::At(offset_of!(P2PortalJointDef, map_rotation)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_portal_joint_def_default() -> P2PortalJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::PortalJoint::default()))
}

impl JointDefinition for P2PortalJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a portal joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_portal_joint_create(def: *const P2PortalJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a portal joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_portal_joint_get_def(joint: P2JointId, def: *mut P2PortalJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a portal joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_portal_joint_set_def(joint: P2JointId, def: *const P2PortalJointDef) -> P2Result {
    joint::set_def(joint, def)
}


/// All properties of a ratchet joint: start from `p2_ratchet_joint_def_default()`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2RatchetJointDef {
    /// The bodies, and what all kinds have in common.
    pub base: P2JointDef,
    /// The angle of B in A's frame at which one of the clicks is, rad. Unit: rad. Range: from -1e18 to 1e18.
    /// Default: 0.
    pub phase: f32,
    /// The angle from one click to the next, rad, from 1e-4 to 1e4; negative for a joint that lets B turn
    /// clockwise. Unit: rad. Range: from 1e-4 to 1e4, or negative. Default: 0.62831855.
    pub ratchet: f32,
    /// Whether `start_angle` is given. Default: 0.
    pub has_start_angle: u8,
    /// Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    /// that of the bodies, the one nearest to this. Not given for the one between -pi and pi. One that exists
    /// counts on, and has none. Unit: rad. Range: from -1e18 to 1e18. Default: not given.
    pub start_angle: f32,
}

// SAFETY: the offsets are those of the fields, in the order of the properties.
unsafe impl Definition for P2RatchetJointDef {
    type Of = JointDef<()>;
    const ENTRIES: &'static [Entry] = &[
        Entry::At(offset_of!(P2RatchetJointDef, base.break_force)),
        Entry::At(offset_of!(P2RatchetJointDef, base.break_torque)),
        Entry::At(offset_of!(P2RatchetJointDef, base.collide)),
        Entry::At(offset_of!(P2RatchetJointDef, base.enabled)),
        Entry::At(offset_of!(P2RatchetJointDef, base.user_data)),
        Entry::Kind(13),
        Entry::At(offset_of!(P2RatchetJointDef, phase)),
        Entry::At(offset_of!(P2RatchetJointDef, ratchet)),
        Entry::Option { has: offset_of!(P2RatchetJointDef, has_start_angle), len: 1 },
        Entry::At(offset_of!(P2RatchetJointDef, start_angle)),
    ];
}

/// The default definition of this kind of joint; without bodies, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_ratchet_joint_def_default() -> P2RatchetJointDef {
    wire::default(JointDef::new((), (), physics::world::joints::RatchetJoint::default()))
}

impl JointDefinition for P2RatchetJointDef {
    fn base(&mut self) -> &mut P2JointDef {
        &mut self.base
    }
}

/// Adds a ratchet joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_ratchet_joint_create(def: *const P2RatchetJointDef, joint: *mut P2JointId) -> P2Result {
    joint::create(def, joint)
}

/// The definition that a ratchet joint has now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_ratchet_joint_get_def(joint: P2JointId, def: *mut P2RatchetJointDef) -> P2Result {
    joint::get_def(joint, def)
}

/// Makes a ratchet joint what a definition says. Its bodies must be those that it has.
#[unsafe(no_mangle)]
pub extern "C" fn p2_ratchet_joint_set_def(joint: P2JointId, def: *const P2RatchetJointDef) -> P2Result {
    joint::set_def(joint, def)
}

/// What `p2_joint_get_kind` says of a revolute joint.
pub const P2_JOINT_KIND_REVOLUTE: u32 = 0;
/// What `p2_joint_get_kind` says of a mouse joint.
pub const P2_JOINT_KIND_MOUSE: u32 = 1;
/// What `p2_joint_get_kind` says of a distance joint.
pub const P2_JOINT_KIND_DISTANCE: u32 = 2;
/// What `p2_joint_get_kind` says of a prismatic joint.
pub const P2_JOINT_KIND_PRISMATIC: u32 = 3;
/// What `p2_joint_get_kind` says of a weld joint.
pub const P2_JOINT_KIND_WELD: u32 = 4;
/// What `p2_joint_get_kind` says of a wheel joint.
pub const P2_JOINT_KIND_WHEEL: u32 = 5;
/// What `p2_joint_get_kind` says of a motor joint.
pub const P2_JOINT_KIND_MOTOR: u32 = 6;
/// What `p2_joint_get_kind` says of a pulley joint.
pub const P2_JOINT_KIND_PULLEY: u32 = 7;
/// What `p2_joint_get_kind` says of a gear joint.
pub const P2_JOINT_KIND_GEAR: u32 = 8;
/// What `p2_joint_get_kind` says of a rack joint.
pub const P2_JOINT_KIND_RACK: u32 = 9;
/// What `p2_joint_get_kind` says of a friction joint.
pub const P2_JOINT_KIND_FRICTION: u32 = 10;
/// What `p2_joint_get_kind` says of a filter joint.
pub const P2_JOINT_KIND_FILTER: u32 = 11;
/// What `p2_joint_get_kind` says of a portal joint.
pub const P2_JOINT_KIND_PORTAL: u32 = 12;
/// What `p2_joint_get_kind` says of a ratchet joint.
pub const P2_JOINT_KIND_RATCHET: u32 = 13;

/// The number of a kind of joint.
pub(crate) fn kind_of(kind: &JointKind) -> u32 {
    match kind {
        JointKind::Revolute(_) => P2_JOINT_KIND_REVOLUTE,
        JointKind::Mouse(_) => P2_JOINT_KIND_MOUSE,
        JointKind::Distance(_) => P2_JOINT_KIND_DISTANCE,
        JointKind::Prismatic(_) => P2_JOINT_KIND_PRISMATIC,
        JointKind::Weld(_) => P2_JOINT_KIND_WELD,
        JointKind::Wheel(_) => P2_JOINT_KIND_WHEEL,
        JointKind::Motor(_) => P2_JOINT_KIND_MOTOR,
        JointKind::Pulley(_) => P2_JOINT_KIND_PULLEY,
        JointKind::Gear(_) => P2_JOINT_KIND_GEAR,
        JointKind::Rack(_) => P2_JOINT_KIND_RACK,
        JointKind::Friction(_) => P2_JOINT_KIND_FRICTION,
        JointKind::Filter(_) => P2_JOINT_KIND_FILTER,
        JointKind::Portal(_) => P2_JOINT_KIND_PORTAL,
        JointKind::Ratchet(_) => P2_JOINT_KIND_RATCHET,
    }
}
