//! What the texts do otherwise than this engine does by default: other ways to a manifold, the order of a
//! step, going back to the time of impact, and the floor of an opening demo.

use crate::basics::Billiards;
use crate::parts::{default, made, rectangle, shape, wall};
use crate::piles::{Pile, Tower};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use crate::tutorial::Grabbing;
use crate::variants::Detection;
use physics::geom::{Ellipse, Position, Support};
use physics::prelude::*;
use physics::textbook::{ClassicSettings, ImpulseMethod, StepOrder};
use physics::world::ManifoldMethod;

/// A heap of polygons, circles and capsules, whose manifolds come from GJK and EPA (*Souto, Video Game
/// Physics II*) or from another method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heap {
    /// How manifolds are found.
    pub manifolds: ManifoldMethod,
}

default!(Heap { manifolds: ManifoldMethod::GjkEpa });

impl Heap {
    /// The level. Ground and two walls are bodies 0 to 2, the shapes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Pile { bodies: 80, columns: 8, seed: 5 }.level();
        level.settings = level.settings.manifolds(self.manifolds);
        level
    }
}

/// Three tables on which contact methods differ: a plank that falls, its left end lower, and overhangs on
/// both sides; a plank whose centre is beyond the edge; a short plank that is put down level.
///
/// With two clipped points the impact turns the first clockwise, the second tips over and the third rests.
/// With their mean the impact turns the first the wrong way (*2D Collision Detection and Resolution*); with
/// the average of the support points the second lies on air (*Sotirov 2022*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tables {
    /// How manifolds are found.
    pub manifolds: ManifoldMethod,
}

impl Tables {
    /// Half the width of a table, m.
    pub const HALF: f32 = 1.1;
    /// The step at whose end the first plank has hit its table.
    pub const IMPACT_STEP: u32 = 4;

    /// The level. The ground is body 0, the tables are bodies 1 to 3, the planks on them bodies 4 to 6.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings::default().classic(ClassicSettings::default()).sleeping(false);
        // Not swept, so that the first plank is deep in the table when it is found there.
        let mut level = Level::new(settings.manifolds(self.manifolds).continuous(false));
        wall(&mut level, [0.0, -0.5], 8.0, 0.5);
        let tables = [-4.5, 0.0, 4.5];
        for x in tables {
            wall(&mut level, [x, 1.0], Self::HALF, 1.0);
        }
        let overhang = 0.3;
        for (x, y, half_length, angle, speed) in [
            (tables[0] - 0.25, 2.53, 1.6, 0.02, 8.0),
            (tables[1] + Self::HALF + overhang, 2.2, 1.0, 0.0, 0.0),
            (tables[2], 2.2, 0.6, 0.0, 0.0),
        ] {
            let body = BodyDef::dynamic().position([x, y]).angle(angle).velocity([0.0, -speed]);
            level.body_with(body, rectangle(half_length, 0.2));
        }
        level
    }
}

/// The tables with one iteration in a step, so that an impact is one impulse at each contact point: at the
/// mean of two points, at both points in full, or at both in proportion to their depths (*2D Collision
/// Detection and Resolution*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// How manifolds are found.
    pub manifolds: ManifoldMethod,
    /// How the impulses of two points are found.
    pub impulses: ImpulseMethod,
}

impl Landing {
    /// The level: that of [`Tables`].
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Tables { manifolds: self.manifolds }.level();
        let (iterations, impulses, warm_start) = (1, self.impulses, false);
        level.settings.classic =
            ClassicSettings { iterations, impulses, warm_start, ..level.settings.classic };
        level
    }
}

/// A slim plank lands upright and level, without friction (*Sotirov 2022*, Iterations). Bounded in each
/// iteration, the impulse of its first end is never taken back, and the plank spins; with their sum bounded,
/// both ends share the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Upright {
    /// Whether each iteration is bounded or their sum.
    pub impulses: ImpulseMethod,
}

impl Upright {
    /// The level. The ground is body 0, the plank body 1: 0.2 m x 2 m, which falls 51 mm to 1 m/s.
    #[must_use]
    pub fn level(&self) -> Level {
        let (iterations, impulses, warm_start) = (50, self.impulses, false);
        let classic = ClassicSettings { iterations, impulses, warm_start, ..ClassicSettings::default() };
        let mut level =
            Level::new(WorldSettings::default().classic(classic).continuous(false).sleeping(false));
        wall(&mut level, [0.0, -0.5], 3.0, 0.5);
        level.body_with(BodyDef::dynamic().position([0.0, 1.051]), rectangle(0.1, 1.0).friction(0.0));
        level
    }
}

/// The step of *2D Collision Detection and Resolution*, whole: positions first, collisions detected anew in
/// each iteration, impulses weighted by depth, corrections split by mass. The scene is that of
/// [`Detection`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered {
    /// What a step does first.
    pub order: StepOrder,
}

default!(Ordered { order: StepOrder::PositionsFirst });

impl Ordered {
    /// The level: that of [`Detection`].
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Detection { each_iteration: true }.level();
        level.settings.classic.order = self.order;
        level.settings.classic.impulses = ImpulseMethod::DepthWeighted;
        level
    }
}

/// The opening demo of *Sotirov 2022*: what is below the floor is put back up, and its velocity into the
/// floor is set to zero. The scene is that of [`Grabbing`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpeningFloor;

impl OpeningFloor {
    /// The level: that of [`Grabbing`].
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Grabbing::default().level();
        level.settings.classic.impulses = ImpulseMethod::Clamp;
        level
    }
}

/// Balls without gravity bounce between two thin walls, without loss. Each is faster than the one below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impacts {
    /// Whether contacts are swept; otherwise fast balls pass the walls.
    pub swept: bool,
    /// Whether the step goes back to the time of impact (*Souto, Video Game Physics II*); otherwise a ball
    /// waits at the wall for the next step.
    pub resolve: bool,
}

default!(Impacts { swept: true, resolve: true });

impl Impacts {
    /// Speed of each ball, m/s, from the lowest up.
    pub const SPEEDS: [f32; 5] = [12.0, 20.0, 40.0, 80.0, 200.0];
    /// Radius of the balls, m.
    pub const RADIUS: f32 = 0.15;
    /// Distance of the walls from the middle, m.
    pub const HALF: f32 = 4.0;

    /// The level. The walls are bodies 0 and 1, the balls follow.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings { resolve_at_impact: self.resolve, ..ClassicSettings::default() };
        let settings = WorldSettings::default().gravity([0.0, 0.0]).classic(classic).sleeping(false);
        let mut level = Level::new(settings.continuous(self.swept));
        for side in [-1.0, 1.0] {
            level.body_with(
                BodyDef::fixed().position([side * (Self::HALF + 0.05), 1.0]),
                rectangle(0.05, 2.0).restitution(1.0).friction(0.0),
            );
        }
        for (i, speed) in Self::SPEEDS.into_iter().enumerate() {
            let body = BodyDef::dynamic().position([0.0, 0.5 * i as f32]).velocity([speed, 0.0]);
            let ball = ColliderDef::new(shape(Shape::circle(Self::RADIUS)));
            level.body_with(body, ball.restitution(1.0).friction(0.0));
        }
        level
    }
}

/// The billiards and the tower on the classic solver without warm starting, for the slider *iterations*: they
/// carry the impulse of the cue ball through the rack, and hold up the tower (*Gaul, Custom Physics Engine*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iterated {
    /// Iterations over all contacts in a step.
    pub iterations: u32,
}

impl Iterated {
    /// Index of the first ball of the rack in the level of the billiards.
    const FIRST_OF_RACK: usize = 5;

    fn on(self, mut level: Level) -> Level {
        let (iterations, warm_start) = (self.iterations, false);
        let classic = ClassicSettings { iterations, warm_start, ..ClassicSettings::default() };
        level.settings = level.settings.classic(classic).sleeping(false);
        level
    }

    /// The level of [`Billiards`], with the balls of the rack packed until they overlap by a hundredth, since
    /// this solver ignores those that do not, and the farthest first, so that an iteration carries the
    /// impulse one ball on. (In the other order a single one would carry it through.)
    #[must_use]
    pub fn billiards(self) -> Level {
        let mut level = self.on(Billiards::default().level());
        let rack = &mut level.bodies[Self::FIRST_OF_RACK..];
        let front = rack[0].position;
        for ball in &mut *rack {
            ball.position = front + (ball.position - front) * 0.99;
        }
        let places: Vec<Position> = rack.iter().rev().map(|ball| ball.position).collect();
        for (ball, place) in rack.iter_mut().zip(places) {
            ball.position = place;
        }
        level
    }

    /// The level of [`Tower`].
    #[must_use]
    pub fn tower(self) -> Level {
        self.on(Tower::default().level())
    }
}

/// Ellipses that rock on a floor. Their colliders are polygons of the same area (*Souto, Video Game Physics
/// II*, Support Functions).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipses {
    /// Sides of the polygons, 3 to 256.
    pub sides: usize,
    /// How far they lean at the start, rad.
    pub lean: f32,
}

default!(Ellipses { sides: 32, lean: 0.1 });

impl Ellipses {
    /// Half axes, m, of each ellipse, from the left.
    pub const HALF_AXES: [[f32; 2]; 3] = [[0.5, 0.4], [0.5, 0.3], [0.6, 0.25]];

    /// The level. The floor is body 0, the ellipses follow.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().rolling_resistance(0.0).sleeping(false));
        wall(&mut level, [0.0, -0.5], 4.0, 0.5);
        let turn = Rot::from_angle(self.lean);
        for (i, half_axes) in Self::HALF_AXES.into_iter().enumerate() {
            let ellipse = made(Ellipse::new([0.0, 0.0], half_axes));
            let lowest = ellipse.support(turn.inverse() * Vec2::new(0.0, -1.0));
            let height = -(turn * lowest.coords).y;
            let body = BodyDef::dynamic().position([2.0 * i as f32 - 2.0, height]).angle(self.lean);
            let polygon = Shape::Polygon(made(ellipse.polygon(self.sides)));
            level.body_with(body, ColliderDef::new(polygon).friction(1.0));
        }
        level
    }
}

pub(crate) const ELLIPSES: Scene = scene(file!(), "ellipses", 300, view(-4.0, -0.7, 4.0, 2.3))
    .about("Three ellipses, as polygons of 32 sides, rock on a floor without rolling resistance and come to rest.")
    .sections(&[Text::Souto.section("Support Functions")])
    .level(|| Ellipses::default().level());

pub(crate) const BILLIARDS_ITERATED: Scene =
    scene(file!(), "billiards_iterated", 240, view(-1.6, -0.9, 1.6, 0.9))
        .about("With one iteration the hit of the cue ball gets as far as the next balls in a step; slide *iterations*, restart.")
        .sections(&[Text::GaulCustom.section("Iterative Solving")])
        .level(|| Iterated { iterations: 1 }.billiards());

pub(crate) const TOWER_ITERATED: Scene = scene(file!(), "tower_iterated", 240, view(-6.0, -1.0, 6.0, 11.0))
    .about("A tower of ten boxes falls with two iterations in a step; slide *iterations* to 60, restart, and it stands.")
    .sections(&[Text::GaulCustom.section("Iterative Solving")])
    .level(|| Iterated { iterations: 2 }.tower());

pub(crate) const TOWER_ITERATED_60: Scene = TOWER_ITERATED
    .named("tower_iterated_60")
    .about("The same tower of ten boxes stands with sixty iterations in a step.")
    .level(|| Iterated { iterations: 60 }.tower());

pub(crate) const MANIFOLDS_GJK: Scene = scene(file!(), "manifolds_gjk", 300, view(-7.5, -1.0, 7.5, 9.0))
    .about("A heap of mixed shapes comes to rest; GJK and EPA find its manifolds, not separating axes.")
    .sections(&[Text::Souto.section("Determining Penetration Depth - The Expanding Polytope Algorithm")])
    .level(|| Heap::default().level());

pub(crate) const CONTACT_POINTS_CLIPPED: Scene =
    scene(file!(), "contact_points_clipped", 200, view(-7.5, -0.5, 7.5, 5.0))
        .about("Planks on tables with two clipped contact points: the first turns level at the impact, the second tips over.")
        .sections(&[Text::CollisionDetection.section("Collision Resolution")])
        .level(|| Tables { manifolds: ManifoldMethod::SeparatingAxes }.level());

pub(crate) const CONTACT_POINTS_MEAN: Scene = CONTACT_POINTS_CLIPPED
    .named("contact_points_mean")
    .about("The same planks with the mean of the two points: the impact turns the first the wrong way.")
    .sections(&[Text::CollisionDetection.section("Collision Resolution")])
    .level(|| Tables { manifolds: ManifoldMethod::MeanPoint }.level());

pub(crate) const CONTACT_POINTS_SUPPORT: Scene = CONTACT_POINTS_CLIPPED
    .named("contact_points_support")
    .about("The same planks with the average of support points: the second, whose centre is over the air, stays.")
    .sections(&[Text::Sotirov.section("Failed (?) first try")])
    .level(|| Tables { manifolds: ManifoldMethod::SupportAverage }.level());

pub(crate) const LANDING_MEAN: Scene = CONTACT_POINTS_CLIPPED
    .named("landing_mean")
    .about("The same planks with one iteration and the mean of two points: the impact turns the first the wrong way.")
    .sections(&[Text::CollisionDetection.section("Collision Resolution")])
    .level(|| Landing { manifolds: ManifoldMethod::MeanPoint, impulses: ImpulseMethod::Separate }.level());

pub(crate) const LANDING_PLAIN: Scene = LANDING_MEAN
    .named("landing_plain")
    .about(
        "The same planks with one iteration and a full impulse at each of two points: the first turns level.",
    )
    .level(|| {
        Landing { manifolds: ManifoldMethod::SeparatingAxes, impulses: ImpulseMethod::Separate }.level()
    });

pub(crate) const LANDING_BY_DEPTH: Scene = LANDING_MEAN
    .named("landing_by_depth")
    .about("The same planks with one iteration and impulses in proportion to depth: the first turns level, and faster.")
    .level(|| {
        Landing { manifolds: ManifoldMethod::SeparatingAxes, impulses: ImpulseMethod::DepthWeighted }.level()
    });

pub(crate) const UPRIGHT_SEPARATE: Scene =
    scene(file!(), "upright_separate", 120, view(-2.4, -0.4, 2.4, 2.4))
        .about("A plank lands level on its short side and falls over: each of 50 iterations may only push.")
        .sections(&[Text::Sotirov.section("Iterations")])
        .level(|| Upright { impulses: ImpulseMethod::Separate }.level());

pub(crate) const UPRIGHT_ACCUMULATED: Scene = UPRIGHT_SEPARATE
    .named("upright_accumulated")
    .about("The same plank stands: the sum of 50 iterations may only push, so a later one takes back what was too much.")
    .level(|| Upright { impulses: ImpulseMethod::Accumulated }.level());

pub(crate) const POSITIONS_FIRST: Scene = scene(file!(), "positions_first", 180, view(-8.0, -1.5, 8.0, 6.5))
    .about("A box is thrown at a tower; positions move first, and each of four iterations detects, pushes and corrects.")
    .sections(&[Text::CollisionDetection.section("State Propagation")])
    .level(|| Ordered::default().level());

pub(crate) const CONSTRAINTS_FIRST: Scene = POSITIONS_FIRST
    .named("constraints_first")
    .about("The same throw and the same iterations; constraints are solved first, and positions move at the end of the step.")
    .level(|| Ordered { order: StepOrder::ConstraintsFirst }.level());

pub(crate) const OPENING_FLOOR: Scene = scene(file!(), "opening_floor", 300, view(-7.5, -1.0, 7.5, 5.5))
    .about("A triangle and a box sink to a floor that puts them back up and takes their speed, and nothing more.")
    .sections(&[Text::Sotirov.section("Air Drag")])
    .level(|| OpeningFloor.level());

pub(crate) const IMPACTS_MISSED: Scene = scene(file!(), "impacts_missed", 60, view(-7.0, -1.5, 7.0, 3.5))
    .about(
        "Five balls of 12 to 200 m/s between two thin walls, looked at once in a step: the fast ones pass.",
    )
    .sections(&[
        Text::Sotirov.section("Continuous Collision Detection"),
        Text::Souto.section("Continuous Collision Detection"),
    ])
    .level(|| Impacts { swept: false, resolve: false }.level());

pub(crate) const IMPACTS_STOPPED: Scene = IMPACTS_MISSED
    .named("impacts_stopped")
    .about("The same balls are stopped at the time of impact, and wait at the wall for the next step.")
    .sections(&[Text::Souto.section("Continuous Collision Detection")])
    .level(|| Impacts { swept: true, resolve: false }.level());

pub(crate) const IMPACTS_RESOLVED: Scene = IMPACTS_MISSED
    .named("impacts_resolved")
    .about("The same balls; the step goes back to each time of impact and on from there, so they lose neither speed nor time.")
    .sections(&[Text::Souto.section("Continuous Collision Detection")])
    .level(|| Impacts::default().level());
