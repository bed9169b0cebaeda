//! Bodies in rows and columns that stand, hang or are hit.

use super::{first_of, settings};
use crate::parts::{default, rectangle, shape};
use crate::piles::add_pyramid;
use physics::prelude::*;

/// Pyramids on several ledges, which lie one above the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManyPyramids {
    /// Number of ledges.
    pub rows: u32,
    /// Pyramids on each ledge.
    pub columns: u32,
    /// Boxes in the lowest row of each pyramid.
    pub base: u32,
}

default!(ManyPyramids { rows: 20, columns: 20, base: 10 });

impl ManyPyramids {
    /// The level. Body 0 has all ledges; the pyramids follow row by row, each from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let &Self { rows, columns, base } = self;
        let mut level = Level::new(settings());
        let ledges = level.body(BodyDef::fixed());
        // A gap of one box above and beside each pyramid.
        let pitch = (base + 1) as f32;
        let half = 0.5 * pitch * columns as f32;
        for row in 0..rows {
            let y = pitch * row as f32;
            level.collider(ledges, ColliderDef::new(shape(Shape::segment([-half, y], [half, y]))));
        }
        for row in 0..rows {
            for column in 0..columns {
                let x = first_of(columns, pitch) + pitch * column as f32;
                add_pyramid(&mut level, base, Vec2::new(x, pitch * row as f32));
            }
        }
        level
    }
}

/// A cloth of circles. Joints connect each circle to those above and to the left of it; circles do not
/// collide with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointGrid {
    /// Circles in a row, and rows.
    pub size: u32,
}

default!(JointGrid { size: 100 });

impl JointGrid {
    /// How many circles on either side of the middle one of the top row are static.
    const HELD: u32 = 3;

    /// The level: the circles row by row, from the top and from the left.
    #[must_use]
    pub fn level(&self) -> Level {
        let size = self.size;
        let mut level = Level::new(settings());
        let category = 2;
        let filter = Filter { category, mask: !category, ..Filter::default() };
        let circle = ColliderDef::new(shape(Shape::circle(0.4))).filter(filter);
        for i in 0..size {
            for k in 0..size {
                let held = i == 0 && k.abs_diff(size / 2) <= Self::HELD;
                let def = if held { BodyDef::fixed() } else { BodyDef::dynamic() };
                let body = level.body_with(def.position([k as f32, -(i as f32)]), circle.clone());
                if i > 0 {
                    let pin = RevoluteJoint::new().anchors([0.0, -0.5], [0.0, 0.5]);
                    level.joint(JointDef::new(body - size, body, pin));
                }
                if k > 0 {
                    let pin = RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]);
                    level.joint(JointDef::new(body - 1, body, pin));
                }
            }
        }
        level
    }
}

/// A heavy box flies into a block of small ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smash {
    /// Small boxes side by side.
    pub columns: u32,
    /// Small boxes above each other.
    pub rows: u32,
}

default!(Smash { columns: 120, rows: 80 });

impl Smash {
    /// The level. The heavy box is body 0, the small ones follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings().gravity([0.0, 0.0]));
        let heavy = BodyDef::dynamic().position([-20.0, 0.0]).velocity([40.0, 0.0]);
        level.body_with(heavy, rectangle(4.0, 4.0).density(8.0));
        let spacing = 0.4;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = 30.0 + spacing * column as f32;
                let y = first_of(self.rows, spacing) + spacing * row as f32;
                level.body_with(BodyDef::dynamic().position([x, y]), rectangle(0.2, 0.2));
            }
        }
        level
    }
}
