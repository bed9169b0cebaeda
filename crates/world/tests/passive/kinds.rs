//! The kinds of passive worlds. A world is drawn again until all shapes are apart and all joints closed.

use super::builder::{Builder, ChainJoint, Ranges};
use super::random::Random;
use geom::{Point, Pose, Rot, Shape, Vec2};
use world::*;

/// How many times a world is drawn, at most.
const ATTEMPTS: u64 = 200;

/// Of the smallest length of a world. Shapes that overlap by less touch.
const TOUCHING: f32 = 1e-3;

/// A kind of passive world.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether motors, belts or kinematic bodies drive it.
    pub is_driven: bool,
    build: fn(&mut Builder),
}

pub const KINDS: &[Kind] = &[
    passive("piles", "bodies of all shapes fall into a bin", piles),
    passive("stacks", "boxes stand on each other", stacks),
    passive("elastic", "bodies fly in a box without gravity and bounce fully", elastic),
    passive("trees", "trees of joints of all kinds fall or hang", trees),
    passive("loops", "rings and lattices of joints of all kinds fall or hang", loops),
    passive("cars", "a chassis on two to four wheels is dropped or drives", cars),
    passive("feet", "a load stands on a foot, or a table on legs", feet),
    passive("poles", "a pole stands, with a load or a push at its tip", poles),
    passive("bridges", "boxes fall on a bridge of planks", bridges),
    passive("ragdolls", "ragdolls fall into a bin", ragdolls),
    passive("ropes", "a rope of links swings with a weight at its end", ropes),
    passive("posts", "chains fall on posts", posts),
    passive("machines", "weights turn gears, racks, ratchets and pulleys", machines),
    passive("crushed", "a heavy body falls on a mechanism of light links", crushed),
    passive("pendulums", "one to four bodies hang and swing into loose ones", pendulums),
    driven("belts", "belts carry bodies", belts),
    driven("pistons", "kinematic boxes and paddles push a pile", pistons),
    driven("stirrers", "motors turn paddles in a pile", stirrers),
    driven("drives", "motors drive the wheels of cars", drives),
    driven("lifts", "motors lift loads and wind ropes", lifts),
];

const fn passive(name: &'static str, about: &'static str, build: fn(&mut Builder)) -> Kind {
    Kind { name, about, is_driven: false, build }
}

const fn driven(name: &'static str, about: &'static str, build: fn(&mut Builder)) -> Kind {
    Kind { name, about, is_driven: true, build }
}

/// The kind with this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// The world of this kind with this seed.
    ///
    /// # Panics
    /// If none is apart and closed, which is a fault of this file.
    pub fn level(&self, seed: u64, ranges: Ranges) -> Level {
        let stream = self.name.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte));
        for attempt in 0..ATTEMPTS {
            let mut builder = Builder::new(Random::new(stream, seed, attempt), ranges);
            (self.build)(&mut builder);
            builder.restrict();
            if begins_closed(&builder.level) {
                return builder.level;
            }
        }
        panic!("{} {seed}: no world of {ATTEMPTS} begins apart and closed", self.name);
    }
}

/// Whether nothing drives a level.
pub fn is_passive(level: &Level) -> bool {
    let dynamic = || level.bodies.iter().filter(|it| it.kind == BodyKind::Dynamic);
    let groups = dynamic().map(|it| it.dominance);
    let motor = |kind: &JointKind| match kind {
        JointKind::Revolute(it) => it.motor_speed,
        JointKind::Prismatic(it) => it.motor_speed,
        JointKind::Wheel(it) => it.motor_speed,
        JointKind::Distance(it) => it.motor_speed,
        _ => 0.0,
    };
    level.bodies.iter().all(|it| it.kind != BodyKind::Kinematic)
        && groups.clone().min() == groups.max()
        && level.joints.iter().all(|it| motor(&it.kind) == 0.0)
        && level
            .colliders
            .iter()
            .map(|it| it.def.material)
            .all(|it| it.surface_speed == 0.0 && it.restitution <= 1.0)
}

/// Whether all shapes that can collide are apart or just touch, and all joints are closed and within their
/// limits.
pub fn begins_closed(level: &Level) -> bool {
    why_not_closed(level).is_none()
}

/// The first thing that is not so.
pub fn why_not_closed(level: &Level) -> Option<String> {
    let (world, ids) = match World::load(level) {
        Ok(loaded) => loaded,
        Err(error) => return Some(error.to_string()),
    };
    let sizes = level.colliders.iter().map(|it| it.def.shape.reach(Point::origin()));
    let least = TOUCHING * sizes.fold(f32::MAX, f32::min);
    let joined = |a: u32, b: u32| {
        level.joints.iter().any(|it| !it.collide && ([it.a, it.b] == [a, b] || [it.b, it.a] == [a, b]))
    };
    for (i, a) in level.colliders.iter().enumerate() {
        for (j, b) in level.colliders.iter().enumerate().skip(i + 1) {
            let can_move =
                [a.body, b.body].iter().any(|&it| level.bodies[it as usize].kind == BodyKind::Dynamic);
            if a.body == b.body || !can_move || joined(a.body, b.body) {
                continue;
            }
            let apart =
                world.distance(ids.colliders[i], ids.colliders[j]).unwrap().map_or(0.0, |it| it.separation);
            let skins = a.def.contact_skin + b.def.contact_skin;
            if apart - skins < -least {
                return Some(format!("colliders {i} and {j} overlap by {}", skins - apart));
            }
        }
    }
    // A body without a collider moves as if it had 1 kg, and reads 0 kg.
    if let Some(bare) = world.dynamic_bodies().find(|it| it.colliders().next().is_none()) {
        return Some(format!("{:?} has no collider", bare.id()));
    }
    for joint in world.joints() {
        let (error, outside) = (joint.error(), outside(joint));
        if error > least || outside > least {
            return Some(format!("a {} joint is open by {error} and {outside}", joint.kind().name()));
        }
    }
    None
}

/// By how much a joint is outside its limits, m or rad.
pub fn outside(joint: JointRef<'_>) -> f32 {
    let past = |value: f32, [lower, upper]: [f32; 2]| (lower - value).max(value - upper).max(0.0);
    match joint.kind() {
        JointKind::Revolute(it) => past(joint.counted_angle(), it.limits),
        JointKind::Prismatic(it) => past(joint.translation(), it.limits),
        JointKind::Wheel(it) => past(joint.translation(), it.limits),
        _ => 0.0,
    }
}

fn piles(b: &mut Builder) {
    let columns = b.random.count(2, 5);
    let count = b.random.count(3, 20);
    let cell = 1.7 * b.size;
    b.bin(0.55 * cell * columns as f32 + 0.2 * b.size, 4.0 * b.size);
    let base = b.length(0.9, 3.0);
    for i in 0..count {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        let (column, row) = (i % columns, i / columns);
        let x = cell * (column as f32 - 0.5 * (columns as f32 - 1.0));
        let at = Point::new(x + 0.02 * b.size * b.random.signed(), base + cell * row as f32);
        let angle = b.random.between(-3.0, 3.0);
        b.dynamic(&shapes, at, angle);
    }
    let most = b.random.between(0.0, 3.0);
    b.push(most);
}

fn stacks(b: &mut Builder) {
    b.floor(20.0 * b.size);
    let gap = b.size * b.random.pick(&[0.0, 0.001, 0.01, 0.1]);
    let stands = b.random.count(1, 3);
    for stand in 0..stands {
        let x = 2.6 * b.size * stand as f32;
        let mut y = gap;
        for _ in 0..b.random.count(2, 10) {
            let half = [b.length(0.3, 0.6), b.length(0.1, 0.5)];
            let shapes = b.rectangle(half[0], half[1]);
            let lean = 0.1 * half[0] * b.random.signed();
            b.dynamic(&shapes, Point::new(x + lean, y + half[1]), 0.0);
            y += 2.0 * half[1] + gap;
        }
        if b.random.chance(0.3) {
            let size = b.length(0.5, 1.5);
            let shapes = b.shapes(size);
            b.dynamic(&shapes, Point::new(x, y + size), 0.0);
        }
    }
}

fn elastic(b: &mut Builder) {
    b.elastic();
    let columns = b.random.count(2, 4);
    let half = 0.9 * b.size * columns as f32 + 0.3 * b.size;
    let thick = Shape::rectangle(2.0 * half, half).unwrap();
    let walls: Vec<Shape> = [[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
        .into_iter()
        .map(|[x, y]| {
            let turned = if x == 0.0 { 0.0 } else { std::f32::consts::FRAC_PI_2 };
            thick.transformed(Pose::new([x * half, y * half], turned))
        })
        .collect();
    b.fixed(&walls, Point::origin());
    let cell = 1.7 * b.size;
    let middle = 0.5 * (columns as f32 - 1.0);
    for i in 0..b.random.count(2, columns * columns) {
        let size = b.length(0.4, 1.2);
        let shapes = b.shapes(size);
        let at = Point::new(cell * ((i % columns) as f32 - middle), cell * ((i / columns) as f32 - middle));
        let body = b.dynamic(&shapes, at, 0.0);
        let speed = b.random.between(0.0, 5.0);
        let velocity = [speed * b.random.signed(), speed * b.random.signed()];
        b.level.bodies[body as usize].velocity = velocity.into();
    }
    b.level.bodies[1].velocity = Vec2::new(b.random.between(0.5, 5.0), 1.0);
}

fn trees(b: &mut Builder) {
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

/// Adds a body beside one of those, where it touches no other, and joins them.
fn grow(b: &mut Builder, bodies: &mut Vec<u32>, size: f32, shapes: &[Shape]) {
    for _ in 0..30 {
        let parent = b.random.pick(bodies);
        let (center, reach) = (b.position(parent), b.reach(parent));
        let direction = Rot::from_angle(b.random.between(-3.14, 3.14)) * Vec2::new(1.0, 0.0);
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

fn loops(b: &mut Builder) {
    let count = b.random.count(3, 9);
    let top = b.length(4.0, 8.0);
    b.floor(30.0 * b.size);
    let radius =
        0.5 * b.size / Rot::from_angle(std::f32::consts::PI / count as f32).sin * b.random.between(1.05, 1.4);
    let turn = b.random.between(0.0, 6.0);
    let center = Point::new(0.0, top + radius);
    let corner = |i: usize| {
        let angle = turn + std::f32::consts::TAU * (i % count) as f32 / count as f32;
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

fn cars(b: &mut Builder) {
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

fn feet(b: &mut Builder) {
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

fn poles(b: &mut Builder) {
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

fn bridges(b: &mut Builder) {
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

fn ragdolls(b: &mut Builder) {
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

/// A ragdoll of ten parts that is as tall as the size of the world.
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

fn ropes(b: &mut Builder) {
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

fn posts(b: &mut Builder) {
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

fn machines(b: &mut Builder) {
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

fn crushed(b: &mut Builder) {
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

fn pendulums(b: &mut Builder) {
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

/// A pile in a bin of these columns, from this height.
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

fn belts(b: &mut Builder) {
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

fn pistons(b: &mut Builder) {
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

fn stirrers(b: &mut Builder) {
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

fn drives(b: &mut Builder) {
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

fn lifts(b: &mut Builder) {
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
