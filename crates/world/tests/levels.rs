//! What a level gives back is what was put in, to the bit.

use geom::{ChainSegment, Polygon, Pose, Shape, Sides};
use proptest::prelude::*;
use world::{BodyDef, ColliderDef, DefError, JointDef, Level, RevoluteJoint, World, WorldSettings};

fn shape(kind: u8, sides: usize, size: f32) -> Shape {
    match kind {
        0 => Shape::circle(size).unwrap(),
        1 => Shape::segment([-size, 0.1], [size, -0.3]).unwrap(),
        2 => Shape::capsule([-size, 0.1], [size, -0.3], 0.2).unwrap(),
        3 => Shape::half_space([size, 1.0], 0.7).unwrap(),
        4 => {
            let (a, b) = ([-size, 0.0], [size, 0.1]);
            let after = Some([size + 1.0, 0.4].into());
            Shape::ChainSegment(ChainSegment::new(a, b, None, after, Sides::One).unwrap())
        }
        _ => {
            // An edge of at least a millimetre, which stays an edge 100 m away.
            let polygon = Polygon::regular(sides, size.max(1e-3 * sides as f32)).unwrap();
            Shape::Polygon(polygon.rounded(if kind == 5 { 0.0 } else { 0.03 }).unwrap())
        }
    }
}

proptest! {
    /// 73% of the shapes that had been moved within their body came back with other bits, and polygons of
    /// many sides were refused.
    #[test]
    fn a_shape_that_a_body_accepts_comes_back_from_a_level_with_the_same_bits(
        kind in 0_u8..7,
        sides in prop_oneof![3_usize..12, Just(64), Just(128), Just(256)],
        size in 0.01_f32..3.0,
        moves in prop::collection::vec((-50.0_f32..50.0, -50.0_f32..50.0, -4.0_f32..4.0), 0..3),
    ) {
        let mut def = ColliderDef::new(shape(kind, sides, size));
        for (x, y, angle) in moves {
            def = def.offset([x, y], angle);
        }
        let mut world = World::new(WorldSettings::default());
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let collider = world.add_collider(body, def.clone()).unwrap();
        let mut level = Level::new(WorldSettings::default());
        level.body_with(BodyDef::fixed(), def.clone());
        let read = Level::from_bytes(&level.to_bytes()).unwrap();
        prop_assert_eq!(&read, &level);
        let (loaded, ids) = World::load(&read).unwrap();
        prop_assert_eq!(loaded.collider(ids.colliders[0]).unwrap().shape(), world.collider(collider).unwrap().shape());
    }
}

/// A polygon that bends inward by more than rounding is no polygon of any level: its bytes are refused.
#[test]
fn a_level_with_a_polygon_that_is_not_convex_is_refused() -> Result<(), DefError> {
    let mut level = Level::new(WorldSettings::default());
    let square = Shape::rectangle(1.0, 1.0)?.transformed(Pose::at([5.0, 0.0]));
    level.body_with(BodyDef::fixed(), ColliderDef::new(square));
    let mut bytes = level.to_bytes();
    // Points stand before the length of the list of joints, which is zero; the first of four is moved.
    let first = bytes.len() - 4 - 4 * 8;
    for at in [first, first + 4] {
        let old = f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        bytes[at..at + 4].copy_from_slice(&(old + 1.5).to_le_bytes());
    }
    crate::level_bytes::sign(&mut bytes);
    let error = Level::from_bytes(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("collider 0 is refused") && error.contains("convex"), "{error}");
    Ok(())
}

/// A world with slots that are free, and the level that it refuses in each of these ways: a body, a collider,
/// a joint, a reference, each the first or the last of its kind.
fn refused_levels() -> Vec<Level> {
    let ball = || ColliderDef::new(Shape::circle(0.5).unwrap());
    let mut good = Level::default();
    for i in 0..4 {
        let body = good.body_with(BodyDef::dynamic().position([i as f32, 9.0]), ball());
        if i > 0 {
            good.joint(JointDef::new(body - 1, body, RevoluteJoint::new()));
        }
    }
    let mut levels = Vec::new();
    let mut with = |change: &dyn Fn(&mut Level)| {
        let mut level = good.clone();
        change(&mut level);
        levels.push(level);
    };
    for i in [0, 3] {
        with(&|level| level.bodies[i].damping = -1.0);
        with(&|level| level.colliders[i].def.material.density = f32::NAN);
        with(&|level| level.colliders[i].def.shape = Shape::half_space([0.0, 1.0], 0.0).unwrap());
        with(&|level| level.colliders[i].body = 7);
        with(&|level| level.joints[i.min(2)].b = 9);
        with(&|level| level.joints[i.min(2)].a = level.joints[i.min(2)].b);
        with(&|level| level.joints[i.min(2)].break_force = -1.0);
    }
    levels
}

/// A level that is refused leaves no trace, also not in what peers compare and in what is recorded: a peer
/// that has not tried it goes on in the same way.
#[test]
fn a_refused_level_leaves_no_trace() -> Result<(), DefError> {
    for level in refused_levels() {
        let mut world = World::default();
        let ids =
            [0.0, 1.0, 2.0, 3.0].map(|x| world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap());
        for id in ids {
            world.add_collider(id, ColliderDef::new(Shape::circle(0.3)?))?;
        }
        world.remove_body(ids[1])?;
        world.remove_body(ids[3])?;
        world.step(1.0 / 60.0);
        let mut other = world.clone();
        world.start_recording();
        let hashes = (world.sync_hash(), world.full_hash());
        assert!(world.add_level(&level).is_err());
        assert_eq!((world.sync_hash(), world.full_hash()), hashes);
        assert!(world.add_level_closed(&level, 1e-4, 10).is_err());
        assert!(world.add_level_closed(&Level::default(), f32::NAN, 10).is_err());
        let mut far = Level::default();
        let bodies = [BodyDef::fixed().position([1e8, 0.0]), BodyDef::dynamic().position([1e8 - 1.0, 0.0])];
        let [a, b] = bodies.map(|def| far.body(def));
        far.joint(JointDef::new(a, b, RevoluteJoint::new().anchors([1.0, 0.0], [0.0, 0.0])));
        assert!(world.add_level_closed(&far, 1e-4, 100).is_err());
        assert_eq!((world.sync_hash(), world.full_hash()), hashes);
        for world in [&mut world, &mut other] {
            let body = world.add_body(BodyDef::dynamic().position([1.0, 3.0]))?;
            world.add_collider(body, ColliderDef::new(Shape::circle(0.3)?))?;
            world.step(1.0 / 60.0);
        }
        assert_eq!(world.sync_hash(), other.sync_hash());
        let recording = world.stop_recording().unwrap();
        let mut replay = recording.replay();
        while replay.step().unwrap() {}
        assert_eq!(replay.world().sync_hash(), world.sync_hash());
    }
    Ok(())
}
