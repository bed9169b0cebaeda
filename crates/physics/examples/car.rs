//! A car with two sprung wheels drives over bumps. A wheel joint lets a wheel turn and move along its spring;
//! the motor of the rear one drives the car.
//!
//! `cargo run -p physics2d-engine --example car`

use physics::prelude::*;

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let road = world.add_body(BodyDef::fixed())?;
    world.add_collider(road, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?).friction(0.9))?;
    for i in 0..5 {
        let bump = world.add_body(BodyDef::fixed().position([6.0 + 4.0 * i as f32, -0.4]))?;
        world.add_collider(bump, ColliderDef::new(Shape::circle(0.5)?))?;
    }

    let chassis = world.add_body(BodyDef::dynamic().position([0.0, 0.8]))?;
    world.add_collider(chassis, ColliderDef::new(Shape::rectangle(1.2, 0.25)?).density(20.0))?;
    for (x, torque) in [(-0.8, 30.0), (0.8, 0.0)] {
        let wheel = world.add_body(BodyDef::dynamic().position([x, 0.35]))?;
        let tyre = ColliderDef::new(Shape::circle(0.35)?).density(15.0).friction(1.2);
        world.add_collider(wheel, tyre)?;
        let suspension = WheelJoint::new([0.0, 1.0]) // the wheel moves vertically in the frame of the chassis
            .anchors([x, -0.45], [0.0, 0.0])
            .spring(2.5, 0.7) // Hz, damping ratio
            .limits(-0.2, 0.2) // m
            .motor(-20.0, torque); // rad/s: clockwise drives to the right; N m: only the rear wheel is driven
        world.add_joint(JointDef::new(chassis, wheel, suspension))?;
    }

    for step in 0..=480 {
        if step % 60 == 0 {
            let body = world.body(chassis)?;
            let (x, speed) = (body.pose().position.x, body.velocity().x);
            println!("after {} s: at {x:5.2} m, {speed:4.2} m/s", step / 60);
        }
        world.step(1.0 / 60.0);
    }
    let pose = world.body(chassis)?.pose();
    assert!(pose.position.x > 24.0, "the car is stuck at {} m", pose.position.x);
    assert!(pose.rotation.angle().abs() < 0.5, "the car has rolled over");
    Ok(())
}
