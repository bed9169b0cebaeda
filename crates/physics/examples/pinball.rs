//! A pinball table: flippers on hinges with motors, bumpers that add speed and count, a lane that is a
//! sensor, a gate that the ball passes in one direction only.
//!
//! The ball is shot in at 40 m/s, more than two of its diameters in each of 60 steps a second, and meets
//! walls without thickness and flippers that turn at 25 rad/s. Nothing is flagged: swept contacts hold it.
//!
//! `cargo run -p physics2d-engine --example pinball` plays for two minutes, with `-- 600` for ten hours.

use physics::prelude::*;

const DT: f32 = 1.0 / 60.0;

/// User data of colliders.
const BUMPER: u128 = 1;
const LANE: u128 = 2;

/// A flipper whose hinge is at `x` and which points to the middle; returns its hinge.
fn flipper(world: &mut World, table: BodyId, x: f32) -> Result<JointId, DefError> {
    let side = x.signum();
    let hinge = Point::new(x, 1.2);
    let body = world.add_body(BodyDef::dynamic().position(hinge).can_sleep(false))?;
    let arm = Shape::capsule([0.0, 0.0], [-side * 0.75, 0.0], 0.1)?;
    world.add_collider(body, ColliderDef::new(arm).density(50.0).restitution(0.1))?;
    let (rest, up) = (side * 0.5, -side * 0.5);
    let joint = RevoluteJoint::new().limits(rest.min(up), rest.max(up)).motor(side * 25.0, 800.0);
    world.add_joint(JointDef::new(table, body, joint).at_point(world, hinge)?)
}

fn main() -> Result<(), DefError> {
    // The table leans by seven degrees; the larger of two restitutions counts.
    let settings = WorldSettings { restitution_rule: CombineRule::Max, ..WorldSettings::default() };
    let mut world = World::new(settings.gravity([0.0, -9.81 * 7.0_f32.to_radians().sin()]));
    let table = world.add_body(BodyDef::fixed())?;
    let outline = chain([[-3.0, 2.2], [-3.0, 9.0], [3.0, 9.0], [3.0, 2.2]], false, Sides::Two)?;
    world.add_chain(
        table,
        &outline,
        Material { restitution: 0.3, ..Material::default() },
        Filter::default(),
    )?;
    for side in [-1.0_f32, 1.0] {
        let slope = Shape::segment([side * 3.0, 2.2], [side * 1.1, 1.3])?;
        world.add_collider(table, ColliderDef::new(slope))?;
    }
    for position in [[-1.2, 6.0], [1.2, 6.0], [0.0, 7.3]] {
        let bumper = ColliderDef::new(Shape::circle(0.4)?).offset(position, 0.0);
        world.add_collider(table, bumper.restitution(1.3).user_data(BUMPER))?;
    }
    let lane = ColliderDef::new(Shape::rectangle(0.3, 0.3)?).offset([-2.5, 4.5], 0.0);
    world.add_collider(table, lane.sensor(true).user_data(LANE))?;
    // A one-way gate under the upper wall: the ball passes upwards only, and rolls on.
    let gate = ColliderDef::new(Shape::rectangle(0.4, 0.05)?).offset([2.5, 4.5], 0.3);
    world.add_collider(table, gate.one_way([0.0, 1.0]))?;
    let hinges = [flipper(&mut world, table, -1.1)?, flipper(&mut world, table, 1.1)?];

    let shot = |k: u32| Vec2::new(0.32 * (k % 101) as f32 - 16.0, 36.0);
    let start = Point::new(0.4, 3.0);
    let ball = world.add_body(BodyDef::dynamic().position(start).velocity(shot(0)).can_sleep(false))?;
    let shape = ColliderDef::new(Shape::circle(0.15)?).density(10.0).restitution(0.4).friction(0.1);
    world.add_collider(ball, shape)?;
    world.body_mut(ball)?.set_max_speed(40.0)?;

    let (mut score, mut bumps, mut lanes, mut balls, mut fastest) = (0, 0, 0, 0, 0.0_f32);
    let minutes: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2);
    for step in 0..60 * 60 * minutes {
        // A player who flips again and again while the ball is near: both motors turn up, or back to rest.
        let at = world.body(ball)?.center();
        let flips = at.y < 1.7 && at.x.abs() < 1.1 && step % 20 < 10;
        for (&hinge, side) in hinges.iter().zip([-1.0_f32, 1.0]) {
            let speed = if flips { -side * 25.0 } else { side * 25.0 };
            world.joint_mut(hinge)?.change(|joint: RevoluteJoint| joint.motor(speed, 800.0))?;
        }
        world.step(DT);
        for touch in world.events().contacts_begun() {
            if touch.a.user_data == BUMPER || touch.b.user_data == BUMPER {
                (score, bumps) = (score + 100, bumps + 1);
            }
        }
        for event in world.events().sensors_begun() {
            if event.sensor.user_data == LANE {
                (score, lanes) = (score + 500, lanes + 1);
            }
        }
        let (at, speed) = (world.body(ball)?.center(), world.body(ball)?.velocity().norm());
        fastest = fastest.max(speed);
        // Over the slopes beside the flippers: y = 1.3 at x = 1.1, and 2.2 at x = 3.
        let slope = 1.3 + (at.x.abs() - 1.1) * 0.9 / 1.9;
        assert!(at.x.abs() < 3.0 && at.y < 9.0, "the ball is outside: {at}");
        assert!(at.y < 1.0 || at.x.abs() < 1.1 || at.y > slope, "the ball is under a slope: {at}");
        if at.y < 1.0 || step % 180 == 179 {
            // The ball has drained between the flippers, or its time is over: the next one is shot in.
            balls += 1;
            world.body_mut(ball)?.set_pose(Pose::at(start))?.set_velocity(shot(balls))?;
        }
    }
    println!("score {score}: {bumps} bumps, {lanes} lanes, {balls} balls, at most {fastest:.1} m/s");
    assert!(bumps > 50 && (38.0..=40.0001).contains(&fastest));
    Ok(())
}
