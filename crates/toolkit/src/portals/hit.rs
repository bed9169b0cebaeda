//! Takes out of a body what it bounces by mistake when it is hit half through a portal.
//!
//! **Why.** A contact sees the mass of one of the two bodies, half of the whole. The joint brings the other
//! half along, and the solver takes the impulse back only in part: a box that meets a wall with restitution 0
//! at 4 m/s leaves it at 0.3 m/s.
//!
//! **What.** After the step the two are one body again, of mass M, and each contact that pushed gets a
//! correction d:
//!
//! ```text
//! (u + K d)(p + d) = 0     u + K d >= 0     p + d >= 0
//! K = 1/M + (r x n)^2 / I + 1/m + (s x n)^2 / J
//!
//! u        speed at which a point parts, less the speed b at which it should
//! p        its impulse in the whole step;   m, J, s: of the other body
//! ```
//!
//! Each contact parts with b, and none pulls. b is the restitution times the speed of approach before the
//! step ([`Speeds`]), zero where the world lets nothing bounce. Without restitution the solution has the
//! least kinetic energy of all impulses that push. Solved by projected Gauss-Seidel.
//!
//! Turned down: whole mass for the part that is touched: both may be.

use broadphase::Broadphase;
use compute::math::max;
use geom::{MassProperties, Rot, Vec2, WorldPose, cross, left_normal};
use world::{BodyId, BodyKind, BodyRef, ColliderRef, ContactRef, DefError, Method, World};

/// Velocities that a correction would change by less than this, m/s and rad/s, are left: writing them would
/// keep a body at rest awake.
const LEAST_CHANGE: f32 = 1e-3;

/// Sweeps over the points. Two points at the ends of a box converge by a factor of four or better in each.
const SWEEPS: usize = 20;

/// The velocities of the bodies that move, before a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Speeds {
    /// Sorted by the handle: velocity, m/s, and angular velocity, rad/s.
    bodies: Vec<(BodyId, Vec2, f32)>,
}

impl Speeds {
    /// Empty if they are not needed.
    pub(super) fn take<B: Broadphase>(&mut self, world: &World<B>, is_needed: bool) {
        self.bodies.clear();
        if is_needed {
            let of = |body: BodyRef<'_>| (body.id(), body.velocity(), body.angular_velocity());
            self.bodies.extend(world.moved_bodies().map(of));
            compute::sort_by(&mut self.bodies, |a, b| a.0.cmp(&b.0));
        }
    }

    /// The velocity of the point at `arm` (m) from the centre of mass of a body. A static body, and one that
    /// the step has woken, stood still.
    fn at(&self, body: BodyId, arm: Vec2) -> Vec2 {
        let found = self.bodies.binary_search_by_key(&body, |(id, ..)| *id);
        found.map_or(Vec2::zeros(), |index| {
            let (_, velocity, angular_velocity) = self.bodies[index];
            velocity + left_normal(arm) * angular_velocity
        })
    }
}

/// A body that is half through, and its twin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves {
    pub(super) body: BodyId,
    pub(super) twin: BodyId,
    /// From the body to the twin.
    pub(super) map: WorldPose,
    /// Of the two together.
    pub(super) whole: MassProperties,
}

/// How much an impulse moves a body.
#[derive(Clone, Copy, Debug)]
struct Inertia {
    inverse_mass: f32,
    inverse_inertia: f32,
}

/// A body, and its velocity during the correction.
#[derive(Clone, Copy, Debug)]
struct Moving {
    inertia: Inertia,
    velocity: Vec2,
    angular_velocity: f32,
}

impl Moving {
    fn of(body: BodyRef<'_>, mass: f32, inertia: f32) -> Self {
        let locks = body.locks();
        // What is locked to an axis is left as it is: to move it would break the lock.
        let is_free = body.kind() == BodyKind::Dynamic && !(locks.x || locks.y);
        let inverse = |x: f32, is_free: bool| if is_free && x > 0.0 { 1.0 / x } else { 0.0 };
        let inertia = Inertia {
            inverse_mass: inverse(mass, is_free),
            inverse_inertia: inverse(inertia, is_free && !locks.rotation),
        };
        Self { inertia, velocity: body.velocity(), angular_velocity: body.angular_velocity() }
    }

    /// The speed along `normal` of the point at `arm` from the centre of mass.
    fn speed(&self, arm: Vec2, normal: Vec2) -> f32 {
        self.velocity.dot(&normal) + self.angular_velocity * cross(arm, normal)
    }

    /// By how much a unit impulse along `normal` at `arm` changes that speed.
    fn response(&self, arm: Vec2, normal: Vec2) -> f32 {
        let Inertia { inverse_mass, inverse_inertia } = self.inertia;
        let lever = cross(arm, normal);
        inverse_mass + inverse_inertia * lever * lever
    }

    fn differs(&self, other: &Self, length_unit: f32) -> bool {
        (self.velocity - other.velocity).norm() > LEAST_CHANGE * length_unit
            || (self.angular_velocity - other.angular_velocity).abs() > LEAST_CHANGE
    }

    fn apply(&mut self, arm: Vec2, impulse: Vec2) {
        self.velocity += impulse * self.inertia.inverse_mass;
        self.angular_velocity += cross(arm, impulse) * self.inertia.inverse_inertia;
    }
}

/// A point at which the body was pushed, in the frame of the opening where the body is.
#[derive(Clone, Copy, Debug)]
struct Push {
    /// Index of the other body.
    other: usize,
    /// From the other body to this one, unit.
    normal: Vec2,
    /// From the centre of mass of this body, and from that of the other one, m.
    arms: [Vec2; 2],
    /// The impulse in the whole step, N s.
    impulse: f32,
    /// The speed along the normal at which the point should part, m/s.
    bounce: f32,
}

/// Another body that pushed, in the frame of the opening where the body is.
#[derive(Clone, Copy, Debug)]
struct Other {
    id: BodyId,
    /// Into that frame.
    frame: Rot,
    moving: Moving,
}

/// Corrects the velocities of a body, of its twin, and of what pushed them in the last step, if they bounced
/// by mistake. A body that pushes both of the two counts as two bodies, one on each side.
pub(super) fn correct_hits<B: Broadphase>(
    world: &mut World<B>,
    halves: &Halves,
    before: &Speeds,
) -> Result<(), DefError> {
    let (settings, unit) = (world.settings(), world.settings().length_unit);
    let slowest = unit
        * match settings.method {
            Method::Soft => settings.solver.bounce_threshold,
            Method::Classic => settings.classic.bounce_threshold,
        };
    let back = halves.map.rotation.inverse();
    let (body, twin) = (world.body(halves.body)?, world.body(halves.twin)?);
    let mut whole = Moving::of(body, halves.whole.mass, halves.whole.inertia);
    whole.velocity = (whole.velocity + back * twin.velocity()) * 0.5;
    whole.angular_velocity = (whole.angular_velocity + twin.angular_velocity()) * 0.5;

    let (mut others, mut pushes) = (Vec::<Other>::new(), Vec::new());
    for (view, frame) in [(body, Rot::IDENTITY), (twin, back)] {
        for contact in view.contacts().filter(|contact| contact.step_impulse() > 0.0) {
            let [a, b] = contact.colliders().map(ColliderRef::body);
            let is_a = a.id() == view.id();
            let other = if is_a { b } else { a };
            let known = others.iter().position(|known| (known.id, known.frame) == (other.id(), frame));
            let index = known.unwrap_or(others.len());
            if known.is_none() {
                let mass = other.mass_properties();
                let mut moving = Moving::of(other, mass.mass, mass.inertia);
                moving.velocity = frame * moving.velocity;
                others.push(Other { id: other.id(), frame, moving });
            }
            let bounce = |arms: [Vec2; 2], normal: Vec2| {
                let [own, others] = [(view.id(), arms[0]), (other.id(), arms[1])]
                    .map(|(body, arm)| before.at(body, arm).dot(&normal));
                let approach = others - own;
                if approach > slowest { contact.restitution() * approach } else { 0.0 }
            };
            add_pushes(&mut pushes, contact, is_a, frame, index, bounce);
        }
    }
    let (before, others_before) = (whole, others.clone());
    solve(&mut pushes, &mut whole, &mut others);
    if !whole.differs(&before, unit) {
        return Ok(());
    }
    for (Other { id, frame, moving }, was) in others.iter().zip(&others_before) {
        if moving.differs(&was.moving, unit) {
            let change = frame.inverse() * (moving.velocity - was.moving.velocity);
            let turn = moving.angular_velocity - was.moving.angular_velocity;
            let view = world.body(*id)?;
            let (v, w) = (view.velocity() + change, view.angular_velocity() + turn);
            world.body_mut(*id)?.set_velocity(v)?.set_angular_velocity(w)?;
        }
    }
    let Moving { velocity: v, angular_velocity: w, .. } = whole;
    world.body_mut(halves.body)?.set_velocity(v)?.set_angular_velocity(w)?;
    world.body_mut(halves.twin)?.set_velocity(halves.map.rotation * v)?.set_angular_velocity(w)?;
    Ok(())
}

/// Adds the points of a contact. Which point pushed how much is known of the last sub-step only, so the
/// impulse of the step is divided in that ratio, or in halves if neither pushed in the last sub-step.
/// `bounce` gives the speed at which a point should part, m/s, by its arms (m) and its normal.
fn add_pushes(
    pushes: &mut Vec<Push>,
    contact: ContactRef<'_>,
    is_a: bool,
    frame: Rot,
    other: usize,
    bounce: impl Fn([Vec2; 2], Vec2) -> f32,
) {
    let manifold = contact.manifold();
    let count = manifold.points().len() as f32;
    let last: Vec<f32> = contact.points().map(|(_, _, impulse)| impulse.normal).collect();
    let sum: f32 = last.iter().sum();
    for (point, &last) in manifold.points().iter().zip(&last) {
        let share = if sum > 0.0 { last / sum } else { 1.0 / count };
        let (sign, arms) = if is_a {
            (-1.0, [point.anchor_a, point.anchor_b])
        } else {
            (1.0, [point.anchor_b, point.anchor_a])
        };
        pushes.push(Push {
            other,
            normal: frame * (manifold.normal * sign),
            arms: arms.map(|arm| frame * arm),
            impulse: share * contact.step_impulse(),
            bounce: bounce(arms, manifold.normal * sign),
        });
    }
}

fn solve(pushes: &mut [Push], whole: &mut Moving, others: &mut [Other]) {
    for _ in 0..SWEEPS {
        for push in &mut *pushes {
            let Push { normal, arms: [r, s], .. } = *push;
            let other = &mut others[push.other].moving;
            let k = whole.response(r, normal) + other.response(s, normal);
            if k <= 0.0 {
                continue;
            }
            let speed = whole.speed(r, normal) - other.speed(s, normal) - push.bounce;
            let impulse = max(push.impulse - speed / k, 0.0);
            let change = normal * (impulse - push.impulse);
            push.impulse = impulse;
            whole.apply(r, change);
            other.apply(s, -change);
        }
    }
}
