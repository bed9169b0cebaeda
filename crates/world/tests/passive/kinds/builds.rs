//! Passive worlds of things that games build of bodies and joints, and that stand on a ground.

use super::super::builder::{Builder, ChainJoint};
use geom::{Point, Pose, Rot, Shape, Vec2};
use world::*;

pub fn cars(b: &mut Builder) {
    b.floor(200.0 * b.size);
    let wheels = b.random.count(2, 4);
    let radius = b.length(0.15, 0.3);
    let wheel_mass = b.density() * radius * radius * 3.0;
    let ratio = b.random.log_between(2.0, 300.0);
    let half_length = 1.3 * radius * wheels as f32 * b.random.between(1.0, 1.4);
    let half_height = radius * b.random.between(0.4, 1.5);
    let drop = if b.random.chance(0.3) { 0.0 } else { b.length(0.02, 1.5) };
    let tilt = Rot::from_angle(if b.random.chance(0.5) { 0.0 } else { 0.4 * b.random.signed() });
    let clearance = radius * b.random.between(0.2, 1.2);
    let middle = Point::new(
        0.0,
        drop + radius + 1.1 * tilt.sin.abs() * (half_length + radius) + clearance + half_height,
    );
    let shapes = b.rectangle(half_length, half_height);
    let chassis = b.weighing(ratio * wheel_mass, &shapes, middle, tilt.angle());
    let (mode, hertz) = (b.random.below(4), b.random.log_between(1.0, 10.0));
    let (damping, stroke) = (b.random.between(0.1, 1.2), radius * b.random.between(0.2, 1.0));
    for i in 0..wheels {
        let share = 2.0 * i as f32 / (wheels - 1) as f32 - 1.0;
        let hub = middle + tilt * Vec2::new(share * 0.9 * half_length, -half_height - clearance);
        let wheel = b.weighing(wheel_mass, &[Shape::circle(radius).unwrap()], hub, 0.0);
        let [on_chassis, on_wheel] = b.anchors([chassis, wheel], hub);
        let axle = WheelJoint::new([0.0, 1.0]).anchors(on_chassis, on_wheel);
        match mode {
            0 => {
                let hinge = b.hinge([chassis, wheel], hub);
                b.join([chassis, wheel], hinge);
            }
            1 => b.join([chassis, wheel], axle.spring(hertz, damping)),
            2 => b.join([chassis, wheel], axle.spring(hertz, damping).limits(-stroke, stroke)),
            _ => b.join([chassis, wheel], axle.limits(0.0, 0.0)),
        }
    }
    if b.random.chance(0.3) {
        let size = b.length(0.3, 0.8);
        let shapes = b.shapes(size);
        b.dynamic(&shapes, middle + Vec2::new(0.0, half_height + half_length + 2.0 * size), 0.0);
    }
    let speed = if b.random.chance(0.5) { 0.0 } else { 10.0 * b.random.signed() };
    for body in b.level.bodies.iter_mut().filter(|body| body.kind == BodyKind::Dynamic) {
        body.velocity = Vec2::new(speed, 0.0);
    }
}

pub fn feet(b: &mut Builder) {
    b.floor(20.0 * b.size);
    let ratio = b.random.log_between(1.0, b.ranges.ratio);
    let foot_mass = b.density() * b.size * b.size;
    let half = [b.length(0.3, 0.8), b.length(0.1, 0.5)];
    let gap = b.size * b.random.pick(&[0.0, 0.001, 0.02, 0.3]);
    let feet = b.random.pick(&[1, 1, 1, 2, 3, 4]);
    let foot_half = if feet == 1 { b.length(0.1, 0.5) } else { half[0] * 0.8 / feet as f32 };
    let is_round = b.random.chance(0.3);
    let foot_height = if is_round { foot_half } else { b.length(0.1, 0.5) };
    let mode = b.random.below(5);
    let center = Point::new(0.0, gap + 2.0 * foot_height + half[1]);
    let shapes = b.rectangle(half[0], half[1]);
    let load = b.weighing(ratio * foot_mass, &shapes, center, 0.0);
    for i in 0..feet {
        let share = if feet == 1 { 0.0 } else { 2.0 * i as f32 / (feet - 1) as f32 - 1.0 };
        let at = Point::new(share * (half[0] - foot_half), gap + foot_height);
        let shapes = if is_round {
            vec![Shape::circle(foot_half).unwrap()]
        } else {
            b.rectangle(foot_half, foot_height)
        };
        let foot = b.weighing(foot_mass, &shapes, at, 0.0);
        let (pair, top) = ([load, foot], at + Vec2::new(0.0, foot_height));
        match mode {
            0 | 1 => {
                let weld = b.weld(pair, top);
                b.join(pair, weld);
            }
            2 => {
                let hinge = b.hinge(pair, top).limits(0.0, 0.0);
                b.join(pair, hinge);
            }
            3 => {
                let limit = b.random.between(0.0, 0.5);
                let hinge = b.hinge(pair, top).limits(-limit, limit);
                b.join(pair, hinge);
            }
            _ => {
                let hertz = b.random.log_between(1.0, 8.0);
                let weld = b.weld(pair, top).angular_spring(hertz, 0.7);
                b.join(pair, weld);
            }
        }
    }
    if b.random.chance(0.15) {
        b.level.bodies[load as usize].locks.rotation = mode < 3;
    }
}

pub fn poles(b: &mut Builder) {
    b.floor(20.0 * b.size);
    let count = b.random.count(2, 12);
    let lean = if b.random.chance(0.5) { 0.0 } else { 0.3 * b.random.signed() };
    let up = Rot::from_angle(lean) * Vec2::new(0.0, 1.0);
    let half_thickness = b.length(0.05, 0.2);
    let base = Point::new(0.0, half_thickness + 0.02 * b.size);
    let points: Vec<Point> = (0..=count).map(|i| base + up * (b.size * i as f32)).collect();
    let (limit, hertz) = (b.random.between(0.02, 0.3), b.random.log_between(1.0, 8.0));
    let joint = b.random.pick(&[
        ChainJoint::Weld,
        ChainJoint::Weld,
        ChainJoint::Limited(0.0),
        ChainJoint::Limited(limit),
        ChainJoint::Soft(hertz),
    ]);
    let links = b.chain_of_links(&points, half_thickness, joint);
    if b.random.chance(0.7) {
        b.chain_joint([0, links[0]], base, joint);
    }
    let last = links[count - 1];
    if b.random.chance(0.5) {
        let size = b.length(0.3, 1.0);
        let shapes = b.rectangle(0.5 * size, 0.5 * size);
        let load = b.dynamic(&shapes, points[count] + up * (0.5 * size), 0.0);
        b.chain_joint([last, load], points[count], joint);
    }
    if b.random.chance(0.5) {
        b.level.bodies[last as usize].velocity = Vec2::new(3.0 * b.random.signed(), 0.0);
    }
}

pub fn ragdolls(b: &mut Builder) {
    let size = b.size;
    b.bin(2.2 * size, 4.0 * size);
    let friction = if b.random.chance(0.5) { b.random.between(0.0, 20.0) } else { 0.0 };
    let density = b.density();
    // N m for bodies of 60 kg and 1.8 m.
    let torque = friction * density * size * size * size;
    for i in 0..b.random.count(1, 4) {
        let at = Point::new(0.3 * size * b.random.signed(), (1.3 + 1.2 * i as f32) * size);
        let turned = if b.random.chance(0.5) { 0.0 } else { b.random.between(-0.2, 0.2) };
        ragdoll(b, at, turned, density, torque);
    }
}

pub fn ragdoll(b: &mut Builder, at: Point, turned: f32, density: f32, torque: f32) {
    let (size, rotation) = (b.size, Rot::from_angle(turned));
    let place = |x: f32, y: f32| at + rotation * Vec2::new(x * size, y * size);
    let part = |b: &mut Builder, x: f32, y: f32, half: [f32; 2]| {
        let half = half.map(|it| it * size);
        let shapes = b.rectangle(half[0], half[1]);
        b.add(BodyKind::Dynamic, &shapes, Pose::new(place(x, y), turned), density)
    };
    let torso = part(b, 0.0, 0.1, [0.09, 0.15]);
    let head = b.add(
        BodyKind::Dynamic,
        &[Shape::circle(0.08 * size).unwrap()],
        Pose::new(place(0.0, 0.34), turned),
        density,
    );
    let mut joints = vec![([torso, head], place(0.0, 0.26), [-0.5, 0.5])];
    for side in [-1.0, 1.0] {
        let upper = part(b, 0.18 * side, 0.22, [0.08, 0.025]);
        let lower = part(b, 0.345 * side, 0.22, [0.08, 0.022]);
        joints.push(([torso, upper], place(0.1 * side, 0.22), [-1.5, 1.5]));
        let elbow = if side > 0.0 { [0.0, 2.0] } else { [-2.0, 0.0] };
        joints.push(([upper, lower], place(0.262 * side, 0.22), elbow));
        let thigh = part(b, 0.055 * side, -0.16, [0.035, 0.1]);
        let shin = part(b, 0.055 * side, -0.37, [0.03, 0.1]);
        joints.push(([torso, thigh], place(0.055 * side, -0.055), [-1.0, 1.0]));
        joints.push(([thigh, shin], place(0.055 * side, -0.265), [-1.5, 0.0]));
    }
    for (pair, at, limits) in joints {
        let hinge = b.hinge(pair, at).limits(limits[0], limits[1]).motor(0.0, torque);
        b.join(pair, hinge);
    }
}
