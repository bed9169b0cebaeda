//! Passive worlds of joints of all kinds.

use super::super::builder::{Builder, ChainJoint};
use geom::{Point, Rot, Shape, Vec2};
use std::f32::consts::{PI, TAU};
use world::*;

pub fn trees(b: &mut Builder) {
    let hangs = b.random.chance(0.4);
    let top = b.length(4.0, 9.0);
    b.floor(30.0 * b.size);
    let mut bodies: Vec<u32> = Vec::new();
    for i in 0..b.random.count(3, 12) {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        if i == 0 {
            let at = Point::new(0.0, top);
            let angle = b.random.between(-3.0, 3.0);
            let root = if hangs { b.fixed(&shapes, at) } else { b.dynamic(&shapes, at, angle) };
            bodies.push(root);
            continue;
        }
        grow(b, &mut bodies, size, &shapes);
    }
    let most = b.random.between(0.0, 4.0);
    b.push(most);
}

fn grow(b: &mut Builder, bodies: &mut Vec<u32>, size: f32, shapes: &[Shape]) {
    for _ in 0..30 {
        let parent = b.random.pick(bodies);
        let (center, reach) = (b.position(parent), b.reach(parent));
        let direction = Rot::from_angle(b.random.between(-PI, PI)) * Vec2::new(1.0, 0.0);
        let at = center + direction * (reach + 0.5 * size) * b.random.between(0.7, 1.1);
        let own = shapes.iter().map(|shape| shape.reach(Point::origin())).fold(0.0, f32::max);
        let is_clear =
            |&other: &u32| other == parent || (b.position(other) - at).norm() > own + b.reach(other);
        if at.y < own + 0.3 * b.size || !bodies.iter().all(is_clear) {
            continue;
        }
        let angle = b.random.between(-3.0, 3.0);
        let body = b.dynamic(shapes, at, angle);
        let anchor = center + (at - center) * b.random.between(0.2, 0.8);
        b.link([parent, body], anchor);
        bodies.push(body);
        return;
    }
}

pub fn loops(b: &mut Builder) {
    let count = b.random.count(3, 9);
    let top = b.length(4.0, 8.0);
    b.floor(30.0 * b.size);
    let radius = 0.5 * b.size / Rot::from_angle(PI / count as f32).sin * b.random.between(1.05, 1.4);
    let turn = b.random.between(0.0, 6.0);
    let center = Point::new(0.0, top + radius);
    let corner = |i: usize| {
        let angle = turn + TAU * (i % count) as f32 / count as f32;
        center + Rot::from_angle(angle) * Vec2::new(radius, 0.0)
    };
    let ring: Vec<u32> = if b.random.chance(0.5) {
        // Rods from corner to corner.
        let points: Vec<Point> = (0..=count).map(corner).collect();
        let half_thickness = b.length(0.05, 0.15);
        let bodies = b.chain_of_links(&points, half_thickness, ChainJoint::Free);
        let limit = b.random.between(0.1, 1.5);
        let joint = b.random.pick(&[ChainJoint::Free, ChainJoint::Free, ChainJoint::Limited(limit)]);
        b.chain_joint([bodies[count - 1], bodies[0]], corner(0), joint);
        bodies
    } else {
        // Bodies at the corners, and joints of any kind between them.
        let bodies: Vec<u32> = (0..count)
            .map(|i| {
                let size = b.length(0.4, 0.9);
                let shapes = b.shapes(size);
                let angle = b.random.between(-3.0, 3.0);
                b.dynamic(&shapes, corner(i), angle)
            })
            .collect();
        for i in 0..count {
            let pair = [bodies[i], bodies[(i + 1) % count]];
            let at = middle_of(corner(i), corner(i + 1));
            if b.random.chance(0.4) {
                let kind = b.random.below(3);
                b.rod(pair, kind);
            } else {
                b.link(pair, at);
            }
        }
        bodies
    };
    for _ in 0..b.random.below(3) {
        let (i, step) = (b.random.below(count), b.random.count(2, 4));
        let pair = [ring[i], ring[(i + step) % count]];
        if pair[0] != pair[1] {
            let kind = b.random.below(3);
            b.rod(pair, kind);
        }
    }
    if b.random.chance(0.3) {
        let anchor = b.level.body(BodyDef::fixed().position(corner(0)));
        let hinge = b.hinge([anchor, ring[0]], corner(0));
        b.join([anchor, ring[0]], hinge);
    }
    if b.random.chance(0.3) {
        // A heavy body falls on it.
        let size = b.length(0.5, 1.5);
        let shapes = b.shapes(size);
        b.dynamic(&shapes, center + Vec2::new(0.0, radius + 2.0 * b.size), 0.0);
    }
    let most = b.random.between(0.0, 4.0);
    b.push(most);
}

fn middle_of(a: Point, b: Point) -> Point {
    a + 0.5 * (b - a)
}

pub fn machines(b: &mut Builder) {
    let frame = b.level.body(BodyDef::fixed());
    let count = b.random.count(1, 5);
    let mut wheels: Vec<(u32, f32)> = Vec::new();
    let mut x = 0.0;
    for _ in 0..count {
        let radius = b.length(0.2, 0.8);
        x += radius + wheels.last().map_or(0.0, |&(_, last)| last * 1.02);
        let at = Point::new(x, 0.0);
        let wheel = b.dynamic(&[Shape::circle(radius).unwrap()], at, 0.0);
        let axle = b.hinge([frame, wheel], at);
        b.join([frame, wheel], axle);
        wheels.push((wheel, radius));
    }
    for pair in wheels.windows(2) {
        let [(a, of_a), (c, of_c)] = [pair[0], pair[1]];
        let sign = if b.random.chance(0.2) { -1.0 } else { 1.0 };
        b.join([a, c], GearJoint::new(sign * of_c / of_a));
    }
    for &(wheel, radius) in &wheels {
        let center = b.position(wheel);
        match b.random.below(7) {
            0 => {
                let click = b.random.between(0.1, 1.0);
                let click = if b.random.chance(0.5) { click } else { -click };
                b.join([frame, wheel], RatchetJoint::new(click));
            }
            1 | 2 => {
                // A weight on the rim.
                let at = center + Vec2::new(radius * b.random.pick(&[-1.0, 1.0]), 0.0);
                let size = b.length(0.1, 0.3);
                let shapes = b.shapes(size);
                let weight = b.dynamic(&shapes, at, 0.0);
                let weld = b.weld([wheel, weight], at);
                b.join([wheel, weight], weld);
            }
            3 => {
                // A rack beside the wheel, that slides down.
                let (half, thick) = (b.length(0.5, 2.0), 0.05 * b.size);
                let at = center + Vec2::new(0.0, -radius - 1.1 * thick - 0.1 * b.size);
                let shapes = [Shape::rectangle(half, thick).unwrap()];
                let rack = b.dynamic(&shapes, at, 0.0);
                let slope = Vec2::new(1.0, b.random.signed());
                let [on_frame, on_rack] = b.anchors([frame, rack], at);
                b.join(
                    [frame, rack],
                    PrismaticJoint::new(slope).anchors(on_frame, on_rack).limits(-half, half),
                );
                b.join([rack, wheel], RackJoint::new(slope, radius));
            }
            4 => {
                // A weight on a rope from the rim.
                let at = center + Vec2::new(radius, -2.0 * b.size);
                let size = b.length(0.2, 0.6);
                let shapes = b.shapes(size);
                let weight = b.dynamic(&shapes, at, 0.0);
                let rim = b.local(wheel, center + Vec2::new(radius, 0.0));
                b.join([wheel, weight], DistanceJoint::rope(2.0 * b.size).anchors(rim, [0.0, 0.0]));
            }
            5 => {
                // A weight on each end of a rope over two fixed points.
                let over =
                    [center + Vec2::new(0.0, 4.0 * b.size), center + Vec2::new(2.0 * b.size, 4.0 * b.size)];
                let bodies = over.map(|over| {
                    let size = b.length(0.2, 0.6);
                    let shapes = b.shapes(size);
                    b.dynamic(&shapes, over - Vec2::new(0.0, 2.0 * b.size), 0.0)
                });
                let ratio = b.random.pick(&[1.0, 1.0, 2.0]);
                let pulley = PulleyJoint { ratio, ..PulleyJoint::new(over, 2.0 * b.size * (1.0 + ratio)) };
                b.join(bodies, pulley);
            }
            _ => {}
        }
    }
    let spin = b.random.between(-5.0, 5.0);
    b.level.bodies[wheels[0].0 as usize].angular_velocity = spin;
}

pub fn pendulums(b: &mut Builder) {
    b.floor(20.0 * b.size);
    let count = b.random.count(1, 4);
    let top = Point::new(0.0, b.length(1.0, 1.5) + 1.3 * b.size * count as f32);
    let along = Rot::from_angle(b.random.between(-1.7, 1.7)) * Vec2::new(0.0, -1.2 * b.size);
    let post = b.level.body(BodyDef::fixed().position(top));
    let mut last = post;
    for i in 0..count {
        let size = b.length(0.4, 0.8);
        let (shapes, angle) = (b.shapes(size), b.random.between(-3.0, 3.0));
        let body = b.dynamic(&shapes, top + along * (i as f32 + 1.0), angle);
        let anchor = top + along * (i as f32 + b.random.between(0.0, 0.4));
        b.link([last, body], anchor);
        last = body;
    }
    for i in 0..b.random.below(4) {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        b.dynamic(&shapes, Point::new(b.size * (1.3 * i as f32 - 1.5), 0.61 * size), 0.0);
    }
    let most = b.random.between(0.0, 6.0);
    b.push(most);
}
