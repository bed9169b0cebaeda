//! What happened in a step, and what touches now.

use crate::error::{self, P2Result, guard};
use crate::handle::{self, Kind, P2BodyId, P2ColliderId, P2JointId, P2WorldId};
use crate::registry::{self, Host};
use crate::values::P2Vec2;
use crate::wire;
use physics::world::{
    BodyEvent, ContactBegin, ContactEnd, ContactHit, EventCollider, Events, JointBreak, SensorEvent,
    StepWarning,
};

/// A collider in an event, which may have been removed since.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2EventCollider {
    /// The collider.
    pub collider: P2ColliderId,
    /// Its body.
    pub body: P2BodyId,
    /// The user data of the collider.
    pub user_data: [u64; 2],
    /// The user data of the body.
    pub body_user_data: [u64; 2],
}

/// Two colliders began to touch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ContactBegin {
    /// One of the two: the one with the lower slot.
    pub a: P2EventCollider,
    /// The other.
    pub b: P2EventCollider,
    /// The middle of the contact points, m.
    pub point: P2Vec2,
    /// The unit normal from `a` to `b`.
    pub normal: P2Vec2,
}

/// Two colliders stopped touching.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ContactEnd {
    /// One of the two.
    pub a: P2EventCollider,
    /// The other.
    pub b: P2EventCollider,
}

/// Two colliders hit each other faster than `hit_speed` of the settings.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ContactHit {
    /// One of the two.
    pub a: P2EventCollider,
    /// The other.
    pub b: P2EventCollider,
    /// The point that was hit fastest, m.
    pub point: P2Vec2,
    /// The unit normal from `a` to `b`.
    pub normal: P2Vec2,
    /// The speed of approach before the hit, m/s.
    pub approach_speed: f32,
    /// The normal impulse in the whole step, N s.
    pub impulse: f32,
}

/// A collider entered or left a sensor.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2SensorEvent {
    /// The sensor.
    pub sensor: P2EventCollider,
    /// What entered or left it.
    pub visitor: P2EventCollider,
}

/// A body fell asleep or woke.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2BodyEvent {
    /// The body, which may have been removed since.
    pub body: P2BodyId,
    /// Its user data.
    pub user_data: [u64; 2],
}

/// A joint broke, and was removed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2JointBreak {
    /// Its handle, which is stale now.
    pub joint: P2JointId,
    /// Its user data.
    pub user_data: [u64; 2],
    /// The first body.
    pub body_a: P2BodyId,
    /// The second body.
    pub body_b: P2BodyId,
    /// The force on the second body that broke it, N.
    pub force: P2Vec2,
    /// The torque on it, N m.
    pub torque: f32,
}

/// How many events of each kind the last step had.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct P2EventCounts {
    /// For `p2_world_get_contact_begins`.
    pub contact_begins: u32,
    /// For `p2_world_get_contact_ends`.
    pub contact_ends: u32,
    /// For `p2_world_get_contact_hits`.
    pub contact_hits: u32,
    /// For `p2_world_get_sensor_begins`.
    pub sensor_begins: u32,
    /// For `p2_world_get_sensor_ends`.
    pub sensor_ends: u32,
    /// For `p2_world_get_fallen_asleep`.
    pub fallen_asleep: u32,
    /// For `p2_world_get_woken`.
    pub woken: u32,
    /// For `p2_world_get_joint_breaks`.
    pub joint_breaks: u32,
    /// For `p2_world_get_stopped`.
    pub stopped: u32,
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct P2ContactPoint {
    /// Where it is, m.
    pub point: P2Vec2,
    /// The separation when the last step began, m; negative for an overlap.
    pub separation: f32,
    /// The impulse of the last sub-step along the normal, N s.
    pub normal_impulse: f32,
    /// That along the surface, N s.
    pub tangent_impulse: f32,
}

/// A contact that touches, from the side of one body.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2Contact {
    /// The collider of the body.
    pub own: P2ColliderId,
    /// What it touches.
    pub other: P2ColliderId,
    /// The body of that.
    pub other_body: P2BodyId,
    /// The unit normal that points onto the body: upwards for what stands on the ground. Zero if it has no
    /// points.
    pub normal: P2Vec2,
    /// The normal impulse in the whole last step, N s.
    pub impulse: f32,
    /// How many points it has, 0 to 2.
    pub count: u32,
    /// The points.
    pub points: [P2ContactPoint; 2],
}

impl Host {
    fn side(&self, side: &EventCollider) -> P2EventCollider {
        P2EventCollider {
            collider: self.handle(side.collider),
            body: self.handle(side.body),
            user_data: wire::halves(side.user_data),
            body_user_data: wire::halves(side.body_user_data),
        }
    }
}

impl P2ContactBegin {
    pub(crate) fn of(host: &Host, event: &ContactBegin) -> Self {
        let (a, b) = (host.side(&event.a), host.side(&event.b));
        Self { a, b, point: event.point.into(), normal: event.normal.into() }
    }
}

impl P2ContactEnd {
    pub(crate) fn of(host: &Host, event: &ContactEnd) -> Self {
        Self { a: host.side(&event.a), b: host.side(&event.b) }
    }
}

impl P2ContactHit {
    pub(crate) fn of(host: &Host, event: &ContactHit) -> Self {
        Self {
            a: host.side(&event.a),
            b: host.side(&event.b),
            point: event.point.into(),
            normal: event.normal.into(),
            approach_speed: event.approach_speed,
            impulse: event.impulse,
        }
    }
}

impl P2SensorEvent {
    pub(crate) fn of(host: &Host, event: &SensorEvent) -> Self {
        Self { sensor: host.side(&event.sensor), visitor: host.side(&event.visitor) }
    }
}

impl P2BodyEvent {
    pub(crate) fn of(host: &Host, event: &BodyEvent) -> Self {
        Self { body: host.handle(event.body), user_data: wire::halves(event.user_data) }
    }
}

impl P2JointBreak {
    pub(crate) fn of(host: &Host, event: &JointBreak) -> Self {
        let [body_a, body_b] = event.bodies.map(|body| host.handle(body));
        Self {
            joint: host.handle(event.joint),
            user_data: wire::halves(event.user_data),
            body_a,
            body_b,
            force: event.force.into(),
            torque: event.torque,
        }
    }
}

/// How many events the last step had.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_event_counts(world: P2WorldId, counts: *mut P2EventCounts) -> P2Result {
    guard(|| {
        let out = error::output(counts, "counts")?;
        registry::read(world, |host| {
            let all = host.world.events();
            out.put(P2EventCounts {
                contact_begins: all.contacts_begun().len() as u32,
                contact_ends: all.contacts_ended().len() as u32,
                contact_hits: all.hits().len() as u32,
                sensor_begins: all.sensors_begun().len() as u32,
                sensor_ends: all.sensors_ended().len() as u32,
                fallen_asleep: all.fell_asleep().len() as u32,
                woken: all.woke().len() as u32,
                joint_breaks: all.joints_broken().len() as u32,
                stopped: stopped(all).count() as u32,
            });
            Ok(())
        })
    })
}

fn stopped(events: &Events) -> impl Iterator<Item = physics::world::BodyId> {
    events.warnings().iter().filter_map(|warning| match warning {
        StepWarning::BodyStopped(body) => Some(*body),
        _ => None,
    })
}

/// Bodies that the step stopped, because their motion was not finite or led out of the world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_stopped(
    world: P2WorldId,
    bodies: *mut P2BodyId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(bodies, capacity, count, "bodies")?;
        registry::read(world, |host| out.put(stopped(host.world.events()).map(|body| host.handle(body))))
    })
}

/// What touches a body now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_contacts(
    body: P2BodyId,
    contacts: *mut P2Contact,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(contacts, capacity, count, "contacts")?;
        registry::read_of(body, Kind::Body, "body", |host| {
            let body = host.body(body, "body")?;
            let id = body.id();
            let handle = |id: Option<physics::world::ColliderId>| id.map_or(0, |id| host.handle(id));
            let touching = body.contacts().filter(|contact| contact.is_touching());
            out.put(touching.map(|contact| {
                let other = contact.other(id);
                let mut points = [P2ContactPoint::default(); 2];
                let mut count = 0;
                for (to, (point, separation, impulse)) in points.iter_mut().zip(contact.points()) {
                    *to = P2ContactPoint {
                        point: point.into(),
                        separation,
                        normal_impulse: impulse.normal,
                        tangent_impulse: impulse.tangent,
                    };
                    count += 1;
                }
                P2Contact {
                    own: handle(contact.own(id).map(|own| own.id())),
                    other: handle(other.map(|other| other.id())),
                    other_body: other.map_or(0, |other| host.handle(other.body().id())),
                    normal: contact.normal_on(id).unwrap_or_default().into(),
                    impulse: contact.step_impulse(),
                    count,
                    points,
                }
            }))
        })
    })
}

/// The number of a handle's slot: small, and unique among the bodies, the colliders or the joints that a
/// world has at one time. Use it as an index into arrays of your own.
#[unsafe(no_mangle)]
pub extern "C" fn p2_handle_index(handle: u64) -> u32 {
    handle::index(handle) as u32
}

/// The handle in `world` of what `handle` named in the world that was saved: for handles that a program has
/// kept in a file with the bytes of `p2_world_save_bytes`, after `p2_world_restore_bytes`, in this or in
/// another process. Only slot and generation are compared: in a world with another history they name another
/// thing.
#[unsafe(no_mangle)]
pub extern "C" fn p2_handle_in_world(world: P2WorldId, handle: u64, here: *mut u64) -> P2Result {
    guard(|| {
        let out = error::output(here, "here")?;
        registry::read(world, |host| {
            let moved = handle::moved(handle, host.place, host.epoch);
            match handle::kind(handle) {
                Kind::Body => host.body(moved, "handle").map(|_| ()),
                Kind::Collider => host.collider(moved, "handle").map(|_| ()),
                Kind::Joint => host.joint(moved, "handle").map(|_| ()),
                Kind::World => handle::place(handle, Kind::Body, "handle").map(|_| ()),
            }?;
            out.put(moved);
            Ok(())
        })
    })
}
