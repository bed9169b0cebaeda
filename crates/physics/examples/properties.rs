//! Everything can be changed while a world runs: a level editor moves, reshapes, switches off and saves what
//! a game has loaded.
//!
//! A view checks a handle once; then many things are set. User data tell the editor which thing of its own a
//! body is.
//!
//! `cargo run -p physics2d-engine --example properties`

use physics::prelude::*;

const DT: f32 = 1.0 / 60.0;

/// The names of the editor. A body's user data is an index into them.
const NAMES: [&str; 4] = ["ground", "lift", "crate", "sign"];

fn main() -> Result<(), DefError> {
    let mut level = Level::new(WorldSettings::default());
    let ground = ColliderDef::new(Shape::rectangle(20.0, 0.5)?);
    level.body_with(BodyDef::fixed().user_data(0), ground);
    let platform = ColliderDef::new(Shape::rectangle(1.0, 0.1)?);
    let lift = level.body_with(BodyDef::kinematic().position([0.0, 0.6]).user_data(1), platform);
    let box_ = ColliderDef::new(Shape::rectangle(0.3, 0.3)?);
    let cargo = level.body_with(BodyDef::dynamic().position([0.0, 1.0]).user_data(2), box_);
    let board = ColliderDef::new(Shape::rectangle(0.5, 0.3)?);
    let sign = level.body_with(BodyDef::dynamic().position([5.0, 3.0]).user_data(3), board);
    level.joint(JointDef::new(0, sign, RevoluteJoint::new()).at_point(&level, [5.0, 3.5])?);

    let (mut world, ids) = World::load(&level)?;
    let [lift, cargo, sign] = [lift, cargo, sign].map(|index| ids.bodies[index as usize]);
    let hinge = ids.joints[0];

    // The lift is exactly where the game says at the end of each step, and carries the crate along.
    for step in 1..=120 {
        let pose = Pose::at([0.0, 0.6 + 1.5 * step as f32 * DT]);
        world.body_mut(lift)?.set_target_pose(pose, DT)?;
        world.step(DT);
        assert_eq!(world.body(lift)?.pose(), pose);
    }
    let height = world.body(cargo)?.pose().position.y;
    assert!((height - 4.0).abs() < 0.05, "the crate is at {height} m");

    // The crate becomes a heavy disc that slides sideways only and does not turn.
    let disc = world.body(cargo)?.colliders().next().expect("its collider").id();
    world.collider_mut(disc)?.set_shape(Shape::circle(0.3)?)?.set_density(50.0)?.set_friction(0.0)?;
    let locks = Locks { y: true, rotation: true, ..Locks::NONE };
    world.body_mut(cargo)?.set_locks(locks).set_max_speed(2.0)?.apply_central_impulse([500.0, 0.0])?;
    // Without its lift it stays in the air, since its height is locked.
    world.body_mut(lift)?.set_enabled(false);
    // The sign gets a motor, and starts to turn.
    world.joint_mut(hinge)?.change(|hinge: RevoluteJoint| hinge.motor(1.0, 100.0))?;
    for _ in 0..60 {
        world.step(DT);
    }
    let view = world.body(cargo)?;
    assert_eq!(view.pose().position.y, height);
    assert!(view.velocity().x > 1.9 && view.velocity().x <= 2.0001);
    assert!((world.body(sign)?.angular_velocity() - 1.0).abs() < 0.05);

    // Saved and loaded again, the world has the same bodies, bit for bit.
    let (again, _) = World::load(&world.to_level())?;
    assert_eq!(again.state_hash(), world.state_hash());
    for body in again.bodies() {
        let (name, Point { coords, .. }) = (NAMES[body.user_data() as usize], body.pose().position);
        println!("{name:>6} at ({:.2}, {:.2}), enabled: {}", coords.x, coords.y, body.is_enabled());
    }
    Ok(())
}
