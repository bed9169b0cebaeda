//! A shooter seen from above: a player fires at robots that no wall hides. Bullets damage what they hit by
//! the impulse of the hit, and a medkit is a sensor.
//!
//! User data tells what a body is, so events need no look-ups; a filter lets bullets pass those of their own
//! team.
//!
//! `cargo run -p physics --example shooter`

use physics::prelude::*;

const DT: f32 = 1.0 / 120.0;

/// Categories of colliders.
const WALL: u32 = 1 << 0;
const PLAYER: u32 = 1 << 1;
const ROBOT: u32 = 1 << 2;
const PLAYER_BULLET: u32 = 1 << 3;
const MEDKIT: u32 = 1 << 4;

/// The game keeps its things in lists; the user data of a body is an index into this one.
struct Robot {
    body: BodyId,
    health: f32,
}

/// A round body that friction with the floor stops, as for everything that is seen from above.
fn walker(world: &mut World, floor: BodyId, position: [f32; 2], filter: Filter) -> Result<BodyId, DefError> {
    let body = world.add_body(BodyDef::dynamic().position(position).fixed_rotation(true))?;
    let collider = ColliderDef::new(Shape::circle(0.4)?).density(100.0).filter(filter);
    world.add_collider(body, collider)?;
    let weight = world.body(body)?.mass_properties().mass * 9.81;
    world.add_joint(JointDef::new(floor, body, FrictionJoint::new(0.5 * weight, 0.0)).collide(true))?;
    Ok(body)
}

fn main() -> Result<(), DefError> {
    let settings = WorldSettings { hit_speed: 5.0, ..WorldSettings::default() };
    let mut world = World::new(settings.gravity([0.0, 0.0]));
    let floor = world.add_body(BodyDef::fixed())?;
    let wall = Filter { category: WALL, ..Filter::default() };
    for (x, y, half_width, half_height) in [
        (0.0, 8.0, 12.0, 0.5),
        (0.0, -8.0, 12.0, 0.5),
        (-12.0, 0.0, 0.5, 8.0),
        (12.0, 0.0, 0.5, 8.0),
        (4.0, 3.0, 0.3, 2.0),
    ] {
        let shape = ColliderDef::new(Shape::rectangle(half_width, half_height)?).offset([x, y], 0.0);
        world.add_collider(floor, shape.filter(wall))?;
    }

    // The player's bullets meet walls and robots, and no player.
    let of_player = Filter { category: PLAYER, mask: WALL | ROBOT | MEDKIT, ..Filter::default() };
    let of_robot = Filter { category: ROBOT, ..Filter::default() };
    let of_bullet = Filter { category: PLAYER_BULLET, mask: WALL | ROBOT, ..Filter::default() };
    let player = walker(&mut world, floor, [-8.0, 0.0], of_player)?;
    let mut robots = Vec::new();
    for (i, position) in [[0.0, 0.0], [8.0, 3.0], [8.0, -3.0]].into_iter().enumerate() {
        let body = walker(&mut world, floor, position, of_robot)?;
        world.body_mut(body)?.set_user_data(i as u128);
        robots.push(Robot { body, health: 100.0 });
    }
    let medkit = ColliderDef::new(Shape::circle(0.5)?).offset([-5.0, 0.0], 0.0).sensor(true);
    let medkit_filter = Filter { category: MEDKIT, mask: PLAYER, ..Filter::default() };
    let medkit = world.add_collider(floor, medkit.filter(medkit_filter))?;

    let (mut player_health, mut shots, mut bullets) = (50.0, 0, Vec::new());
    for step in 0..1200 {
        // The player walks to the medkit.
        if step < 120 {
            world.body_mut(player)?.set_velocity([3.5, 0.0])?;
        }
        let eye = world.body(player)?.center();

        // The player fires at the nearest robot that is seen: a ray that leaves out the player and bullets.
        if step % 30 == 0 {
            let mut targets: Vec<Point> = Vec::new();
            for robot in &robots {
                let at = world.body(robot.body)?.center();
                let filter = QueryFilter::default().mask(WALL | ROBOT).exclude_body(player);
                let hit = world.cast_ray(&Ray::between(eye, at), filter)?;
                if hit.is_some_and(|hit| hit.collider.body().id() == robot.body) {
                    targets.push(at);
                }
            }
            let distance = |at: &Point| (at - eye).norm();
            if let Some(target) = targets.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) {
                let direction = (target - eye).normalize();
                let bullet = BodyDef::dynamic().position(eye + direction * 0.6).velocity(direction * 20.0);
                let bullet = world.add_body(bullet)?;
                let shape = ColliderDef::new(Shape::circle(0.08)?).density(100.0).filter(of_bullet);
                world.add_collider(bullet, shape)?;
                bullets.push(bullet);
                shots += 1;
            }
        }

        world.step(DT);

        // The events are taken out of the world, so the loops may change the world.
        let events = world.take_events();
        for hit in events.hits() {
            for (bullet, target) in [(hit.a, hit.b), (hit.b, hit.a)] {
                if !bullets.contains(&bullet.body) {
                    continue;
                }
                // A robot is damaged by the impulse of the hit.
                if let Some(robot) = robots.iter_mut().find(|robot| robot.body == target.body) {
                    robot.health -= hit.impulse;
                }
                bullets.retain(|&other| other != bullet.body);
                world.remove_body(bullet.body)?;
            }
        }
        for event in events.sensors_begun() {
            if event.sensor.collider == medkit && event.visitor.body == player {
                player_health += 50.0;
                world.remove_collider(medkit)?;
            }
        }
        for robot in robots.extract_if(.., |robot| robot.health <= 0.0) {
            println!("step {step}: robot {} is out", world.body(robot.body)?.user_data());
            world.remove_body(robot.body)?;
        }
    }

    println!("{shots} shots, {} robots left, player at {player_health}", robots.len());
    assert_eq!(player_health, 100.0, "the medkit was taken once");
    // The robot behind the wall was never seen.
    assert_eq!(robots.len(), 1);
    assert_eq!(world.body(robots[0].body)?.user_data(), 1);
    assert!(bullets.len() < 3, "no bullet is left over");
    Ok(())
}
