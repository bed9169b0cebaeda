//! What the mouse drags stays inside walls, up to the force that the documentation recommends.

use crate::add;
use toolkit::geom::{Point, Shape, Sides, Vec2, chain};
use toolkit::world::{BodyDef, ColliderDef, Filter, JointDef, Material, MouseJoint, World};

/// From the middle of the ring to the middles of its 24 walls, m.
const RADIUS: f32 = 3.0;

/// Drags a box of half extents `half` (m) with up to so many times its weight in a ring of walls of this
/// thickness (m) for ten seconds; the pointer jumps to another place, up to 8 m away, in each quarter of a
/// second. Returns by how much an end of the box passed the inner side of the walls, m.
fn passed(weights: f32, wall: f32, hertz: f32, dt: f32, half: [f32; 2], mut seed: u32) -> f32 {
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let mut world = World::default();
    let ring = world.add_body(BodyDef::fixed()).unwrap();
    for i in 0..24_u8 {
        let angle = std::f32::consts::TAU * f32::from(i) / 24.0;
        let at = Vec2::new(angle.cos(), angle.sin()) * (RADIUS + 0.5 * wall);
        let side = (RADIUS + wall) * (std::f32::consts::PI / 24.0).tan();
        let collider = ColliderDef::new(Shape::rectangle(0.5 * wall, side).unwrap());
        world.add_collider(ring, collider.offset([at.x, at.y], angle)).unwrap();
    }
    let held = add(&mut world, BodyDef::dynamic(), Shape::rectangle(half[0], half[1]).unwrap(), 1.0);
    // A hand of its own, since bodies that a joint connects do not collide.
    let hand = world.add_body(BodyDef::fixed()).unwrap();
    let grip = [(2.0 * next() - 1.0) * half[0], 0.0];
    let force = weights * 4.0 * half[0] * half[1] * 9.81;
    let mouse = MouseJoint { hertz, ..MouseJoint::new(force).anchors([0.0, 0.0], grip) };
    let mouse = world.add_joint(JointDef::new(hand, held, mouse)).unwrap();
    let mut farthest = 0.0_f32;
    for step in 0..(10.0 / dt) as usize {
        if step % (0.25 / dt).round() as usize == 0 {
            let (angle, far) = (std::f32::consts::TAU * next(), 8.0 * next());
            let pointer = [far * angle.cos(), far * angle.sin()];
            world.joint_mut(mouse).unwrap().set_anchors(pointer, grip).unwrap();
        }
        world.step(dt);
        let pose = world.body(held).unwrap().pose();
        let ends = [-1.0, 1.0].map(|end| (pose * Point::new(end * half[0], 0.0)).coords.norm());
        farthest = farthest.max(ends[0]).max(ends[1]);
    }
    // The corners between the walls are a little farther out.
    farthest - RADIUS / (std::f32::consts::PI / 24.0).cos()
}

/// Up to ten times its weight at any frequency, and up to thirty at the default of 5 Hz, it stays inside
/// walls of 5 cm: an end passes them by less than 15 cm while the pointer pulls there.
#[test]
fn what_the_mouse_drags_stays_inside_walls_up_to_thirty_times_its_weight() {
    for half in [[0.9, 0.06], [0.25, 0.25]] {
        for wall in [0.05, 0.2, 1.0] {
            for (weights, hertz) in [(10.0, 5.0), (10.0, 20.0), (30.0, 5.0)] {
                for dt in [1.0 / 60.0, 1.0 / 120.0] {
                    // Few in debug builds, which are slow.
                    for seed in 0..if cfg!(debug_assertions) { 2 } else { 8 } {
                        let out = passed(weights, wall, hertz, dt, half, seed);
                        let what = format!("{half:?}, {wall} m, {hertz} Hz, {dt} s, {weights}, {seed}");
                        assert!(out < 0.15, "{what}: passed by {out} m");
                    }
                }
            }
        }
    }
}

/// At a thousand times its weight it stays on a floor and on one-sided ground, flat or with bumps, while the
/// pointer swings to and fro 5 m below. (A circle passes the bumps at ten thousand.)
#[test]
fn the_mouse_pulls_nothing_through_the_ground_at_a_thousand_times_its_weight() {
    for (shape, is_board) in [(Shape::rectangle(0.6, 0.05), true), (Shape::circle(0.2), false)] {
        let shape = shape.unwrap();
        for bump in [None, Some(0.0), Some(0.2)] {
            for hertz in [0.0, 5.0, 20.0] {
                for dt in [1.0 / 60.0, 1.0 / 120.0] {
                    for weights in [30.0, 300.0, 1000.0] {
                        let mut world = World::default();
                        let ground = world.add_body(BodyDef::fixed()).unwrap();
                        if let Some(bump) = bump {
                            let points = (0..81_u8).rev().map(|i| 0.25 * f32::from(i) - 10.0);
                            let points = points.map(|x| Point::new(x, bump * (3.0 * x).sin()));
                            let segments = chain(points.collect::<Vec<_>>(), false, Sides::One).unwrap();
                            world
                                .add_chain(ground, &segments, Material::default(), Filter::default())
                                .unwrap();
                        } else {
                            let floor = ColliderDef::new(Shape::rectangle(10.0, 0.5).unwrap());
                            world.add_collider(ground, floor.offset([0.0, -0.5], 0.0)).unwrap();
                        }
                        let held =
                            add(&mut world, BodyDef::dynamic().position([0.1, 1.0]), shape.clone(), 1.0);
                        for _ in 0..60 {
                            world.step(dt);
                        }
                        let mass = world.body(held).unwrap().mass_properties().mass;
                        let hand = world.add_body(BodyDef::fixed()).unwrap();
                        let grip = [if is_board { 0.55 } else { 0.0 }, 0.0];
                        let mouse = MouseJoint { hertz, ..MouseJoint::new(weights * mass * 9.81) };
                        let mouse = JointDef::new(hand, held, mouse.anchors([0.2, -5.0], grip));
                        let mouse = world.add_joint(mouse).unwrap();
                        for step in 0..(10.0 / dt) as usize {
                            let x = 0.2 + 3.0 * (1.3 * step as f32 * dt).sin();
                            world.joint_mut(mouse).unwrap().set_anchors([x, -5.0], grip).unwrap();
                            world.step(dt);
                            let y = world.body(held).unwrap().pose().position.y;
                            let what = format!("{bump:?}, {hertz} Hz, {dt} s, {weights}, {is_board}");
                            assert!(y > -0.7, "{what}: at {y} m in step {step}");
                        }
                    }
                }
            }
        }
    }
}
