//! The law: energy never exceeds what it was at the start.
//!
//! ```text
//!   E = sum 1/2 m v^2 + 1/2 I w^2 - m g . x + m g . v h / 2 + sum of springs 1/2 k x^2
//!   E(t) - E(0) - W <= 2% (K(0) + U(0) - least U so far + W) + sum m g 2% size
//! ```
//!
//! K is the kinetic part, U that of gravity, W the most [`Work`] that motors, belts and kinematic bodies can
//! have done. On the right is what the world has turned over so far, so no floor has to be known. The second
//! term lifts each body by 2% of its size (root of its bounding box's area), which shapes that overlap by
//! rounding and slop give back. The *factor* of a world is the greatest ratio of both sides; above 1 it
//! gains. The *rise*, the same ratio since the least energy so far, is no law: soft contacts push out what
//! sank into them.
//!
//! The term with h, the sub-step: semi-implicit steps keep the energy with the velocity of the middle of a
//! sub-step (Hairer, Lubich, Wanner 2006, IX.1). Turned down: energies relative to a floor, which a hanging
//! world lacks.

use super::work::Work;
use geom::{Aabb, Pose};
use std::f64::consts::TAU;
use world::*;

/// Of what a world has turned over.
const SHARE: f64 = 0.02;

/// Of the size of each body.
const LIFT: f64 = 0.02;

/// Since when a gain counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Since {
    /// The energy at the start: the law.
    #[default]
    Start,
    /// The least energy so far.
    Least,
}

/// What a run showed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The greatest gain over the start, divided by what is allowed.
    pub factor: f64,
    /// The greatest rise above the least energy so far, divided by what is allowed.
    pub rise: f64,
    /// The steps in which the law and the stricter one were first broken.
    pub first: Option<u32>,
    pub first_rise: Option<u32>,
}

impl Verdict {
    pub fn gains(&self) -> bool {
        self.factor > 1.0
    }

    /// The step in which the energy was first too high.
    pub fn first(&self, since: Since) -> Option<u32> {
        match since {
            Since::Start => self.first,
            Since::Least => self.first_rise,
        }
    }
}

/// Watches a world.
pub struct Law {
    /// s. A step and a sub-step.
    dt: f32,
    h: f32,
    start: f64,
    kinetic: f64,
    /// Gravity's part at the start, and the least so far.
    potential: [f64; 2],
    lift: f64,
    least: f64,
    /// What drives the world, if anything does.
    work: Option<Work>,
    steps: u32,
    verdict: Verdict,
}

impl Law {
    /// For steps of `dt` seconds.
    pub fn new(world: &World, dt: f32) -> Self {
        let settings = world.settings();
        let h = if settings.method == Method::Soft { dt / settings.solver.substeps as f32 } else { dt };
        let [kinetic, potential, springs] = energies(world, h);
        let start = kinetic + potential + springs;
        let gravity = f64::from(world.settings().gravity.norm());
        let lift: f64 = world.dynamic_bodies().map(|body| LIFT * gravity * mass(body) * size(body)).sum();
        Self {
            dt,
            h,
            start,
            kinetic,
            potential: [potential; 2],
            lift,
            least: start,
            work: Work::new(world),
            steps: 0,
            verdict: Verdict::default(),
        }
    }

    /// Takes the energy after a step.
    pub fn check(&mut self, world: &World) {
        self.steps += 1;
        let [kinetic, potential, springs] = energies(world, self.h);
        let work = self.work.as_mut().map_or(0.0, |work| {
            work.add(world, self.dt);
            work.done
        });
        let energy = kinetic + potential + springs - work;
        let [before, least] = self.potential;
        let least = least.min(potential);
        self.potential = [before, least];
        let allowed = SHARE * (self.kinetic + work + before - least) + self.lift;
        let is_stopped = !energy.is_finite() || !world.events().warnings().is_empty();
        let over = |least: f64| match energy - least {
            _ if is_stopped => f64::INFINITY,
            gain if gain > 0.0 => gain / allowed.max(f64::MIN_POSITIVE),
            _ => 0.0,
        };
        self.verdict.factor = self.verdict.factor.max(over(self.start));
        self.verdict.rise = self.verdict.rise.max(over(self.least));
        self.least = self.least.min(energy);
        let verdict = &mut self.verdict;
        for (value, first) in [(verdict.factor, &mut verdict.first), (verdict.rise, &mut verdict.first_rise)]
        {
            if value > 1.0 {
                first.get_or_insert(self.steps);
            }
        }
    }

    /// Kinetic energy, energy in gravity and energy in springs, J.
    pub fn energies(&self, world: &World) -> [f64; 3] {
        energies(world, self.h)
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

/// Runs a level for `seconds`, or until the first gain since then.
pub fn run(level: &Level, dt: f32, seconds: f32, until: Option<Since>) -> Verdict {
    let (mut world, _) = World::load(level).expect("the level is valid");
    let mut law = Law::new(&world, dt);
    for _ in 0..(seconds / dt).round() as u32 {
        world.step(dt);
        if cfg!(debug_assertions) {
            world.validate().unwrap_or_else(|invalid| panic!("{invalid}"));
        }
        law.check(&world);
        if until.is_some_and(|since| law.verdict.first(since).is_some()) {
            break;
        }
    }
    law.verdict
}

/// Kinetic energy, energy in gravity and energy in springs, J, in sub-steps of `h` seconds.
fn energies(world: &World, h: f32) -> [f64; 3] {
    let gravity = world.settings().gravity;
    let half = 0.5 * f64::from(h);
    let (mut kinetic, mut potential) = (0.0, 0.0);
    for body in world.dynamic_bodies() {
        let (center, scale) = (body.center_f64(), f64::from(body.gravity_scale()));
        let [x, y] = [gravity.x, gravity.y].map(|it| mass(body) * scale * f64::from(it));
        let velocity = body.velocity();
        kinetic += f64::from(body.kinetic_energy());
        kinetic += half * (x * f64::from(velocity.x) + y * f64::from(velocity.y));
        potential -= x * center.x + y * center.y;
    }
    [kinetic, potential, world.joints().map(spring_energy).sum()]
}

fn mass(body: BodyRef<'_>) -> f64 {
    f64::from(body.mass_properties().mass)
}

/// The root of the area of a body's bounding box in its own frame, m.
fn size(body: BodyRef<'_>) -> f64 {
    let boxes = body.colliders().map(|it| it.local_shape().transformed(it.offset()).aabb(Pose::IDENTITY));
    let whole = boxes.reduce(Aabb::union);
    whole.map_or(0.0, |it| {
        let size = it.upper - it.lower;
        f64::from(size.x * size.y).sqrt()
    })
}

/// 1/2 k x^2 of the springs of a joint, k = (2 pi f)^2 / (J M^-1 J^T), J.
fn spring_energy(joint: JointRef<'_>) -> f64 {
    let [a, b] = joint.bodies();
    let inverse = |value: f32| if value > 0.0 { 1.0 / f64::from(value) } else { 0.0 };
    let movable = |body: BodyRef<'_>| body.kind() == BodyKind::Dynamic;
    let masses = [a, b].map(|it| if movable(it) { inverse(it.mass_properties().mass) } else { 0.0 });
    let inertias = [a, b].map(|it| {
        let turns = movable(it) && !it.locks().rotation;
        if turns { inverse(it.mass_properties().inertia) } else { 0.0 }
    });
    let spring = |hertz: f32, inverse: f64, x: f64| {
        let rate = TAU * f64::from(hertz);
        if hertz > 0.0 && inverse > 0.0 { 0.5 * rate * rate / inverse * x * x } else { 0.0 }
    };
    let (straight, turning) = (masses[0] + masses[1], inertias[0] + inertias[1]);
    let [from, to] = joint.anchors();
    let gap = f64::from((to - from).norm());
    // Along an axis of A the levers of the row count.
    let along = |axis: geom::Vec2| {
        let axis = a.pose().rotation * axis;
        let lever = |body: BodyRef<'_>| f64::from(geom::cross(to - body.center(), axis));
        straight
            + [a, b].map(lever).iter().zip(inertias).map(|(arm, inverse)| arm * arm * inverse).sum::<f64>()
    };
    match joint.kind() {
        JointKind::Distance(it) => spring(it.hertz, straight, gap - f64::from(it.length)),
        JointKind::Weld(it) => {
            let turned = f64::from(joint.angle());
            spring(it.hertz, straight, gap) + spring(it.angular_hertz, turning, turned)
        }
        JointKind::Revolute(it) => spring(it.angular_hertz, turning, f64::from(joint.counted_angle())),
        JointKind::Prismatic(it) => spring(it.hertz, along(it.axis), f64::from(joint.translation())),
        JointKind::Wheel(it) => spring(it.hertz, along(it.axis), f64::from(joint.translation())),
        _ => 0.0,
    }
}
