//! GJK and EPA, iteration by iteration: the simplex in the Minkowski difference, then the polygon that grows.
//!
//! Source: *Souto, Video Game Physics II*, Computing Distance and Determining Penetration Depth. The text
//! subtracts B from A; here it is B minus A, as in the engine.

use super::colors::{self, HELP, INK, YES};
use super::pair::Pair;
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::collide::algorithms::{GjkCache, SearchState};
use physics::collide::{Proximity, Tolerances};
use physics::geom::minkowski_difference;
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "gjk and epa",
    about: "Drag and turn two polygons and step: the simplex of GJK and the polygon of EPA in the Minkowski difference.",
    sections: &[
        Text::Souto.section("GJK in Action"),
        Text::Souto.section("Determining Penetration Depth - The Expanding Polytope Algorithm"),
    ],
    source: "crates/collide/src/gjk.rs",
    new: || Box::new(GjkExplorer::new()),
};

const EPA: Color = Color([0xe0, 0x8a, 0x1e]);
/// Greatest number of the step that can be shown; the search for two octagons takes fewer.
const MOST_STEPS: usize = 16;

pub struct GjkExplorer {
    pair: Pair,
    step: usize,
}

/// One iteration: whether it is of EPA, and its points in the world, m.
#[derive(Clone, Debug)]
struct Iteration {
    is_epa: bool,
    points: Vec<Point>,
}

impl GjkExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::side_by_side(), step: MOST_STEPS }
    }

    /// All iterations and the result, in the world.
    fn search(&self) -> (Vec<Iteration>, Proximity) {
        let [a, b] = &self.pair.placed;
        let mut all = Vec::new();
        let mut cache = GjkCache::default();
        let near = Tolerances::METRES.gjk_epa_observed(
            a.hull(),
            b.hull(),
            a.pose().relative(b.pose()),
            &mut cache,
            |state| {
                let (is_epa, points) = match state {
                    SearchState::Simplex(points) => (false, points),
                    SearchState::Polygon(points) => (true, points),
                };
                let points =
                    points.iter().map(|point| Point::from(a.pose().rotation * point.vector)).collect();
                all.push(Iteration { is_epa, points });
            },
        );
        let (pose, points) = (a.pose(), near.points);
        let near = Proximity {
            normal: pose.rotation * near.normal,
            points: points.map(|point| pose * point),
            ..near
        };
        (all, near)
    }
}

impl Explore for GjkExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { pair, step } = self;
        let mut all = pair.controls();
        all.push(Control::Count { name: "iteration", value: step, range: 1..=MOST_STEPS });
        all
    }

    pointer::moves_pair!();

    fn report(&self) -> Vec<String> {
        let (all, near) = self.search();
        let epa = all.iter().filter(|one| one.is_epa).count();
        let what = if near.separation < 0.0 { "depth" } else { "distance" };
        let shown = all.get((self.step - 1).min(all.len().saturating_sub(1)));
        let kind = if shown.is_some_and(|one| one.is_epa) { "EPA" } else { "GJK" };
        vec![
            format!("iterations: {} of GJK, {epa} of EPA", all.len() - epa),
            format!("shown: {} of {}, {kind}", self.step.min(all.len()), all.len()),
            format!("{what}: {:.1} mm", 1e3 * near.separation.abs()),
            format!("normal: ({:.3}, {:.3}), from A to B", near.normal.x, near.normal.y),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (all, near) = self.search();
        let corners = |which: usize| -> Vec<Point> {
            let one = &self.pair.placed[which];
            one.hull().vertices.iter().map(|&vertex| one.pose() * vertex).collect()
        };
        canvas.hull(&minkowski_difference(corners(1), corners(0)), 0.0, colors::shape(HELP));
        self.pair.draw(canvas);
        let shown = &all[..self.step.min(all.len())];
        for (i, one) in shown.iter().enumerate() {
            let is_last = i + 1 == shown.len();
            let color = if one.is_epa { EPA } else { INK };
            let color = if is_last { color } else { color.towards(Color([0xff; 3]), 0.6) };
            pen::outline(canvas, &one.points, Paint::stroke(color, if is_last { 2.5 } else { 1.0 }));
            for point in &one.points {
                canvas.circle(*point, 4.0 * canvas.pixel(), Paint::fill(color));
            }
        }
        let reach = 8.0 * canvas.pixel();
        for along in [Vec2::new(reach, 0.0), Vec2::new(0.0, reach)] {
            canvas.segment(Point::from(-along), Point::from(along), Paint::stroke(INK, 2.0));
        }
        if shown.len() == all.len() {
            let [on_a, on_b] = near.points;
            pen::arrow(canvas, on_a, on_b, Paint::stroke(YES, 2.5));
            pen::arrow(canvas, Point::origin(), Point::from(on_b - on_a), Paint::stroke(YES, 2.5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::collide::separation;

    /// The last iteration gives the engine's distance or depth.
    #[test]
    fn search_ends_at_the_depth_of_the_engine() {
        let mut one = GjkExplorer::new();
        one.pair = Pair::new();
        for turn in 0..40 {
            one.pair.placed[1].angle = 0.157 * turn as f32;
            one.pair.placed[1].position = Point::new(0.07 * turn as f32, 0.9);
            let [a, b] = &one.pair.placed;
            let expected = separation(&a.shape(), a.pose(), &b.shape(), b.pose()).unwrap();
            let (all, near) = one.search();
            let off = near.separation - expected.separation;
            assert!(off.abs() < 1e-4, "turn {turn}: {} for {}", near.separation, expected.separation);
            assert!(all.len() <= MOST_STEPS, "{}", all.len());
        }
    }
}
