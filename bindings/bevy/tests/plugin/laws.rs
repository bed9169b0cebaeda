//! What components say is what the world has, on whatever way it came to be said.
//!
//! ```text
//!   cast    body with a collider, and a child collider; another body; a post, joined to the body; a group
//!   kind    a component: two values, on the entity that it belongs to
//!   way     how it comes: late, replaced, removed, with the body gone, disabled, in a pause, restored, ...
//!   law     after each way the world is that of an app in which the same components were spawned at once
//! ```

use crate::common::{STEP, app, run};
use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;
use physics::prelude::{BodyDef, Locks};

const BODY: usize = 0;
const PART: usize = 1;
const OTHER: usize = 2;
const POST: usize = 3;
const GROUP: usize = 4;
const ROD: usize = 5;

type Cast = [Entity; 6];

/// A component: on which of the cast, how a value of it is put there, taken away, and copied.
struct Kind {
    name: &'static str,
    on: usize,
    put: fn(&mut EntityWorldMut<'_>, u8),
    take: fn(&mut EntityWorldMut<'_>),
    copy: fn(EntityRef<'_>, &mut EntityWorldMut<'_>),
}

macro_rules! kinds {
    ($($on:ident $name:ident $value:expr;)+) => {
        [$(Kind {
            name: stringify!($name),
            on: $on,
            put: |entity, i| {
                let value: fn(u8) -> $name = $value;
                entity.insert(value(i));
            },
            take: |entity| {
                entity.remove::<$name>();
            },
            copy: |from, to| {
                if let Some(it) = from.get::<$name>() {
                    to.insert(it.clone());
                }
            },
        }),+]
    };
}

fn tenth(i: u8) -> f32 {
    0.1 * f32::from(i)
}

/// All properties.
fn kinds() -> Vec<Kind> {
    let collider = |on: usize| {
        kinds! {
            BODY ColliderDensity |i| ColliderDensity(f32::from(i) + 1.0);
            BODY Friction |i| Friction::new(tenth(i));
            BODY Restitution |i| Restitution(tenth(i));
            BODY RollingResistance |i| RollingResistance(tenth(i));
            BODY SurfaceSpeed |i| SurfaceSpeed(tenth(i));
            BODY CollisionMargin |i| CollisionMargin(0.1 * tenth(i));
            BODY CollisionLayers |i| CollisionLayers::new(i.into(), 1);
            BODY OneWay |i| OneWay(if i == 1 { Vec2::X } else { Vec2::NEG_Y });
            BODY Sensor |_| Sensor;
            BODY ColliderDisabled |_| ColliderDisabled;
            BODY ContactHooks |_| ContactHooks;
            BODY Collider |i| Collider::circle(0.3 + tenth(i));
        }
        .map(|kind| Kind { on, ..kind })
    };
    let body = kinds! {
        BODY RigidBody |i| if i == 1 { RigidBody::Static } else { RigidBody::Kinematic };
        BODY GravityScale |i| GravityScale(tenth(i));
        BODY LinearDamping |i| LinearDamping(tenth(i));
        BODY AngularDamping |i| AngularDamping(tenth(i));
        BODY MaxLinearSpeed |i| MaxLinearSpeed(f32::from(i));
        BODY MaxAngularSpeed |i| MaxAngularSpeed(f32::from(i));
        BODY Dominance |i| Dominance(i.into());
        BODY SleepingDisabled |_| SleepingDisabled;
        BODY RigidBodyDisabled |_| RigidBodyDisabled;
        BODY CcdDisabled |_| CcdDisabled;
        BODY MassOverride |i| MassOverride(MassProperties { mass: i.into(), ..MassOverride::default().0 });
        BODY BodyTemplate |i| BodyTemplate(BodyDef { user_data: i.into(), ..BodyDef::dynamic() });
        BODY LockedAxes |i| LockedAxes(Locks { x: i == 1, y: i == 2, rotation: true });
        ROD JointDisabled |_| JointDisabled;
    };
    // A part is in another place than its body, not of another kind: a few stand for all.
    let of_part = ["Friction", "Sensor", "ColliderDisabled", "Collider"];
    let part = collider(PART).into_iter().filter(|kind| of_part.contains(&kind.name));
    body.into_iter().chain(collider(BODY)).chain(part).collect()
}

/// What the cast is made of: copied to the app that it is compared with.
fn others() -> [Kind; 5] {
    kinds! {
        BODY Transform |_| Transform::IDENTITY;
        BODY LinearVelocity |_| LinearVelocity::ZERO;
        BODY AngularVelocity |_| AngularVelocity::ZERO;
        BODY Disabled |_| Disabled;
        BODY Sleeping |_| Sleeping;
    }
}

fn stage() -> App {
    app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP)
}

fn rod(cast: &Cast) -> Joint {
    Joint::new(cast[POST], cast[BODY], DistanceJoint::new(10.0))
}

fn enter(app: &mut App) -> Cast {
    let world = app.world_mut();
    let place = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
    let body = world.spawn((RigidBody::Dynamic, Collider::circle(0.5), place(0.0))).id();
    let part = world.spawn((Collider::rectangle(1.0, 0.5), place(1.0), ChildOf(body))).id();
    let other = world.spawn((RigidBody::Dynamic, Collider::circle(0.25), place(20.0))).id();
    let post = world.spawn((RigidBody::Static, place(-10.0))).id();
    let group = world.spawn(place(30.0)).id();
    let mut cast = [body, part, other, post, group, group];
    cast[ROD] = world.spawn(rod(&cast)).id();
    cast
}

/// An app in which the cast is spawned with the components that it has in this one.
fn again(app: &App, cast: &Cast) -> (App, Cast) {
    let mut next = stage();
    let there: Cast = [(); 6].map(|()| next.world_mut().spawn_empty().id());
    let name = |entity: Entity| cast.iter().position(|it| *it == entity).unwrap();
    for (&from, &to) in cast.iter().zip(&there) {
        let from = app.world().entity(from);
        // The place first: a body below a group starts at the right one.
        if let Some(parent) = from.get::<ChildOf>() {
            next.world_mut().entity_mut(to).insert(ChildOf(there[name(parent.parent())]));
        }
        if from.contains::<Joint>() {
            next.world_mut().entity_mut(to).insert(rod(&there));
        }
        for kind in others().iter().chain(&kinds()) {
            (kind.copy)(from, &mut next.world_mut().entity_mut(to));
        }
    }
    (next, there)
}

/// What the world has, but for motion: bodies, their colliders by owner, joints.
fn has(app: &App, cast: &Cast) -> Vec<String> {
    let physics = app.world().resource::<Physics>();
    let name = |entity: Option<Entity>| cast.iter().position(|it| Some(*it) == entity);
    let body = |id| name(physics.entity_of_body(id));
    let mut lines = Vec::new();
    for (i, &entity) in cast.iter().enumerate() {
        if let Some(it) = physics.body(entity) {
            let still = BodyDef::dynamic();
            let BodyDef { position, rotation, velocity, angular_velocity, .. } = still;
            let def = BodyDef { position, rotation, velocity, angular_velocity, awake: true, ..it.def() };
            lines.push(format!("{i}: {def:?}"));
        }
        for &id in physics.collider_ids(entity) {
            let it = physics.world.collider(id).unwrap();
            lines.push(format!("{i} of {:?}: {:?}", body(it.body().id()), it.def()));
        }
    }
    for joint in physics.world.joints() {
        let [a, b] = joint.bodies().map(|it| body(it.id()));
        lines.push(format!("{a:?} to {b:?}: {:?} {}", joint.kind(), joint.is_enabled()));
    }
    lines.push(format!("{} bodies", physics.world.bodies().count()));
    lines
}

/// Components of motion are those of the world, to the rounding of places of size 64.
fn check_motion(app: &App, cast: &Cast, what: &str) {
    let physics = app.world().resource::<Physics>();
    for &entity in cast {
        let Some(body) = physics.body(entity) else { continue };
        let it = app.world().entity(entity);
        let mut at = it.get::<Transform>().unwrap().translation.truncate();
        let mut above = it.get::<ChildOf>();
        while let Some(parent) = above {
            let parent = app.world().entity(parent.parent());
            at += parent.get::<Transform>().unwrap().translation.truncate();
            above = parent.get::<ChildOf>();
        }
        let position = body.pose().position;
        assert!((at - Vec2::new(position.x, position.y)).length() < 2e-5, "{what}: {at} {position}");
        let velocity = it.get::<LinearVelocity>().map_or(body.velocity(), |v| [v.x, v.y].into());
        assert_eq!(velocity, body.velocity(), "{what}");
        let sleeps = !body.is_awake() && body.is_enabled() && it.get() == Some(&RigidBody::Dynamic);
        assert_eq!(it.contains::<Sleeping>(), sleeps, "{what}");
    }
}

type Way = (&'static str, fn(&mut App, &Cast, &Kind));

fn put(app: &mut App, cast: &Cast, kind: &Kind, i: u8) {
    (kind.put)(&mut app.world_mut().entity_mut(cast[kind.on]), i);
}

fn take(app: &mut App, cast: &Cast, kind: &Kind) {
    (kind.take)(&mut app.world_mut().entity_mut(cast[kind.on]));
}

fn it(app: &mut App, entity: Entity) -> EntityWorldMut<'_> {
    app.world_mut().entity_mut(entity)
}

fn pause(app: &mut App, paused: bool) {
    app.world_mut().resource_mut::<Physics>().paused = paused;
}

const WAYS: &[Way] = &[
    ("late", |app, cast, kind| put(app, cast, kind, 1)),
    ("replaced", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 1);
        put(app, cast, kind, 2);
    }),
    ("removed", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 1);
        take(app, cast, kind);
    }),
    ("removed and replaced in a frame", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 1);
        take(app, cast, kind);
        put(app, cast, kind, 2);
    }),
    ("put and removed in a frame", |app, cast, kind| {
        put(app, cast, kind, 1);
        take(app, cast, kind);
    }),
    ("while there is no body", |app, cast, kind| {
        it(app, cast[BODY]).remove::<RigidBody>();
        run(app, 3);
        put(app, cast, kind, 1);
        run(app, 3);
        it(app, cast[BODY]).insert(RigidBody::Dynamic);
    }),
    ("while the body is replaced", |app, cast, kind| {
        it(app, cast[BODY]).insert(LinearVelocity(Vec2::Y)).remove::<RigidBody>();
        put(app, cast, kind, 1);
        it(app, cast[BODY]).insert(RigidBody::Dynamic);
    }),
    ("with a body that is removed as it moves", |app, cast, kind| {
        it(app, cast[BODY]).insert(LinearVelocity(Vec2::Y));
        run(app, 2);
        put(app, cast, kind, 1);
        it(app, cast[BODY]).remove::<RigidBody>();
    }),
    ("while there is no collider", |app, cast, kind| {
        it(app, cast[BODY]).remove::<Collider>();
        it(app, cast[PART]).remove::<Collider>();
        run(app, 2);
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[BODY]).insert(Collider::circle(1.0));
        it(app, cast[PART]).insert(Collider::circle(1.0));
    }),
    ("with a kind of body", |app, cast, kind| {
        it(app, cast[BODY]).insert(RigidBody::Static);
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[BODY]).insert((RigidBody::Kinematic, LinearVelocity(Vec2::Y)));
        put(app, cast, kind, 2);
    }),
    ("before disabling", |app, cast, kind| {
        put(app, cast, kind, 1);
        it(app, cast[kind.on]).insert(Disabled);
    }),
    ("while disabled", |app, cast, kind| {
        it(app, cast[kind.on]).insert(Disabled);
        run(app, 2);
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[kind.on]).remove::<Disabled>();
    }),
    ("removed while disabled", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[kind.on]).insert(Disabled);
        take(app, cast, kind);
        run(app, 2);
        it(app, cast[kind.on]).remove::<Disabled>();
    }),
    ("disabled while the body is removed", |app, cast, kind| {
        put(app, cast, kind, 1);
        it(app, cast[BODY]).insert(Disabled);
        run(app, 2);
        it(app, cast[BODY]).remove::<RigidBody>();
        run(app, 2);
        it(app, cast[BODY]).insert(RigidBody::Dynamic).remove::<Disabled>();
    }),
    ("in a pause", |app, cast, kind| {
        pause(app, true);
        run(app, 2);
        put(app, cast, kind, 1);
    }),
    ("in a pause that ends", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 1);
        pause(app, true);
        put(app, cast, kind, 2);
        run(app, 2);
        take(app, cast, kind);
        pause(app, false);
    }),
    ("with sleep", |app, cast, kind| {
        it(app, cast[BODY]).insert(Sleeping);
        run(app, 2);
        put(app, cast, kind, 1);
    }),
    ("with the body below a group", |app, cast, kind| {
        it(app, cast[BODY]).insert(ChildOf(cast[GROUP]));
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[GROUP]).get_mut::<Transform>().unwrap().translation.y = 5.0;
    }),
    ("with the body out of a group that has moved", |app, cast, kind| {
        it(app, cast[BODY]).insert(ChildOf(cast[GROUP]));
        run(app, 2);
        put(app, cast, kind, 1);
        it(app, cast[GROUP]).get_mut::<Transform>().unwrap().translation.y = 5.0;
        it(app, cast[BODY]).remove::<ChildOf>();
    }),
    ("with the part to another body", |app, cast, kind| {
        it(app, cast[PART]).insert(ChildOf(cast[OTHER]));
        put(app, cast, kind, 1);
    }),
    ("with the part out of its body", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 1);
        it(app, cast[PART]).remove::<ChildOf>();
    }),
    ("with the part to a group without a body", |app, cast, kind| {
        it(app, cast[PART]).insert(ChildOf(cast[GROUP]));
        put(app, cast, kind, 1);
    }),
    ("with the part to a group that becomes a body", |app, cast, kind| {
        it(app, cast[PART]).insert(ChildOf(cast[GROUP]));
        put(app, cast, kind, 1);
        it(app, cast[GROUP]).insert(ChildOf(cast[BODY]));
        run(app, 2);
        it(app, cast[GROUP]).insert(RigidBody::Dynamic);
    }),
    ("with the part out of a group that leaves its body", |app, cast, kind| {
        it(app, cast[GROUP]).insert(ChildOf(cast[BODY]));
        it(app, cast[PART]).insert(ChildOf(cast[GROUP]));
        run(app, 2);
        put(app, cast, kind, 1);
        it(app, cast[GROUP]).remove::<ChildOf>();
    }),
    ("changed since a save", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 2);
        let saved = app.world().resource::<Physics>().save();
        put(app, cast, kind, 2);
        run(app, 2);
        saved.restore_into(app.world_mut());
    }),
    ("removed since a save", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 2);
        let saved = app.world().resource::<Physics>().save();
        take(app, cast, kind);
        run(app, 2);
        saved.restore_into(app.world_mut());
    }),
    ("moved to another body since a save", |app, cast, kind| {
        put(app, cast, kind, 1);
        run(app, 2);
        let saved = app.world().resource::<Physics>().save();
        it(app, cast[PART]).insert(ChildOf(cast[OTHER]));
        run(app, 2);
        saved.restore_into(app.world_mut());
        pause(app, true);
    }),
    ("without a joint for a while", |app, cast, kind| {
        it(app, cast[ROD]).remove::<Joint>();
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[ROD]).insert(rod(cast));
    }),
    ("without a velocity", |app, cast, kind| {
        it(app, cast[BODY]).remove::<(LinearVelocity, AngularVelocity)>();
        run(app, 2);
        put(app, cast, kind, 1);
        run(app, 2);
        it(app, cast[BODY]).get_mut::<Transform>().unwrap().translation.y = 1.0;
    }),
];

#[test]
fn world_has_what_components_say_on_whatever_way_they_came() {
    let mut wrong = Vec::new();
    for (way, go) in WAYS {
        for kind in kinds() {
            let what = format!("{} on {}, {way}", kind.name, kind.on);
            let mut app = stage();
            let cast = enter(&mut app);
            run(&mut app, 2);
            go(&mut app, &cast, &kind);
            // A collider without a body is on a body of its own two steps later.
            run(&mut app, 3);
            let (mut next, there) = again(&app, &cast);
            run(&mut next, 3);
            let (found, expected) = (has(&app, &cast), has(&next, &there));
            if found != expected {
                let lines = expected.iter().zip(&found).find(|(a, b)| a != b);
                wrong.push(format!("{what}: {lines:?}"));
            }
            check_motion(&app, &cast, &what);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
