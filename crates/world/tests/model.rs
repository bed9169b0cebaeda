//! Random legal and illegal calls between steps, compared with a simple model of what exists, touches and
//! overlaps.
//!
//! The model knows which bodies and colliders there are, and a few of their properties. What should touch or
//! overlap it finds by a test of all pairs of shapes. An illegal call must be refused and change nothing: the
//! hash of all state stays the same.

use geom::{Pose, Shape};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use world::{
    BodyDef, BodyId, BodyKind, BodyRef, ColliderDef, ColliderId, ColliderRef, ContactRef, DistanceJoint,
    Filter, JointDef, JointId, JointRef, Locks, QueryFilter, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// m. Shapes nearer than this get contact points; README of the crate.
const SPECULATIVE: f32 = 0.02;

/// A bound of how far a point of a body goes in a step if nothing pushes it, m; no shape reaches farther than
/// 2 m.
fn way(body: BodyRef<'_>) -> f32 {
    (body.velocity().norm() + 2.0 * body.angular_velocity().abs() + 0.2) * DT
}

#[derive(Clone, Debug)]
struct ModelBody {
    kind: BodyKind,
    user_data: u128,
    is_enabled: bool,
    locks: Locks,
    /// Where a call has put it, until the next step.
    pose: Option<Pose>,
    /// Whether a call has let it sleep or wake, until the next step.
    is_awake: Option<bool>,
}

#[derive(Clone, Debug)]
struct ModelCollider {
    body: BodyId,
    filter: Filter,
    is_sensor: bool,
    is_enabled: bool,
    shape: Shape,
}

#[derive(Default)]
struct Model {
    bodies: BTreeMap<BodyId, ModelBody>,
    colliders: BTreeMap<ColliderId, ModelCollider>,
    joints: BTreeMap<JointId, [BodyId; 2]>,
}

impl Model {
    fn remove_body(&mut self, id: BodyId) {
        self.bodies.remove(&id);
        self.colliders.retain(|_, collider| collider.body != id);
        self.joints.retain(|_, bodies| !bodies.contains(&id));
    }

    /// Whether a pair is sensed, and whether it collides.
    fn relation(&self, a: ColliderId, b: ColliderId) -> (bool, bool) {
        let [a, b] = [a, b].map(|id| &self.colliders[&id]);
        let bodies = [a.body, b.body].map(|id| &self.bodies[&id]);
        let is_enabled = bodies.iter().all(|body| body.is_enabled) && a.is_enabled && b.is_enabled;
        let may_meet = a.body != b.body && is_enabled && a.filter.accepts(b.filter);
        let is_sensor = a.is_sensor || b.is_sensor;
        let moves = bodies.iter().any(|body| body.kind != BodyKind::Static);
        let is_pushed = bodies.iter().any(|body| body.kind == BodyKind::Dynamic);
        let is_joined =
            self.joints.values().any(|&[c, d]| [c, d] == [a.body, b.body] || [d, c] == [a.body, b.body]);
        (may_meet && is_sensor && moves, may_meet && !is_sensor && is_pushed && !is_joined)
    }

    /// Everything exists that should, with its properties.
    fn check(&self, world: &World) {
        let bodies: BTreeSet<_> = world.bodies().map(BodyRef::id).collect();
        assert_eq!(bodies, self.bodies.keys().copied().collect());
        let colliders: BTreeSet<_> = world.colliders().map(ColliderRef::id).collect();
        assert_eq!(colliders, self.colliders.keys().copied().collect());
        let joints: BTreeSet<_> = world.joints().map(JointRef::id).collect();
        assert_eq!(joints, self.joints.keys().copied().collect());
        for (&id, body) in &self.bodies {
            let view = world.body(id).unwrap();
            assert_eq!(
                (view.kind(), view.user_data(), view.is_enabled(), view.locks()),
                (body.kind, body.user_data, body.is_enabled, body.locks)
            );
            let (v, w) = (view.velocity(), view.angular_velocity());
            let Locks { x, y, rotation } =
                if body.kind == BodyKind::Dynamic { body.locks } else { Locks::NONE };
            assert!((!x || v.x == 0.0) && (!y || v.y == 0.0) && (!rotation || w == 0.0), "{v:?} {w}");
            assert!(body.pose.is_none_or(|pose| view.pose() == pose), "{:?}", view.pose());
            let can_wake = body.is_enabled && body.kind != BodyKind::Static;
            assert!(can_wake || !view.is_awake());
            assert!(!can_wake || body.is_awake.is_none_or(|awake| view.is_awake() == awake));
        }
        for (&id, collider) in &self.colliders {
            let view = world.collider(id).unwrap();
            let found = (view.body().id(), view.filter(), view.is_sensor(), view.is_enabled());
            let expected = (collider.body, collider.filter, collider.is_sensor, collider.is_enabled);
            assert_eq!(found, expected);
            assert_eq!(view.shape(), &collider.shape);
            // A query finds what is enabled, and nothing else.
            let is_enabled = collider.is_enabled && self.bodies[&collider.body].is_enabled;
            let inside = view.body().pose() * collider.shape.mass_properties(1.0).unwrap().center;
            let only = |found: ColliderRef<'_>| found.id() == id;
            let query = QueryFilter::default().include_sensors().predicate(&only);
            let found = world.collider_at(inside, query).unwrap();
            assert_eq!(found.is_some(), is_enabled, "{id:?} at {inside:?}");
        }
    }

    /// Forgets who sleeps, after a call that may let others wake or sleep.
    fn forget_sleep(&mut self) {
        self.bodies.values_mut().for_each(|body| body.is_awake = None);
    }

    /// Forgets what calls have set and a step may change.
    fn forget_until_next_call(&mut self) {
        for body in self.bodies.values_mut() {
            (body.pose, body.is_awake) = (None, None);
        }
    }

    /// What touches and overlaps after a step. `before` holds the poses when it began, and how far the bodies
    /// could go: what touches on the way may have parted again.
    fn check_pairs(&self, world: &World, before: &BTreeMap<BodyId, (Pose, f32)>) {
        let touching: BTreeSet<_> = world
            .contacts()
            .filter(|contact| contact.is_touching())
            .map(|contact: ContactRef<'_>| contact.colliders().map(ColliderRef::id))
            .collect();
        let ids: Vec<_> = self.colliders.keys().copied().collect();
        for (i, &a) in ids.iter().enumerate() {
            for &b in &ids[i + 1..] {
                let (is_sensed, collides) = self.relation(a, b);
                let [va, vb] = [a, b].map(|id| world.collider(id).unwrap());
                let poses = [va, vb].map(|view| view.body().pose());
                let is_inside = is_sensed && collide::overlap(va.shape(), poses[0], vb.shape(), poses[1]);
                for (sensor, other) in [(va, b), (vb, a)] {
                    if sensor.is_sensor() {
                        let is_listed = sensor.overlaps().any(|inside| inside.id() == other);
                        assert_eq!(is_listed, is_inside, "{:?}, {other:?}", sensor.id());
                    }
                }
                let touches = touching.contains(&[a, b]) || touching.contains(&[b, a]);
                assert!(collides || !touches, "{a:?} touches {b:?}, which it must not");
                // The narrow phase looks at the poses before the step; contacts of one point are found in the
                // middle of the step, so the motion within the step is left to it.
                let [(start_a, way_a), (start_b, way_b)] = [va, vb].map(|view| before[&view.body().id()]);
                let separation = collide::separation(va.shape(), start_a, vb.shape(), start_b);
                let motion: f32 = [(va, start_a), (vb, start_b)]
                    .iter()
                    .map(|(view, start)| {
                        let now = view.body().pose();
                        let turn = (start.rotation.inverse() * now.rotation).angle().abs();
                        (now.position - start.position).norm() + turn
                    })
                    .sum();
                if let (true, Some(separation)) = (collides, separation.map(|found| found.separation)) {
                    let way = way_a + way_b;
                    assert!(
                        !touches || separation < SPECULATIVE + motion + way + 1e-3,
                        "{separation} m apart"
                    );
                    // Bodies that were built asleep look for what they touch when they wake.
                    let is_awake = [va, vb].iter().any(|view| view.body().is_awake());
                    assert!(
                        touches || !is_awake || separation > -1e-3 - motion,
                        "{separation} m deep and not touching"
                    );
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
enum Call {
    AddBody { kind: u8, x: f32, y: f32 },
    AddCollider { body: usize, shape: u8, bits: u64, sensor: bool },
    AddJoint(usize, usize),
    RemoveBody(usize),
    RemoveCollider(usize),
    RemoveJoint(usize),
    SetUserData(usize, u128),
    SetEnabled(usize, bool),
    SetKind(usize, u8),
    SetFilter(usize, u64),
    SetSensor(usize, bool),
    SetVelocity(usize, f32, f32),
    SetPose(usize, f32, f32, f32),
    SetLocks(usize, [bool; 3]),
    Sleep(usize),
    Wake(usize),
    SetShape(usize, u8),
    SetColliderEnabled(usize, bool),
    Illegal(usize, u8),
    Step(u8),
}

fn call() -> impl Strategy<Value = Call> {
    let pick = || 0_usize..32;
    let x = || -3.0_f32..3.0;
    prop_oneof![
        5 => (0_u8..4, x(), x()).prop_map(|(kind, x, y)| Call::AddBody { kind, x, y }),
        6 => (pick(), 0_u8..4, 1_u64..4, prop::bool::weighted(0.3))
            .prop_map(|(body, shape, bits, sensor)| Call::AddCollider { body, shape, bits, sensor }),
        1 => (pick(), pick()).prop_map(|(a, b)| Call::AddJoint(a, b)),
        1 => pick().prop_map(Call::RemoveBody),
        1 => pick().prop_map(Call::RemoveCollider),
        1 => pick().prop_map(Call::RemoveJoint),
        1 => (pick(), any::<u128>()).prop_map(|(body, data)| Call::SetUserData(body, data)),
        2 => (pick(), any::<bool>()).prop_map(|(body, on)| Call::SetEnabled(body, on)),
        1 => (pick(), 0_u8..3).prop_map(|(body, kind)| Call::SetKind(body, kind)),
        2 => (pick(), 1_u64..4).prop_map(|(collider, bits)| Call::SetFilter(collider, bits)),
        1 => (pick(), any::<bool>()).prop_map(|(collider, on)| Call::SetSensor(collider, on)),
        2 => (pick(), x(), x()).prop_map(|(body, x, y)| Call::SetVelocity(body, x, y)),
        2 => (pick(), x(), x(), x()).prop_map(|(body, x, y, angle)| Call::SetPose(body, x, y, angle)),
        1 => (pick(), any::<[bool; 3]>()).prop_map(|(body, locks)| Call::SetLocks(body, locks)),
        1 => pick().prop_map(Call::Sleep),
        1 => pick().prop_map(Call::Wake),
        2 => (pick(), 0_u8..4).prop_map(|(collider, shape)| Call::SetShape(collider, shape)),
        2 => (pick(), any::<bool>()).prop_map(|(collider, on)| Call::SetColliderEnabled(collider, on)),
        3 => (pick(), 0_u8..14).prop_map(|(pick, which)| Call::Illegal(pick, which)),
        6 => (1_u8..30).prop_map(Call::Step),
    ]
}

fn kind(number: u8) -> BodyKind {
    [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic][usize::from(number)]
}

fn shape_of(number: u8) -> Shape {
    let shape = match number {
        0 => Shape::circle(0.5),
        1 => Shape::rectangle(0.8, 0.3),
        2 => Shape::capsule([-0.4, 0.0], [0.4, 0.2], 0.15),
        _ => Shape::polygon([[-0.5, -0.3], [0.5, -0.3], [0.0, 0.6]]),
    };
    shape.unwrap()
}

/// The item with this number, if there are any.
fn nth<K: Copy, V>(items: &BTreeMap<K, V>, number: usize) -> Option<K> {
    items.keys().copied().nth(number % items.len().max(1))
}

/// Makes a call that must be refused, and changes nothing.
fn call_illegally(world: &mut World, model: &Model, pick: usize, which: u8, stale: BodyId) {
    let before = world.full_hash();
    let (body, collider) = (nth(&model.bodies, pick), nth(&model.colliders, pick));
    let nan = f32::NAN;
    let is_refused = match (which, body, collider) {
        (0, Some(id), _) => world.body_mut(id).unwrap().set_velocity([nan, 0.0]).is_err(),
        (1, Some(id), _) => world.body_mut(id).unwrap().set_pose(Pose::at([nan, 0.0])).is_err(),
        (2, Some(id), _) => world.body_mut(id).unwrap().set_gravity_scale(f32::INFINITY).is_err(),
        (3, _, Some(id)) => world.collider_mut(id).unwrap().set_density(-1.0).is_err(),
        (4, _, Some(id)) => world.collider_mut(id).unwrap().set_friction(nan).is_err(),
        (5, Some(id), _) => world.add_joint(JointDef::new(id, id, DistanceJoint::new(1.0))).is_err(),
        (6, Some(id), _) => world.add_joint(JointDef::new(id, stale, DistanceJoint::new(1.0))).is_err(),
        (7, Some(id), _) => {
            let shape = ColliderDef::new(Shape::circle(0.3).unwrap());
            world.add_collider(id, shape.one_way([0.0, 0.0])).is_err()
        }
        (8, _, Some(id)) => world.collider_mut(id).unwrap().set_restitution(-0.1).is_err(),
        (9, _, _) => world.add_body(BodyDef::dynamic().position([1e9, 0.0])).is_err(),
        (10, _, _) => world.remove_body(stale).is_err() && world.body_mut(stale).is_err(),
        (11, Some(id), _) => world.body_mut(id).unwrap().apply_central_force([nan, 0.0]).is_err(),
        (12, Some(id), _) => {
            let pose = Pose::at([0.0, 2e8]);
            world.body_mut(id).unwrap().set_pose(pose).is_err()
        }
        (13, _, Some(id)) => {
            let is_dynamic = world.collider(id).unwrap().body().kind() == BodyKind::Dynamic;
            let endless = Shape::half_space([0.0, 1.0], -50.0).unwrap();
            !is_dynamic || world.collider_mut(id).unwrap().set_shape(endless).is_err()
        }
        _ => true,
    };
    assert!(is_refused, "illegal call {which} was accepted");
    assert_eq!(world.full_hash(), before, "illegal call {which} changed something");
}

fn run(calls: &[Call]) {
    // A corner that a flush neighbour covers pushes nothing, which a model of pairs cannot know.
    let settings = WorldSettings::default().smooth_seams(false);
    let (mut world, mut model) = (World::new(settings), Model::default());
    let stale = world.add_body(BodyDef::fixed()).unwrap();
    world.remove_body(stale).unwrap();
    for call in calls {
        if !matches!(call, Call::Illegal(..)) {
            // Most calls wake what they affect.
            model.forget_sleep();
        }
        match *call {
            Call::AddBody { kind: number, x, y } => {
                let def = BodyDef { kind: kind(number), ..BodyDef::default() }.position([x, y]).user_data(7);
                let id = world.add_body(def).unwrap();
                let (kind, is_enabled, locks) = (kind(number), true, Locks::NONE);
                let (pose, is_awake) = (Some(Pose::at([x, y])), Some(true));
                let body = ModelBody { kind, user_data: 7, is_enabled, locks, pose, is_awake };
                model.bodies.insert(id, body);
            }
            Call::AddCollider { body, shape, bits, sensor } => {
                let Some(id) = nth(&model.bodies, body) else { continue };
                let shape = shape_of(shape);
                let filter = Filter { category: bits << 40, mask: 3 << 40, ..Filter::default() };
                let def = ColliderDef::new(shape.clone()).filter(filter).sensor(sensor);
                let collider = world.add_collider(id, def).unwrap();
                let (is_sensor, is_enabled) = (sensor, true);
                let added = ModelCollider { body: id, filter, is_sensor, is_enabled, shape };
                model.colliders.insert(collider, added);
            }
            Call::AddJoint(a, b) => {
                let (Some(a), Some(b)) = (nth(&model.bodies, a), nth(&model.bodies, b)) else { continue };
                if let Ok(id) = world.add_joint(JointDef::new(a, b, DistanceJoint::rope(2.0))) {
                    model.joints.insert(id, [a, b]);
                }
            }
            Call::RemoveBody(i) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                world.remove_body(id).unwrap();
                model.remove_body(id);
            }
            Call::RemoveCollider(i) => {
                let Some(id) = nth(&model.colliders, i) else { continue };
                world.remove_collider(id).unwrap();
                model.colliders.remove(&id);
            }
            Call::RemoveJoint(i) => {
                let Some(id) = nth(&model.joints, i) else { continue };
                world.remove_joint(id).unwrap();
                model.joints.remove(&id);
            }
            Call::SetUserData(i, data) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                world.body_mut(id).unwrap().set_user_data(data);
                model.bodies.get_mut(&id).unwrap().user_data = data;
            }
            Call::SetEnabled(i, on) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                world.body_mut(id).unwrap().set_enabled(on);
                model.bodies.get_mut(&id).unwrap().is_enabled = on;
            }
            Call::SetKind(i, number) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                if world.body_mut(id).unwrap().set_kind(kind(number)).is_ok() {
                    model.bodies.get_mut(&id).unwrap().kind = kind(number);
                }
            }
            Call::SetFilter(i, bits) => {
                let Some(id) = nth(&model.colliders, i) else { continue };
                let filter = Filter { category: bits << 40, mask: bits << 40, ..Filter::default() };
                world.collider_mut(id).unwrap().set_filter(filter);
                model.colliders.get_mut(&id).unwrap().filter = filter;
            }
            Call::SetSensor(i, on) => {
                let Some(id) = nth(&model.colliders, i) else { continue };
                world.collider_mut(id).unwrap().set_sensor(on).unwrap();
                model.colliders.get_mut(&id).unwrap().is_sensor = on;
            }
            Call::SetVelocity(i, x, y) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                // Refused for a static or disabled body.
                let _ = world.body_mut(id).unwrap().set_velocity([x, y]);
            }
            Call::SetPose(i, x, y, angle) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                let pose = Pose::new([x, y], angle);
                world.body_mut(id).unwrap().set_pose(pose).unwrap();
                let body = model.bodies.get_mut(&id).unwrap();
                (body.pose, body.is_awake) = (Some(pose), Some(true));
            }
            Call::SetLocks(i, [x, y, rotation]) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                let locks = Locks { x, y, rotation };
                world.body_mut(id).unwrap().set_locks(locks);
                let body = model.bodies.get_mut(&id).unwrap();
                (body.locks, body.is_awake) = (locks, Some(true));
            }
            Call::Sleep(i) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                world.body_mut(id).unwrap().sleep();
                model.bodies.get_mut(&id).unwrap().is_awake = Some(false);
            }
            Call::Wake(i) => {
                let Some(id) = nth(&model.bodies, i) else { continue };
                world.body_mut(id).unwrap().wake();
                model.bodies.get_mut(&id).unwrap().is_awake = Some(true);
            }
            Call::SetShape(i, number) => {
                let Some(id) = nth(&model.colliders, i) else { continue };
                world.collider_mut(id).unwrap().set_shape(shape_of(number)).unwrap();
                model.colliders.get_mut(&id).unwrap().shape = shape_of(number);
            }
            Call::SetColliderEnabled(i, on) => {
                let Some(id) = nth(&model.colliders, i) else { continue };
                world.collider_mut(id).unwrap().set_enabled(on);
                model.colliders.get_mut(&id).unwrap().is_enabled = on;
            }
            Call::Illegal(pick, which) => call_illegally(&mut world, &model, pick, which, stale),
            Call::Step(steps) => {
                for _ in 0..steps {
                    let before = world.bodies().map(|body| (body.id(), (body.pose(), way(body)))).collect();
                    world.step(DT);
                    world.validate().unwrap();
                    model.forget_until_next_call();
                    model.check_pairs(&world, &before);
                }
            }
        }
        world.validate().unwrap();
        model.check(&world);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    #[test]
    fn what_exists_touches_and_overlaps_is_what_the_model_says(calls in prop::collection::vec(call(), 1..100)) {
        run(&calls);
    }
}
