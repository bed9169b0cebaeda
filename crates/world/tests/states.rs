//! What state a world can be in: it is valid after every call and every length of a step, it can be saved,
//! and a recording knows of it.

use geom::{MassProperties, Point, Shape};
use std::sync::Arc;
use world::{
    BodyDef, BodyId, ColliderDef, ContactHook, ContactResponse, DefError, Events, HookCollider, HookContact,
    JointDef, Level, Material, Recording, RevoluteJoint, Snapshot, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

fn random(seed: &mut u64) -> f32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f32 / (1_u64 << 24) as f32
}

/// Fast bodies of several shapes that bounce in a box, so that steps turn some away before they meet others.
fn bouncing(seed: u64, gravity: f32) -> (World, Vec<BodyId>) {
    let mut seed = seed;
    let mut world = World::new(WorldSettings::default().gravity([0.0, -gravity]));
    let walls = world.add_body(BodyDef::fixed()).unwrap();
    for (x, y, half_x, half_y) in
        [(0.0, -3.5, 4.0, 0.5), (0.0, 3.5, 4.0, 0.5), (-3.5, 0.0, 0.5, 4.0), (3.5, 0.0, 0.5, 4.0)]
    {
        let wall = ColliderDef::new(Shape::rectangle(half_x, half_y).unwrap()).offset([x, y], 0.0);
        world.add_collider(walls, wall.restitution(0.8)).unwrap();
    }
    let bodies = (0..24).map(|i| {
        let mut between = |low: f32, high: f32| low + (high - low) * random(&mut seed);
        let at = [between(-2.5, 2.5), between(-2.5, 2.5)];
        let speed = if i % 3 == 0 { 60.0 } else { 6.0 };
        let velocity = [between(-speed, speed), between(-speed, speed)];
        let def = BodyDef::dynamic().position(at).velocity(velocity).angular_velocity(between(-9.0, 9.0));
        let body = world.add_body(def).unwrap();
        let shape = if i % 2 == 0 { Shape::circle(0.2) } else { Shape::rectangle(0.3, 0.15) };
        let material = Material { restitution: 0.8, ..Material::default() };
        world.add_collider(body, ColliderDef::new(shape.unwrap()).material(material)).unwrap();
        body
    });
    let bodies = bodies.collect();
    (world, bodies)
}

/// Whichever island falls asleep after whichever step, also one that touches what a step has put off; it can
/// be saved, and goes on as it would without that.
#[test]
fn world_is_valid_when_any_island_falls_asleep_after_any_step() {
    for seed in 0..6 {
        let (mut world, bodies) = bouncing(seed, if seed % 2 == 0 { 0.0 } else { 10.0 });
        for step in 0..60 {
            world.step(DT);
            for &body in &bodies {
                let mut copy = world.clone();
                copy.body_mut(body).unwrap().sleep();
                if let Err(error) = copy.validate() {
                    panic!("seed {seed}, step {step}: {error}");
                }
            }
            let mut copy = world.clone();
            for &body in &bodies {
                copy.body_mut(body).unwrap().sleep();
            }
            copy.validate().unwrap();
            copy.body_mut(bodies[0]).unwrap().wake();
            copy.validate().unwrap();
            for _ in 0..3 {
                copy.step(DT);
                copy.validate().unwrap();
            }
        }
    }
}

/// From a step that is a thousandth of the usual one up to the longest.
#[test]
fn world_is_valid_after_steps_of_any_length() {
    for dt in [1e-5, 1e-3, DT, 0.1, 0.3, 0.6, 1.0] {
        for seed in 0..12 {
            let (mut world, _) = bouncing(seed, 10.0);
            for step in 0..40 {
                world.step(if step % 3 == 2 { DT } else { dt });
                if let Err(error) = world.validate() {
                    panic!("steps of {dt} s, seed {seed}, step {step}: {error}");
                }
            }
        }
    }
}

/// Bodies whose user data differ by one pass each other, and all others slide.
#[derive(Debug)]
struct Rules;

impl ContactHook for Rules {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        a.body_user_data.abs_diff(b.body_user_data) != 1
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        contact.response.friction(0.0)
    }
}

/// A heap of bodies that a hook decides about, dropped on the ground.
fn hooked_heap() -> World {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().user_data(1000)).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
    for i in 0..20_u32 {
        let at = [0.3 * (i % 5) as f32, 1.0 + 0.5 * (i / 5) as f32];
        let body = world.add_body(BodyDef::dynamic().position(at).user_data(u128::from(i % 4))).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.3).unwrap()).hook(true)).unwrap();
    }
    world
}

fn replay_of(world: &mut World) -> Result<u64, world::ReplayError> {
    let recording = world.stop_recording().unwrap();
    let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
    let mut replay = recording.replay();
    replay.set_contact_hook(Arc::new(Rules));
    while replay.step()? {}
    Ok(replay.world().full_hash())
}

/// Whether the hook was there when the recording began, at the save, before it and at the restore: the replay
/// has it where the world had it.
#[test]
fn replay_agrees_when_a_restore_meets_a_world_with_another_hook() {
    let hook = |on: bool| on.then(|| Arc::new(Rules) as Arc<dyn ContactHook>);
    for case in 0..32 {
        let is = |bit: u32| case >> bit & 1 != 0;
        let mut world = hooked_heap();
        world.set_contact_hook(hook(is(0)));
        world.start_recording();
        for _ in 0..10 {
            world.step(DT);
        }
        if is(1) != is(0) {
            world.set_contact_hook(hook(is(1)));
        }
        world.step(DT);
        let mut snapshot = Snapshot::new();
        world.save(&mut snapshot);
        for _ in 0..10 {
            world.step(DT);
        }
        if is(2) != is(1) {
            world.set_contact_hook(hook(is(2)));
        }
        world.step(DT);
        // Also of bytes, which have no place in the recording.
        let snapshot =
            if is(4) { Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap() } else { snapshot };
        world.restore(&snapshot).unwrap();
        world.validate().unwrap();
        for _ in 0..10 {
            world.step(DT);
        }
        if is(3) != is(2) {
            world.set_contact_hook(hook(is(3)));
        }
        for _ in 0..70 {
            world.step(DT);
            world.validate().unwrap();
        }
        let hash = world.full_hash();
        match replay_of(&mut world) {
            Ok(replayed) => assert_eq!(replayed, hash, "case {case:05b}"),
            Err(error) => panic!("case {case:05b}: {error}"),
        }
    }
}

/// A hook that is kept without asking it, as after a restore of bytes, is in the recording.
#[test]
fn replay_has_a_hook_that_was_kept() {
    for was_there in [false, true] {
        let mut world = hooked_heap();
        world.set_contact_hook(was_there.then(|| Arc::new(Rules) as Arc<dyn ContactHook>));
        world.start_recording();
        world.step(DT);
        world.keep_contact_hook((!was_there).then(|| Arc::new(Rules) as Arc<dyn ContactHook>));
        for _ in 0..80 {
            world.step(DT);
        }
        let hash = world.full_hash();
        assert_eq!(replay_of(&mut world).unwrap(), hash, "{was_there}");
    }
}

/// Every number of the events, but the limits of infinity that a program has given itself.
fn check_events(events: &Events) {
    let text = format!("{events:?}");
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
}

/// An override with a centre outside the world, and forces that would throw a body faster than any number
/// tells, are refused by name and value; what is accepted gives events with numbers.
#[test]
fn extreme_masses_and_forces_are_refused_or_give_finite_events() {
    let sizes = [1.0, 1e3, 1e5, 1e10, 1e18, 1e19, 1e25, 3e38];
    for center in sizes {
        for force in sizes {
            for mass in [1e-3, 1.0, 1e9] {
                let mut world = World::default();
                let ground = world.add_body(BodyDef::fixed()).unwrap();
                world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
                let body =
                    world.add_body(BodyDef::dynamic().position([0.0, 0.95]).velocity([0.0, -5.0])).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(0.4, 0.4).unwrap())).unwrap();
                let hinge = RevoluteJoint::new().anchors([0.0, 0.95], [0.0, 0.0]);
                let joint = JointDef::new(ground, body, hinge).breaks(100.0, 100.0);
                let joint = world.add_joint(joint).unwrap();
                if mass > 1.0 {
                    // Two hinges that are near to each other bear a torque with greater forces.
                    let hinge = RevoluteJoint::new().anchors([0.01, 0.95], [0.01, 0.0]);
                    world.add_joint(JointDef::new(ground, body, hinge).breaks(100.0, 100.0)).unwrap();
                }
                let heavy = MassProperties { mass, center: Point::new(center, 0.0), inertia: mass };
                let mut view = world.body_mut(body).unwrap();
                let refused = view.set_mass_override(Some(heavy)).err();
                assert_eq!(refused.is_some(), center > 1e5, "{center}");
                if let Some(error) = refused {
                    let expected = matches!(error, DefError::Value { field, value, .. }
                        if field.contains("center") && value == center);
                    assert!(expected, "{error}");
                    assert!(world.add_body(BodyDef::dynamic().mass(heavy)).is_err());
                }
                if mass < 1.0 {
                    world.remove_joint(joint).unwrap();
                }
                for _ in 0..10 {
                    for push in [[force, 0.0], [0.0, -force]] {
                        let mut view = world.body_mut(body).unwrap();
                        if let Err(error) = view.apply_central_force(push) {
                            assert!(error.to_string().contains("force"), "{error}");
                        }
                        let _ = view.apply_force(push, [0.3, 1.0]).is_ok();
                        let _ = view.apply_torque(force).is_ok();
                    }
                    world.step(if mass > 1.0 { 1.0 } else { DT });
                    check_events(world.events());
                    world.validate().unwrap();
                }
            }
        }
    }
}

/// The force of a joint that is no longer a number: of a body as heavy as it may be, that is held at any
/// speed. The event of its break tells the largest number, not infinity.
#[test]
fn force_that_overflows_is_the_largest_number_in_the_event_of_a_break() {
    let mut breaks = 0;
    for i in 0..80 {
        // From 1e8 to 1e18 m/s: somewhere the impulse is a number, and the force, which is 240 times
        // that, is none.
        let speed = 1e8 * 10.0_f32.powf(i as f32 / 8.0);
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let swinging = BodyDef::dynamic().position([50.0, 9.0]).velocity([speed, 0.0]);
        let body = world.add_body(swinging).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(1.0).unwrap()).density(3e27)).unwrap();
        let hinge = RevoluteJoint::new().anchors([50.0, 9.0], [0.0, 0.0]);
        world.add_joint(JointDef::new(ground, body, hinge).breaks(100.0, 100.0)).unwrap();
        for _ in 0..3 {
            world.step(DT);
            check_events(world.events());
            let is_largest = |x: f32| x.abs() == f32::MAX;
            let broken = world.events().joints_broken().iter();
            breaks += broken.filter(|broken| broken.force.iter().any(|&x| is_largest(x))).count();
        }
    }
    assert!(breaks > 0, "no force overflows");
}

/// What a body reaches by itself can be saved, loaded and replayed: its origin may be far from its centre.
#[test]
fn whatever_a_body_reaches_can_be_saved_as_snapshot_level_and_recording() {
    for unit in [1.0, 50.0] {
        for (origin, offset, spin, speed) in [
            (50e3, 90e3, 2.0, 0.0),
            (0.0, 90e3, -0.7, 20e3),
            (99e3, 99e3, 3.0, 90e3),
            (99e3, 10.0, 5.0, 9e3),
            (90e3, 20e3, 1.0, 1e5),
        ] {
            for direction in [[1.0, 0.0], [0.0, -1.0], [-0.6, 0.8]] {
                let mut world = World::new(WorldSettings { length_unit: unit, ..WorldSettings::default() });
                world.start_recording();
                let [x, y] = direction.map(|x| x * origin * unit);
                let def = BodyDef::dynamic().position([x, y]).angular_velocity(spin);
                let body = world.add_body(def.velocity(direction.map(|x| x * speed * unit))).unwrap();
                let collider = ColliderDef::new(Shape::circle(unit).unwrap());
                let [x, y] = direction.map(|x| -x * offset * unit);
                world.add_collider(body, collider.offset([x, y], 0.0)).unwrap();
                for step in 0..120 {
                    world.step(DT);
                    if step % 10 != 9 {
                        continue;
                    }
                    let at = world.body(body).unwrap().pose().position;
                    let context = format!("offset {offset}, unit {unit}, step {step}, at {at:?}");
                    let mut snapshot = Snapshot::new();
                    world.save(&mut snapshot);
                    let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap());
                    assert!(read.is_ok(), "{context}: {:?}", read.err());
                    let level = world.to_level();
                    let read = Level::from_bytes(&level.to_bytes());
                    let loaded = World::load(&read.unwrap());
                    assert!(loaded.is_ok(), "{context}: {:?}", loaded.err());
                }
                let hash = world.full_hash();
                assert_eq!(replay_of(&mut world).unwrap(), hash);
                world.validate().unwrap();
            }
        }
    }
}

/// Whether the hook was there at the save and at the restore, and switched in between or not: a world goes on
/// in the same way from memory, from bytes, and as another world that was restored, also where a hook has
/// refused pairs before that are now accepted.
#[test]
fn worlds_with_another_hook_go_on_in_the_same_way_from_memory_bytes_and_elsewhere() {
    let hook = |on: bool| on.then(|| Arc::new(Rules) as Arc<dyn ContactHook>);
    for case in 0..64 {
        let is = |bit: u32| case >> bit & 1 != 0;
        let mut world = hooked_heap();
        world.set_contact_hook(hook(is(0)));
        let steps = |world: &mut World, count: usize| (0..count).for_each(|_| world.step(DT));
        steps(&mut world, if is(4) { 12 } else { 70 });
        if is(5) {
            world.set_contact_hook(hook(!is(1)));
            steps(&mut world, 3);
        }
        if is(5) || is(1) != is(0) {
            world.set_contact_hook(hook(is(1)));
        }
        steps(&mut world, 2);
        let mut snapshot = Snapshot::new();
        world.save(&mut snapshot);
        let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
        steps(&mut world, 5);
        if is(2) != is(1) {
            world.set_contact_hook(hook(is(2)));
        }
        steps(&mut world, if is(3) { 9 } else { 0 });
        let trace = |mut world: World, snapshot: &Snapshot| -> Vec<(u64, usize)> {
            world.restore(snapshot).unwrap();
            let frames = (0..90).map(|frame| {
                if frame == 45 {
                    world.set_contact_hook(hook(!is(2)));
                }
                world.step(DT);
                world.validate().unwrap();
                (world.full_hash(), world.contacts().count())
            });
            frames.collect()
        };
        let mut elsewhere = World::default();
        elsewhere.set_contact_hook(hook(is(2)));
        let expected = trace(elsewhere.clone(), &snapshot);
        for (from, found) in [
            ("memory", trace(world.clone(), &snapshot)),
            ("bytes", trace(world, &read)),
            ("bytes elsewhere", trace(elsewhere, &read)),
        ] {
            let differs = (0..90).find(|&frame| found[frame] != expected[frame]);
            assert_eq!(differs, None, "case {case:06b}, from {from}");
        }
    }
}

/// A heap with a motor, whose bodies are added in an order that depends on the seed.
fn fill(world: &mut World, seed: u64) -> Vec<BodyId> {
    let mut seed = seed;
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
    let bodies = (0..30).map(|i| {
        let at = [0.4 * (i % 6) as f32 + 0.1 * random(&mut seed), 1.0 + 0.7 * (i / 6) as f32];
        let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.3, 0.25).unwrap()).hook(true)).unwrap();
        body
    });
    let bodies: Vec<BodyId> = bodies.collect();
    let motor = RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]).motor(2.0, 5.0);
    world.add_joint(JointDef::new(bodies[3], bodies[4], motor)).unwrap();
    bodies
}

/// Whatever the world held before, also sleepers, recordings and stale handles; with a hook and on threads.
#[test]
fn cleared_world_runs_like_a_new_one() {
    let settings = WorldSettings::default().gravity([1.0, -9.0]);
    let hook: Arc<dyn ContactHook> = Arc::new(Rules);
    for seed in 0..4 {
        let mut new = World::new(settings);
        let mut used = World::new(settings);
        used.set_threads(1 + seed as usize % 2);
        for world in [&mut new, &mut used] {
            world.set_contact_hook((seed > 1).then(|| Arc::clone(&hook)));
        }
        let old = fill(&mut used, 77 + seed);
        used.body_mut(old[2]).unwrap().set_user_data(1).sleep();
        used.remove_body(old[5]).unwrap();
        (0..40).for_each(|_| used.step(DT));
        used.start_recording();
        used.clear();
        used.validate().unwrap();
        assert!(old.iter().all(|&id| used.body(id).is_err()));
        assert_eq!(used.stats().bodies + used.stats().contacts + used.stats().joints, 0);
        fill(&mut new, seed);
        fill(&mut used, seed);
        for step in 0..120 {
            new.step(DT);
            used.step(DT);
            assert_eq!(used.full_hash(), new.full_hash(), "seed {seed}, step {step}");
            assert_eq!(used.sync_hash(), new.sync_hash(), "seed {seed}, step {step}");
        }
        used.validate().unwrap();
        let hash = used.full_hash();
        assert_eq!(replay_of(&mut used).unwrap(), hash);
    }
}

/// A change of a world, with its name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut World));

/// Whatever decides how a world goes on changes the hash; a restore, another broad phase and threads do not.
#[test]
fn sync_hash_sees_settings_definitions_motors_and_impulses_and_survives_restores() {
    let mut world = World::default();
    let bodies = fill(&mut world, 5);
    (0..30).for_each(|_| world.step(DT));
    let hash = world.sync_hash();
    let mut snapshot = Snapshot::new();
    world.save(&mut snapshot);
    let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
    for snapshot in [&snapshot, &read] {
        let mut other = World::default();
        other.restore(snapshot).unwrap();
        other.set_threads(2);
        assert_eq!(other.sync_hash(), hash);
        let mut on = world.clone();
        for _ in 0..10 {
            on.step(DT);
            other.step(DT);
            assert_eq!(other.sync_hash(), on.sync_hash());
        }
    }
    let joint = world.joints().next().unwrap().id();
    let collider = world.body(bodies[1]).unwrap().colliders().next().unwrap().id();
    let settings = *world.settings();
    let changes: [Change<'_>; 10] = [
        ("motor", &|world| {
            let mut joint = world.joint_mut(joint).unwrap();
            joint.change(|hinge: RevoluteJoint| hinge.motor(2.1, 5.0)).unwrap();
        }),
        ("gravity", &|world| world.set_settings(settings.gravity([0.0, -10.1])).unwrap()),
        ("damping", &|world| _ = world.body_mut(bodies[0]).unwrap().set_damping(0.1).unwrap()),
        ("force", &|world| _ = world.body_mut(bodies[0]).unwrap().apply_central_force([1.0, 0.0]).unwrap()),
        ("user data", &|world| _ = world.body_mut(bodies[0]).unwrap().set_user_data(9)),
        ("friction", &|world| _ = world.collider_mut(collider).unwrap().set_friction(0.1).unwrap()),
        ("hook", &|world| _ = world.collider_mut(collider).unwrap().set_hook(false)),
        ("shape", &|world| {
            let shape = Shape::rectangle(0.3, 0.2501).unwrap();
            world.collider_mut(collider).unwrap().set_shape(shape).unwrap();
        }),
        ("free slot", &|world| {
            let body = world.add_body(BodyDef::fixed()).unwrap();
            world.remove_body(body).unwrap();
        }),
        ("sleep", &|world| _ = world.body_mut(bodies[0]).unwrap().sleep()),
    ];
    for (name, change) in changes {
        let mut copy = world.clone();
        assert_eq!(copy.sync_hash(), hash);
        change(&mut copy);
        assert_ne!(copy.sync_hash(), hash, "{name}");
    }
}
