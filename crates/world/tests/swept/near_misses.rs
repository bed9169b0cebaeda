//! Bodies that pass corners at a small distance go on as if the corner were not there, and those that touch
//! it are turned aside as with small steps.

use crate::{DT, add, spread, weightless};
use geom::{Polygon, Shape, Vec2};
use world::{BodyDef, ColliderDef, World, WorldSettings};

/// A body of one of five shapes whose half-width is `half`, upright.
fn upright(i: u32, half: f32) -> ColliderDef {
    let shape = match i % 5 {
        0 | 1 => Shape::circle(half),
        2 => Shape::capsule([0.0, -half], [0.0, half], half),
        3 => Shape::rectangle(half, 1.5 * half),
        _ => Polygon::rectangle(0.5 * half, half).unwrap().rounded(0.5 * half).map(Shape::Polygon),
    };
    ColliderDef::new(shape.unwrap())
}

/// A ledge whose corner is at the origin and which lies to the left of it and below.
fn ledge(i: u32) -> (BodyDef, ColliderDef) {
    let def = match i % 3 {
        0 => BodyDef::fixed(),
        1 => BodyDef::kinematic(),
        _ => BodyDef::dynamic().gravity_scale(0.0),
    };
    let shape = match i / 3 % 3 {
        0 => Shape::rectangle(3.0, 0.25),
        1 => Shape::segment([-3.0, 0.25], [3.0, 0.25]),
        _ => Shape::capsule([-2.75, 0.0], [2.75, 0.0], 0.25),
    };
    (def.position([-3.0, -0.25]), ColliderDef::new(shape.unwrap()).density(100.0))
}

/// What falls past a ledge with a centimetre or a millimetre of clearance keeps its path to a hundredth of a
/// millimetre, in steps of 1/60 s and of 1/30 s.
#[test]
fn bodies_that_fall_past_a_ledge_keep_their_paths() {
    for (i, clearance, steps) in (0..900).flat_map(|i| [(i, 0.01, 60), (i, 0.001, 60), (i, 0.01, 30)]) {
        let [p, q] = spread(i);
        let mut world = World::new(WorldSettings::default());
        let (def, shape) = ledge(i / 5);
        add(&mut world, def, shape);
        let (half, height) = (0.05 + 0.45 * p, 1.0 + 20.0 * q);
        let start = half + clearance;
        let body = add(&mut world, BodyDef::dynamic().position([start, height]), upright(i, half));
        for _ in 0..steps * 5 / 2 {
            world.step(1.0 / steps as f32);
        }
        let body = world.body(body).unwrap();
        let aside = (body.center().x - start).abs();
        assert!(
            body.center().y < -8.0 && aside < 1e-5,
            "{i}, {clearance} m, {steps} steps in a second: {aside} m aside"
        );
    }
}

/// What flies past a ball or a corner of a crate at a centimetre, in any direction, keeps its path.
#[test]
fn balls_that_fly_past_something_round_keep_their_paths() {
    for i in 0..900 {
        let [p, q] = spread(i);
        let mut world = weightless();
        let def = if i % 2 == 0 { BodyDef::fixed() } else { BodyDef::dynamic() };
        add(&mut world, def, ColliderDef::new(Shape::circle(0.4).unwrap()));
        let angle = 6.0 * p;
        let (along, aside) = (Vec2::new(angle.cos(), angle.sin()), Vec2::new(-angle.sin(), angle.cos()));
        let speed = 2.0 + 60.0 * q;
        let start = aside * 0.61 - along * (2.0 + 3.0 * p);
        let def = BodyDef::dynamic().position([start.x, start.y]).velocity(along * speed);
        let ball = add(&mut world, def, ColliderDef::new(Shape::circle(0.2).unwrap()));
        for _ in 0..60 {
            world.step(DT);
        }
        let off = world.body(ball).unwrap().center().coords - (start + along * speed);
        assert!(off.norm() < 1e-4, "{i}: {off:?} m off at {speed} m/s");
    }
}

/// A ball without friction and restitution that meets the corner of a ledge goes on along the tangent at the
/// impact: with the radius r and the overlap o it is turned aside by arccos((r - o) / r).
#[test]
fn balls_that_touch_a_ledge_are_turned_aside_by_the_angle_of_the_impact() {
    let mut errors: Vec<f32> = (0..300)
        .map(|i| {
            let [p, q] = spread(i);
            let mut world = weightless();
            let (def, shape) = ledge(0);
            add(&mut world, def, shape.friction(0.0));
            let radius = 0.1 + 0.4 * p;
            let overlap = 0.003 + 0.3 * radius * q;
            let def =
                BodyDef::dynamic().position([radius - overlap, 2.0 + p]).velocity([0.0, -4.0 - 20.0 * q]);
            let ball = ColliderDef::new(Shape::circle(radius).unwrap()).friction(0.0);
            let ball = add(&mut world, def, ball);
            for _ in 0..60 {
                world.step(DT);
            }
            let velocity = world.body(ball).unwrap().velocity();
            (velocity.x.atan2(-velocity.y) - ((radius - overlap) / radius).acos()).abs()
        })
        .collect();
    errors.sort_by(f32::total_cmp);
    assert!(errors[150] < 0.01 && errors[299] < 0.05, "{} and {} rad", errors[150], errors[299]);
}
