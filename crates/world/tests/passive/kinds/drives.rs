//! Worlds that motors, belts and kinematic bodies drive.

use super::super::builder::Builder;
use super::builds::cars;
use geom::{Point, Pose, Vec2};
use world::*;

fn heap(b: &mut Builder, columns: usize, count: usize, base: f32) {
    let cell = 1.7 * b.size;
    for i in 0..count {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        let x = cell * ((i % columns) as f32 - 0.5 * (columns as f32 - 1.0));
        let angle = b.random.between(-3.0, 3.0);
        b.dynamic(&shapes, Point::new(x, base + cell * (i / columns) as f32), angle);
    }
}

pub fn belts(b: &mut Builder) {
    let columns = b.random.count(2, 5);
    let half_width = 0.9 * b.size * columns as f32;
    let floor = b.bin(half_width, 3.0 * b.size);
    let speed = 5.0 * b.random.signed();
    for collider in b.level.colliders.iter_mut().filter(|it| it.body == floor) {
        collider.def.material.surface_speed = speed;
    }
    let (count, base) = (b.random.count(1, 12), b.length(1.0, 2.0));
    heap(b, columns, count, base);
}

pub fn pistons(b: &mut Builder) {
    let columns = b.random.count(2, 5);
    let half_width = 0.95 * b.size * columns as f32 + b.size;
    b.bin(half_width, 6.0 * b.size);
    let (count, base) = (b.random.count(1, 12), b.length(2.0, 3.0));
    heap(b, columns, count, base);
    for side in [-1.0, 1.0] {
        if b.random.chance(0.6) {
            let shapes = b.rectangle(0.2 * b.size, b.size);
            let at = Pose::at([side * (half_width - 0.3 * b.size), 1.3 * b.size]);
            let piston = b.add(BodyKind::Kinematic, &shapes, at, 1.0);
            let body = &mut b.level.bodies[piston as usize];
            body.velocity = Vec2::new(-side * b.random.between(0.0, 0.3) * b.size, 0.0);
            body.angular_velocity = b.random.pick(&[0.0, 0.0, 1.0, -2.0]);
        }
    }
    let shapes = b.rectangle(0.6 * b.size, 0.1 * b.size);
    let paddle = b.add(BodyKind::Kinematic, &shapes, Pose::at([0.0, 0.8 * b.size]), 1.0);
    b.level.bodies[paddle as usize].angular_velocity = b.random.between(-4.0, 4.0);
}

pub fn stirrers(b: &mut Builder) {
    let columns = b.random.count(2, 5);
    let floor = b.bin(0.95 * b.size * columns as f32, 6.0 * b.size);
    let (count, base) = (b.random.count(1, 12), b.length(2.5, 3.5));
    heap(b, columns, count, base);
    let shapes = b.rectangle(0.7 * b.size, 0.1 * b.size);
    let at = Point::new(0.0, 0.9 * b.size);
    let paddle = b.dynamic(&shapes, at, 0.0);
    let mass = b.density() * b.size * b.size;
    let torque = mass * 10.0 * b.size * b.random.log_between(0.1, 10.0);
    let speed = 10.0 * b.random.signed();
    let hinge = b.hinge([floor, paddle], at).motor(speed, torque);
    b.join([floor, paddle], hinge);
}

pub fn drives(b: &mut Builder) {
    cars(b);
    let chassis_mass = b.mass(1);
    let torque = chassis_mass * b.size * b.random.log_between(0.05, 5.0);
    let speed = 30.0 * b.random.signed();
    for joint in &mut b.level.joints {
        match &mut joint.kind {
            JointKind::Revolute(it) => *it = it.motor(speed, torque),
            JointKind::Wheel(it) => *it = it.motor(speed, torque),
            _ => {}
        }
    }
}

pub fn lifts(b: &mut Builder) {
    let floor = b.floor(20.0 * b.size);
    let mass = b.density() * b.size * b.size;
    let force = mass * 10.0 * b.random.log_between(0.5, 50.0);
    let speed = b.size * b.random.between(-2.0, 2.0);
    let at = Point::new(0.0, 1.5 * b.size);
    let shapes = b.rectangle(1.5 * b.size, 0.1 * b.size);
    let deck = b.dynamic(&shapes, at, 0.0);
    let [on_floor, on_deck] = b.anchors([floor, deck], at);
    let slider = PrismaticJoint::new([0.0, 1.0]).anchors(on_floor, on_deck);
    b.join([floor, deck], slider.limits(-b.size, 3.0 * b.size).motor(speed, force));
    let (count, base) = (b.random.count(1, 5), b.length(2.5, 3.5));
    heap(b, 2, count, base);
    // A winch beside it.
    let size = b.length(0.5, 1.0);
    let shapes = b.shapes(size);
    let load = b.dynamic(&shapes, Point::new(6.0 * b.size, 2.0 * b.size), 0.0);
    let hook = b.level.body(BodyDef::fixed().position([6.0 * b.size, 8.0 * b.size]));
    let rope = DistanceJoint::rope(6.0 * b.size).limits(b.size, 6.0 * b.size);
    b.join([hook, load], rope.motor(speed, force));
}
