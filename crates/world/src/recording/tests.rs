//! Every call is recorded and replayed, and the source has no call that is not.

use super::Call;
use super::apply::apply;
use crate::*;
use geom::{MassProperties, Point, Pose, Shape, Vec2, WorldPose};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A hook that changes nothing.
#[derive(Debug)]
struct Quiet;

impl ContactHook for Quiet {}

/// Makes the calls of the list that need more than blank arguments, and others where the order counts.
fn make_calls(world: &mut World) -> Result<(), Box<dyn std::error::Error>> {
    let mut elsewhere = Snapshot::new();
    World::default().save(&mut elsewhere);
    world.restore(&elsewhere)?;
    world.set_settings(WorldSettings::default().gravity([0.0, -5.0]))?;
    world.set_contact_hook(Some(Arc::new(Quiet)));
    let mut level = Level::new(WorldSettings::default());
    level.velocities_of_centers = true;
    level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::rectangle(9.0, 0.5)?));
    world.add_level(&level)?;
    let [a, b, gone] =
        [1.0, 2.0, 3.0].map(|x| world.add_body(BodyDef::dynamic().position([x, 3.0])).expect("a body"));
    let lift = world.add_body(BodyDef::kinematic().position([-3.0, 3.0]))?;
    let own = world.add_collider(a, ColliderDef::new(Shape::circle(0.3)?).one_way([1.0, 1.0]))?;
    let lost =
        world.add_collider(a, ColliderDef::new(Shape::circle(0.1)?).portal(PortalRole::Rim { portal: 1 }))?;
    world.add_collider(b, ColliderDef::new(Shape::polygon([[-0.5, -0.3], [0.6, -0.3], [0.1, 0.5]])?))?;
    let hinge =
        world.add_joint(JointDef::new(a, b, RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0])))?;
    let rope = world.add_joint(JointDef::new(a, b, DistanceJoint::rope(2.0)))?;
    world.step(1.0 / 60.0);
    let mut body = world.body_mut(lift)?;
    body.set_world_pose(WorldPose::at([-3.1, 3.0]))?.set_target_pose(Pose::new([-3.0, 3.1], 0.1), 0.1)?;
    body.set_target_world_pose(WorldPose::new([-3.0, 3.1], 0.2), 0.1)?;
    let mut body = world.body_mut(a)?;
    body.set_user_data(1 << 90).drop_through().set_kind(BodyKind::Kinematic)?.set_kind(BodyKind::Dynamic)?;
    body.set_pose(Pose::new([1.0, 3.5], 0.3))?.set_velocity([1.0, 2.0])?.set_angular_velocity(0.5)?;
    body.apply_force([1.0, 0.0], [1.0, 4.0])?.apply_central_force([0.0, 1.0])?.apply_torque(0.1)?;
    body.apply_ambient_force([0.3, 0.0], 0.1)?.apply_impulse([0.1, 0.0], [1.0, 3.0])?;
    let [point, velocity] = [[1.0, 4.0], [0.1, 0.0]];
    body.apply_load(Load {
        mass: 0.5,
        inertia: 0.1,
        point: point.into(),
        velocity: velocity.into(),
        angular_velocity: 0.2,
    })?;
    body.apply_central_impulse([0.0, 0.1])?.apply_angular_impulse(0.1)?.set_damping(0.1)?;
    body.set_angular_damping(0.2)?.set_gravity_scale(0.9)?.set_fixed_rotation(true).set_max_speed(20.0)?;
    body.set_max_angular_speed(30.0)?.set_sleep_speed(0.1)?.set_enabled(false).set_enabled(true);
    let mass = MassProperties { mass: 2.0, center: Point::new(0.1, 0.0), inertia: 1.0 };
    body.set_mass_override(Some(mass))?.sleep().wake().set_continuous(false).set_can_sleep(false);
    let mut collider = world.collider_mut(own)?;
    collider.set_user_data(9).set_filter(Filter { category: 3, ..Filter::default() });
    collider.set_shape(Shape::rectangle(0.3, 0.2)?)?.set_offset([0.1, 0.0], 0.2)?;
    collider.set_one_way(Some(Vec2::new(0.3, 1.0)))?.set_one_way(None)?.set_hook(true);
    collider.set_portal_role(Some(PortalRole::Rim { portal: 2 }))?.set_sensor(true)?.set_sensor(false)?;
    collider.set_friction(0.3)?.set_enabled(false).set_enabled(true);
    let mut joint = world.joint_mut(hinge)?;
    joint.change(|hinge: RevoluteJoint| hinge.motor(1.0, 5.0))?.set_user_data(7).set_collide(true);
    joint.set_anchors([0.4, 0.0], [-0.4, 0.1])?.set_break_limits(1e6, 1e6)?.set_enabled(false);
    world.remove_joint(rope)?;
    world.remove_collider(lost)?;
    world.remove_body(gone)?;
    Ok(())
}

/// The replay makes each call of the list, from the recording itself and from its bytes, and ends with the
/// same state, handles included.
#[test]
fn every_call_is_recorded_and_made_again() {
    let mut world = World::default();
    world.start_recording();
    make_calls(&mut world).unwrap();
    // The rest is made with blank arguments, of the first body, collider and joint: a new setter needs no
    // line above.
    let all = || (0..200).filter_map(Call::blank);
    let recorded = |world: &World| -> BTreeSet<&str> {
        let recording = world.recording().unwrap();
        recording.content.calls.iter().map(Call::name).collect()
    };
    let made = recorded(&world);
    for call in all().filter(|call| call.name() != "KeepContactHook" && !made.contains(call.name())) {
        let recording = world.recording().unwrap();
        apply(&mut world, &call, &recording.content).unwrap();
        assert!(recorded(&world).contains(call.name()), "{call:?} is not recorded as itself");
    }
    for _ in 0..150 {
        world.step(1.0 / 60.0);
    }
    world.body_mut(world.bodies().last().unwrap().id()).unwrap().set_user_data(3);
    let recording = world.stop_recording().unwrap();
    let made: BTreeSet<&str> = recording.content.calls.iter().map(Call::name).collect();
    // `KeepContactHook` follows a restore in a world with another hook: `tests/states.rs`.
    let names = all().map(|call| call.name());
    let all: BTreeSet<&str> = names.filter(|&name| name != "KeepContactHook").collect();
    assert_eq!(made, all);

    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    for recording in [&recording, &read] {
        let mut replay = recording.replay();
        assert_eq!(replay.step(), Err(ReplayError::NoContactHook { frame: 1 }));
        let mut replay = recording.replay();
        replay.set_contact_hook(Arc::new(Quiet));
        while replay.step().unwrap() {}
        assert_eq!(replay.world().full_hash(), world.full_hash());
        let slots = |world: &World| world.bodies().map(|body| body.id().to_string()).collect::<Vec<_>>();
        assert_eq!(slots(replay.world()), slots(&world));
    }
}

/// Public functions with `&mut self` that record nothing themselves: what they do is recorded by others, or
/// changes nothing that a step computes.
const EXCEPTIONS: [(&str, &str); 25] = [
    ("add_joint", "by put_joint"),
    ("set_clock", "changes no result"),
    ("set_tracing", "changes no result"),
    ("close_joints", "by set_world_pose"),
    ("change_velocity", "by set_velocity"),
    ("add_level", "adds by recorded functions"),
    ("add_level_closed", "adds by recorded functions, closes by set_world_pose"),
    ("add_chain", "adds by a recorded function"),
    ("add_collider", "by put_collider"),
    ("clear", "by restore"),
    ("set_threads", "changes no result"),
    ("set_executor", "changes no result"),
    ("set_def", "by the setters of what differs"),
    ("set_width", "changes no result"),
    ("take_events", "no step reads them"),
    ("swap_events", "no step reads them"),
    ("body_mut", "a view"),
    ("collider_mut", "a view"),
    ("joint_mut", "a view"),
    ("set_fixed_rotation", "by set_locks"),
    ("set_anchors", "by set_def"),
    ("change", "by set_def"),
    ("set_break_limits", "by set_def"),
    ("set_collide", "by set_checked"),
    ("set_enabled", "of a joint: by set_checked; of a body it records"),
];

/// Fails for a new function that changes a world and records nothing.
#[test]
fn every_function_that_changes_a_world_records_a_call() {
    let mut found = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut of_world = false;
        for part in text.split("\n    pub fn ") {
            if of_world {
                let (name, body) = part.split_once(['(', '<']).unwrap();
                let end = body.find("\n    }\n").unwrap_or(body.len());
                let is_mutable = body.split_once('{').is_some_and(|(head, _)| head.contains("&mut self"));
                let lines = body[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
                let body = lines.collect::<Vec<_>>().join("\n");
                let records = ["note(", "recorder", "finish_step(", "change_material("]
                    .iter()
                    .any(|way| body.contains(way));
                let is_excepted = EXCEPTIONS.iter().any(|&(exception, _)| exception == name);
                assert!(
                    !is_mutable || records || is_excepted,
                    "{name} in {} records no call: recording/call.rs",
                    path.display()
                );
                found += usize::from(is_mutable && records);
            }
            // The function that follows is in the last block that has begun.
            for line in part.lines().filter(|line| line.starts_with("impl")) {
                of_world = ["World<B>", "BodyMut<", "ColliderMut<", "JointMut<"]
                    .iter()
                    .any(|name| line.contains(&format!("> {name}")) && !line.contains(" for "));
            }
        }
    }
    assert!(found > 50, "found only {found} functions that record: has the form of the source changed?");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}
