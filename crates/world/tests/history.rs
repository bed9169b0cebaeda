//! Random histories of adding, removing, changing and stepping. After each action the world is valid, its
//! hash is the same on every broad phase. After each step the events so far add up to what touches and to
//! which bodies sleep.

mod actions;

use actions::{Action, action, joint_kind};
use broadphase::{Broadphase, DynamicTree, SortAndSweep, SweepList};
use broadphases::{BruteForce, QuadTree, UniformGrid};
use geom::{MassProperties, Point, Pose, Shape};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use textbook::{ClassicSettings, PositionCorrection, StepOrder};
use world::{
    BodyDef, BodyId, BodyKind, BodyMut, ColliderDef, ColliderId, ColliderMut, EventCollider, Filter,
    JointDef, JointId, JointKind, JointMut, Locks, ManifoldMethod, Material, Recording, Snapshot, World,
    WorldSettings,
};

/// Bodies, colliders, joints; what touches, and what sleeps.
type Lists =
    (Vec<BodyId>, Vec<ColliderId>, Vec<JointId>, BTreeSet<(ColliderId, ColliderId)>, BTreeSet<BodyId>);

/// A world and all handles that it gave out, stale ones included.
struct History<B: Broadphase> {
    world: World<B>,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    joints: Vec<JointId>,
    /// The contacts that have begun and not ended.
    touching: BTreeSet<(ColliderId, ColliderId)>,
    /// The bodies that sleep, by their definitions and the events.
    asleep: BTreeSet<BodyId>,
    slept: usize,
}

impl<B: Broadphase + Default> History<B> {
    fn new() -> Self {
        let world = World::with_broadphase(WorldSettings::default(), B::default()).unwrap();
        let mut history = Self {
            world,
            bodies: Vec::new(),
            colliders: Vec::new(),
            joints: Vec::new(),
            touching: BTreeSet::new(),
            asleep: BTreeSet::new(),
            slept: 0,
        };
        let ground = history.world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
        let slab = Shape::rectangle(20.0, 1.0).unwrap();
        history.colliders.push(history.world.add_collider(ground, ColliderDef::new(slab)).unwrap());
        history.bodies.push(ground);
        history
    }

    /// Does an action and counts the events. A stale handle must be refused and must change nothing.
    fn act(&mut self, action: &Action) {
        let body = |i: usize| self.bodies[i % self.bodies.len()];
        match *action {
            Action::AddBody { kind, x, y, awake } => {
                let def = match kind {
                    0 => BodyDef::fixed(),
                    1 => BodyDef::kinematic().velocity([0.5, 0.0]),
                    _ => BodyDef::dynamic().angle(x),
                };
                let id = self.world.add_body(def.position([x, y]).awake(awake)).unwrap();
                self.bodies.push(id);
                if !awake && def.kind != BodyKind::Static {
                    self.asleep.insert(id);
                }
            }
            Action::AddCollider { body: i, shape, group } => {
                let shape = match shape {
                    0 => Shape::circle(0.4),
                    1 => Shape::capsule([-0.3, 0.0], [0.3, 0.1], 0.2),
                    2 => Shape::polygon([[-0.5, -0.3], [0.6, -0.3], [0.1, 0.5]]),
                    3 => Shape::half_space([0.1, 1.0], -3.0),
                    _ => Shape::rectangle(0.5, 0.4),
                };
                let def = ColliderDef::new(shape.unwrap()).filter(Filter { group, ..Filter::default() });
                let endless = def.shape.hull().is_none();
                let dynamic = self.world.body(body(i)).map(|b| b.kind() == BodyKind::Dynamic);
                match self.world.add_collider(body(i), def) {
                    Ok(id) => self.colliders.push(id),
                    Err(error) => assert!(dynamic.is_err() || (endless && dynamic.unwrap()), "{error}"),
                }
            }
            Action::AddJoint { a, b, collide } => {
                let kind = joint_kind((a + 2 * b) % 11, a % 2 == 0, b % 3 == 0);
                let mut def = JointDef::new(body(a), body(b), kind).collide(collide);
                if matches!(kind, JointKind::Distance(_)) {
                    def = def.breaks(200.0, f32::INFINITY);
                }
                if let Ok(id) = self.world.add_joint(def) {
                    self.joints.push(id);
                }
            }
            Action::RemoveBody(i) => {
                let id = body(i);
                let there = self.world.body(id).is_ok();
                assert_eq!(self.world.remove_body(id).is_ok(), there);
                assert!(self.world.remove_body(id).is_err(), "removed twice");
            }
            Action::RemoveCollider(i) => {
                let id = self.colliders[i % self.colliders.len()];
                let there = self.world.collider(id).is_ok();
                assert_eq!(self.world.remove_collider(id).is_ok(), there);
                assert!(self.world.remove_collider(id).is_err());
            }
            Action::RemoveJoint(i) => {
                if !self.joints.is_empty() {
                    let id = self.joints[i % self.joints.len()];
                    let there = self.world.joint(id).is_ok();
                    assert_eq!(self.world.remove_joint(id).is_ok(), there);
                }
            }
            Action::Teleport { body: i, x, y } => {
                let id = body(i);
                let there = self.world.body(id).is_ok();
                let set = |mut body: BodyMut<'_, B>| body.set_pose(Pose::new([x, y], x)).is_ok();
                assert_eq!(self.world.body_mut(id).is_ok_and(set), there);
            }
            Action::Push { body: i, x, y } => {
                let id = body(i);
                let dynamic = self
                    .world
                    .body(id)
                    .is_ok_and(|body| body.kind() == BodyKind::Dynamic && body.is_enabled());
                let push = |mut body: BodyMut<'_, B>| body.apply_impulse([x, y], [y, x]).is_ok();
                assert_eq!(self.world.body_mut(id).is_ok_and(push), dynamic);
            }
            Action::Wake(i) => {
                let id = body(i);
                let there = self.world.body(id).is_ok();
                assert_eq!(self.world.body_mut(id).map(|mut body| _ = body.wake()).is_ok(), there);
            }
            Action::SetKind { body: i, kind } => {
                let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][kind as usize];
                // Refused for a stale handle, or for a half-space on a body that becomes dynamic.
                let _ = self.world.body_mut(body(i)).map(|mut body| body.set_kind(kind).is_ok());
            }
            Action::SetMaterial { collider, density } => {
                let id = self.colliders[collider % self.colliders.len()];
                let there = self.world.collider(id).is_ok();
                let material = Material { density, ..Material::default() };
                let set = |mut collider: ColliderMut<'_, B>| collider.set_material(material).is_ok();
                assert_eq!(self.world.collider_mut(id).is_ok_and(set), there);
            }
            Action::MoveAnchor { joint, x } => {
                if !self.joints.is_empty() {
                    let id = self.joints[joint % self.joints.len()];
                    let has_anchors = self.world.joint(id).is_ok_and(|j| j.kind().anchors().is_some());
                    let set = |mut joint: JointMut<'_, B>| joint.set_anchors([x, 0.0], [0.0, x]).is_ok();
                    assert_eq!(self.world.joint_mut(id).is_ok_and(set), has_anchors);
                }
            }
            Action::SetBody { body: i, property, on } => {
                if let Ok(view) = self.world.body_mut(body(i)) {
                    set_body(view, property, on);
                }
            }
            Action::SetCollider { collider, property, on } => {
                let id = self.colliders[collider % self.colliders.len()];
                if let Ok(mut view) = self.world.collider_mut(id) {
                    let shape = if on { Shape::circle(0.6) } else { Shape::rectangle(0.3, 0.5) };
                    match property {
                        0 => _ = view.set_filter(Filter { mask: u64::from(on), ..Filter::default() }),
                        1 => _ = view.set_shape(shape.unwrap()).unwrap(),
                        // Refused for a half-space on a dynamic body only, which there is none.
                        2 => _ = view.set_offset([if on { 0.4 } else { 0.0 }, 0.0], 0.0).unwrap(),
                        _ => _ = view.set_sensor(on).unwrap(),
                    }
                }
            }
            Action::SetJoint { joint, property, on } => {
                let id = self.joints.get(joint % self.joints.len().max(1));
                if let Some(Ok(mut view)) = id.map(|&id| self.world.joint_mut(id)) {
                    _ = if property == 0 { view.set_enabled(on) } else { view.set_collide(on) };
                }
            }
            Action::Classic { on, detect_each_iteration } => {
                let settings = WorldSettings::default();
                let classic = ClassicSettings {
                    detect_each_iteration,
                    // The other variants that detect collisions within a step or cut it.
                    order: if detect_each_iteration {
                        StepOrder::PositionsFirst
                    } else {
                        StepOrder::ConstraintsFirst
                    },
                    resolve_at_impact: !detect_each_iteration,
                    correction: PositionCorrection::Split { fraction: 0.4 },
                    ..ClassicSettings::default()
                };
                let gjk = settings.manifolds(ManifoldMethod::GjkEpa);
                let settings = if on { gjk.classic(classic) } else { settings };
                self.world.set_settings(settings).unwrap();
            }
            Action::Step(steps) => {
                for _ in 0..steps {
                    self.world.step(1.0 / 60.0);
                    self.note_events();
                    self.slept += self.world.events().fell_asleep().len();
                    self.world.validate().unwrap();
                }
                return;
            }
        }
        self.world.validate().unwrap();
    }

    /// All but the world.
    fn without_world(&self) -> Lists {
        (
            self.bodies.clone(),
            self.colliders.clone(),
            self.joints.clone(),
            self.touching.clone(),
            self.asleep.clone(),
        )
    }

    fn restore(&mut self, snapshot: &Snapshot, lists: &Lists) {
        self.world.restore(snapshot).unwrap();
        self.restore_lists(lists);
    }

    fn restore_lists(&mut self, lists: &Lists) {
        (self.bodies, self.colliders, self.joints, self.touching, self.asleep) = lists.clone();
    }

    /// Does actions, and returns the hash of all state after each, and the events of each step.
    fn trace(&mut self, actions: &[Action]) -> Vec<(u64, String)> {
        let mut trace = Vec::new();
        for action in actions {
            self.act(action);
            let is_step = matches!(action, Action::Step(_));
            let events = if is_step { format!("{:?}", self.world.events()) } else { String::new() };
            trace.push((self.world.full_hash(), events));
        }
        trace
    }

    /// Updates `touching` and `asleep` from the events of a step.
    fn note_events(&mut self) {
        let key = |a: &EventCollider, b: &EventCollider| (a.collider, b.collider);
        let events = self.world.events();
        // Begins minus ends; a contact may end and begin, or begin and end, in one step.
        let mut changes = BTreeMap::<_, i32>::new();
        for event in events.contacts_begun() {
            *changes.entry(key(&event.a, &event.b)).or_default() += 1;
        }
        for event in events.contacts_ended() {
            *changes.entry(key(&event.a, &event.b)).or_default() -= 1;
        }
        for (pair, change) in changes {
            let is_possible = match change {
                1 => self.touching.insert(pair),
                -1 => self.touching.remove(&pair),
                other => other == 0,
            };
            assert!(is_possible, "{pair:?} began minus ended {change} times");
        }
        // A body may fall asleep by a call and wake by another, both before the step.
        let mut falls: BTreeMap<BodyId, i32> = BTreeMap::new();
        for event in events.woke() {
            *falls.entry(event.body).or_default() -= 1;
        }
        for event in events.fell_asleep() {
            *falls.entry(event.body).or_default() += 1;
        }
        for (body, fall) in falls {
            let is_possible = match fall {
                1 => self.asleep.insert(body),
                -1 => self.asleep.remove(&body),
                other => other == 0,
            };
            assert!(is_possible, "{body:?} fell asleep minus woke {fall} times");
        }
        let sleeps = |id: BodyId| {
            let is_asleep = |body: world::BodyRef<'_>| {
                !body.is_awake() && body.is_enabled() && body.kind() != BodyKind::Static
            };
            self.world.body(id).is_ok_and(is_asleep)
        };
        self.asleep.retain(|&id| self.world.body(id).is_ok());
        for &id in &self.bodies {
            assert_eq!(sleeps(id), self.asleep.contains(&id), "{id:?}");
        }
        let now: BTreeSet<_> = self
            .world
            .contacts()
            .filter(|contact| contact.is_touching())
            .map(|contact| contact.colliders().map(world::ColliderRef::id))
            .map(|[a, b]| (a, b))
            .collect();
        assert_eq!(self.touching, now, "the contacts that have begun and not ended are not those that touch");
    }
}

fn set_body<B: Broadphase>(mut view: BodyMut<'_, B>, property: u8, on: bool) {
    let speed = if on { 3.0 } else { f32::INFINITY };
    let mass = MassProperties { mass: 3.0, center: Point::new(0.2, 0.0), inertia: 1.0 };
    match property {
        0 => _ = view.set_enabled(on),
        1 => _ = view.set_enabled(!on),
        2 => _ = view.set_locks(Locks { x: on, y: false, rotation: true }),
        3 => _ = view.set_locks(Locks { x: on, y: on, rotation: false }),
        4 => _ = view.set_max_speed(speed).unwrap().set_max_angular_speed(speed).unwrap(),
        5 => _ = view.set_mass_override(on.then_some(mass)).unwrap(),
        6 => _ = view.set_sleep_speed(if on { 0.5 } else { 0.05 }).unwrap().sleep(),
        _ => _ = view.set_target_pose(Pose::at([2.0, 1.0]), if on { 0.5 } else { 0.001 }).is_ok(),
    }
}

/// A history is saved after some actions and goes on. Then the same world, and one of another broad phase
/// that has done something else, are restored, and do the rest of the actions again.
fn repeat_the_rest(actions: &[Action], cut: usize) {
    let (first, rest) = actions.split_at(cut % actions.len());
    let mut history = History::<DynamicTree>::new();
    first.iter().for_each(|action| history.act(action));
    let (mut snapshot, at_save) = (Snapshot::new(), history.without_world());
    history.world.save(&mut snapshot);
    let bytes = snapshot.to_bytes().unwrap();
    let read = Snapshot::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes().unwrap(), bytes);
    let hash = history.world.full_hash();
    let expected = history.trace(rest);

    history.restore(&snapshot, &at_save);
    assert_eq!(history.world.full_hash(), hash);
    assert_eq!(history.trace(rest), expected);

    let mut other = History::<SortAndSweep>::new();
    other.world.set_threads(2);
    actions.iter().rev().take(40).for_each(|action| other.act(action));
    other.restore(&snapshot, &at_save);
    other.world.validate().unwrap();
    assert_eq!(other.trace(rest), expected);

    // Handles of a world that was read from bytes have the tag of the world that restored it.
    other.world.restore(&read).unwrap();
    assert_eq!(other.world.full_hash(), hash);
    other.world.validate().unwrap();
    other.restore_lists(&at_save);
    assert_eq!(other.trace(rest), expected);
}

fn run<B: Broadphase + Default>(actions: &[Action]) -> (u64, usize) {
    let mut history = History::<B>::new();
    for action in actions {
        history.act(action);
    }
    (history.world.state_hash(), history.slept)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn random_histories_stay_valid_and_equal_on_every_broad_phase(actions in prop::collection::vec(action(), 1..150)) {
        let tree = run::<DynamicTree>(&actions);
        prop_assert_eq!(run::<SortAndSweep>(&actions), tree);
        prop_assert_eq!(run::<SweepList>(&actions), tree);
        prop_assert_eq!(run::<UniformGrid>(&actions), tree);
        prop_assert_eq!(run::<QuadTree>(&actions), tree);
        prop_assert_eq!(run::<BruteForce>(&actions), tree);
    }

    #[test]
    fn random_histories_go_on_in_the_same_way_after_a_restore(
        actions in prop::collection::vec(action(), 1..100), cut: usize,
    ) {
        repeat_the_rest(&actions, cut);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A recording of a random history, in which the world once goes back to a snapshot, replays to the same
    /// state on every broad phase, from memory and from bytes.
    #[test]
    fn recording_replays_to_the_same_state(
        before in prop::collection::vec(action(), 1..20),
        cut in prop::collection::vec(action(), 1..10),
        after in prop::collection::vec(action(), 1..20),
    ) {
        let mut history = History::<DynamicTree>::new();
        history.trace(&before[..before.len() / 2]);
        history.world.start_recording();
        history.trace(&before[before.len() / 2..]);
        let (mut snapshot, lists) = (Snapshot::new(), history.without_world());
        history.world.save(&mut snapshot);
        history.trace(&cut);
        history.restore(&snapshot, &lists);
        history.trace(&after);
        let recording = history.world.stop_recording().unwrap();
        let steps = |actions: &[Action]| -> usize {
            let steps = |action: &Action| if let Action::Step(n) = action { usize::from(*n) } else { 0 };
            actions.iter().map(steps).sum()
        };
        prop_assert_eq!(recording.frames(), steps(&before[before.len() / 2..]) + steps(&after));
        let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
        fn ends_with<B: Broadphase + Default>(recording: &Recording, hash: u64) {
            let mut replay = recording.replay_with(B::default());
            while replay.step().unwrap() {}
            assert_eq!(replay.world().full_hash(), hash);
        }
        let hash = history.world.full_hash();
        ends_with::<DynamicTree>(&recording, hash);
        ends_with::<BruteForce>(&read, hash);
        ends_with::<SweepList>(&read, hash);
        ends_with::<UniformGrid>(&read, hash);
    }
}
