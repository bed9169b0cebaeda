//! Scenes of structures: some stand by friction alone, others fall or are knocked down.

use crate::parts::{default, rectangle, shape, wall};
use crate::people::{BONES, Person};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// A house of cards.
///
/// ```text
///               /\            two cards lean on each other, their upper corners at the apex
///              /  \
///            --------         a card lies from apex to apex
///           /\      /\
///          /  \    /  \
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardHouse {
    /// Number of storeys, and of pairs of leaning cards in the lowest storey.
    pub storeys: u32,
    /// Half the length of a card, m.
    pub half_length: f32,
    /// Half the thickness of a card, m.
    pub half_thickness: f32,
    /// Angle of a leaning card from the vertical, rad. The card stands if tan(lean) is less than the
    /// friction.
    pub lean: f32,
    /// Friction of cards and ground.
    pub friction: f32,
}

default!(CardHouse { storeys: 3, half_length: 0.5, half_thickness: 0.02, lean: 0.45, friction: 0.7 });

impl CardHouse {
    /// The level. The ground is body 0. The cards follow storey by storey: first the pairs of leaning cards
    /// from left to right, the left card first, then the cards that lie on them.
    #[must_use]
    pub fn level(&self) -> Level {
        let &Self { storeys, half_length, half_thickness, lean, friction } = self;
        let mut level = Level::new(WorldSettings::default());
        let half_width = 2.0 * half_length * (storeys as f32 + 1.0);
        level
            .body_with(BodyDef::fixed().position([0.0, -0.5]), rectangle(half_width, 0.5).friction(friction));
        let card = rectangle(half_thickness, half_length).density(20.0).friction(friction);
        let Rot { sin, cos } = Rot::from_angle(lean);
        // These are the distances from the centre of a leaning card down to its lowest corner, and sideways
        // to the apex.
        let rise = half_thickness * sin + half_length * cos;
        let reach = half_thickness * cos + half_length * sin;
        // Neighbouring horizontal cards do not touch.
        let pitch = 2.0 * half_length + half_thickness;
        let storey_height = 2.0 * (rise + half_thickness);
        for storey in 0..storeys {
            let tents = storeys - storey;
            let base = storey as f32 * storey_height;
            let apex = |tent: u32| pitch * (tent as f32 - 0.5 * (tents as f32 - 1.0));
            for tent in 0..tents {
                for side in [-1.0, 1.0] {
                    let position = [apex(tent) + side * reach, base + rise];
                    level.body_with(BodyDef::dynamic().position(position).angle(side * lean), card.clone());
                }
            }
            for gap in 1..tents {
                let position = [apex(gap) - 0.5 * pitch, base + 2.0 * rise + half_thickness];
                level.body_with(
                    BodyDef::dynamic().position(position).angle(std::f32::consts::FRAC_PI_2),
                    card.clone(),
                );
            }
        }
        level
    }
}

/// A half circle of wedge-shaped stones (voussoirs) without mortar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arch {
    /// Number of stones.
    pub stones: u32,
    /// Inner radius, m.
    pub inner: f32,
    /// Outer radius, m. A half circle stands if its outer radius is at least 11% larger than the inner one
    /// (Heyman 1969).
    pub outer: f32,
}

default!(Arch { stones: 15, inner: 4.0, outer: 5.0 });

impl Arch {
    /// The level. The two supports are bodies 0 and 1, with their upper sides at y = 0; the stones follow
    /// from the right.
    #[must_use]
    pub fn level(&self) -> Level {
        let &Self { stones, inner, outer } = self;
        let mut level = Level::new(WorldSettings::default());
        let middle = 0.5 * (inner + outer);
        for side in [1.0, -1.0] {
            wall(&mut level, [side * middle, -1.0], outer - inner, 1.0);
        }
        let turn = std::f32::consts::PI / stones as f32;
        // The y axis of each stone points outwards.
        let Rot { sin, cos } = Rot::from_angle(0.5 * turn);
        let stone = Shape::polygon([
            [-inner * sin, inner * cos - middle],
            [inner * sin, inner * cos - middle],
            [outer * sin, outer * cos - middle],
            [-outer * sin, outer * cos - middle],
        ]);
        let stone = ColliderDef::new(shape(stone)).density(100.0);
        for i in 0..stones {
            let angle = turn * (i as f32 + 0.5) - std::f32::consts::FRAC_PI_2;
            let center = Rot::from_angle(angle) * Vec2::new(0.0, middle);
            level.body_with(BodyDef::dynamic().position(Point::from(center)).angle(angle), stone.clone());
        }
        level
    }
}

/// People of eleven bones each fall down stairs. Their joints have no limits, so they bend freely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ragdoll {
    /// Number of people, one above the other.
    pub people: u32,
    /// Number of steps of the stairs.
    pub steps: u32,
}

default!(Ragdoll { people: 3, steps: 10 });

impl Ragdoll {
    /// Bones of one person.
    pub const BONES: usize = BONES;

    /// The level. The ground is body 0, the stairs follow from the top, then come the people, eleven bodies
    /// each.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let (tread, rise) = (0.8, 0.4);
        wall(&mut level, [4.0, -0.5], 14.0, 0.5);
        for step in 0..self.steps {
            let height = rise * (self.steps - step) as f32;
            let x = tread * (step as f32 + 0.5) - 0.5 * tread * self.steps as f32;
            wall(&mut level, [x, 0.5 * height], 0.5 * tread, 0.5 * height);
        }
        let top = rise * self.steps as f32;
        for person in 0..self.people {
            let hips = Point::new(-0.5 * tread * self.steps as f32 + 0.6, top + 1.3 + 2.2 * person as f32);
            // The person has begun to fall forwards. The damping models tendons and muscles.
            let hips = BodyDef::dynamic().position(hips).angle(-0.5).velocity([1.5, 0.0]).damping(0.0, 1.0);
            let group = -1 - person as i32;
            Person { hips, density: 1000.0, friction: 0.5, limits: false, group }.add(&mut level);
        }
        level
    }
}

/// A heavy ball on a chain swings into a wall of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WreckingBall {
    /// Links of the chain, each half a metre long.
    pub links: u32,
    /// Density of links and ball, kg/m^2. The density of the boxes is 10.
    pub density: f32,
    /// Columns and rows of the wall of boxes.
    pub wall: [u32; 2],
}

default!(WreckingBall { links: 12, density: 100.0, wall: [4, 5] });

impl WreckingBall {
    /// The level. Ground and crane are bodies 0 and 1; then come the links, the ball, and the boxes from
    /// below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        wall(&mut level, [0.0, -0.5], 20.0, 0.5);
        let (half, radius) = (0.25, 0.8);
        let length = 2.0 * half * self.links as f32 + radius;
        let pivot = Point::new(0.0, length + radius + 0.7);
        let crane = level.body(BodyDef::fixed().position(pivot));
        // The chain starts horizontal, to the left of the pivot.
        let mut last = (crane, Point::origin());
        for i in 0..self.links {
            let x = -2.0 * half * (i as f32 + 0.5);
            let capsule = Shape::capsule([-half, 0.0], [half, 0.0], 0.1);
            let link = level.body_with(
                BodyDef::dynamic().position([x, pivot.y]),
                ColliderDef::new(shape(capsule)).density(self.density),
            );
            level.joint(JointDef::new(last.0, link, RevoluteJoint::new().anchors(last.1, [half, 0.0])));
            last = (link, Point::new(-half, 0.0));
        }
        let ball = level.body_with(
            BodyDef::dynamic().position([-length, pivot.y]),
            ColliderDef::new(shape(Shape::circle(radius))).density(self.density),
        );
        level.joint(JointDef::new(last.0, ball, RevoluteJoint::new().anchors(last.1, [radius, 0.0])));
        let [columns, rows] = self.wall;
        for row in 0..rows {
            for column in 0..columns {
                let position = [radius + 0.5 + column as f32, 0.5 + row as f32];
                level.body_with(BodyDef::dynamic().position(position), rectangle(0.49, 0.5).density(10.0));
            }
        }
        level
    }
}

pub(crate) const RAGDOLL: Scene = scene(file!(), "ragdoll", 480, view(-5.0, -1.0, 9.0, 11.0))
    .about("Three ragdolls of eleven bones each fall down stairs and come to rest.")
    .level(|| Ragdoll::default().level());

pub(crate) const CARD_HOUSE: Scene = scene(file!(), "card_house", 600, view(-3.0, -0.5, 3.0, 3.5))
    .about("A house of fifteen cards, three storeys high, stands by friction alone.")
    .level(|| CardHouse::default().level());

pub(crate) const ARCH: Scene = scene(file!(), "arch", 600, view(-7.0, -2.5, 7.0, 6.0))
    .about("An arch of fifteen wedge-shaped stones stands without mortar.")
    .level(|| Arch::default().level());

pub(crate) const WRECKING_BALL: Scene = scene(file!(), "wrecking_ball", 360, view(-9.0, -1.0, 14.0, 10.0))
    .about("A heavy ball on a chain swings into a wall of boxes and knocks it down.")
    .level(|| WreckingBall::default().level());
