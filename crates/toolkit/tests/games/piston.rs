//! A piston with a bounded force throws nothing, however far it closes in on what it presses.

use crate::add;
use toolkit::geom::Shape;
use toolkit::world::{BodyDef, BodyId, ColliderDef, JointDef, PrismaticJoint, World};

/// Times the weight of all that it presses.
const FORCE: f32 = 10.0;

/// kg, of a ball of 1 m and default density.
const BALL: f32 = std::f32::consts::FRAC_PI_4;

/// Balls of 1 m in a bin, in rows of `per_row` and one less by turns.
fn balls(world: &mut World, count: u8, per_row: u8) -> Vec<BodyId> {
    let (mut balls, mut row) = (Vec::new(), 0);
    while balls.len() < usize::from(count) {
        let left = count - balls.len() as u8;
        for i in 0..left.min(per_row - row % 2) {
            let at = [0.5 + f32::from(i) + 0.5 * f32::from(row % 2), 0.5 + 0.87 * f32::from(row)];
            balls.push(add(world, BodyDef::dynamic().position(at), Shape::circle(0.5).unwrap(), 1.0));
        }
        row += 1;
    }
    balls
}

/// It closes in on balls to less than the place that they need, up to a ceiling at 3 m or without one, and
/// backs off: no ball is faster than 1.5 m/s, at a piston of 0.2 or 1 m/s. (A kinematic piston has no such
/// bound: in 58 of 120 cases like these a ball reaches 4 m/s, in the worst 27.5.)
#[test]
fn a_piston_of_ten_times_the_weight_throws_no_ball() {
    let piles = [(10, 6), (9, 5), (10, 5), (12, 6), (6, 6)];
    // Few in debug builds, which are slow.
    for (count, per_row) in piles.into_iter().take(if cfg!(debug_assertions) { 2 } else { 5 }) {
        for closed in [0.75, 0.68, 0.58] {
            for dt in [1.0 / 60.0, 1.0 / 120.0] {
                for (speed, has_ceiling) in [(0.2, false), (0.2, true), (1.0, false), (1.0, true)] {
                    let mut world = World::default();
                    let bin = world.add_body(BodyDef::fixed()).unwrap();
                    let ceiling = has_ceiling.then_some(([0.0, -1.0], -3.0));
                    for (normal, offset) in [([0.0, 1.0], 0.0), ([1.0, 0.0], 0.0)].into_iter().chain(ceiling)
                    {
                        let side = Shape::half_space(normal, offset).unwrap();
                        world.add_collider(bin, ColliderDef::new(side)).unwrap();
                    }
                    let balls = balls(&mut world, count, per_row);
                    let at = [f32::from(per_row) + 0.55, 5.01];
                    let piston = Shape::rectangle(0.5, 5.0).unwrap();
                    let piston = add(&mut world, BodyDef::dynamic().position(at), piston, 1.0);
                    let frame = world.add_body(BodyDef::fixed()).unwrap();
                    let rail = PrismaticJoint::new([1.0, 0.0]).anchors(at, [0.0, 0.0]);
                    let force = FORCE * 9.81 * BALL * f32::from(count);
                    let motor = JointDef::new(frame, piston, rail.motor(-speed, force));
                    let motor = world.add_joint(motor).unwrap();
                    let mut is_backing = false;
                    let what =
                        format!("{count} in rows of {per_row}, {closed}, {dt} s, {speed}, {has_ceiling}");
                    for step in 0..(30.0 / dt) as usize {
                        world.step(dt);
                        let x = world.body(piston).unwrap().pose().position.x - 0.5;
                        let is_late = step as f32 * dt > 15.0;
                        if !is_backing && (x < closed * f32::from(per_row) || is_late) {
                            is_backing = true;
                            let back = |rail: PrismaticJoint| rail.motor(speed, 1e4);
                            world.joint_mut(motor).unwrap().change(back).unwrap();
                        }
                        for &ball in &balls {
                            let speed = world.body(ball).unwrap().velocity().norm();
                            assert!(speed < 1.5, "{what}: {speed} m/s in step {step}");
                        }
                        if is_backing && x > f32::from(per_row) {
                            break;
                        }
                    }
                }
            }
        }
    }
}
