//! The demos of the tutorial *Sotirov 2022*, each of which shows one part of the subject.

use crate::parts::{default, rectangle, regular_polygon, shape, wall};
use crate::scene::{Scene, SceneView, scene, view};
use crate::text::Text;
use physics::prelude::*;
use physics::textbook::{ClassicSettings, ImpulseMethod};

/// A triangle and a box above a floor, for the user to grab and throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grabbing {
    /// Acceleration downwards, m/s^2. It is low, so that a thrown body stays in view for a while.
    pub gravity: f32,
    /// Air drag, 1/s.
    pub drag: f32,
}

default!(Grabbing { gravity: 1.0, drag: 0.3 });

impl Grabbing {
    /// The level. The floor and two walls are bodies 0 to 2, the triangle is body 3, the box body 4.
    #[must_use]
    pub fn level(&self) -> Level {
        let classic = ClassicSettings { drag: self.drag, ..ClassicSettings::default() };
        let mut level = Level::new(
            WorldSettings::default().gravity([0.0, -self.gravity]).classic(classic).sleeping(false),
        );
        room(&mut level, 6.0, 5.0);
        let triangle = Shape::polygon([[-0.75, -0.5], [0.75, -0.5], [0.0, 1.0]]);
        level.body_with(
            BodyDef::dynamic().position([-2.0, 2.5]).angular_velocity(0.5),
            ColliderDef::new(shape(triangle)),
        );
        level.body_with(
            BodyDef::dynamic().position([2.0, 2.0]).angle(0.2).angular_velocity(-0.3),
            rectangle(0.8, 0.4),
        );
        level
    }
}

/// Regular polygons that turn about their centres; their edges and normals turn with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normals {
    /// Corners of the last polygon; the first has three.
    pub corners: u32,
    /// Angular velocity of the triangle, rad/s. A polygon with n corners turns 3/n as fast; neighbours turn
    /// in opposite directions.
    pub speed: f32,
}

default!(Normals { corners: 8, speed: 1.0 });

impl Normals {
    /// The level. The polygon with n corners is body n - 3.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
        for corners in 3..=self.corners {
            let index = corners - 3;
            let (row, column) = (index / 3, index % 3);
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            level.body_with(
                BodyDef::kinematic()
                    .position([3.0 * column as f32, -3.0 * row as f32])
                    .angular_velocity(sign * self.speed * 3.0 / corners as f32),
                ColliderDef::new(regular_polygon(corners, 1.0)),
            );
        }
        level
    }
}

/// A few polygons and a circle in a walled room, without friction, as in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Which impulses act in collisions.
    pub impulses: ImpulseMethod,
    /// Iterations over all contacts.
    pub iterations: u32,
    /// Acceleration downwards, m/s^2.
    pub gravity: f32,
    /// Restitution of everything.
    pub restitution: f32,
}

default!(Collision { impulses: ImpulseMethod::Accumulated, iterations: 10, gravity: 9.81, restitution: 0.4 });

impl Collision {
    /// The level. The room is bodies 0 to 2; then come a box, a triangle, a circle, a pentagon, a plank, a
    /// box.
    #[must_use]
    pub fn level(&self) -> Level {
        let &Self { impulses, iterations, gravity, restitution } = self;
        let classic = ClassicSettings { impulses, iterations, ..ClassicSettings::default() };
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -gravity]).classic(classic));
        room(&mut level, 4.0, 6.0);
        let shapes = [
            shape(Shape::rectangle(0.5, 0.5)),
            shape(Shape::polygon([[-0.8, -0.5], [0.8, -0.5], [0.0, 0.9]])),
            shape(Shape::circle(0.6)),
            regular_polygon(5, 0.7),
            shape(Shape::rectangle(1.2, 0.2)),
            shape(Shape::rectangle(0.4, 0.4)),
        ];
        for (i, one) in shapes.into_iter().enumerate() {
            let (row, column) = (i / 3, i % 3);
            let sideways = if row == 0 { 1.5 } else { -2.5 };
            level.body_with(
                BodyDef::dynamic()
                    .position([2.4 * (column as f32 - 1.0), 1.8 + 2.4 * row as f32])
                    .angle(0.4 * i as f32)
                    .velocity([sideways, 0.0]),
                ColliderDef::new(one),
            );
        }
        for collider in &mut level.colliders {
            let material = &mut collider.def.material;
            (material.friction, material.static_friction, material.restitution) = (0.0, 0.0, restitution);
        }
        level
    }
}

/// Each ball flies at its own thin wall, and each is faster than the ball below it: once with swept contacts,
/// and above once more without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunnelling {
    /// Speed of each ball, m/s, from the lowest ball up.
    pub speeds: [f32; 5],
    /// Radius of the balls, m.
    pub radius: f32,
    /// Thickness of the walls, m.
    pub thickness: f32,
}

default!(Tunnelling { speeds: [3.0, 10.0, 30.0, 100.0, 300.0], radius: 0.15, thickness: 0.1 });

impl Tunnelling {
    /// The level. The walls are bodies 0 to 9, the balls bodies 10 to 19, both from the lowest up; the first
    /// five balls are swept.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]).continuous(true));
        let rows =
            [true, false].into_iter().flat_map(|continuous| self.speeds.map(|speed| (continuous, speed)));
        for row in 0..2 * self.speeds.len() {
            wall(&mut level, [0.0, row as f32], 0.5 * self.thickness, 0.45);
        }
        for (row, (continuous, speed)) in rows.enumerate() {
            let position = [-4.0, row as f32];
            level.body_with(
                BodyDef::dynamic().position(position).velocity([speed, 0.0]).continuous(continuous),
                ColliderDef::new(shape(Shape::circle(self.radius))).restitution(0.2),
            );
        }
        level
    }
}

/// Adds a floor at y = 0 and two walls that are 2 `half_width` apart. They are bodies 0 to 2.
fn room(level: &mut Level, half_width: f32, height: f32) {
    wall(level, [0.0, -0.5], half_width + 1.0, 0.5);
    for side in [-1.0, 1.0] {
        wall(level, [side * (half_width + 0.5), 0.5 * height], 0.5, 0.5 * height);
    }
}

pub(crate) const GRABBING: Scene = scene(file!(), "grabbing", 300, view(-7.5, -1.0, 7.5, 5.5))
    .about("A triangle and a box sink slowly to a floor: grab them and throw them.")
    .sections(&[
        Text::Sotirov.section("Forces and Impulses"),
        Text::Sotirov.section("Grabbing Bodies with the Mouse"),
        Text::Sotirov.section("Air Drag"),
    ])
    .level(|| Grabbing::default().level());

pub(crate) const NORMALS: Scene =
    scene(file!(), "normals", 240, view(-2.0, -5.0, 8.0, 2.0).with_edge_normals())
        .about("Polygons with three to eight corners turn about their centres with their normals.")
        .sections(&[
            Text::CollisionDetection.section("The Problem"),
            Text::Sotirov.section("Shapes"),
            Text::Sotirov.section("Model Matrix"),
        ])
        .level(|| Normals::default().level());

/// What both rooms show, m.
const ROOM: SceneView = view(-5.5, -1.5, 5.5, 7.0);

pub(crate) const COLLISION: Scene = scene(file!(), "collision", 300, ROOM)
    .about("Polygons and a circle without friction fall into a room; impulses make them bounce and turn.")
    .sections(&[
        Text::Sotirov.section("Rotational Inertia"),
        Text::Sotirov.section("Quick word about circles"),
        Text::Sotirov.section("Impulse Based Collision Resolution"),
    ])
    .level(|| Collision::default().level());

pub(crate) const COLLISION_WITHOUT_IMPULSES: Scene = scene(file!(), "collision_without_impulses", 120, ROOM)
    .about("The same room without impulses: overlapping shapes are only moved apart, and neither bounce nor turn.")
    .sections(&[Text::Sotirov.section("Response")])
    .level(|| Collision { impulses: ImpulseMethod::Displacement, ..Collision::default() }.level());

pub(crate) const TUNNELLING: Scene = scene(file!(), "tunnelling", 120, view(-8.0, -1.0, 8.0, 10.0))
    .about("Ten balls of 3 to 300 m/s fly at thin walls: those above are not swept, and the three fastest pass; all others bounce.")
    .sections(&[
        Text::Sotirov.section("Continuous Collision Detection"),
        Text::Souto.section("Continuous Collision Detection"),
    ])
    .level(|| Tunnelling::default().level());
