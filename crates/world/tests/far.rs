//! Positions far from the origin.
//!
//! **The law.** A world that is moved by a whole number of 1,024 length units along each axis (of the next
//! power of two, if the unit is none) runs with the same bits: velocities, rotations, contacts, impulses,
//! what sleeps, and where each body is as seen from the place to which the origin was moved. It holds as
//! long as everything stays within 1e8 length units of the origin, and all positions are given exactly: the
//! definition takes an `f64`, and the world rounds to 2^-35 length units.

use geom::{Position, Rot, Shape, Vec2, WorldPose};
use proptest::prelude::*;
use world::*;

const DT: f32 = 1.0 / 60.0;

/// Powers of two, m, as far as a position with steps of 2^-24 m is an `f64`; and places that are none.
const PLACES: [[f64; 2]; 4] =
    [[1024.0, -1024.0], [1_048_576.0, 0.0], [-16_777_216.0, 67_108_864.0], [1024.0 * 90_000.0, 1024.0 * 7.0]];

/// Where an axis that was given in `f32` is exact at all of these places.
fn exact(x: f64) -> f64 {
    const STEPS: f64 = 16_777_216.0;
    (x * STEPS).round() / STEPS
}

/// The level with everything that has a place in the world moved. Places are rounded to 2^-24 m first.
fn moved(level: &Level, by: [f64; 2]) -> Level {
    let at = |Position { x, y }: Position| Position::new(exact(x) + by[0], exact(y) + by[1]);
    let mut level = level.clone();
    for body in &mut level.bodies {
        body.position = at(body.position);
    }
    for collider in &mut level.colliders {
        if let Some(PortalRole::Passing { point, .. }) = &mut collider.def.portal {
            *point = at(*point);
        }
    }
    for joint in &mut level.joints {
        if let JointKind::Pulley(pulley) = &mut joint.kind {
            pulley.ground_anchors = pulley.ground_anchors.map(at);
        }
    }
    level
}

/// All that the law is about, as bits, for bodies in the order of the level.
fn bits(world: &World, by: [f64; 2]) -> Vec<[u32; 8]> {
    let of_body = |body: BodyRef<'_>| {
        let (pose, velocity) = (body.pose_from(by), body.velocity());
        let awake = u32::from(body.is_awake());
        let numbers = [
            pose.position.x,
            pose.position.y,
            pose.rotation.cos,
            pose.rotation.sin,
            velocity.x,
            velocity.y,
            body.angular_velocity(),
        ];
        let [a, b, c, d, e, f, g] = numbers.map(f32::to_bits);
        [a, b, c, d, e, f, g, awake]
    };
    let contacts = world.contacts().map(|contact| {
        let [p, q] = contact.manifold().points.map(|point| point.separation.to_bits());
        let of_slots = contact.colliders().map(|collider| collider.id().index() as u32);
        [p, q, contact.step_impulse().to_bits(), contact.manifold().count, of_slots[0], of_slots[1], 0, 2]
    });
    world.bodies().map(of_body).chain(contacts).collect()
}

/// Every scene that a level alone makes: piles, mechanisms, vehicles, seams, bullets, portals, other units.
/// Pulleys and portals compute with positions in `f64`, which are exact up to 131 km.
#[test]
fn moved_scenes_run_with_the_same_bits() {
    for scene in scenes::all().filter(|scene| scene.script.is_none()) {
        let level = (scene.level)();
        let has_portal = level.joints.iter().any(|joint| matches!(joint.kind, JointKind::Portal(_)));
        if level.bodies.len() > 260 || has_portal {
            continue;
        }
        let run = |by: [f64; 2]| {
            let (mut world, _) = World::load(&moved(&level, by)).unwrap();
            let mut found = Vec::new();
            for step in 0..90 {
                world.step(DT);
                if step % 30 == 29 {
                    found.push(bits(&world, by));
                }
            }
            found
        };
        let here = run([0.0, 0.0]);
        let extent = 0.99e8 * f64::from(level.settings.length_unit);
        for by in PLACES.into_iter().skip(1).step_by(2).filter(|by| by.iter().all(|x| x.abs() < extent)) {
            assert!(run(by) == here, "{} at {by:?} runs otherwise", scene.name);
        }
    }
}

/// What can be seen of a run: how many contacts push at its end, the deepest overlap over all steps (m), the
/// step in which all are asleep, the greatest error of a joint (m), and how far the first body has come (m).
struct Figures {
    contacts: usize,
    overlap: f32,
    asleep: Option<u32>,
    joints: f32,
    way: Vec2,
}

fn figures(level: &Level, by: [f64; 2], steps: u32) -> Figures {
    let (mut world, ids) = World::load(&moved(level, by)).unwrap();
    let follow = ids.bodies[level.bodies.len() / 2];
    let begin = world.body(follow).unwrap().position_f64();
    let mut found = Figures { contacts: 0, overlap: 0.0, asleep: None, joints: 0.0, way: Vec2::zeros() };
    for step in 0..steps {
        world.step(DT);
        for contact in world.contacts() {
            for point in contact.manifold().points() {
                found.overlap = found.overlap.max(-point.separation);
            }
        }
        for joint in world.joints() {
            found.joints = found.joints.max(joint.error());
        }
        let is_awake = world.dynamic_bodies().any(BodyRef::is_awake);
        if !is_awake && found.asleep.is_none() {
            found.asleep = Some(step);
        }
    }
    found.contacts = world.contacts().filter(|contact| contact.manifold().count > 0).count();
    found.way = world.body(follow).unwrap().position_f64() - begin;
    found
}

/// At 10,000 km, a place that is no multiple of 1,024 m, boxes are rounded otherwise, and so the law does
/// not hold. What stands has the same contacts, overlaps to 1% and falls asleep in the same step; what moves
/// comes as far, with joints as tight; and bullets stop at the same walls.
#[test]
fn figures_at_ten_thousand_kilometres_are_those_of_the_origin() {
    // A ragdoll that tumbles falls otherwise by the last bit of a box: it is looked at near 10,000 km, at a
    // place where the law holds.
    let lawful = vec![[9_765.0 * 1024.0, 0.0]];
    let any = vec![[1e7, 0.0], [-3e6, 1e7], [99_000_000.0, -99_000_000.0]];
    for (name, steps, places) in [
        ("tower", 400, &any),
        ("pyramid", 400, &any),
        ("ragdoll", 300, &lawful),
        ("car", 240, &any),
        ("bridge", 240, &any),
        ("hills", 240, &any),
        ("card_house", 240, &any),
        ("arch", 240, &any),
        ("tunnelling", 60, &any),
        ("pendulum", 240, &any),
        ("seams", 200, &any),
        ("platformer", 100, &any),
    ] {
        let level = (scenes::find(name).unwrap().level)();
        let here = figures(&level, [0.0, 0.0], steps);
        for &by in places {
            let there = figures(&level, by, steps);
            let context = format!("{name} at {by:?}");
            assert_eq!(there.contacts, here.contacts, "{context}");
            assert_eq!(there.asleep, here.asleep, "{context}");
            let near = |a: f32, b: f32, least: f32| (a - b).abs() <= 0.01 * b.abs() + least;
            assert!(near(there.overlap, here.overlap, 1e-6), "{context}: {} {}", there.overlap, here.overlap);
            assert!(near(there.joints, here.joints, 1e-6), "{context}: {} {}", there.joints, here.joints);
            let off = (there.way - here.way).norm();
            assert!(off <= 1e-3 * here.way.norm() + 1e-4, "{context}: {:?} {:?}", there.way, here.way);
        }
    }
}

#[derive(Clone, Debug)]
struct Thing {
    kind: u8,
    at: [f64; 2],
    angle: f32,
    size: f32,
    velocity: [f32; 2],
    spin: f32,
    joint: u8,
}

fn thing() -> impl Strategy<Value = Thing> {
    let place = (-8.0_f64..8.0, 0.5_f64..12.0).prop_map(|(x, y)| [exact(x), exact(y)]);
    let velocity =
        prop_oneof![4 => [-3.0_f32..3.0, -3.0_f32..3.0], 1 => [-200.0_f32..200.0, -200.0_f32..200.0]];
    (0_u8..5, place, -3.0_f32..3.0, 0.1_f32..0.6, velocity, -8.0_f32..8.0, 0_u8..8).prop_map(
        |(kind, at, angle, size, velocity, spin, joint)| Thing {
            kind,
            at,
            angle,
            size,
            velocity,
            spin,
            joint,
        },
    )
}

/// A box of walls with these things in it, some joined to the one before.
fn room(things: &[Thing], by: [f64; 2]) -> World {
    let mut world = World::default();
    let walls = world.add_body(BodyDef::fixed().position(by)).unwrap();
    for (x, y, w, h) in [(0.0, -0.5, 12.0, 0.5), (-10.0, 8.0, 0.5, 9.0), (10.0, 8.0, 0.05, 9.0)] {
        let wall = ColliderDef::new(Shape::rectangle(w, h).unwrap()).offset([x, y], 0.0);
        world.add_collider(walls, wall).unwrap();
    }
    let mut before = None;
    for thing in things {
        let &Thing { kind, at, angle, size, velocity, spin, joint } = thing;
        let def = BodyDef::dynamic().position([at[0] + by[0], at[1] + by[1]]).angle(angle);
        let body = world.add_body(def.velocity(velocity).angular_velocity(spin)).unwrap();
        let shape = match kind {
            0 => Shape::circle(size).unwrap(),
            1 => Shape::rectangle(size, 0.5 * size).unwrap(),
            2 => Shape::capsule([-size, 0.0], [size, 0.0], 0.3 * size).unwrap(),
            3 => Shape::Polygon(geom::Polygon::regular(5, size).unwrap()),
            _ => Shape::Polygon(geom::Polygon::regular(7, size).unwrap().rounded(0.05).unwrap()),
        };
        world.add_collider(body, ColliderDef::new(shape).restitution(0.3)).unwrap();
        if let (Some(before), true) = (before, joint < 4) {
            let kind: JointKind = match joint {
                0 => RevoluteJoint::new().into(),
                1 => WeldJoint::new().into(),
                2 => DistanceJoint::new(1.0).into(),
                _ => WheelJoint::new([0.0, 1.0]).into(),
            };
            let middle = Position::new(at[0] + by[0], at[1] + by[1]);
            let def = JointDef::new(before, body, kind).at_point(&world, middle).unwrap();
            world.add_joint(def).unwrap();
        }
        before = Some(body);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Random things that fall, fly, pass near each other at 200 m/s and are joined, moved by random numbers
    /// of 1,024 m up to the border of the world.
    #[test]
    fn moved_rooms_run_with_the_same_bits(
        things in prop::collection::vec(thing(), 3..16),
        places in (-60_000_i32..60_000, -60_000_i32..60_000),
    ) {
        let by = [places.0, places.1].map(|n| 1024.0 * f64::from(n));
        let (mut here, mut there) = (room(&things, [0.0, 0.0]), room(&things, by));
        for step in 0..80 {
            here.step(DT);
            there.step(DT);
            prop_assert!(bits(&here, [0.0, 0.0]) == bits(&there, by), "step {step}");
        }
    }
}

/// A metre is 1/8, 8 or 128 units. The grid follows the unit, so the law and the units hold together.
#[test]
fn world_in_other_units_has_the_same_bits_far_away() {
    let run = |unit: f32, by: f64| {
        let settings = WorldSettings { length_unit: unit, ..WorldSettings::default() };
        let settings = settings.gravity([0.0, -10.0 * unit]).continuous(false).smooth_seams(false);
        let mut world = World::new(settings);
        let by = [by * f64::from(unit), 0.0];
        let ground = world.add_body(BodyDef::fixed().position(by)).unwrap();
        let floor = Shape::rectangle(20.0 * unit, unit).unwrap();
        world.add_collider(ground, ColliderDef::new(floor).offset([0.0, -unit], 0.0)).unwrap();
        for i in 0..12 {
            let at =
                [by[0] + f64::from(unit) * f64::from(i % 3) * 1.125, f64::from(unit) * (0.75 + f64::from(i))];
            let body = world.add_body(BodyDef::dynamic().position(at).angular_velocity(0.5)).unwrap();
            let shape = Shape::circle(0.5 * unit).unwrap();
            world.add_collider(body, ColliderDef::new(shape).density(1.0 / (unit * unit))).unwrap();
        }
        for _ in 0..120 {
            world.step(DT);
        }
        let of_body = |body: BodyRef<'_>| {
            let (pose, velocity) = (body.pose_from(by), body.velocity() / unit);
            let place = pose.position.coords / unit;
            [place.x, place.y, velocity.x, velocity.y, pose.rotation.sin].map(f32::to_bits)
        };
        world.dynamic_bodies().map(of_body).collect::<Vec<_>>()
    };
    let here = run(1.0, 0.0);
    for unit in [0.125, 1.0, 8.0, 128.0] {
        for by in [0.0, 1_048_576.0, 67_108_864.0] {
            assert!(run(unit, by) == here, "unit {unit}, {by} m away");
        }
    }
}

/// A millimetre a second for an hour, at any place and any pace, ends within 0.1 mm of 3.6 m.
#[test]
fn slow_motion_is_exact_anywhere() {
    for (x, rate) in [(0.0, 60), (1e6, 60), (1e7, 60), (-9.9e7, 60), (1e6, 240)] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
        let slow = world.add_body(BodyDef::dynamic().position([x, 0.0]).velocity([1e-3, -1e-3])).unwrap();
        for _ in 0..3_600 * rate {
            world.step(1.0 / rate as f32);
        }
        let Position { x: end, y } = world.body(slow).unwrap().position_f64();
        // An f32 has the speed and the step to 6e-8, so 3.6 m to 0.4 um; each step may be off by half a step
        // of the grid, always to the same side: 13 um in an hour at 240 Hz.
        let most = 1e-6 + 1.5e-11 * f64::from(3_600 * rate);
        assert!((end - x - 3.6).abs() < most && (y + 3.6).abs() < most, "{x}: {} {y}", end - x);
    }
}

/// A lift that is sent from floor to floor by target poses is where it was sent, after any number of trips;
/// and a pose that is given back changes nothing.
#[test]
fn driven_bodies_do_not_drift() {
    for x in [0.0, 1e6 + 0.123, 9e7] {
        let mut world = World::default();
        let lift = world.add_body(BodyDef::kinematic().position([x, 0.0])).unwrap();
        for trip in 0..200 {
            let target = WorldPose::new([x + f64::from(trip % 7) * 0.01, 0.37 * f64::from(trip % 5)], 0.1);
            world.body_mut(lift).unwrap().set_target_world_pose(target, 0.1).unwrap();
            for _ in 0..6 {
                world.step(DT);
            }
            let off = world.body(lift).unwrap().position_f64() - target.position;
            assert!(off.norm() < 1e-8, "{x}, trip {trip}: {off:?}");
        }
        let mut body = world.body_mut(lift).unwrap();
        body.set_angular_velocity(0.3).unwrap().set_velocity([0.1, 0.2]).unwrap();
        for _ in 0..30 {
            world.step(DT);
            let before = world.full_hash();
            let body = world.body(lift).unwrap();
            let (pose, exact) = (body.pose(), body.world_pose());
            world.body_mut(lift).unwrap().set_pose(pose).unwrap().set_world_pose(exact).unwrap();
            assert_eq!(world.full_hash(), before);
        }
    }
}

/// A coordinate that is the same when rounded to `f32` stays, and the other is set.
#[test]
fn pose_sets_the_coordinates_that_it_changes() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::dynamic().position([1e7 + 0.125, 2.0 + 1e-9])).unwrap();
    let mut pose = world.body(body).unwrap().pose();
    assert_eq!(pose.position.x, 1e7);
    pose.position.y = 3.0;
    world.body_mut(body).unwrap().set_pose(pose).unwrap();
    assert_eq!(world.body(body).unwrap().position_f64(), Position::new(1e7 + 0.125, 3.0));
    world.body_mut(body).unwrap().set_world_pose(WorldPose::at([1e7, 3.0])).unwrap();
    assert_eq!(world.body(body).unwrap().position_f64(), Position::new(1e7, 3.0));
}

/// A body that turns about its centre of mass, which is beside its origin, keeps the centre in place.
#[test]
fn centre_of_a_spinning_body_stays_where_it_is() {
    for x in [0.0, 1e6, 5e7] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
        let body = world.add_body(BodyDef::dynamic().position([x, 0.0]).angular_velocity(7.0)).unwrap();
        let head = ColliderDef::new(Shape::circle(0.1).unwrap()).offset([0.8, 0.3], 0.0);
        world.add_collider(body, head).unwrap();
        world.body_mut(body).unwrap().set_velocity([0.0, 0.0]).unwrap();
        let center = |world: &World| {
            let body = world.body(body).unwrap();
            body.world_pose() * body.mass_properties().center
        };
        let before = center(&world);
        for _ in 0..60_000 {
            world.step(DT);
        }
        // The arm in the frame of the body is an f32, and so is the product here.
        let off = center(&world) - before;
        assert!(off.norm() < 2e-6, "{x}: {off:?}");
    }
}

/// Places outside the world are refused by name, and a body that flies out is stopped inside.
#[test]
fn world_ends_at_a_hundred_thousand_kilometres() {
    let mut world = World::default();
    for (position, expected) in [
        ([1.0001e8, 0.0], "position.x is 100010000: it must be within 100,000 km of the origin"),
        ([-1e300, 0.0], "position.x is -1e300: it must be within 100,000 km of the origin"),
        ([0.0, f64::NEG_INFINITY], "position.y is -inf: it must be within 100,000 km of the origin"),
        ([f64::NAN, 0.0], "position.x is NaN: it must be within 100,000 km of the origin"),
    ] {
        let error = world.add_body(BodyDef::dynamic().position(position)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let body = world.add_body(BodyDef::dynamic().position([1e8, -1e8])).unwrap();
    let error = world.body_mut(body).unwrap().set_world_pose(WorldPose::at([0.0, 2e8])).err().unwrap();
    assert!(error.to_string().starts_with("position.y is 200000000"), "{error}");
    let ray = collide::Ray::new([0.0, 0.0], [1.0, 0.0]);
    let error = world.cast_ray(&ray, QueryFilter::default().seen_from([0.0, 1e9])).err().unwrap();
    assert!(error.to_string().starts_with("origin.y of the query is 1000000000"), "{error}");
    assert_eq!(world.body(body).unwrap().position_f64(), Position::new(1e8, -1e8));
    let out = world.add_body(BodyDef::dynamic().position([9.9999e7, 0.0]).velocity([3e4, 0.0])).unwrap();
    for _ in 0..600 {
        world.step(DT);
        world.validate().unwrap();
    }
    for id in [body, out] {
        let Position { x, y } = world.body(id).unwrap().position_f64();
        assert!(x <= 1e8 && y >= -1e8, "{x} {y}");
    }
    assert!(world.body(out).unwrap().position_f64().x > 9.9999e7);
}

/// A snapshot, in memory and as bytes, and a recording hold every digit; a level holds those of an `f64`.
#[test]
fn all_digits_are_saved() {
    let by = [1_048_576.0 * 61.0, -1024.0 * 3.0];
    let mut world = room(&[], by);
    world.start_recording();
    let at = [by[0] + 0.3, by[1] + 2.0];
    let ball = world.add_body(BodyDef::dynamic().position(at).velocity([1e-4, 0.3])).unwrap();
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.25).unwrap())).unwrap();
    let lift = world.add_body(BodyDef::kinematic().position(by)).unwrap();
    let target = WorldPose::at([by[0] + 0.7, by[1] + 5.0]);
    world.body_mut(lift).unwrap().set_target_world_pose(target, 2.0).unwrap();
    world.body_mut(ball).unwrap().apply_impulse([0.01, 0.0], [at[0], at[1] + 0.1]).unwrap();
    for _ in 0..20 {
        world.step(DT);
    }
    let mut snapshot = Snapshot::default();
    world.save(&mut snapshot);
    let bytes = snapshot.to_bytes().unwrap();
    let mut read = World::default();
    read.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(read.full_hash(), world.full_hash());
    for world in [&mut world, &mut read] {
        for _ in 0..100 {
            world.step(DT);
        }
    }
    assert_eq!(read.full_hash(), world.full_hash());
    let recording = world.stop_recording().unwrap();
    let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
    recording.check().unwrap();
    let level = world.to_level();
    let (again, _) = World::load(&Level::from_bytes(&level.to_bytes()).unwrap()).unwrap();
    for (a, b) in world.bodies().zip(again.bodies()) {
        assert_eq!(a.position_f64(), b.position_f64());
    }
}

/// What queries find, seen from a place, has the bits of the same world at the origin.
#[test]
fn queries_seen_from_a_place_have_the_bits_of_the_origin() {
    let things: Vec<Thing> = (0..12_u8)
        .map(|i| {
            let at = [f64::from(i) * 1.25 - 7.0, 1.0 + f64::from(i % 4)];
            Thing { kind: i % 5, at, angle: 0.3, size: 0.4, velocity: [0.0; 2], spin: 0.0, joint: 7 }
        })
        .collect();
    let find = |by: [f64; 2]| {
        let mut world = room(&things, by);
        for _ in 0..30 {
            world.step(DT);
        }
        let filter = QueryFilter::default().seen_from(by);
        let mut found: Vec<Vec<u32>> = Vec::new();
        let point = |p: geom::Point| [p.x.to_bits(), p.y.to_bits()];
        for i in 0..60 {
            let turn = Rot::from_angle(0.1 * i as f32) * Vec2::new(9.0, 0.0);
            let ray = collide::Ray::new([0.1 * i as f32 - 3.0, 4.0], turn);
            for hit in world.cast_ray_all(&ray, filter).unwrap() {
                found.push([point(hit.point), point(hit.normal.into())].concat());
                found.push(vec![hit.fraction.to_bits(), hit.collider.id().index() as u32]);
            }
            let probe = Shape::capsule([-0.1, 0.0], [0.3, 0.0], 0.1).unwrap();
            let start = geom::Pose::new([0.2 * i as f32 - 6.0, 6.0], 0.2);
            let cast = collide::ShapeCast::new(&probe, start, [0.3, -7.0]);
            let hit = world.cast_shape(&cast, filter).unwrap();
            found.extend(hit.map(|hit| vec![hit.fraction.to_bits(), hit.collider.id().index() as u32]));
            let hit = world.cast_shape(&cast.turning(1.5), filter).unwrap();
            found.extend(hit.map(|hit| vec![hit.fraction.to_bits(), hit.collider.id().index() as u32]));
            let near = world.closest_to_point([0.3 * i as f32 - 9.0, 5.0], 20.0, filter).unwrap();
            found.extend(near.map(|near| [point(near.point), point(near.normal.into())].concat()));
            let over = world.overlap_shape_all(&probe, start, filter).unwrap();
            found.push(over.iter().map(|collider| collider.id().index() as u32).collect());
            let inside = world.overlap_point_all([0.2 * i as f32 - 6.0, 0.4], filter).unwrap();
            found.push(inside.iter().map(|collider| collider.id().index() as u32).collect());
        }
        found
    };
    let here = find([0.0, 0.0]);
    assert!(here.len() > 200);
    for by in PLACES {
        assert!(find(by) == here, "{by:?}");
    }
}
