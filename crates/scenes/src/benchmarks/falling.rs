//! Bodies that fall into a trough, into a box, on hills, on a ground.

use super::{first_of, settings, trough};
use crate::parts::{default, shape, wall};
use crate::random::Random;
use physics::prelude::*;

/// Bodies of two crossed triangles each fall into a trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compounds {
    /// Bodies side by side.
    pub columns: u32,
    /// Bodies above each other.
    pub rows: u32,
}

default!(Compounds { columns: 20, rows: 150 });

impl Compounds {
    /// The level. The trough is body 0, the others follow row by row from below, the lowest on the floor.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        trough(&mut level, 81, 100);
        let triangle =
            |corners: [[f32; 2]; 3]| ColliderDef::new(shape(Shape::polygon(corners))).friction(0.5);
        let left = triangle([[-1.0, 0.0], [0.5, 1.0], [0.0, 2.0]]);
        let right = triangle([[1.0, 0.0], [0.0, 2.0], [-0.5, 1.0]]);
        let [column_spacing, row_spacing] = [2.0, 2.25];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = first_of(self.columns, column_spacing) + column_spacing * column as f32;
                let y = row_spacing * row as f32;
                let body = level.body_with(BodyDef::dynamic().position([x, y]), left.clone());
                level.collider(body, right.clone());
            }
        }
        level
    }
}

/// m. Half the inner width of the box that circles and polygons fall into.
const HALF_WIDTH: f32 = 15.0;

/// Adds a floor, its upper side at y = 0, and two walls.
fn add_box(level: &mut Level) {
    let (thickness, height) = (1.0, 100.0);
    let middle = HALF_WIDTH + 0.5 * thickness;
    wall(level, [0.0, -0.5 * thickness], HALF_WIDTH + thickness, 0.5 * thickness);
    for x in [-middle, middle] {
        wall(level, [x, 0.5 * height], 0.5 * thickness, 0.5 * height);
    }
}

/// Circles fall into a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circles {
    /// Circles side by side.
    pub columns: u32,
    /// Circles above each other.
    pub rows: u32,
    /// The greatest random offset of a circle to either side of its place in the grid, m. On an exact grid
    /// the circles would stand on each other.
    pub jitter: f32,
    /// Seed of the random offsets.
    pub seed: u32,
}

default!(Circles { columns: 50, rows: 100, jitter: 0.04, seed: 3 });

impl Circles {
    /// The level. Floor and walls are bodies 0 to 2, the circles follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        add_box(&mut level);
        let circle = ColliderDef::new(shape(Shape::circle(0.25)));
        let mut random = Random(self.seed);
        let spacing = 0.6;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = first_of(self.columns, spacing) + spacing * column as f32;
                let y = spacing * (row as f32 + 0.5);
                let position = [x + self.jitter * random.signed(), y];
                level.body_with(BodyDef::dynamic().position(position), circle.clone());
            }
        }
        level
    }
}

/// Irregular polygons fall into a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convex {
    /// Polygons side by side.
    pub columns: u32,
    /// Polygons above each other.
    pub rows: u32,
    /// Seed of the random polygons.
    pub seed: u32,
}

default!(Convex { columns: 40, rows: 75, seed: 4 });

impl Convex {
    /// The level. Floor and walls are bodies 0 to 2; the polygons follow row by row from below, each at a
    /// random angle.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        add_box(&mut level);
        let mut random = Random(self.seed);
        let spacing = 0.74;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = first_of(self.columns, spacing) + spacing * column as f32;
                let y = spacing * (row as f32 + 0.5);
                let body = BodyDef::dynamic().position([x, y]).angle(3.0 * random.signed());
                level.body_with(body, ColliderDef::new(shape(random.polygon(0.25, 0.35))));
            }
        }
        level
    }
}

/// Shapes roll over hills of static tiles. Each column of tiles is as high as the hill in the middle of the
/// column. The steps between columns are at most 0.42 m high: lower than most of the shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiles {
    /// Columns of tiles.
    pub columns: u32,
    /// Tiles in each column.
    pub depth: u32,
    /// Number of shapes.
    pub shapes: u32,
    /// Seed of the random shapes.
    pub seed: u32,
}

default!(Tiles { columns: 800, depth: 25, shapes: 200, seed: 5 });

impl Tiles {
    /// The height of the hill, m: the sum of long and short waves.
    #[must_use]
    pub fn hill(x: f32) -> f32 {
        let wave = |length: f32| Rot::from_angle(std::f32::consts::TAU * x / length).sin;
        5.0 * wave(100.0) + 0.5 * wave(29.0)
    }

    /// The level. The tiles come first, each a body, column by column from the left and from above. The
    /// shapes follow from left to right; they fall and move to the right.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        for column in 0..self.columns {
            let x = first_of(self.columns, 1.0) + column as f32;
            for tile in 0..self.depth {
                wall(&mut level, [x, Self::hill(x) - 0.5 - tile as f32], 0.5, 0.5);
            }
        }
        let mut random = Random(self.seed);
        // No shape starts so near to the end that it would roll off.
        let spacing = 0.9 * self.columns as f32 / self.shapes as f32;
        for i in 0..self.shapes {
            let x = first_of(self.shapes, spacing) + spacing * i as f32;
            let body = BodyDef::dynamic().position([x, Self::hill(x) + 3.0]).velocity([3.0, 0.0]);
            level.body_with(body, ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}

/// Mixed shapes fall on a ground. They are so few that the fixed cost of a step is measurable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Small {
    /// Number of shapes.
    pub bodies: u32,
    /// Seed of the random shapes.
    pub seed: u32,
}

default!(Small { bodies: 100, seed: 6 });

impl Small {
    /// The level. The ground is body 0, wide enough for shapes that roll away. The shapes follow row by row
    /// from below, in a grid of four times as many columns as rows.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        wall(&mut level, [0.0, -0.5], 500.0, 0.5);
        let mut random = Random(self.seed);
        let columns = (4.0 * self.bodies as f32).sqrt().ceil() as u32;
        let spacing = 1.2;
        for i in 0..self.bodies {
            let x = first_of(columns, spacing) + spacing * (i % columns) as f32;
            let y = 1.0 + spacing * (i / columns) as f32;
            let body = BodyDef::dynamic().position([x, y]).angle(3.0 * random.signed());
            level.body_with(body, ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}
