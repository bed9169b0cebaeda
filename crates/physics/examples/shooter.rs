//! A shooter seen from above: a player fires at robots that no wall hides. Bullets damage what they hit by
//! the impulse of the hit, and a medkit is a sensor.
//!
//! User data tells what a body is, so events need no look-ups; a filter lets bullets pass those of their own
//! team. Bullets of 60 m/s fly 1 m in a step, and would pass walls of 0.6 m if they were not swept: nothing
//! has to be done for that.
//!
//! `cargo run -p physics2d-engine --example shooter`

use physics::prelude::*;

const DT: f32 = 1.0 / 60.0;

/// m/s.
const BULLET_SPEED: f32 = 60.0;

/// Categories of colliders.
const WALL: u64 = 1 << 0;
const PLAYER: u64 = 1 << 1;
const ROBOT: u64 = 1 << 2;
const PLAYER_BULLET: u64 = 1 << 3;
const MEDKIT: u64 = 1 << 4;

/// What a body is: its kind in the upper half of its user data, a number in the lower half.
const BULLET: u128 = 1 << 64;
const A_ROBOT: u128 = 2 << 64;
const THE_PLAYER: u128 = 3 << 64;

/// The number of a robot, if the body of a collider in an event is one.
fn robot_of(side: &EventCollider) -> Option<usize> {
    (side.body_user_data & !0xffff == A_ROBOT).then_some((side.body_user_data & 0xffff) as usize)
}

/// The game keeps its things in lists; the user data of a body is an index into this one.
struct Robot {
    body: BodyId,
    health: f32,
}

/// A round body that friction with the floor stops, as for everything that is seen from above.
fn walker(
    world: &mut World,
    floor: BodyId,
    position: [f32; 2],
    filter: Filter,
    user_data: u128,
) -> Result<BodyId, DefError> {
    let def = BodyDef::dynamic().position(position).fixed_rotation(true);
    let body = world.add_body(def.user_data(user_data))?;
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
    let player = walker(&mut world, floor, [-8.0, 0.0], of_player, THE_PLAYER)?;
    let mut robots = Vec::new();
    for (i, position) in [[0.0, 0.0], [8.0, 3.0], [8.0, -3.0]].into_iter().enumerate() {
        let body = walker(&mut world, floor, position, of_robot, A_ROBOT + i as u128)?;
        robots.push(Robot { body, health: 100.0 });
    }
    let medkit = ColliderDef::new(Shape::circle(0.5)?).offset([-5.0, 0.0], 0.0).sensor(true);
    let medkit_filter = Filter { category: MEDKIT, mask: PLAYER, ..Filter::default() };
    let medkit = world.add_collider(floor, medkit.filter(medkit_filter))?;

    let (mut player_health, mut shots, mut flying) = (50.0, 0, 0);
    for step in 0..600 {
        // The player walks to the medkit.
        if step < 60 {
            world.body_mut(player)?.set_velocity([3.5, 0.0])?;
        }
        let eye = world.body(player)?.center();

        // The player fires at the nearest robot that is seen: a ray that leaves out the player and bullets.
        if step % 15 == 0 {
            let mut targets: Vec<Point> = Vec::new();
            for robot in robots.iter().filter(|robot| robot.health > 0.0) {
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
                let start = BodyDef::dynamic().position(eye + direction * 0.6);
                let bullet = world.add_body(start.velocity(direction * BULLET_SPEED).user_data(BULLET))?;
                let shape = ColliderDef::new(Shape::circle(0.08)?).density(33.0).filter(of_bullet);
                world.add_collider(bullet, shape)?;
                (shots, flying) = (shots + 1, flying + 1);
            }
        }

        world.step(DT);

        // The events are taken out of the world, so the loops may change the world.
        let events = world.take_events();
        for hit in events.hits() {
            // Either of the two may be the bullet.
            let Some([bullet, target]) = hit.find(|side| side.body_user_data == BULLET) else { continue };
            // A bullet that hits two things in a step is gone after the first.
            if world.remove_body(bullet.body).is_err() {
                continue;
            }
            flying -= 1;
            // A robot is damaged by the impulse of the hit.
            if let Some(number) = robot_of(target) {
                let robot = &mut robots[number];
                let was_standing = robot.health > 0.0;
                robot.health -= hit.impulse;
                if was_standing && robot.health <= 0.0 {
                    println!("step {step}: robot {number} is out");
                    world.remove_body(robot.body)?;
                }
            }
        }
        for event in events.sensors_begun() {
            if event.sensor.collider == medkit && event.visitor.body_user_data == THE_PLAYER {
                player_health += 50.0;
                world.remove_collider(medkit)?;
            }
        }
    }

    let standing: Vec<bool> = robots.iter().map(|robot| robot.health > 0.0).collect();
    println!("{shots} shots, robots that stand: {standing:?}, player at {player_health}");
    assert_eq!(player_health, 100.0, "the medkit was taken once");
    // The robot behind the wall was never seen, and no bullet has passed the wall.
    assert_eq!(standing, [false, true, false]);
    assert_eq!(robots[1].health, 100.0);
    assert!(flying < 3, "no bullet is left over");
    assert!(world.bodies().all(|body| body.center().coords.amax() < 13.0), "none has left the arena");
    Ok(())
}
