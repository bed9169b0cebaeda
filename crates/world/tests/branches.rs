//! A history that branches: from one moment on, the world itself, one that was restored from its
//! snapshot, one from the bytes, one that had lived before, and a copy all go on in the same way. They
//! are compared bit for bit after each step, in all that a snapshot holds and in their counts.

use geom::{Pose, Shape};
use std::sync::Arc;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, ContactHook, ContactResponse, DistanceJoint,
    HookCollider, HookContact, JointDef, JointId, PrismaticJoint, RevoluteJoint, Snapshot, WeldJoint, World,
    WorldSettings, WorldStats,
};

const DT: f32 = 1.0 / 60.0;

/// A generator of random numbers: the same from the same seed.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    fn below(&mut self, n: usize) -> usize {
        self.bits() as usize % n
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.bits() & 0xff_ffff) as f32 / (1 << 24) as f32
    }
}

/// Bodies whose slots have the same remainder pass each other, and nothing rubs.
#[derive(Debug)]
struct Rules;

impl ContactHook for Rules {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        a.body.index() % 3 != b.body.index() % 3
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        contact.response.friction(0.0)
    }
}

/// A call, with the numbers that it takes.
#[derive(Clone, Copy, Debug)]
struct Call {
    kind: usize,
    picks: [usize; 2],
    numbers: [f32; 2],
}

impl Call {
    fn random(random: &mut Random) -> Self {
        Self {
            kind: random.below(22),
            picks: [random.below(64), random.below(64)],
            numbers: [random.between(-2.0, 2.0), random.between(-2.0, 2.0)],
        }
    }
}

/// A world and all handles that it gave out, stale ones too.
#[derive(Clone)]
struct History {
    world: World,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    joints: Vec<JointId>,
    has_hook: bool,
}

impl History {
    /// Ground under a heap of bodies, of which some hang on joints.
    fn new(random: &mut Random) -> Self {
        let world = World::new(WorldSettings::default());
        let (bodies, colliders, joints) = Default::default();
        let mut history = Self { world, bodies, colliders, joints, has_hook: false };
        let ground = history.world.add_body(BodyDef::fixed()).unwrap();
        history.bodies.push(ground);
        let slab = ColliderDef::new(Shape::rectangle(6.0, 0.5).unwrap());
        history.colliders.push(history.world.add_collider(ground, slab).unwrap());
        for _ in 0..6 {
            history.add_body([random.between(-2.0, 2.0), random.between(0.6, 3.0)], random.below(8));
        }
        history
    }

    fn add_body(&mut self, at: [f32; 2], kind: usize) {
        let def = if kind == 0 { BodyDef::kinematic().velocity([0.5, 0.0]) } else { BodyDef::dynamic() };
        let Ok(body) = self.world.add_body(def.position(at)) else { return };
        self.bodies.push(body);
        let shape = match kind % 4 {
            0 => Shape::rectangle(0.3, 0.2),
            1 => Shape::capsule([-0.2, 0.0], [0.2, 0.0], 0.1),
            _ => Shape::circle(0.25),
        };
        let def = ColliderDef::new(shape.unwrap()).hook(kind == 5).sensor(kind == 6).restitution(0.3);
        self.colliders.extend(self.world.add_collider(body, def));
    }

    /// Makes a call, which may be refused.
    fn call(&mut self, Call { kind, picks: [first, second], numbers: [x, y] }: Call) {
        let body = self.bodies[first % self.bodies.len()];
        let other = self.bodies[second % self.bodies.len()];
        match kind {
            0 => self.add_body([x, y + 2.5], second % 8),
            1 | 2 => {
                let joint = match second % 4 {
                    0 => JointDef::new(body, other, WeldJoint::new()),
                    1 => JointDef::new(body, other, DistanceJoint::new(0.6).spring(3.0, 0.3)),
                    2 => JointDef::new(body, other, PrismaticJoint::new([1.0, x]).limits(-0.3, 0.3)),
                    _ => JointDef::new(body, other, RevoluteJoint::new().motor(x, 3.0)).breaks(300.0, 300.0),
                };
                self.joints.extend(self.world.add_joint(joint));
            }
            3 if first % 3 == 0 && first % self.bodies.len() > 0 => {
                let _ = self.world.remove_body(body);
            }
            4 if !self.joints.is_empty() => {
                let _ = self.world.remove_joint(self.joints[first % self.joints.len()]);
            }
            5..=8 => {
                let _ = self.world.body_mut(body).map(|mut body| _ = body.sleep());
            }
            9 => {
                for &body in &self.bodies {
                    let _ = self.world.body_mut(body).map(|mut body| _ = body.sleep());
                }
            }
            10 => {
                self.has_hook = second % 2 == 0;
                let hook = self.has_hook.then(|| Arc::new(Rules) as Arc<dyn ContactHook>);
                self.world.set_contact_hook(hook);
            }
            11 => {
                let collider = self.colliders[first % self.colliders.len()];
                let _ = self.world.collider_mut(collider).map(|mut collider| match second % 4 {
                    0 => _ = collider.set_hook(x > 0.0),
                    1 => _ = collider.set_enabled(x > 0.0),
                    2 => _ = collider.set_friction(x.abs()).is_ok(),
                    _ => _ = collider.set_sensor(x > 1.0).is_ok(),
                });
            }
            12 | 13 => {
                let _ = self.world.body_mut(body).map(|mut body| match second % 6 {
                    0 => _ = body.set_pose(Pose::new([x, y + 2.0], y)).is_ok(),
                    1 => _ = body.set_enabled(x > 0.0),
                    2 => _ = body.set_kind([BodyKind::Static, BodyKind::Dynamic][second / 6 % 2]).is_ok(),
                    3 => _ = body.set_velocity([20.0 * x, 20.0 * y]).is_ok(),
                    4 => _ = body.wake(),
                    _ => _ = body.apply_central_impulse([x, y]).is_ok(),
                });
            }
            _ => {}
        }
    }
}

/// All that a world is compared in. A restore forgets the interventions that calls since the last step have
/// made, so they are compared from the second step on.
fn state_of(world: &World, compares_nets: bool) -> (u64, u64, WorldStats) {
    let stats = world.stats();
    let nets = if compares_nets { stats.nets } else { Default::default() };
    (world.sync_hash(), world.full_hash(), WorldStats { nets, ..stats })
}

/// The ways on from a moment, by name.
fn branches(history: &History, random: &mut Random) -> Vec<(&'static str, History)> {
    let mut snapshot = Snapshot::new();
    history.world.save(&mut snapshot);
    let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
    // Handles from bytes have the tag of the world that restores them, so this one is a copy.
    let mut from_bytes = history.clone();
    from_bytes.world.restore(&read).unwrap();
    let mut later = history.clone();
    for _ in 0..20 {
        let call = Call::random(random);
        // The hook is no state: a restore leaves the one that the world has.
        if call.kind != 10 {
            later.call(call);
        }
        later.world.step(DT);
    }
    later.world.set_threads(2);
    let mut later_from_bytes = later.clone();
    later.world.restore(&snapshot).unwrap();
    later_from_bytes.world.restore(&read).unwrap();
    let mut elsewhere = History { world: World::default(), ..history.clone() };
    if history.has_hook {
        elsewhere.world.set_contact_hook(Some(Arc::new(Rules)));
    }
    elsewhere.world.restore(&snapshot).unwrap();
    let lists = |it: History| History { world: it.world, ..history.clone() };
    vec![
        ("a copy", history.clone()),
        ("bytes", from_bytes),
        ("memory", lists(later)),
        ("bytes of a moment long ago", lists(later_from_bytes)),
        ("another world", elsewhere),
    ]
}

fn check(seed: u64) {
    let mut random = Random(seed);
    let mut history = History::new(&mut random);
    for step in 0..40 {
        for _ in 0..random.below(3) {
            history.call(Call::random(&mut random));
        }
        if step % 8 == 7 {
            let mut branches = branches(&history, &mut random);
            for (name, branch) in &branches {
                let differs = state_of(&branch.world, false) != state_of(&history.world, false);
                assert!(!differs, "seed {seed}, step {step}, {name}: at the moment itself");
            }
            let mut main = history.clone();
            for after in 0..12 {
                let call = Call::random(&mut random);
                let calls = after % 3 == 2;
                if calls {
                    main.call(call);
                }
                main.world.step(DT);
                let expected = state_of(&main.world, after > 0);
                for (name, branch) in &mut branches {
                    if calls {
                        branch.call(call);
                    }
                    branch.world.step(DT);
                    let found = state_of(&branch.world, after > 0);
                    assert_eq!(found, expected, "seed {seed}, step {step}, {name}: after {after} more");
                }
            }
        }
        history.world.step(DT);
    }
}

#[test]
fn worlds_that_branch_from_one_moment_go_on_with_the_same_bits() {
    // More seeds: PROPTEST_CASES=150 cargo test --release -p physics2d-world --test all branches
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    for seed in 0..cases.unwrap_or(60) {
        check(seed);
    }
}

/// Discs whose boxes part in the very step before they fall asleep lose their contacts in the order of their
/// slots, not in that in which they got new boxes, which bytes do not hold: it decides which slot of a
/// contact is used next, and in which order bodies wake.
#[test]
fn sleepers_that_have_parted_lose_their_contacts_in_one_order() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let mut random = Random(7);
    let add = |world: &mut World, i: usize, random: &mut Random| {
        let at = [0.52 * (i % 5) as f32, 0.52 * (i / 5) as f32];
        let velocity = [at[0] - 1.0, at[1] - 1.0].map(|x| x * random.between(0.5, 1.5));
        let body = world.add_body(BodyDef::dynamic().position(at).velocity(velocity)).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.25).unwrap())).unwrap();
        body
    };
    let bodies: Vec<BodyId> = (0..25).map(|i| add(&mut world, i, &mut random)).collect();
    world.step(DT);
    // The last rows move into their places, so rows are not in the order of slots.
    for i in [0, 7, 11] {
        world.remove_body(bodies[i]).unwrap();
    }
    let mut parted = 0;
    for step in 0..40 {
        world.step(DT);
        let mut asleep = world.clone();
        for &body in &bodies {
            let _ = asleep.body_mut(body).map(|mut body| _ = body.sleep());
        }
        let mut snapshot = Snapshot::new();
        asleep.save(&mut snapshot);
        let mut read = World::default();
        read.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
        let before = asleep.stats().contacts;
        asleep.step(DT);
        read.step(DT);
        parted += usize::from(asleep.stats().contacts + 1 < before);
        assert_eq!(state_of(&read, true), state_of(&asleep, true), "step {step}");
    }
    assert!(parted > 3, "{parted} steps part two or more");
}
