//! A level of a platformer as one outline, and beside it the convex pieces of which the engine makes it.
//!
//! Source: *2D Collision Detection and Resolution*, The Problem: the level of a side-scroller as polygons,
//! of which those that are not convex consist of several.

use super::colors::{self, INK, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::geom::{DecomposeSettings, Decomposition};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "level and pieces",
    about: "Drag the corners of a platformer's level, above; below are the convex pieces that collide in its place.",
    sections: &[Text::CollisionDetection.section("The Problem")],
    source: "crates/geom/src/decompose.rs",
    new: || Box::new(LevelExplorer::new()),
};

/// Steps, a pit, a ramp, and a ledge that hangs over, counter-clockwise, m.
const LEVEL: &[[f32; 2]] = &[
    [-3.7, 0.2],
    [3.7, 0.2],
    [3.7, 2.7],
    [2.5, 2.7],
    [2.5, 2.3],
    [3.2, 2.3],
    [3.2, 1.0],
    [2.2, 1.0],
    [1.0, 1.7],
    [0.5, 1.7],
    [0.5, 0.6],
    [-0.5, 0.6],
    [-0.5, 1.4],
    [-1.5, 1.4],
    [-1.5, 1.0],
    [-2.3, 1.0],
    [-2.3, 2.2],
    [-3.7, 2.2],
];
/// How far below the outline the pieces are drawn, m.
const BELOW: f32 = 3.0;

pub struct LevelExplorer {
    corners: Vec<Point>,
    /// How far the pieces are moved apart, as a share of their distance from the middle.
    apart: f32,
    depth: f32,
}

impl LevelExplorer {
    pub fn new() -> Self {
        Self { corners: LEVEL.iter().map(|&corner| corner.into()).collect(), apart: 0.06, depth: 0.0 }
    }

    fn pieces(&self) -> Result<Decomposition, String> {
        let outline = Outline::new(self.corners.iter().copied()).map_err(|error| error.to_string())?;
        let settings = DecomposeSettings { depth: self.depth, ..DecomposeSettings::default() };
        outline.decompose(settings).map_err(|error| error.to_string())
    }
}

impl Explore for LevelExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { apart, depth, .. } = self;
        vec![
            Control::Number { name: "apart", value: apart, range: 0.0..=0.2, unit: "" },
            Control::Number { name: "filled depth", value: depth, range: 0.0..=1.5, unit: " m" },
        ]
    }

    pointer::moves_points!(corners);

    fn report(&self) -> Vec<String> {
        let level = format!("one outline of {} corners", self.corners.len());
        let pieces = match self.pieces() {
            Ok(found) => {
                let corners: usize = found.pieces.iter().map(|piece| piece.vertices().len()).sum();
                format!("{} convex pieces of {corners} corners together", found.pieces.len())
            }
            Err(error) => error,
        };
        vec![level, pieces]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        pen::outline(canvas, &self.corners, Paint::stroke(YES, 2.0));
        for corner in &self.corners {
            pen::handle(canvas, *corner, colors::A);
        }
        let Ok(found) = self.pieces() else { return };
        for (i, piece) in found.pieces.iter().enumerate() {
            let shade = colors::A.towards(Color([0xff; 3]), 0.3 + 0.08 * (i % 6) as f32);
            let middle = piece.centroid();
            let by = Vec2::new(middle.x, middle.y - 1.4) * self.apart - Vec2::new(0.0, BELOW);
            let corners: Vec<Point> = piece.vertices().iter().map(|&vertex| vertex + by).collect();
            canvas.hull(&corners, 0.0, Paint::fill(shade).outlined(INK, 1.0));
            pen::word(canvas, middle + by, i + 1, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::geom::{Location, point_in_convex, point_in_polygon};

    /// A point is in the level if and only if it is in a piece.
    #[test]
    fn pieces_cover_the_level_and_nothing_more() {
        let one = LevelExplorer::new();
        let found = one.pieces().unwrap();
        assert!(found.pieces.len() >= 6);
        for (i, j) in (0..80).flat_map(|i| (0..30).map(move |j| (i, j))) {
            let point = Point::new(-3.95 + 0.101 * i as f32, 0.03 + 0.097 * j as f32);
            let in_level = point_in_polygon(one.corners.iter().copied(), point) == Location::Inside;
            let in_pieces = found
                .pieces
                .iter()
                .any(|piece| point_in_convex(piece.vertices().iter().copied(), point) == Location::Inside);
            let on_a_cut = found
                .pieces
                .iter()
                .any(|piece| point_in_convex(piece.vertices().iter().copied(), point) == Location::Border);
            assert!(in_level == in_pieces || on_a_cut, "{point:?}");
        }
    }
}
