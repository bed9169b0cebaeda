//! Forces of nature: explosions, wind, water, attractors, regions with a gravity of their own.
//!
//! ```text
//!   explosion                    impulses, once
//!   wind                         pressure on the edges that face it
//!   water                        weight of the displaced water, and the same pressure
//!   attractor, gravity region    a force at each centre of mass
//! ```
//!
//! Each is plain data with a function `apply` that a program calls between two steps, for all but an
//! explosion before each step. They read bodies in the order of slots and use the world's public interface,
//! so a simulation has the same bits everywhere.
//!
//! **Sleeping bodies** are left alone by all but explosions, so that what floats or leans in the wind falls
//! asleep. An effect that changes or ends is given to [`Fields`], which wakes the bodies on which the forces
//! are now others.
//!
//! **When a force is evaluated.** The force of a step is constant, and the world integrates it in n
//! sub-steps: x' = x + v dt + b a dt^2 with b = (n + 1) / 2n. With a at x, every oscillation and orbit would
//! gain energy: the determinant is 1 + (1 - b) (w dt)^2. At x + (1 - b) v dt it is one: orbits stay closed.
//!
//! Turned down: callbacks in each sub-step: a step calls no code of the user.

mod attractor;
mod check;
mod explosion;
mod fields;
mod flow;
mod gravity_region;
mod region;
mod water;
mod wind;

pub use attractor::{Attraction, Attractor};
pub use explosion::{Explosion, ExplosionHit};
pub use fields::{Field, Fields};
pub use gravity_region::GravityRegion;
pub use region::Region;
pub use water::Water;
pub use wind::Wind;

use broadphase::Broadphase;
use geom::{Point, Pose, Position, Rot, Vec2};
use world::{BodyId, BodyKind, BodyRef, ColliderRef, Method, World, WorldSettings};

/// All categories of colliders.
const ALL: u64 = u64::MAX;

/// The time after the beginning of a step at which forces that depend on the position are evaluated, s.
fn lead(settings: &WorldSettings, dt: f32) -> f32 {
    match settings.method {
        Method::Soft => {
            let n = settings.solver.substeps.max(1) as f32;
            0.5 * (n - 1.0) / n * dt
        }
        // One sub-step.
        Method::Classic => 0.0,
    }
}

/// Whether an effect acts on a body: an awake dynamic one that has a collider of these categories.
fn is_reached(body: BodyRef<'_>, categories: u64) -> bool {
    let is_of = || body.colliders().any(|c| c.filter().category & categories != 0 && c.is_enabled());
    body.kind() == BodyKind::Dynamic && (categories == ALL || is_of())
}

fn solid_colliders(body: BodyRef<'_>, categories: u64) -> impl Iterator<Item = ColliderRef<'_>> {
    let is_of = move |c: &ColliderRef<'_>| c.filter().category & categories != 0;
    body.colliders().filter(move |c| is_of(c) && !c.is_sensor() && c.is_enabled())
}

/// What the forces on a body depend on.
#[derive(Clone, Copy)]
struct Motion {
    /// Where the centre of mass will be, m, as seen from the origin of the region.
    center: Point,
    /// The pose in a frame whose origin is that centre: far from the origin of the world it keeps its digits.
    local: Pose,
    velocity: Vec2,
    angular_velocity: f32,
    /// 1 / mass, 1/kg, and 1 / inertia, 1/(kg m^2); zero for what is locked.
    inverse: [f32; 2],
}

impl Motion {
    fn of(body: BodyRef<'_>, lead: f32, origin: Position) -> Self {
        let mass = body.mass_properties();
        let (velocity, angular_velocity) = (body.velocity(), body.angular_velocity());
        let rotation = body.world_pose().rotation * Rot::from_angle(angular_velocity * lead);
        let local = Pose { position: Point::from(rotation * -mass.center.coords), rotation };
        let inverse_inertia = if mass.inertia > 0.0 { 1.0 / mass.inertia } else { 0.0 };
        let inverse = [1.0 / mass_of(body), inverse_inertia];
        let center = body.center_from(origin) + velocity * lead;
        Self { center, local, velocity, angular_velocity, inverse }
    }
}

/// A force on a body, N, at its centre of mass, with a torque, N m.
struct Push {
    body: BodyId,
    force: Vec2,
    torque: f32,
}

/// Applies to all awake bodies the forces (N) and torques (N m) that `force` computes, for all bodies before
/// any of them is applied. A force that the world refuses, because it or a sum of forces is not finite, is
/// left out.
fn apply<B: Broadphase>(world: &mut World<B>, force: impl Fn(BodyRef<'_>) -> (Vec2, f32)) {
    let awake = world.bodies().filter(|body| body.is_awake());
    let pushes = awake.map(|body| {
        let (force, torque) = force(body);
        Push { body: body.id(), force, torque }
    });
    let pushes: Vec<Push> = pushes.filter(|push| push.force != Vec2::zeros() || push.torque != 0.0).collect();
    for Push { body, force, torque } in pushes {
        if let Ok(mut body) = world.body_mut(body) {
            let _refused = body.apply_ambient_force(force, torque);
        }
    }
}

/// A body without colliders moves as one of 1 kg.
fn mass_of(body: BodyRef<'_>) -> f32 {
    let mass = body.mass_properties().mass;
    if mass > 0.0 { mass } else { 1.0 }
}
