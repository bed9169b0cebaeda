//! What the kinds of passive worlds are built of: bodies of random shapes, grounds, joints that begin closed.

use super::random::Random;
use geom::{Point, Polygon, Pose, Shape, Sides, Vec2, chain};
use std::f32::consts::{PI, TAU};
use world::*;

/// How far the random worlds reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranges {
    /// m. The size of most bodies of a world lies between these.
    pub sizes: [f32; 2],
    /// The greatest ratio of two densities.
    pub ratio: f32,
    /// Whether boxes are cut into two triangles or made an L of two.
    pub cut: bool,
}

impl Ranges {
    /// What games are made of.
    pub const COMMON: Self = Self { sizes: [0.05, 1.0], ratio: 1e3, cut: false };
    /// What the engine promises.
    pub const WIDE: Self = Self { sizes: [0.02, 10.0], ratio: 1e4, cut: false };
}

/// A level that grows.
pub struct Builder {
    pub level: Level,
    pub random: Random,
    pub ranges: Ranges,
    /// m. The size of the bodies of this world.
    pub size: f32,
    /// kg/m^2. The densities of this world lie between these.
    densities: [f32; 2],
    friction: f32,
    restitution: f32,
    /// Its colliders carry no more than this share of their size as a skin.
    skin: f32,
}

impl Builder {
    pub fn new(mut random: Random, ranges: Ranges) -> Self {
        let size = random.log_between(ranges.sizes[0], ranges.sizes[1]);
        let spread = if random.chance(0.5) { random.log_between(1.0, ranges.ratio) } else { 1.0 };
        let density = random.log_between(1.0, 1000.0);
        let friction = if random.chance(0.2) { 0.0 } else { random.between(0.0, 1.0) };
        let restitution = if random.chance(0.6) { 0.0 } else { random.between(0.0, 1.0) };
        let skin = if random.chance(0.1) { random.between(0.0, 0.05) } else { 0.0 };
        let level = Level::new(WorldSettings::default());
        Self {
            level,
            random,
            ranges,
            size,
            densities: [density / spread, density],
            friction,
            restitution,
            skin,
        }
    }

    /// A length: the size of this world times a random number between two bounds.
    pub fn length(&mut self, low: f32, high: f32) -> f32 {
        self.size * self.random.between(low, high)
    }

    pub fn density(&mut self) -> f32 {
        self.random.log_between(self.densities[0], self.densities[1])
    }

    /// Friction 0.6, no restitution and no skin.
    pub fn plain(&mut self) {
        (self.friction, self.restitution, self.skin) = (0.6, 0.0, 0.0);
    }

    /// Makes every contact bounce fully, also a slow one.
    pub fn elastic(&mut self) {
        self.level.settings =
            self.level.settings.gravity([0.0, 0.0]).bounce_threshold(0.0).rolling_resistance(0.0);
        self.restitution = 1.0;
    }

    pub fn def(&self, shape: Shape, density: f32) -> ColliderDef {
        let skin = self.skin * self.size;
        let def = ColliderDef::new(shape).density(density).contact_skin(skin).restitution(self.restitution);
        def.friction(self.friction).static_friction(self.friction)
    }

    fn material(&self) -> Material {
        let (friction, restitution) = (self.friction, self.restitution);
        Material { friction, static_friction: friction, restitution, ..Material::default() }
    }

    /// A body of these shapes in its own frame.
    pub fn add(&mut self, kind: BodyKind, shapes: &[Shape], pose: Pose, density: f32) -> u32 {
        let def = BodyDef { kind, ..BodyDef::default() }.position(pose.position);
        let body = self.level.body(BodyDef { rotation: pose.rotation, ..def });
        for shape in shapes {
            let def = self.def(shape.clone(), density);
            self.level.collider(body, def);
        }
        body
    }

    pub fn dynamic(&mut self, shapes: &[Shape], position: Point, angle: f32) -> u32 {
        let density = self.density();
        self.add(BodyKind::Dynamic, shapes, Pose::new(position, angle), density)
    }

    /// A body of this mass, kg.
    pub fn weighing(&mut self, mass: f32, shapes: &[Shape], position: Point, angle: f32) -> u32 {
        let of_one: f32 =
            shapes.iter().map(|shape| shape.mass_properties(1.0).map_or(0.0, |it| it.mass)).sum();
        self.add(BodyKind::Dynamic, shapes, Pose::new(position, angle), mass / of_one)
    }

    pub fn fixed(&mut self, shapes: &[Shape], position: Point) -> u32 {
        self.add(BodyKind::Static, shapes, Pose::at(position), 1.0)
    }

    /// A circle, capsule, box or polygon of about this size, m; in two pieces if the world is cut.
    pub fn shapes(&mut self, size: f32) -> Vec<Shape> {
        let half = 0.5 * size;
        let random = &mut self.random;
        match random.below(4) {
            0 => vec![Shape::circle(half).unwrap()],
            1 => {
                let radius = half * random.between(0.2, 0.7);
                vec![Shape::capsule([radius - half, 0.0], [half - radius, 0.0], radius).unwrap()]
            }
            2 => {
                let other = half * random.between(0.3, 1.0);
                self.rectangle(half, other)
            }
            _ => {
                let polygon = Polygon::regular(random.count(3, 8), half).unwrap();
                vec![Shape::Polygon(polygon)]
            }
        }
    }

    /// A box with these half extents; in two triangles or as an L if the world is cut.
    pub fn rectangle(&mut self, x: f32, y: f32) -> Vec<Shape> {
        if !self.ranges.cut {
            return vec![Shape::rectangle(x, y).unwrap()];
        }
        if self.random.chance(0.5) {
            let lower = Shape::polygon([[-x, -y], [x, -y], [x, y]]).unwrap();
            vec![lower, Shape::polygon([[-x, -y], [x, y], [-x, y]]).unwrap()]
        } else {
            let (inner_x, inner_y) = (x * self.random.between(-0.5, 0.3), y * self.random.between(-0.5, 0.3));
            let low = Shape::polygon([[-x, -y], [x, -y], [x, inner_y], [-x, inner_y]]).unwrap();
            vec![low, Shape::polygon([[-x, inner_y], [inner_x, inner_y], [inner_x, y], [-x, y]]).unwrap()]
        }
    }

    /// A floor up to y = 0: a box, a segment, a half-space, or a chain with low bumps below it.
    pub fn floor(&mut self, half_width: f32) -> u32 {
        let bump = 0.3 * self.size;
        match self.random.below(4) {
            0 => self.fixed(&[Shape::rectangle(half_width, 1.0).unwrap()], Point::new(0.0, -1.0)),
            1 => {
                self.fixed(&[Shape::segment([-half_width, 0.0], [half_width, 0.0]).unwrap()], Point::origin())
            }
            2 => self.fixed(&[Shape::half_space([0.0, 1.0], 0.0).unwrap()], Point::origin()),
            _ => {
                let count = 24;
                let points: Vec<Point> = (0..=count)
                    .map(|i| {
                        let x = half_width * (1.0 - 2.0 * i as f32 / count as f32);
                        Point::new(x, -bump * self.random.between(0.0, 1.0))
                    })
                    .collect();
                let body = self.level.body(BodyDef::fixed());
                let segments = chain(points, false, Sides::One).unwrap();
                self.level.chain(body, &segments, self.material(), Filter::default());
                body
            }
        }
    }

    /// A floor with a wall on each side, as boxes or as one chain.
    pub fn bin(&mut self, half_width: f32, height: f32) -> u32 {
        if self.random.chance(0.5) {
            let body = self.level.body(BodyDef::fixed());
            let points = [[half_width, height], [half_width, 0.0], [-half_width, 0.0], [-half_width, height]];
            let segments = chain(points, false, Sides::One).unwrap();
            self.level.chain(body, &segments, self.material(), Filter::default());
            return body;
        }
        let thick = 0.5 * half_width;
        let floor =
            Shape::rectangle(half_width + 2.0 * thick, thick).unwrap().transformed(Pose::at([0.0, -thick]));
        let wall = |side: f32| {
            let at = Pose::at([side * (half_width + thick), 0.5 * height]);
            Shape::rectangle(thick, 0.5 * height).unwrap().transformed(at)
        };
        self.fixed(&[floor, wall(-1.0), wall(1.0)], Point::origin())
    }

    /// m. How far the shapes of a body reach from its origin.
    pub fn reach(&self, body: u32) -> f32 {
        let own = self.level.colliders.iter().filter(|it| it.body == body);
        own.map(|it| it.def.shape.reach(Point::origin())).fold(0.0, f32::max)
    }

    pub fn position(&self, body: u32) -> Point {
        let at = self.level.bodies[body as usize].position;
        Point::new(at.x as f32, at.y as f32)
    }

    /// Mass of a body, kg, and its centre of mass.
    fn weight(&self, body: u32) -> (f32, Point) {
        let own = self.level.colliders.iter().filter(|it| it.body == body);
        let parts = own.filter_map(|it| it.def.shape.mass_properties(it.def.material.density).ok());
        let (mass, moment) =
            parts.fold((0.0, Vec2::zeros()), |(m, c), it| (m + it.mass, c + it.mass * it.center.coords));
        let offset = if mass > 0.0 { moment / mass } else { moment };
        (mass, self.position(body) + self.level.bodies[body as usize].rotation * offset)
    }

    pub fn mass(&self, body: u32) -> f32 {
        self.weight(body).0
    }

    fn center(&self, body: u32) -> Point {
        self.weight(body).1
    }

    fn angle(&self, body: u32) -> f32 {
        self.level.bodies[body as usize].rotation.angle()
    }

    /// A point of the world in the frame of a body.
    pub fn local(&self, body: u32, point: Point) -> Point {
        let pose =
            Pose { position: self.position(body), rotation: self.level.bodies[body as usize].rotation };
        pose.inverse_transform(point)
    }

    pub fn anchors(&self, [a, b]: [u32; 2], point: Point) -> [Point; 2] {
        [self.local(a, point), self.local(b, point)]
    }

    pub fn angle_between(&self, [a, b]: [u32; 2]) -> f32 {
        let difference = self.angle(b) - self.angle(a);
        difference - TAU * (difference / TAU).round()
    }

    pub fn join(&mut self, [a, b]: [u32; 2], kind: impl Into<JointKind>) {
        self.level.joint(JointDef::new(a, b, kind));
    }

    /// A hinge at a point of the world.
    pub fn hinge(&mut self, pair: [u32; 2], at: Point) -> RevoluteJoint {
        let [a, b] = self.anchors(pair, at);
        RevoluteJoint::new().anchors(a, b).reference_angle(self.angle_between(pair))
    }

    /// A weld at a point of the world.
    pub fn weld(&mut self, pair: [u32; 2], at: Point) -> WeldJoint {
        let [a, b] = self.anchors(pair, at);
        WeldJoint::new().anchors(a, b).reference_angle(self.angle_between(pair))
    }

    fn hertz(&mut self) -> f32 {
        self.random.log_between(0.5, 8.0)
    }

    fn damping(&mut self) -> f32 {
        if self.random.chance(0.2) { 0.0 } else { self.random.between(0.05, 1.5) }
    }

    /// Limits that hold the present value of zero; either may be zero, or both.
    fn limits(&mut self, most: f32) -> [f32; 2] {
        let mut side = || if self.random.chance(0.15) { 0.0 } else { self.random.between(0.02, most) };
        let (lower, upper) = (-side(), side());
        [lower, upper]
    }

    /// A joint of a random kind that is closed as the bodies are, at a point of the world.
    pub fn link(&mut self, pair: [u32; 2], at: Point) {
        let (hertz, damping) = (self.hertz(), self.damping());
        let limits = self.limits(1.5);
        let slide = self.limits(1.5).map(|limit| limit * self.size);
        let turn = self.random.between(-PI, PI);
        let axis = geom::Rot::from_angle(turn) * Vec2::new(1.0, 0.0);
        let [a, b] = self.anchors(pair, at);
        match self.random.below(14) {
            0 | 1 => {
                let hinge = self.hinge(pair, at);
                self.join(pair, hinge);
            }
            2 | 3 => {
                let hinge = self.hinge(pair, at).limits(limits[0], limits[1]);
                self.join(pair, hinge);
            }
            4 => {
                let weld = self.weld(pair, at);
                self.join(pair, weld);
            }
            5 => {
                let weld = self.weld(pair, at).angular_spring(hertz, damping);
                self.join(pair, weld);
            }
            6 => {
                let weld = self.weld(pair, at).spring(hertz, damping).angular_spring(hertz, damping);
                self.join(pair, weld);
            }
            7 | 8 => {
                let angle = self.angle_between(pair);
                let mut slider = PrismaticJoint::new(axis).anchors(a, b).reference_angle(angle);
                slider = slider.limits(slide[0], slide[1]);
                if self.random.chance(0.4) {
                    slider = slider.spring(hertz, damping);
                }
                self.join(pair, slider);
            }
            9 => {
                // At the centre of mass of B: beside it the stiffness depends on how B is turned, and no
                // energy belongs to such a spring.
                let [a, b] = self.anchors(pair, self.center(pair[1]));
                let mut wheel = WheelJoint::new(axis).anchors(a, b).spring(hertz, damping);
                if self.random.chance(0.5) {
                    wheel = wheel.limits(slide[0], slide[1]);
                }
                self.join(pair, wheel);
            }
            10 => {
                let hinge = self.hinge(pair, at).angular_spring(hertz, damping);
                self.join(pair, hinge);
            }
            kind => self.rod(pair, kind - 11),
        }
    }

    /// A rod (0), a spring (1) or a rope (2) between the origins of two bodies.
    pub fn rod(&mut self, pair: [u32; 2], kind: usize) {
        let [a, b] = pair.map(|body| self.position(body));
        let length = (b - a).norm();
        let joint = match kind {
            0 => DistanceJoint::new(length),
            1 => DistanceJoint::new(length).spring(self.hertz(), self.damping()),
            _ => DistanceJoint::rope(length * if self.random.chance(0.5) { 1.001 } else { 1.3 }),
        };
        self.join(pair, joint);
    }

    /// Links from point to point, each a capsule or box of this half thickness, as one chain of hinges. The
    /// bodies, in order.
    pub fn chain_of_links(&mut self, points: &[Point], half_thickness: f32, joint: ChainJoint) -> Vec<u32> {
        let is_round = self.random.chance(0.5);
        let density = self.density();
        let mut links: Vec<u32> = Vec::new();
        for ends in points.windows(2) {
            let along = ends[1] - ends[0];
            let half = 0.5 * along.norm();
            let shapes = if is_round {
                vec![Shape::capsule([-half, 0.0], [half, 0.0], half_thickness).unwrap()]
            } else {
                self.rectangle(half, half_thickness)
            };
            let pose = Pose::new(ends[0] + 0.5 * along, direction_angle(along));
            let link = self.add(BodyKind::Dynamic, &shapes, pose, density);
            if let Some(&last) = links.last() {
                self.chain_joint([last, link], ends[0], joint);
            }
            links.push(link);
        }
        links
    }

    pub fn chain_joint(&mut self, pair: [u32; 2], at: Point, joint: ChainJoint) {
        match joint {
            ChainJoint::Free => {
                let hinge = self.hinge(pair, at);
                self.join(pair, hinge);
            }
            ChainJoint::Limited(limit) => {
                let hinge = self.hinge(pair, at).limits(-limit, limit);
                self.join(pair, hinge);
            }
            ChainJoint::Weld => {
                let weld = self.weld(pair, at);
                self.join(pair, weld);
            }
            ChainJoint::Soft(hertz) => {
                let weld = self.weld(pair, at).angular_spring(hertz, 0.7);
                self.join(pair, weld);
            }
        }
    }

    /// Gives all bodies one velocity, each its own, or none.
    pub fn push(&mut self, most: f32) {
        let mut speed = || [most * self.random.signed(), most * self.random.signed()];
        let common = speed();
        let mode = self.random.below(4);
        for body in &mut self.level.bodies {
            if body.kind != BodyKind::Dynamic {
                continue;
            }
            match mode {
                0 => body.velocity = common.into(),
                1 => {
                    body.velocity = [most * self.random.signed(), most * self.random.signed()].into();
                    body.angular_velocity = most / self.size * self.random.signed();
                }
                _ => {}
            }
        }
    }

    /// Locks axes of some bodies, and puts all into one group of dominance, which changes nothing. (Of two
    /// groups the higher one moves the lower as a motor would.)
    pub fn restrict(&mut self) {
        let locks = self.random.chance(0.1);
        let dominance = if self.random.chance(0.1) { self.random.count(1, 5) as i32 } else { 0 };
        let sprung: Vec<u32> =
            self.level.joints.iter().filter(|it| has_spring(&it.kind)).flat_map(|it| [it.a, it.b]).collect();
        for (i, body) in
            self.level.bodies.iter_mut().enumerate().filter(|(_, it)| it.kind == BodyKind::Dynamic)
        {
            body.dominance = dominance;
            if locks && self.random.chance(0.3) && !sprung.contains(&(i as u32)) {
                match self.random.below(4) {
                    0 => body.locks.x = true,
                    1 => body.locks.y = true,
                    _ => body.locks.rotation = true,
                }
            }
        }
    }
}

/// How the links of a chain are joined.
#[derive(Clone, Copy, Debug)]
pub enum ChainJoint {
    Free,
    /// Within this angle, rad.
    Limited(f32),
    Weld,
    /// Held straight by springs of this frequency, Hz.
    Soft(f32),
}

fn direction_angle(along: Vec2) -> f32 {
    // The angle of a rotation is computed by the engine's own polynomial.
    let unit = along / along.norm();
    geom::Rot { cos: unit.x, sin: unit.y }.angle()
}

/// Whether a joint is a spring in some direction.
pub fn has_spring(kind: &JointKind) -> bool {
    match kind {
        JointKind::Distance(it) => it.hertz > 0.0,
        JointKind::Weld(it) => it.hertz > 0.0 || it.angular_hertz > 0.0,
        JointKind::Revolute(it) => it.angular_hertz > 0.0,
        JointKind::Prismatic(it) => it.hertz > 0.0,
        JointKind::Wheel(it) => it.hertz > 0.0,
        _ => false,
    }
}
