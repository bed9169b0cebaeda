//! Scenes of heavy loads and taut chains. In each, loaded contacts and joints are solved together; beside it
//! is the same scene, solved by sweeps alone. See `docs/loads.md` and `docs/mechanisms.md`.

use crate::pairs::{pair_of_scenes, settings};
use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::structures::WreckingBall;
use physics::prelude::*;

/// A heavy block on a table of glass: a thin plate on four tumblers.
///
/// ```text
///        ______
///       | 1000 |
///   ____|______|____    4 kg
///    ||  ||  ||  ||     2.4 kg each
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeavyOnGlass {
    /// Mass of the block, which is a square of 1 m, kg.
    pub mass: f32,
    /// Whether loaded contacts are solved together.
    pub is_steady: bool,
}

default!(HeavyOnGlass { mass: 1000.0, is_steady: true });

impl HeavyOnGlass {
    /// The height of the centre of the block when nothing sinks in, m.
    pub const HEIGHT: f32 = 1.4;

    /// The level. The ground is body 0, the block is the last body.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        wall(&mut level, [0.0, -0.5], 6.0, 0.5);
        for x in [-1.5, -0.5, 0.5, 1.5] {
            level.body_with(BodyDef::dynamic().position([x, 0.4]), rectangle(0.15, 0.4).density(10.0));
        }
        level.body_with(BodyDef::dynamic().position([0.0, 0.85]), rectangle(2.0, 0.05).density(10.0));
        let block = BodyDef::dynamic().position([0.0, Self::HEIGHT]);
        level.body_with(block, rectangle(0.5, 0.5).density(self.mass));
        level
    }
}

/// Thirty boxes on top of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TallTower {
    /// Boxes.
    pub rows: u32,
    /// Whether loaded contacts are solved together.
    pub is_steady: bool,
}

default!(TallTower { rows: 30, is_steady: true });

impl TallTower {
    /// The level. The ground is body 0, the boxes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        wall(&mut level, [0.0, -0.5], 10.0, 0.5);
        for row in 0..self.rows {
            level.body_with(BodyDef::dynamic().position([0.0, 0.5 + row as f32]), rectangle(0.5, 0.5));
        }
        level
    }
}

/// A light jib, held by a cable, with a heavy load on a chain.
///
/// ```text
///   mast o
///        |`-. cable
///        |   `-.
///        o======o  jib
///               :  chain
///              [ ] load
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crane {
    /// Mass of the load, kg. A link of the chain has 0.5 kg.
    pub mass: f32,
    /// Links of the chain, each half a metre long.
    pub links: u32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(Crane { mass: 2000.0, links: 8, is_steady: true });

impl Crane {
    /// The level. Ground and mast are body 0, the jib is body 1, the load is the last one. It swings.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        let mast = wall(&mut level, [0.0, -0.5], 10.0, 0.5);
        self.add(&mut level, mast, Point::new(-4.0, 6.5), 2.0);
        level
    }

    /// Adds jib, chain and load to a mast. `at` is where the jib is pinned, measured from the centre of the
    /// mast, which is not turned; the load swings with `speed`, m/s.
    fn add(&self, level: &mut Level, mast: u32, at: Point, speed: f32) {
        let together = Filter { group: -1, ..Filter::default() };
        let jib_length = 6.0;
        let foot = level.bodies[mast as usize].position + at.coords;
        let half = 0.5 * jib_length;
        let middle = foot + Vec2::new(half, 0.0);
        let jib = rectangle(half, 0.1).density(20.0).filter(together);
        let jib = level.body_with(BodyDef::dynamic().position(middle), jib);
        let pin = RevoluteJoint::new().anchors(at, [-half, 0.0]);
        level.joint(JointDef::new(mast, jib, pin));
        let length = (jib_length * jib_length + 9.0_f32).sqrt();
        let cable = DistanceJoint::new(length).anchors(at + Vec2::new(0.0, 3.0), [half, 0.0]);
        level.joint(JointDef::new(mast, jib, cable));
        let tip = foot + Vec2::new(jib_length, 0.0);
        let mut last = (jib, Point::new(half, 0.0));
        for i in 0..self.links {
            let at = tip - Vec2::new(0.0, 0.25 + 0.5 * i as f32);
            let link = ColliderDef::new(shape(Shape::capsule([0.0, -0.25], [0.0, 0.25], 0.05)));
            let body = level.body_with(BodyDef::dynamic().position(at), link.density(8.6).filter(together));
            level.joint(JointDef::new(last.0, body, RevoluteJoint::new().anchors(last.1, [0.0, 0.25])));
            last = (body, Point::new(0.0, -0.25));
        }
        let at = tip - Vec2::new(0.0, 0.5 + 0.5 * self.links as f32);
        let load = rectangle(0.5, 0.5).density(self.mass).filter(together);
        let load = level.body_with(BodyDef::dynamic().position(at).velocity([speed, 0.0]), load);
        level.joint(JointDef::new(last.0, load, RevoluteJoint::new().anchors(last.1, [0.0, 0.5])));
    }
}

/// Many cranes in rows above each other, each with a heavy load on a chain of its own.
///
/// ```text
///   |`-.     |`-.     |`-.
///   o====    o====    o====
///   |   :    |   :    |   :     the loads swing, each with a speed of its own
///   |  [ ]   |  [ ]   |  [ ]
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManyCranes {
    /// Cranes in a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(ManyCranes { columns: 20, rows: 5, is_steady: true });

impl ManyCranes {
    /// Distance of neighbouring cranes, m.
    const PITCH: f32 = 10.0;

    /// The level. Each crane has a mast, a jib, eight links of a chain and a load, in this order. The cranes
    /// of the lowest row come first, from the left.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        let crane = Crane { is_steady: self.is_steady, ..Crane::default() };
        for (row, column) in (0..self.rows).flat_map(|row| (0..self.columns).map(move |i| (row, i))) {
            let middle = [Self::PITCH * column as f32, Self::PITCH * row as f32 + 6.0];
            let mast = wall(&mut level, middle, 0.1, 3.0);
            let speed = 1.0 + 0.25 * (column % 5) as f32 + 0.2 * row as f32;
            crane.add(&mut level, mast, Point::new(0.1, 0.0), speed);
        }
        level
    }
}

pair_of_scenes!(
    STEADY_GLASS,
    SOFT_GLASS,
    HeavyOnGlass,
    ["steady_glass", "soft_glass"],
    [
        "A block of 1,000 kg stands on a table of glass of 14 kg; its contacts are solved together, so nothing sinks in.",
        "The same block and table with sweeps alone: the block sinks into the glass."
    ],
    300,
    view(-4.0, -0.5, 4.0, 3.0)
);

pair_of_scenes!(
    STEADY_TOWER,
    SOFT_TOWER,
    TallTower,
    ["steady_tower", "soft_tower"],
    [
        "A tower of thirty boxes keeps its height to a few millimetres.",
        "The same tower with sweeps alone loses 13 cm of its height."
    ],
    300,
    view(-16.0, -1.0, 16.0, 31.0)
);

pair_of_scenes!(
    STEADY_CRANE,
    SOFT_CRANE,
    Crane,
    ["steady_crane", "soft_crane"],
    [
        "A crane with a light jib swings a load of 2,000 kg on a chain of 4 kg that does not stretch.",
        "The same crane with sweeps alone: the chain stretches."
    ],
    600,
    view(-8.0, -0.5, 8.0, 10.0)
);

pub(crate) const STEADY_BALL: Scene = scene(file!(), "steady_ball", 360, view(-10.0, -1.0, 14.0, 12.0))
    .about("The wrecking ball on a chain that stays closed to a tenth of a millimetre when it hits the wall.")
    .level(|| {
        let mut level = WreckingBall::default().level();
        level.settings = settings(true);
        level
    });

pair_of_scenes!(
    STEADY_HUNDRED_CRANES,
    SOFT_HUNDRED_CRANES,
    ManyCranes,
    ["steady_hundred_cranes", "soft_hundred_cranes"],
    [
        "A hundred cranes swing loads of 2,000 kg on chains of 4 kg: a mechanism each, solved directly side by side.",
        "The same cranes with sweeps alone: their chains stretch."
    ],
    300,
    view(-5.0, -1.0, 200.0, 52.0)
);
