//! Everyday motion against closed forms, with each safety net on and off.
//!
//! ```text
//!   group    a kind of motion with its law, over sizes, speeds, lengths of steps, grounds      a test each
//!   case     one set of parameters: builds a world, runs it, measures figures
//!   figure   a measured number, and the range that the law allows it
//!   net      a setting that ordinary motion must not feel: figures hold, bits are equal
//! ```
//!
//! `cargo test -p world --release --test everyday write_page -- --ignored` writes `docs/everyday.md`.

#![allow(missing_docs)]

mod driving;
mod flying;
mod page;
mod rolling;
mod sliding;
mod tumbling;

use geom::{Point, Polygon, Shape, Sides, chain};
use std::ops::{Deref, DerefMut, RangeInclusive};
use world::solver::{ClassicSettings, DirectContacts, DirectJoints};
use world::*;

/// m/s^2.
pub(crate) const GRAVITY: f32 = 9.81;

/// A measured number.
pub(crate) struct Figure {
    pub name: &'static str,
    pub value: f64,
    pub range: RangeInclusive<f64>,
}

/// A number that must not be above `most`.
pub(crate) fn at_most(name: &'static str, value: f64, most: f64) -> Figure {
    Figure { name, value, range: f64::NEG_INFINITY..=most }
}

/// A share of what the law says: 1, give or take `by`.
pub(crate) fn share(name: &'static str, found: f64, law: f64, by: f64) -> Figure {
    Figure { name, value: found / law, range: 1.0 - by..=1.0 + by }
}

/// What a case has measured, and the hash of the world at its end.
pub(crate) struct Outcome {
    pub figures: Vec<Figure>,
    pub hash: u64,
}

/// A world that counts what its nets have done.
pub(crate) struct Watched {
    world: World,
    interventions: u32,
}

impl Watched {
    pub(crate) fn new(settings: WorldSettings) -> Self {
        Self { world: World::new(settings), interventions: 0 }
    }

    pub(crate) fn step(&mut self, dt: f32) {
        self.world.step(dt);
        self.interventions += self.world.stats().nets.total();
    }

    /// Of motion that no net may touch.
    pub(crate) fn outcome(&self, mut figures: Vec<Figure>) -> Outcome {
        figures.push(at_most("interventions of nets", f64::from(self.interventions), 0.0));
        self.outcome_with_nets(figures)
    }

    /// Of motion in which nets have something to do.
    pub(crate) fn outcome_with_nets(&self, figures: Vec<Figure>) -> Outcome {
        Outcome { figures, hash: self.world.state_hash() }
    }
}

impl Deref for Watched {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl DerefMut for Watched {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

/// One set of parameters.
pub(crate) struct Case {
    pub name: String,
    pub run: Box<dyn Fn(WorldSettings) -> Outcome>,
    /// Whether the ground consists of several shapes. Then bodies bump where seams are not smoothed. And
    /// sweeps find pairs a step earlier, so the two contacts at a seam may be solved in the other order: the
    /// figures hold, but the last bits may differ.
    pub has_seams: bool,
}

/// A kind of motion.
pub(crate) struct Group {
    pub name: &'static str,
    /// The law, in a sentence.
    pub law: &'static str,
    pub cases: Vec<Case>,
    /// Nets that change bits, and why that is right.
    pub differs: &'static [(&'static str, &'static str)],
}

impl Group {
    pub(crate) fn add(&mut self, name: String, run: impl Fn(WorldSettings) -> Outcome + 'static) {
        self.cases.push(Case { name, run: Box::new(run), has_seams: false });
    }

    /// The same on some ground.
    pub(crate) fn add_on(
        &mut self,
        ground: Ground,
        name: &str,
        run: impl Fn(WorldSettings) -> Outcome + 'static,
    ) {
        self.add(format!("{name} on {ground:?}"), run);
        let last = self.cases.last_mut().expect("just added");
        last.has_seams = matches!(ground, Ground::Chain | Ground::Tiles | Ground::Segments);
    }
}

/// A safety net, or a shortcut, in the other position than the default.
pub(crate) struct Net {
    pub name: &'static str,
    /// Whether it decides in which step pairs are found.
    pub is_sweep: bool,
    pub switch: fn(WorldSettings) -> WorldSettings,
}

/// The name of a net.
pub(crate) const SEAMS: &str = "seams not smoothed";

pub(crate) const NETS: [Net; 5] = [
    Net {
        name: "sweeps against static bodies only",
        is_sweep: true,
        switch: |it| it.continuous(Continuous::AgainstStatic),
    },
    Net { name: "no sweeps", is_sweep: true, switch: |it| it.continuous(false) },
    Net { name: SEAMS, is_sweep: false, switch: |it| it.smooth_seams(false) },
    Net { name: "no direct joints", is_sweep: false, switch: |it| it.direct_joints(DirectJoints::Off) },
    Net { name: "no direct contacts", is_sweep: false, switch: |it| it.direct_contacts(DirectContacts::Off) },
];

/// The defaults without what takes energy by intention.
pub(crate) fn settings() -> WorldSettings {
    WorldSettings::default().gravity([0.0, -GRAVITY]).rolling_resistance(0.0).sleeping(false)
}

/// The classic solver, as a program would set it.
pub(crate) fn classic(settings: WorldSettings) -> WorldSettings {
    settings.classic(ClassicSettings::default())
}

/// Adds the figures that are out of their range.
fn note(failures: &mut Vec<String>, case: &Case, net: &str, figures: &[Figure]) {
    for Figure { name, value, range } in figures {
        if !range.contains(value) {
            failures.push(format!("{}, {net}: {name} is {value}, not in {range:?}", case.name));
        }
    }
}

/// Runs all cases of a group, with the defaults and with each net switched, and lists what does not hold.
pub(crate) fn check(group: &Group) {
    assert!(!group.cases.is_empty());
    let mut failures = Vec::new();
    for case in &group.cases {
        let default = (case.run)(settings());
        note(&mut failures, case, "defaults", &default.figures);
        let differs = |net: &&Net| {
            case.has_seams && net.name == SEAMS || group.differs.iter().any(|(name, _)| *name == net.name)
        };
        for net in NETS.iter().filter(|net| !differs(net)) {
            let outcome = (case.run)((net.switch)(settings()));
            note(&mut failures, case, net.name, &outcome.figures);
            let is_other_order = case.has_seams && net.is_sweep;
            if outcome.hash != default.hash && !is_other_order {
                failures.push(format!("{}, {}: other bits than with the defaults", case.name, net.name));
            }
        }
    }
    let count = failures.len();
    failures.truncate(30);
    assert!(
        count == 0,
        "{}: {count} failures in {} cases:\n{}",
        group.name,
        group.cases.len(),
        failures.join("\n")
    );
}

/// Adds a body with one collider.
pub(crate) fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> BodyId {
    let body = world.add_body(def).expect("a valid body");
    world.add_collider(body, collider).expect("a valid collider");
    body
}

/// Level ground from x = -20 m on, whose top is at zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    Box,
    HalfSpace,
    Chain,
    Tiles,
    Segments,
    /// A kinematic platform that moves to the right at 3 m/s.
    Platform,
    /// A dynamic plank of a thousand tonnes that lies on a static box.
    Plank,
}

impl Ground {
    pub(crate) const ALL: [Self; 7] =
        [Self::Box, Self::HalfSpace, Self::Chain, Self::Tiles, Self::Segments, Self::Platform, Self::Plank];

    /// m/s.
    pub(crate) fn speed(self) -> f32 {
        if self == Self::Platform { 3.0 } else { 0.0 }
    }

    /// Adds ground that reaches to x = `to` (m).
    pub(crate) fn add(self, world: &mut World, friction: f32, to: f32) {
        let shape =
            |shape: Result<Shape, geom::ShapeError>| ColliderDef::new(shape.unwrap()).friction(friction);
        let (half, middle) = (0.5 * (to + 20.0), 0.5 * (to - 20.0));
        let slab = shape(Shape::rectangle(half, 0.5)).offset([middle, -0.5], 0.0);
        let kind = match self {
            Self::Platform => BodyDef::kinematic().velocity([self.speed(), 0.0]),
            _ => BodyDef::fixed(),
        };
        let ground = world.add_body(kind).unwrap();
        match self {
            Self::Box | Self::Platform => {
                world.add_collider(ground, slab).unwrap();
            }
            Self::HalfSpace => {
                world.add_collider(ground, shape(Shape::half_space([0.0, 1.0], 0.0))).unwrap();
            }
            Self::Chain => {
                let points = (0..=((to + 20.0) / 1.3) as i32 + 1).rev();
                let points = points.map(|i| Point::new(1.3 * i as f32 - 20.0, 0.0));
                for segment in chain(points, false, Sides::One).unwrap() {
                    world.add_collider(ground, shape(Ok(Shape::ChainSegment(segment)))).unwrap();
                }
            }
            Self::Tiles => {
                for i in 0..(to as i32 + 20) {
                    let tile = shape(Shape::rectangle(0.5, 0.5)).offset([i as f32 - 19.5, -0.5], 0.0);
                    world.add_collider(ground, tile).unwrap();
                }
            }
            Self::Segments => {
                for i in 0..(to as i32 + 20) / 4 + 1 {
                    let x = 4.0 * i as f32 - 20.0;
                    world.add_collider(ground, shape(Shape::segment([x, 0.0], [x + 4.0, 0.0]))).unwrap();
                }
            }
            Self::Plank => {
                world.add_collider(ground, slab).unwrap();
                let mass = 1e6 / (4.0 * half * 0.5);
                let plank = shape(Shape::rectangle(half, 0.5)).density(mass);
                let plank = add(world, BodyDef::dynamic().position([middle, 0.5]), plank);
                assert!(world.body(plank).is_ok());
            }
        }
    }

    /// How high its top is, m.
    pub(crate) fn top(self) -> f32 {
        if self == Self::Plank { 1.0 } else { 0.0 }
    }
}

/// A regular polygon with its corners on a circle.
pub(crate) fn regular(sides: usize, radius: f32) -> Shape {
    Shape::Polygon(Polygon::regular(sides, radius).unwrap())
}

/// The height of the lowest point of a body, m.
pub(crate) fn lowest(world: &World, body: BodyId) -> f32 {
    let body = world.body(body).unwrap();
    let lowest = body.colliders().map(|it| it.local_shape().aabb(body.pose()).lower.y);
    lowest.fold(f32::INFINITY, f32::min)
}

/// Kinetic and potential energy, J.
pub(crate) fn energy(world: &World, body: BodyId) -> f64 {
    let body = world.body(body).unwrap();
    let potential = GRAVITY * body.mass_properties().mass * body.center().y;
    f64::from(body.kinetic_energy()) + f64::from(potential)
}

macro_rules! group_tests {
    ($($test:ident => $group:expr;)*) => {
        /// All groups, in the order of the page.
        pub(crate) fn groups() -> Vec<Group> {
            vec![$($group),*]
        }

        $(#[test]
        fn $test() {
            check(&$group);
        })*
    };
}

group_tests! {
    a_wheel_comes_as_far_as_its_speed_says => rolling::wheels();
    a_wheel_keeps_its_speed_for_ten_seconds => rolling::long_rolls();
    a_wheel_rolls_in_steps_of_any_length => rolling::steps();
    a_wheel_rolls_on_the_classic_solver => rolling::on_the_classic_solver();
    a_compound_wheel_rolls_about_its_hub => rolling::hubs();
    a_disc_rolls_down_and_up_a_slope => rolling::slopes();
    a_ball_that_slides_begins_to_roll => rolling::from_sliding();
    rolling_resistance_stops_a_wheel => rolling::resisted();
    a_belt_sets_a_ball_rolling => rolling::on_a_belt();
    a_box_slides_until_friction_stops_it => sliding::stops();
    a_box_without_friction_slides_on => sliding::without_friction();
    a_box_on_a_slope_slides_or_sticks => sliding::slopes();
    a_belt_carries_a_box => sliding::on_a_belt();
    what_tumbles_comes_as_far_as_its_speed_says => tumbling::tumblers();
    a_body_falls_as_galileo_says => flying::falls();
    a_body_turns_as_fast_as_its_spin => flying::spins();
    a_ball_bounces_as_high_as_restitution_says => flying::bounces();
    a_spinning_ball_lands_without_a_hop => flying::spinning_landings();
    a_pendulum_keeps_its_period_and_energy => flying::pendulums();
    a_car_coasts_on_a_flat_road => driving::coasting();
    a_car_is_driven_and_braked_as_newton_says => driving::driven();
    a_car_lands_on_its_wheels => driving::landings();
}
