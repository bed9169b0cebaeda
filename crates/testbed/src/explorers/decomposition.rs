//! The convex hull of an outline, and its convex pieces: exact, or fewer that fill shallow notches.
//!
//! Source: *Souto, Video Game Physics II*, Convex and Concave Shapes.

use super::colors::{self, INK, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::geom::{DecomposeSettings, Decomposition, convex_hull};
use physics::prelude::*;
use scenes::Text;

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "hull and pieces",
    about: "Drag the corners of a car: its convex hull, its exact convex pieces, or fewer approximate ones.",
    sections: &[Text::Souto.section("Convex and Concave Shapes")],
    source: "crates/geom/src/decompose.rs",
    new: || Box::new(DecompositionExplorer::new()),
};

/// A car with an open bed, counter-clockwise, m.
const CAR: &[[f32; 2]] = &[
    [-3.0, -0.8],
    [3.0, -0.8],
    [3.1, 0.1],
    [1.9, 0.4],
    [1.3, 1.5],
    [-0.2, 1.5],
    [-0.3, 0.2],
    [-2.6, 0.1],
    [-2.7, 0.9],
    [-3.1, 0.9],
];

/// The explorer.
pub struct DecompositionExplorer {
    corners: Vec<Point>,
    show: usize,
    depth: f32,
}

impl DecompositionExplorer {
    pub fn new() -> Self {
        Self { corners: CAR.iter().map(|&corner| corner.into()).collect(), show: 1, depth: 0.0 }
    }

    fn pieces(&self) -> Result<Decomposition, String> {
        let outline = Outline::new(self.corners.iter().copied()).map_err(|error| error.to_string())?;
        let settings = DecomposeSettings { depth: self.depth, ..DecomposeSettings::default() };
        outline.decompose(settings).map_err(|error| error.to_string())
    }
}

impl Explore for DecompositionExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "show", value: &mut self.show, names: &["hull", "pieces"] },
            Control::Number { name: "filled depth", value: &mut self.depth, range: 0.0..=1.5, unit: " m" },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        self.corners.clone()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.corners[handle] = to;
    }

    fn report(&self) -> Vec<String> {
        let hull = match convex_hull(self.corners.iter().copied()) {
            Ok(hull) => format!("hull: {} of {} corners", hull.len(), self.corners.len()),
            Err(error) => error.to_string(),
        };
        let pieces = match self.pieces() {
            Ok(found) => format!("{} pieces, {:.3} m² filled", found.pieces.len(), found.added_area),
            Err(error) => error,
        };
        vec![hull, pieces]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        if self.show == 0 {
            if let Ok(hull) = convex_hull(self.corners.iter().copied()) {
                canvas.hull(&hull, 0.0, colors::shape(colors::B));
            }
        } else if let Ok(found) = self.pieces() {
            for (i, piece) in found.pieces.iter().enumerate() {
                let shade = colors::A.towards(Color([0xff; 3]), 0.3 + 0.08 * (i % 6) as f32);
                canvas.hull(piece.vertices(), 0.0, Paint::fill(shade).outlined(INK, 1.0));
                pen::word(canvas, piece.centroid(), i, INK);
            }
        }
        pen::outline(canvas, &self.corners, Paint::stroke(YES, 2.0));
        for corner in &self.corners {
            pen::handle(canvas, *corner, colors::A);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::geom::polygon_measures;

    /// Exact pieces have the area of the outline; a depth makes fewer that have more.
    #[test]
    fn exact_pieces_have_the_area_of_the_outline_and_a_depth_makes_fewer() {
        let mut one = DecompositionExplorer::new();
        let area = polygon_measures(one.corners.iter().copied()).area;
        let exact = one.pieces().unwrap();
        let sum: f32 =
            exact.pieces.iter().map(|piece| polygon_measures(piece.vertices().iter().copied()).area).sum();
        assert!((sum - area).abs() < 1e-3 && exact.pieces.len() > 2);
        one.depth = 1.0;
        let filled = one.pieces().unwrap();
        assert!(filled.pieces.len() < exact.pieces.len() && filled.added_area > 0.1);
    }

    /// An outline that crosses itself is answered with the engine's error.
    #[test]
    fn outline_that_crosses_itself_is_shown_as_the_error() {
        let mut one = DecompositionExplorer::new();
        one.drag(4, Point::new(1.0, -3.0));
        assert!(one.pieces().is_err());
        assert_eq!(one.report().len(), 2);
    }
}
