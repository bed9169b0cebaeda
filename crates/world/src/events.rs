//! What happened in a step, as arrays that a program reads after the step.
//!
//! ```text
//!   the program removes a body that touches  -->  contacts end          --,
//!   the step                                 -->  contacts begin, end   ---> `EventLog::new`
//!   the end of the step                           `EventLog::new`       ---> `EventLog::last`, for events()
//! ```
//!
//! The end of a step publishes the events of [`EventLog::new`], and [`World::events`](crate::World::events)
//! returns them until the next step. Events hold user data for what has been removed since.

mod sides;

use crate::id::{BodyId, ColliderId, JointId, retag};
use compute::math::clamp;
use geom::{Point, Vec2};

pub(crate) use sides::{normal_on, side_of};

/// A collider in an event, with its body and the user data of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCollider {
    /// It may have been removed since.
    pub collider: ColliderId,
    /// It may have been removed since.
    pub body: BodyId,
    /// The user data of the collider.
    pub user_data: u128,
    /// The user data of the body.
    pub body_user_data: u128,
}

/// Two colliders began to touch.
///
/// Which of the two is `a` depends on when they were added, so a handler asks from the side of a body:
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World};
///
/// let mut world = World::default();
/// let player = world.add_body(BodyDef::dynamic().position([0.0, 0.52]))?;
/// world.add_collider(player, ColliderDef::new(Shape::circle(0.5)?))?;
/// let ground = world.add_body(BodyDef::fixed().user_data(7))?;
/// world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
/// for _ in 0..10 {
///     world.step(1.0 / 60.0);
///     for begin in world.events().contacts_begun() {
///         let (other, normal) = (begin.other(player).unwrap(), begin.normal_on(player).unwrap());
///         assert_eq!((other.body, other.body_user_data), (ground, 7));
///         assert!((normal.y - 1.0).abs() < 1e-6); // the ground pushes the player up
///         let [with_data, without] = begin.find(|it| it.body_user_data == 7).unwrap();
///         assert_eq!((with_data.body, without.body), (ground, player));
///     }
/// }
/// assert_eq!(world.body(player)?.contacts().next().unwrap().other(player).unwrap().body().id(), ground);
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias = "b2ContactBeginTouchEvent")]
#[doc(alias = "CollisionEvent")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactBegin {
    /// The collider with the lower slot.
    pub a: EventCollider,
    /// The other collider.
    pub b: EventCollider,
    /// Where they touch, m: the middle of the contact points.
    pub point: Point,
    /// A unit vector from `a` to `b`: see [`ContactBegin::normal_on`].
    pub normal: Vec2,
}

/// Two colliders stopped touching, or one of them was removed, disabled or may no longer collide.
#[doc(alias = "b2ContactEndTouchEvent")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEnd {
    /// The collider with the lower slot.
    pub a: EventCollider,
    /// The other collider.
    pub b: EventCollider,
}

/// Two colliders hit each other faster than [`WorldSettings::hit_speed`](crate::WorldSettings::hit_speed):
/// for sounds, sparks and damage.
///
/// Either collider may be `a`: [`ContactHit::other`], [`ContactHit::normal_on`] and [`ContactHit::find`] tell
/// what was hit and what hit it.
#[doc(alias = "b2ContactHitEvent")]
#[doc(alias = "ContactForceEvent")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactHit {
    /// The collider with the lower slot.
    pub a: EventCollider,
    /// The other collider.
    pub b: EventCollider,
    /// The contact point that was hit fastest, m.
    pub point: Point,
    /// A unit vector from `a` to `b`: see [`ContactHit::normal_on`].
    pub normal: Vec2,
    /// The speed at which `b` approached `a` at the point along the normal before the hit, m/s.
    pub approach_speed: f32,
    /// The normal impulse of the contact in the whole step, N s.
    pub impulse: f32,
}

/// A collider entered or left a sensor.
#[doc(alias = "b2SensorBeginTouchEvent")]
#[doc(alias = "b2SensorEndTouchEvent")]
#[doc(alias = "intersection_event")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEvent {
    /// The sensor.
    pub sensor: EventCollider,
    /// The collider that entered or left it, which may be a sensor, too.
    pub visitor: EventCollider,
}

/// A body fell asleep or woke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyEvent {
    /// It may have been removed since.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u128,
}

/// A joint that exerted more than its greatest force or torque, and was removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointBreak {
    /// Its handle, which is stale now.
    pub joint: JointId,
    /// Its user data.
    pub user_data: u128,
    /// The bodies that it joined.
    pub bodies: [BodyId; 2],
    /// The user data of the bodies.
    pub body_user_data: [u128; 2],
    /// The force on the second body that broke it, N.
    pub force: Vec2,
    /// The torque on the second body at that time, N m.
    pub torque: f32,
}

/// Something that a step could not do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepWarning {
    /// This time step is negative, not finite or above one second: the step did nothing.
    TimeStep(f32),
    /// The motion of this body was not finite or led farther than 100,000 km from the origin: the step
    /// stopped it where it was. One at the border stays there, asleep, without gravity and forces, and gives
    /// no further warning, until the program sets its pose or velocity or applies an impulse.
    BodyStopped(BodyId),
    /// A [`ContactHook`](crate::ContactHook) answered numbers that are out of their range, which count as
    /// zero in this step. There is one warning for all contacts of a step.
    HookAnswer {
        /// The colliders of the first of these contacts, in the order of slots.
        colliders: [ColliderId; 2],
        /// The field of the [`ContactResponse`](crate::ContactResponse).
        field: &'static str,
        /// NaN, or negative for another field than `surface_speed`.
        value: f32,
        /// For how many contacts the hook answered such numbers.
        contacts: u32,
    },
}

/// The events of the last step, and of what the program changed just before it.
///
/// The contacts that have begun and not ended are always those that touched at the end of the last step; so
/// for sensors and bodies that sleep. The order within a list depends on the inputs alone.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.5]).user_data(7))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
/// let mut hits: Vec<world::ContactHit> = Vec::new();
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     hits.extend(world.events().hits());
/// }
/// let [hit] = hits[..] else { panic!("one hit") };
/// assert_eq!((hit.b.body, hit.b.body_user_data), (ball, 7));
/// assert!((hit.point.y - 0.5).abs() < 0.1); // on the top of the ground, to the accuracy of a step
/// assert!((hit.approach_speed - 3.1).abs() < 0.2); // m/s, after a fall of half a metre
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias("active_events", "ChannelEventCollector"))]
pub struct Events {
    pub(crate) begun: Vec<ContactBegin>,
    pub(crate) ended: Vec<ContactEnd>,
    pub(crate) hits: Vec<ContactHit>,
    pub(crate) entered: Vec<SensorEvent>,
    pub(crate) left: Vec<SensorEvent>,
    pub(crate) asleep: Vec<BodyEvent>,
    pub(crate) woke: Vec<BodyEvent>,
    pub(crate) broken: Vec<JointBreak>,
    pub(crate) warnings: Vec<StepWarning>,
}

pub(crate) fn finite_in_event(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { clamp(x, -f32::MAX, f32::MAX) }
}

impl Events {
    /// Colliders that began to touch in the step: those that touch at its end, and those that bounced off
    /// within it.
    #[must_use]
    #[doc(alias = "Started")]
    pub fn contacts_begun(&self) -> &[ContactBegin] {
        &self.begun
    }

    /// Colliders that stopped touching, also because one of them was removed.
    #[must_use]
    #[doc(alias = "Stopped")]
    pub fn contacts_ended(&self) -> &[ContactEnd] {
        &self.ended
    }

    /// Contacts that were hit faster than [`WorldSettings::hit_speed`](crate::WorldSettings::hit_speed).
    #[must_use]
    pub fn hits(&self) -> &[ContactHit] {
        &self.hits
    }

    /// Colliders that entered a sensor.
    #[must_use]
    pub fn sensors_begun(&self) -> &[SensorEvent] {
        &self.entered
    }

    /// Colliders that left a sensor, also because one of the two was removed.
    #[must_use]
    pub fn sensors_ended(&self) -> &[SensorEvent] {
        &self.left
    }

    /// Bodies that fell asleep.
    #[must_use]
    pub fn fell_asleep(&self) -> &[BodyEvent] {
        &self.asleep
    }

    /// Bodies that woke, without those that were added awake.
    #[must_use]
    pub fn woke(&self) -> &[BodyEvent] {
        &self.woke
    }

    /// Joints that broke, in the order of their slots.
    #[must_use]
    pub fn joints_broken(&self) -> &[JointBreak] {
        &self.broken
    }

    /// What the step could not do, such as a time step out of range.
    #[must_use]
    pub fn warnings(&self) -> &[StepWarning] {
        &self.warnings
    }

    fn copy_from(&mut self, other: &Self) {
        let Self { begun, ended, hits, entered, left, asleep, woke, broken, warnings } = other;
        self.begun.clone_from(begun);
        self.ended.clone_from(ended);
        self.hits.clone_from(hits);
        self.entered.clone_from(entered);
        self.left.clone_from(left);
        self.asleep.clone_from(asleep);
        self.woke.clone_from(woke);
        self.broken.clone_from(broken);
        self.warnings.clone_from(warnings);
    }

    fn set_world(&mut self, world: u32) {
        let Self { begun, ended, hits, entered, left, asleep, woke, broken, warnings } = self;
        let retag_collider = |it: &mut EventCollider| {
            let EventCollider { collider, body, user_data: _, body_user_data: _ } = it;
            retag(collider, world);
            retag(body, world);
        };
        begun.iter_mut().flat_map(|it| [&mut it.a, &mut it.b]).for_each(retag_collider);
        ended.iter_mut().flat_map(|it| [&mut it.a, &mut it.b]).for_each(retag_collider);
        hits.iter_mut().flat_map(|it| [&mut it.a, &mut it.b]).for_each(retag_collider);
        let of_sensors = entered.iter_mut().chain(left);
        of_sensors.flat_map(|it| [&mut it.sensor, &mut it.visitor]).for_each(retag_collider);
        asleep.iter_mut().chain(woke).for_each(|it| retag(&mut it.body, world));
        for JointBreak { joint, bodies, .. } in broken {
            retag(joint, world);
            bodies.iter_mut().for_each(|body| retag(body, world));
        }
        for warning in warnings {
            match warning {
                StepWarning::BodyStopped(body) => retag(body, world),
                StepWarning::HookAnswer { colliders, .. } => {
                    colliders.iter_mut().for_each(|collider| retag(collider, world));
                }
                StepWarning::TimeStep(_) => {}
            }
        }
    }

    /// Removes all events and keeps the memory.
    pub fn clear(&mut self) {
        let Self { begun, ended, hits, entered, left, asleep, woke, broken, warnings } = self;
        begun.clear();
        ended.clear();
        hits.clear();
        entered.clear();
        left.clear();
        asleep.clear();
        woke.clear();
        broken.clear();
        warnings.clear();
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    /// *State* between steps: the next step publishes what the program has caused since the last one.
    pub(crate) new: Events,
    /// Those of the last step. No step reads them.
    pub(crate) last: Events,
}

impl EventLog {
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { new, last } = other;
        self.new.copy_from(new);
        self.last.copy_from(last);
    }

    pub(crate) fn set_world(&mut self, world: u32) {
        self.new.set_world(world);
        self.last.set_world(world);
    }

    pub(crate) fn publish(&mut self) {
        std::mem::swap(&mut self.new, &mut self.last);
        self.new.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing else in this crate keeps infinity and NaN out of events.
    #[test]
    fn numbers_of_events_are_finite() {
        for (x, expected) in [
            (1.5, 1.5),
            (-0.0, -0.0),
            (f32::MAX, f32::MAX),
            (f32::INFINITY, f32::MAX),
            (f32::NEG_INFINITY, -f32::MAX),
            (f32::NAN, 0.0),
        ] {
            assert_eq!(finite_in_event(x).to_bits(), expected.to_bits(), "{x}");
        }
    }
}
