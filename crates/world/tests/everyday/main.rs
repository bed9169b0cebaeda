//! Everyday motion against closed forms, with each safety net on and off.
//!
//! ```text
//!   group    a kind of motion with its law, over sizes, speeds, lengths of steps, grounds      a test each
//!   case     one set of parameters: builds a world, runs it, measures figures
//!   figure   a measured number, and the range that the law allows it
//!   net      a setting that ordinary motion must not feel: figures hold, bits are equal
//!   pace     length of steps and number of sub-steps
//! ```
//!
//! `cargo test -p physics2d-world --release --test everyday write_page -- --ignored` writes
//! `docs/measured/everyday.txt`.

#![allow(missing_docs)]

mod driving;
mod flying;
mod light;
mod linked;
mod pace;
mod page;
mod rolling;
mod sliding;
mod terrain;
mod tumbling;

pub(crate) use pace::{Pace, joint_opening, settled_depth};

use geom::{Point, Polygon, Shape, Sides, chain};
use std::ops::{Deref, DerefMut, RangeInclusive};
use world::solver::{DirectContacts, DirectJoints};
use world::textbook::ClassicSettings;
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
    /// Whether manifolds may be moved along with the bodies in place of being computed in each step.
    recycles: bool,
}

impl Watched {
    /// Recycling has no setting. [`ANEW`] stands for a world that does not recycle and finds its manifolds as
    /// others do.
    pub(crate) fn new(settings: WorldSettings) -> Self {
        let recycles = settings.manifolds != ANEW;
        let world = World::new(settings.manifolds(ManifoldMethod::SeparatingAxes));
        Self { world, interventions: 0, recycles }
    }

    pub(crate) fn step(&mut self, dt: f32) {
        if !self.recycles {
            // A change of the method makes the next step compute all manifolds from the shapes.
            let settings = *self.world.settings();
            self.world.set_settings(settings.manifolds(ANEW)).unwrap();
            self.world.set_settings(settings).unwrap();
        }
        self.world.step(dt);
        self.interventions += self.world.stats().nets.total();
    }

    /// Of motion that no net may touch.
    pub(crate) fn outcome(&self, figures: Vec<Figure>) -> Outcome {
        self.outcome_but(figures, 0)
    }

    /// Of motion that no net should touch, but that so many interventions do.
    pub(crate) fn outcome_but(&self, mut figures: Vec<Figure>, interventions: u32) -> Outcome {
        let (found, most) = (f64::from(self.interventions), f64::from(interventions));
        figures.push(at_most("interventions of nets", found, most));
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
    /// Whether steps or sub-steps are not those of [`Pace::DEFAULT`]; the page shows these by themselves.
    pub has_other_pace: bool,
    pub run: Box<dyn Fn(WorldSettings) -> Outcome>,
    /// Whether the ground consists of several shapes. Then bodies bump where seams are not smoothed. And
    /// sweeps find pairs a step earlier, so the two contacts at a seam may be solved in the other order: the
    /// figures hold, but the last bits may differ.
    pub has_seams: bool,
}

/// A net that changes the bits of a group when it is switched.
pub(crate) struct Difference {
    pub net: &'static str,
    /// Why that is right.
    pub why: &'static str,
    /// How far beyond its range each of these figures may be then. The others keep to theirs.
    pub beyond: &'static [(&'static str, f64)],
}

impl Difference {
    /// The range of a figure with the net switched.
    pub(crate) fn range(&self, figure: &Figure) -> RangeInclusive<f64> {
        let beyond = self.beyond.iter().find(|(name, _)| *name == figure.name).map_or(0.0, |it| it.1);
        figure.range.start() - beyond..=figure.range.end() + beyond
    }
}

/// A kind of motion.
pub(crate) struct Group {
    pub name: &'static str,
    /// The law, in a sentence.
    pub law: &'static str,
    pub cases: Vec<Case>,
    pub differs: &'static [Difference],
}

impl Group {
    pub(crate) fn new(name: &'static str, law: &'static str) -> Self {
        Self { name, law, cases: Vec::new(), differs: &[] }
    }

    pub(crate) fn add(&mut self, name: String, run: impl Fn(WorldSettings) -> Outcome + 'static) {
        self.cases.push(Case { name, run: Box::new(run), has_seams: false, has_other_pace: false });
    }

    /// The same at some pace.
    pub(crate) fn add_at(
        &mut self,
        pace: Pace,
        name: &str,
        run: impl Fn(WorldSettings) -> Outcome + 'static,
    ) {
        let has_other_pace = pace != Pace::DEFAULT;
        let name = if has_other_pace { format!("{name}, {pace}") } else { String::from(name) };
        self.add(name, move |settings| run(settings.substeps(pace.substeps)));
        self.last().has_other_pace = has_other_pace;
    }

    /// The case that was added last.
    pub(crate) fn last(&mut self) -> &mut Case {
        self.cases.last_mut().expect("a case")
    }

    /// The same on some ground.
    pub(crate) fn add_on(
        &mut self,
        ground: Ground,
        name: &str,
        run: impl Fn(WorldSettings) -> Outcome + 'static,
    ) {
        self.add(format!("{name} on {ground:?}"), run);
        self.last().has_seams = matches!(ground, Ground::Chain | Ground::Tiles | Ground::Segments);
    }
}

/// A safety net, or a shortcut, in the other position than the default.
pub(crate) struct Net {
    pub name: &'static str,
    /// Whether it decides in which step pairs are found.
    pub is_sweep: bool,
    /// Whether a silent one changes no bits.
    pub keeps_bits: bool,
    pub switch: fn(WorldSettings) -> WorldSettings,
}

/// The names of nets.
pub(crate) const STATIC_ONLY: &str = "sweeps against static bodies only";
pub(crate) const NO_SWEEPS: &str = "no sweeps";
pub(crate) const SEAMS: &str = "seams not smoothed";
pub(crate) const NO_DIRECT_JOINTS: &str = "no direct joints";
pub(crate) const NO_DIRECT_CONTACTS: &str = "no direct contacts";
pub(crate) const NO_RECYCLING: &str = "no recycling of manifolds";

/// Asks [`Watched::new`] for a world that does not recycle manifolds.
const ANEW: ManifoldMethod = ManifoldMethod::GjkEpa;

pub(crate) const NETS: [Net; 6] = [
    Net {
        name: STATIC_ONLY,
        is_sweep: true,
        keeps_bits: true,
        switch: |it| it.continuous(Continuous::AgainstStatic),
    },
    Net { name: NO_SWEEPS, is_sweep: true, keeps_bits: true, switch: |it| it.continuous(false) },
    Net { name: SEAMS, is_sweep: false, keeps_bits: true, switch: |it| it.smooth_seams(false) },
    Net {
        name: NO_DIRECT_JOINTS,
        is_sweep: false,
        keeps_bits: true,
        switch: |it| it.direct_joints(DirectJoints::Off),
    },
    Net {
        name: NO_DIRECT_CONTACTS,
        is_sweep: false,
        keeps_bits: true,
        switch: |it| it.direct_contacts(DirectContacts::Off),
    },
    // A manifold that is moved along has separations that are off by up to 0.1 mm (`manifold_cache.rs`).
    Net { name: NO_RECYCLING, is_sweep: false, keeps_bits: false, switch: |it| it.manifolds(ANEW) },
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
fn note(
    failures: &mut Vec<String>,
    case: &Case,
    net: &str,
    figures: &[Figure],
    difference: Option<&Difference>,
) {
    for figure in figures {
        let range = difference.map_or_else(|| figure.range.clone(), |it| it.range(figure));
        if !range.contains(&figure.value) {
            let Figure { name, value, .. } = figure;
            failures.push(format!("{}, {net}: {name} is {value}, not in {range:?}", case.name));
        }
    }
}

/// Whether bodies bump at the seams of the ground of a case if a net is switched.
pub(crate) fn bumps(case: &Case, net: &Net) -> bool {
    case.has_seams && net.name == SEAMS
}

/// Whether a net must leave the bits of a case as they are when it is switched.
fn must_be_silent(group: &Group, case: &Case, net: &Net) -> bool {
    let is_listed = group.differs.iter().any(|it| it.net == net.name);
    let may_differ = is_listed || (case.has_seams && net.is_sweep) || bumps(case, net);
    net.keeps_bits && !may_differ
}

/// One case in so many is run: all in a release build, which is ten times as fast (`cargo xtask ci
/// test-release`), and a share in a debug build, for its assertions.
const ONE_IN: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Runs the cases of a group, with the defaults and with each net switched, and lists what does not hold.
///
/// The nets that must be silent are switched together, which takes one run in place of up to five. If that
/// changes the bits, each of them runs alone, too, so that the failure names it.
pub(crate) fn check(group: &Group) {
    assert!(!group.cases.is_empty());
    let mut failures = Vec::new();
    let mut differed = vec![cfg!(debug_assertions); group.differs.len()];
    for case in group.cases.iter().step_by(ONE_IN) {
        let default = (case.run)(settings());
        note(&mut failures, case, "defaults", &default.figures, None);
        let silent = NETS.iter().filter(|net| must_be_silent(group, case, net));
        let together = (case.run)(silent.fold(settings(), |settings, net| (net.switch)(settings)));
        note(&mut failures, case, "the silent nets", &together.figures, None);
        let are_silent = together.hash == default.hash;
        if !are_silent {
            failures.push(format!("{}: other bits with the silent nets switched together", case.name));
        }
        for net in NETS.iter().filter(|net| !bumps(case, net)) {
            if are_silent && must_be_silent(group, case, net) {
                continue;
            }
            let outcome = (case.run)((net.switch)(settings()));
            let index = group.differs.iter().position(|it| it.net == net.name);
            note(&mut failures, case, net.name, &outcome.figures, index.map(|i| &group.differs[i]));
            if outcome.hash == default.hash {
                continue;
            }
            let is_other_order = case.has_seams && net.is_sweep;
            match index {
                Some(i) => differed[i] = true,
                None if is_other_order || !net.keeps_bits => (),
                None => {
                    failures.push(format!("{}, {}: other bits than with the defaults", case.name, net.name));
                }
            }
        }
    }
    for (Difference { net, .. }, _) in group.differs.iter().zip(differed).filter(|(_, differed)| !differed) {
        failures.push(format!("{net}: listed as a difference, but all bits are equal"));
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

/// Kinetic and potential energy at one moment, J. Velocities at the end of a sub-step of `h` (s) are those of
/// its middle, so half of a sub-step of gravity is added to their work.
pub(crate) fn energy_of_step(world: &World, body: BodyId, h: f32) -> f64 {
    let moving = world.body(body).unwrap();
    let work = 0.5 * h * GRAVITY * moving.mass_properties().mass * moving.velocity().y;
    energy(world, body) - f64::from(work)
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
    a_ball_keeps_its_energy_over_hills => terrain::hills();
    a_car_keeps_its_energy_over_hills => terrain::cars_over_hills();
    a_small_fast_ball_stays_on_a_chain => terrain::fast_balls();
    a_ball_in_a_loop_keeps_what_the_bends_leave => terrain::loops();
    a_ball_rolls_on_a_lift => terrain::lifts();
    a_ball_rolls_over_light_planks => light::planks();
    a_ball_rolls_against_a_light_plank => light::step();
    a_disc_pushes_light_discs => light::rows();
    a_rope_swings_in_its_lowest_mode => linked::ropes();
    a_small_bob_on_light_rods_keeps_its_energy => linked::hanging();
    a_track_stays_closed => linked::tracks();
}
