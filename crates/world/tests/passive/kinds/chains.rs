//! Passive worlds of chains of links.

use super::super::builder::{Builder, ChainJoint};
use geom::{Point, Rot, Shape, Vec2};
use world::*;

fn chain_joint(b: &mut Builder) -> ChainJoint {
    let (limit, hertz) = (b.random.between(0.05, 1.0), b.random.log_between(1.0, 8.0));
    b.random.pick(&[
        ChainJoint::Free,
        ChainJoint::Free,
        ChainJoint::Limited(0.0),
        ChainJoint::Limited(limit),
        ChainJoint::Weld,
        ChainJoint::Soft(hertz),
    ])
}

pub fn bridges(b: &mut Builder) {
    let count = b.random.count(4, 20);
    let span = b.size * count as f32;
    let sag = span * b.random.pick(&[0.0, 0.05, 0.2, 0.4]);
    let height = sag + b.length(1.0, 3.0);
    b.floor(2.0 * span);
    let points: Vec<Point> = (0..=count)
        .map(|i| {
            let share = 2.0 * i as f32 / count as f32 - 1.0;
            Point::new(0.5 * span * share, height - sag * (1.0 - share * share))
        })
        .collect();
    let half_thickness = b.length(0.05, 0.15);
    let joint = b.random.pick(&[ChainJoint::Free, ChainJoint::Free, ChainJoint::Limited(0.5)]);
    let planks = b.chain_of_links(&points, half_thickness, joint);
    for (plank, at) in [(planks[0], points[0]), (planks[count - 1], points[count])] {
        let post = b.level.body(BodyDef::fixed().position(at));
        let hinge = b.hinge([post, plank], at);
        b.join([post, plank], hinge);
    }
    for i in 0..b.random.count(1, 6) {
        let size = b.length(0.5, 2.0);
        let shapes = b.shapes(size);
        let x = 0.4 * span * b.random.signed();
        let y = height + 2.5 * b.size * (i as f32 + 1.0);
        let angle = b.random.between(-3.0, 3.0);
        b.dynamic(&shapes, Point::new(x, y), angle);
    }
}

pub fn ropes(b: &mut Builder) {
    let count = b.random.count(3, 20);
    let down = b.random.between(-1.6, 1.6);
    let along = Rot::from_angle(down) * Vec2::new(0.0, -1.0);
    let length = b.size * count as f32;
    let top = Point::new(0.0, length + 3.0 * b.size);
    b.floor(2.0 * length);
    let points: Vec<Point> = (0..=count).map(|i| top + along * (b.size * i as f32)).collect();
    let half_thickness = b.length(0.05, 0.2);
    let joint = chain_joint(b);
    let links = b.chain_of_links(&points, half_thickness, joint);
    let post = b.level.body(BodyDef::fixed().position(top));
    let hinge = b.hinge([post, links[0]], top);
    b.join([post, links[0]], hinge);
    let size = b.length(0.5, 2.0);
    let shapes = b.shapes(size);
    let weight = b.dynamic(&shapes, points[count] + along * (0.5 * size), 0.0);
    let hinge = b.hinge([links[count - 1], weight], points[count]);
    b.join([links[count - 1], weight], hinge);
    if b.random.chance(0.3) {
        // A second rope, of one joint, that becomes taut with the first.
        let slack = b.random.between(1.0, 1.02);
        b.join([post, weight], DistanceJoint::rope(slack * (length + 0.5 * size)));
    }
}

pub fn posts(b: &mut Builder) {
    let count = b.random.count(4, 20);
    let span = b.size * count as f32;
    let height = b.length(3.0, 6.0);
    b.floor(2.0 * span);
    for _ in 0..b.random.count(1, 3) {
        let (x, radius) = (0.4 * span * b.random.signed(), b.length(0.2, 1.0));
        let post = Shape::capsule([0.0, -2.0 * b.size], [0.0, 0.0], radius).unwrap();
        b.fixed(&[post], Point::new(x, height - radius));
    }
    let half_thickness = b.length(0.05, 0.2);
    let joint = chain_joint(b);
    for i in 0..b.random.count(1, 3) {
        let y = height + b.size * (1.0 + i as f32);
        let points: Vec<Point> =
            (0..=count).map(|i| Point::new(b.size * (i as f32 - 0.5 * count as f32), y)).collect();
        let links = b.chain_of_links(&points, half_thickness, joint);
        if b.random.chance(0.5) {
            let size = b.length(0.3, 1.0);
            let shapes = b.shapes(size);
            let at = points[count] + Vec2::new(0.5 * size, 0.0);
            let weight = b.dynamic(&shapes, at, 0.0);
            b.chain_joint([links[count - 1], weight], points[count], joint);
        }
    }
}

pub fn crushed(b: &mut Builder) {
    b.floor(30.0 * b.size);
    let count = b.random.count(2, 8);
    let half_thickness = b.length(0.05, 0.2);
    let clear = half_thickness + 0.02 * b.size;
    let joint = chain_joint(b);
    let points: Vec<Point> = match b.random.below(3) {
        // Lying, leaning, or as an arch on its feet.
        0 => (0..=count).map(|i| Point::new(b.size * (i as f32 - 0.5 * count as f32), clear)).collect(),
        1 => {
            let along = Rot::from_angle(b.random.between(0.3, 2.8)) * Vec2::new(b.size, 0.0);
            (0..=count).map(|i| Point::new(0.0, clear) + along * i as f32).collect()
        }
        _ => {
            let radius = 0.5 * b.size / Rot::from_angle(0.5 * std::f32::consts::PI / count as f32).sin;
            let of_corner = |i: usize| Rot::from_angle(std::f32::consts::PI * i as f32 / count as f32);
            (0..=count).map(|i| Point::new(0.0, clear) + of_corner(i) * Vec2::new(radius, 0.0)).collect()
        }
    };
    let links = b.chain_of_links(&points, half_thickness, joint);
    if b.random.chance(0.3) {
        let rod = b.random.below(3);
        b.rod([links[0], links[count - 1]], rod);
    }
    let highest = points.iter().map(|it| it.y).fold(0.0, f32::max);
    let mass = b.mass(links[0]) * b.random.log_between(4.0, b.ranges.ratio);
    let (size, drop) = (b.length(0.5, 2.0), b.length(0.02, 2.0));
    let shapes = b.shapes(size);
    let x = points[0].x + (points[count].x - points[0].x) * b.random.between(0.0, 1.0);
    let weight = b.weighing(mass, &shapes, Point::new(x, highest + clear + size + drop), 0.0);
    if b.random.chance(0.2) {
        b.rod([weight, links[0]], 2);
    }
}
