//! Scenes of shapes that fall into a trough.

use super::{settings, trough};
use crate::random::Random;
use crate::script::Command;
use crate::{rectangle, shape};
use physics::prelude::*;

/// Bodies of two triangles each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compounds {
    /// Bodies in a row, and rows.
    pub grid: [u32; 2],
}

impl Default for Compounds {
    fn default() -> Self {
        Self { grid: [20, 150] }
    }
}

impl Compounds {
    /// The level. The trough is bodies 0 to 2; the others follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        trough(&mut level, 40.5, 100.0);
        let triangles = [[[-1.0, 0.0], [0.5, 1.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 2.0], [-0.5, 1.0]]]
            .map(|corners| ColliderDef::new(shape(Shape::polygon(corners))).friction(0.5));
        let [columns, rows] = self.grid;
        for row in 0..rows {
            for column in 0..columns {
                let x = 2.0 * (column as f32 - 0.5 * (columns - 1) as f32);
                let y = 0.25 + 2.25 * row as f32;
                let body = level.body(BodyDef::dynamic().position([x, y]));
                for triangle in &triangles {
                    level.collider(body, triangle.clone());
                }
            }
        }
        level
    }
}

/// Pentagons through which a box is pushed back and forth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Junkyard {
    /// Pentagons in a row, and rows.
    pub grid: [u32; 2],
}

impl Default for Junkyard {
    fn default() -> Self {
        Self { grid: [200, 40] }
    }
}

impl Junkyard {
    /// Number of the body that is pushed.
    const PUSHER: u32 = 3;

    /// The level. The trough is bodies 0 to 2, the pushed box body 3; the pentagons follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        trough(&mut level, 80.5, 50.0);
        level.body_with(BodyDef::kinematic().position([0.0, 4.0]), rectangle(2.0, 4.0));
        let pentagon = ColliderDef::new(shape(Polygon::regular(5, 0.25).map(Shape::Polygon)));
        let (spacing, [columns, rows]) = (0.75, self.grid);
        for row in 0..rows {
            for column in 0..columns {
                let x = spacing * (column as f32 - 0.5 * (columns - 1) as f32);
                // From above the box.
                let y = 9.0 + spacing * row as f32;
                level.body_with(BodyDef::dynamic().position([x, y]), pentagon.clone());
            }
        }
        level
    }

    /// The box follows x = 80 sin(0.2 t).
    #[must_use]
    pub fn script(step: u32) -> Vec<Command> {
        let x = |step: u32| {
            let Rot { sin, .. } = Rot::from_angle(0.2 * step as f32 / 60.0);
            80.0 * sin
        };
        let velocity = Vec2::new((x(step + 1) - x(step)) * 60.0, 0.0);
        vec![Command::Drive { body: Self::PUSHER, velocity, angular_velocity: 0.0 }]
    }
}

/// What falls into a [`Trough`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroughShape {
    /// Circles of 0.25 m.
    Circles,
    /// Irregular polygons of five to eight corners, 0.25 to 0.35 m around their middle.
    Polygons,
}

/// Many equal or like shapes fall into a narrow trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trough {
    /// What falls.
    pub shape: TroughShape,
    /// Shapes in a row, and rows.
    pub grid: [u32; 2],
    /// From shape to shape, m.
    pub spacing: f32,
}

impl Trough {
    /// 5,000 circles.
    #[must_use]
    pub fn circles() -> Self {
        Self { shape: TroughShape::Circles, grid: [50, 100], spacing: 0.6 }
    }

    /// 3,000 polygons.
    #[must_use]
    pub fn polygons() -> Self {
        Self { shape: TroughShape::Polygons, grid: [40, 75], spacing: 0.74 }
    }

    /// The level. The trough is bodies 0 to 2; the shapes follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        trough(&mut level, 15.0, 100.0);
        let mut random = Random(3);
        let [columns, rows] = self.grid;
        for row in 0..rows {
            for column in 0..columns {
                let x = self.spacing * (column as f32 - 0.5 * (columns - 1) as f32);
                let y = self.spacing * (row as f32 + 0.8);
                let made = match self.shape {
                    TroughShape::Circles => Shape::circle(0.25),
                    TroughShape::Polygons => random.polygon(0.25, 0.35),
                };
                level.body_with(BodyDef::dynamic().position([x, y]), ColliderDef::new(shape(made)));
            }
        }
        level
    }
}
