//! Snapshots as bytes: hostile ones give an error or a valid world, and those of each version are read.

use geom::{Pose, Shape, Sides, chain};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::Arc;
use world::{
    BodyDef, ColliderDef, ContactHook, DistanceJoint, Filter, GearJoint, HookCollider, JointDef, Locks,
    Material, PrismaticJoint, RevoluteJoint, Snapshot, SnapshotError, WheelJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Where the records begin: magic, version, check sum.
const HEADER: usize = 20;

/// A world with something of everything: sleepers, awake bodies, free slots, every sort of shape, joints, a
/// sensor, a one-way platform, locks, targets, a mass that is stale, and events to come.
pub fn small_world() -> World {
    let mut world = World::new(WorldSettings::default());
    let mut add = |def: BodyDef, shape: Shape| {
        let body = world.add_body(def).unwrap();
        world.add_collider(body, ColliderDef::new(shape)).unwrap();
        body
    };
    let at = |x: f32, y: f32| BodyDef::dynamic().position([x, y]);
    let square = || Shape::rectangle(0.4, 0.4).unwrap();
    let ground = add(BodyDef::fixed(), Shape::half_space([0.0, 1.0], 0.0).unwrap());
    let removed = add(at(50.0, 5.0), square());
    let stack = [0.4, 1.2, 2.0].map(|y| add(at(0.0, y), square()));
    let ball = add(at(3.0, 2.0).velocity([1.0, 0.0]), Shape::circle(0.3).unwrap());
    let pill = add(at(4.0, 2.0).angle(0.3), Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap());
    let plate = add(BodyDef::kinematic().position([8.0, 1.0]), square());
    let locked = add(at(10.0, 2.0), Shape::polygon([[-0.5, -0.3], [0.6, -0.3], [0.1, 0.5]]).unwrap());
    let off = add(at(12.0, 2.0).user_data(1 << 100), square());
    let hill = world.add_body(BodyDef::fixed()).unwrap();
    let points = [[9.0, 1.0], [7.0, 0.3], [4.0, 0.5], [2.0, 0.1]];
    let segments = chain(points, false, Sides::One).unwrap();
    world.add_chain(hill, &segments, Material::default(), Filter::default()).unwrap();
    let gate = ColliderDef::new(Shape::rectangle(2.0, 3.0).unwrap()).sensor(true).offset([3.0, 0.0], 0.1);
    world.add_collider(ground, gate).unwrap();
    let plank = ColliderDef::new(Shape::segment([-9.0, 1.0], [-5.0, 1.0]).unwrap()).one_way([0.0, 1.0]);
    world.add_collider(ground, plank).unwrap();
    let joints = [
        JointDef::new(ball, pill, DistanceJoint::new(1.0).spring(2.0, 0.5)).breaks(50.0, f32::INFINITY),
        JointDef::new(ground, pill, RevoluteJoint::new().anchors([4.0, 2.0], [0.0, 0.0])),
        JointDef::new(ground, locked, PrismaticJoint::new([0.0, 1.0]).anchors([10.0, 2.0], [0.0, 0.0])),
        JointDef::new(stack[0], stack[1], GearJoint::new(2.0)).enabled(false),
        JointDef::new(plate, off, WheelJoint::new([0.0, 1.0])),
    ];
    let joints = joints.map(|joint| world.add_joint(joint).unwrap());
    for _ in 0..90 {
        world.step(DT);
    }
    world.remove_body(removed).unwrap();
    world.remove_joint(joints[3]).unwrap();
    world.body_mut(plate).unwrap().set_target_pose(Pose::at([8.0, 2.0]), 0.5).unwrap();
    world.body_mut(locked).unwrap().set_locks(Locks { x: true, y: false, rotation: true });
    world.body_mut(off).unwrap().set_enabled(false);
    let more = ColliderDef::new(Shape::circle(0.1).unwrap());
    world.add_collider(ball, more.offset([0.0, 0.2], 0.0)).unwrap();
    world.remove_body(stack[2]).unwrap();
    world
}

fn bytes_of(world: &World) -> Vec<u8> {
    let mut snapshot = Snapshot::new();
    world.save(&mut snapshot);
    snapshot.to_bytes().unwrap()
}

/// Writes the check sum that the bytes need, as `snapshot/coder.rs` computes it.
pub fn sign(bytes: &mut [u8]) {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut sum = 0xcbf2_9ce4_8422_2325 ^ u64::from(u32::from_le_bytes(bytes[8..12].try_into().unwrap()));
    for chunk in bytes[HEADER..].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        sum ^= sum >> 29;
    }
    sum = (sum ^ (bytes.len() - HEADER) as u64).wrapping_mul(PRIME);
    bytes[12..HEADER].copy_from_slice(&sum.to_le_bytes());
}

/// Restores a snapshot, and steps. Bytes that are accepted make a valid world.
fn try_bytes(world: &mut World, bytes: &[u8]) -> Result<(), SnapshotError> {
    world.restore(&Snapshot::from_bytes(bytes)?)?;
    world.validate().unwrap();
    for _ in 0..3 {
        world.step(DT);
    }
    world.validate().unwrap();
    Ok(())
}

#[test]
fn small_world_goes_on_from_its_bytes() {
    let mut world = small_world();
    assert!(world.stats().joints == 4 && world.stats().awake < world.stats().bodies);
    let bytes = bytes_of(&world);
    let mut other = World::default();
    other.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    for step in 0..300 {
        world.step(DT);
        other.step(DT);
        assert_eq!(other.full_hash(), world.full_hash(), "step {step}");
        assert_eq!(format!("{:?}", other.events()), format!("{:?}", world.events()), "step {step}");
    }
}

/// A ball that bounces fast between two walls is turned away by one before it gets to the other, whose
/// contact then waits for the next step: it goes on touching, without points.
#[test]
fn contacts_that_wait_for_the_next_step_are_read() {
    let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..Default::default() });
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    for side in [-1.0, 1.0] {
        let shape = Shape::rectangle(0.5, 2.0).unwrap();
        world.add_collider(wall, ColliderDef::new(shape).offset([1.01 * side, 0.0], 0.0)).unwrap();
    }
    let ball = world.add_body(BodyDef::dynamic().velocity([100.0, 0.0])).unwrap();
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.5).unwrap()).restitution(1.0)).unwrap();
    let mut waiting = 0;
    for _ in 0..60 {
        world.step(DT);
        waiting += world.contacts().filter(|it| it.is_touching() && it.points().count() == 0).count();
        let mut other = World::default();
        other.restore(&Snapshot::from_bytes(&bytes_of(&world)).unwrap()).unwrap();
        other.validate().unwrap();
        assert_eq!(other.full_hash(), world.full_hash());
    }
    assert!(waiting > 10, "{waiting} contacts without points");
}

/// A world without a hook reads what a hook has refused, and finds a pair when its boxes change.
#[test]
fn pairs_that_a_hook_refused_may_be_missing() {
    #[derive(Debug)]
    struct Refuses;

    impl ContactHook for Refuses {
        fn accepts(&self, _: &HookCollider<'_>, _: &HookCollider<'_>) -> bool {
            false
        }
    }

    let mut world = World::default();
    world.set_contact_hook(Some(Arc::new(Refuses)));
    for y in [0.0, 0.5] {
        let body = world.add_body(BodyDef::dynamic().position([0.0, y])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap()).hook(true)).unwrap();
    }
    world.step(DT);
    assert_eq!(world.stats().contacts, 0);
    let mut other = World::default();
    other.restore(&Snapshot::from_bytes(&bytes_of(&world)).unwrap()).unwrap();
    other.validate().unwrap();
    (0..60).for_each(|_| other.step(DT));
    assert_eq!(other.stats().contacts, 1);
}

#[test]
fn empty_snapshot_is_refused_and_changes_nothing() {
    let mut world = small_world();
    let before = world.full_hash();
    assert_eq!(world.restore(&Snapshot::new()), Err(SnapshotError::Empty));
    assert_eq!(Snapshot::new().to_bytes(), Err(SnapshotError::Empty));
    assert_eq!(world.full_hash(), before);
}

#[test]
fn damaged_bytes_are_refused_and_named() {
    let bytes = bytes_of(&small_world());
    let error = |bytes: &[u8]| Snapshot::from_bytes(bytes).unwrap_err();
    assert_eq!(error(b"{\"a\": 1}"), SnapshotError::NotASnapshot);
    assert_eq!(error(&[]), SnapshotError::NotASnapshot);
    assert_eq!(error(&bytes[..15]), SnapshotError::Truncated { length: 15 });
    for at in HEADER..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_eq!(error(&changed), SnapshotError::CheckSum);
    }
    let mut later = bytes.clone();
    later[8] = 200;
    assert_eq!(error(&later), SnapshotError::Version { found: 200, newest: 2 });
    let mut longer = [&bytes[..], &[0; 3]].concat();
    assert_eq!(error(&longer), SnapshotError::CheckSum);
    sign(&mut longer);
    assert_eq!(error(&longer), SnapshotError::TooLong { extra: 3 });
}

/// Every beginning of a file, with the right check sum.
#[test]
fn truncated_bytes_are_refused() {
    let bytes = bytes_of(&small_world());
    for length in HEADER..bytes.len() {
        let mut cut = bytes[..length].to_vec();
        sign(&mut cut);
        assert!(Snapshot::from_bytes(&cut).is_err(), "{length} of {} bytes", bytes.len());
    }
}

/// How many mutations the long test and the short one try.
const MUTATIONS: u32 = 6_000;

fn try_mutations(cases: u32) -> [usize; 2] {
    let (valid, mut world) = (bytes_of(&small_world()), World::default());
    let mut counts = [0; 2];
    let mut runner = TestRunner::deterministic();
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0_u8..8);
    let changes = prop::collection::vec(change, 1..4);
    for _ in 0..cases {
        let mut bytes = valid.clone();
        for (at, value, how) in changes.new_tree(&mut runner).unwrap().current() {
            let at = HEADER + at.index(bytes.len() - HEADER);
            match how {
                0..=2 => bytes[at] ^= 1 << (value % 8),
                3 => bytes[at] = value,
                4 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][value as usize % 5],
                5 => _ = bytes.remove(at),
                6 => bytes.insert(at, value),
                _ => {
                    let end = (at + value as usize).min(bytes.len());
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        sign(&mut bytes);
        counts[usize::from(try_bytes(&mut world, &bytes).is_ok())] += 1;
    }
    counts
}

/// Changed bytes with the right check sum: an error, or a world that is valid and can be stepped.
#[test]
fn mutated_bytes_are_refused_or_make_a_valid_world() {
    let [refused, accepted] = try_mutations(MUTATIONS);
    assert!(refused > MUTATIONS as usize / 4 && accepted > MUTATIONS as usize / 20, "{refused}, {accepted}");
}

#[test]
#[ignore = "takes minutes: cargo xtask soak --long mutations"]
fn many_mutated_bytes_are_refused_or_make_a_valid_world() {
    try_mutations(3_000_000);
}

/// A file that each version has written, and the hash of the world that was saved. While the newest version
/// is not published, a change of the format writes its file again; after that, a change gets a new version
/// and a file beside this one.
#[test]
fn files_of_each_version_are_read() {
    let v1 = (include_bytes!("data/snapshot_v1.bin").as_slice(), include!("data/snapshot_v1.hash"));
    let v2 = (include_bytes!("data/snapshot_v2.bin").as_slice(), include!("data/snapshot_v2.hash"));
    let levels = [v1, v2].map(|(bytes, hash)| {
        let snapshot = Snapshot::from_bytes(bytes).unwrap();
        assert_eq!(snapshot.state_hash(), hash);
        let mut world = World::default();
        world.restore(&snapshot).unwrap();
        let stats = world.stats();
        assert_eq!((stats.bodies, stats.colliders, stats.joints), (9, 14, 4));
        assert!(world.colliders().all(|collider| collider.filter() == Filter::default()));
        world.validate().unwrap();
        let level = world.to_level();
        for _ in 0..120 {
            world.step(DT);
        }
        world.validate().unwrap();
        level
    });
    assert_eq!(levels[0], levels[1], "what is new in version 2 has its default in a file of version 1");
}

#[test]
#[ignore = "writes the file of this version"]
fn write_file_of_this_version() {
    let world = small_world();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    std::fs::write(format!("{folder}snapshot_v2.bin"), bytes_of(&world)).unwrap();
    std::fs::write(format!("{folder}snapshot_v2.hash"), format!("{:#018x}_u64\n", world.state_hash()))
        .unwrap();
}
