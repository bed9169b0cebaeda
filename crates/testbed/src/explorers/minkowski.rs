//! The Minkowski sum and difference of two convex polygons.
//!
//! Source: *Souto, Video Game Physics II*, Minkowski Sums. The sum is A inflated by B; two shapes overlap
//! exactly if their difference contains the origin.

use super::colors::{self, INK, NO, YES};
use super::pair::Pair;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{Location, minkowski_difference, minkowski_sum, point_in_convex};
use physics::prelude::*;
use scenes::Text;

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "minkowski sum",
    about: "Drag and turn two polygons: their sum, or their difference, which contains the origin while they overlap.",
    sections: &[Text::Souto.section("Minkowski Sums")],
    source: "crates/geom/src/minkowski.rs",
    new: || Box::new(MinkowskiExplorer::new()),
};

/// The explorer.
pub struct MinkowskiExplorer {
    pair: Pair,
    kind: usize,
}

impl MinkowskiExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::side_by_side(), kind: 1 }
    }

    fn corners(&self, which: usize) -> Vec<Point> {
        let one = &self.pair.placed[which];
        one.hull().vertices.iter().map(|&vertex| one.pose() * vertex).collect()
    }

    /// The sum of A with B, of which B is measured from its centre, or the difference B - A.
    fn combined(&self) -> Vec<Point> {
        let (a, b) = (self.corners(0), self.corners(1));
        if self.kind == 0 {
            let center = self.pair.placed[1].position;
            minkowski_sum(a, b.iter().map(|&corner| Point::from(corner - center)))
        } else {
            minkowski_difference(b, a)
        }
    }
}

impl Explore for MinkowskiExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { pair, kind } = self;
        let mut all = pair.controls();
        all.push(Control::Choice { name: "show", value: kind, names: &["sum", "difference"] });
        all
    }

    fn handles(&self) -> Vec<Point> {
        self.pair.handles()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.pair.drag(handle, to);
    }

    fn grab(&self, at: Point, _: f32) -> Option<usize> {
        self.pair.at(at)
    }

    fn turn(&mut self, handle: usize, angle: f32) {
        self.pair.turn(handle, angle);
    }

    fn hint(&self) -> &'static str {
        Pair::HINT
    }

    fn report(&self) -> Vec<String> {
        let combined = self.combined();
        let mut lines = vec![format!("{} corners", combined.len())];
        if self.kind == 1 {
            let origin = point_in_convex(combined, Point::origin());
            lines.push(format!("the origin: {origin:?}"));
            let overlap = origin != Location::Outside;
            lines.push((if overlap { "They overlap." } else { "They are apart." }).to_owned());
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let combined = self.combined();
        let contains = point_in_convex(combined.iter().copied(), Point::origin()) != Location::Outside;
        let color = if self.kind == 1 && contains { YES } else { NO };
        if combined.len() > 2 {
            canvas.hull(&combined, 0.0, colors::shape(color));
        }
        self.pair.draw(canvas);
        let reach = 8.0 * canvas.pixel();
        for along in [Vec2::new(reach, 0.0), Vec2::new(0.0, reach)] {
            canvas.segment(Point::from(-along), Point::from(along), Paint::stroke(INK, 2.0));
        }
        pen::note(canvas, Point::origin(), "origin", INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::collide::overlap;

    /// The difference contains the origin exactly while the engine says that the polygons overlap.
    #[test]
    fn difference_contains_the_origin_while_they_overlap() {
        let mut one = MinkowskiExplorer::new();
        one.pair = Pair::new();
        let mut count = [0; 2];
        for turn in 0..40 {
            for shift in 0..30 {
                one.pair.placed[1].angle = 0.157 * turn as f32;
                one.pair.placed[1].position = Point::new(0.15 * shift as f32 - 2.2, 0.05 * turn as f32);
                let [a, b] = &one.pair.placed;
                let expected = overlap(&a.shape(), a.pose(), &b.shape(), b.pose());
                let found = point_in_convex(one.combined(), Point::origin()) != Location::Outside;
                assert_eq!(found, expected, "turn {turn}, shift {shift}");
                count[usize::from(found)] += 1;
            }
        }
        assert!(count[0] > 200 && count[1] > 200, "{count:?}");
    }
}
