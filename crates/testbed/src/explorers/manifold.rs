//! How a contact manifold is computed: reference edge, incident edge, and the part of it that clipping keeps.
//!
//! Source: the interactive figure of the text on collision manifolds, with a square that one drags and turns.

use super::colors::{self, HELP, INK, NO, YES};
use super::pair::Pair;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::collide::algorithms::{EdgeSeparation, clip_to_half_plane, max_separation, most_opposed_edge};
use physics::collide::tolerance::REFERENCE_BIAS;
use physics::collide::{Manifold, manifold};
use physics::geom::left_normal;
use physics::prelude::*;
use scenes::Text;

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "manifold",
    about: "Drag and turn a polygon: where it touches the other, and which points are rejected.",
    sections: &[
        Text::CollisionDetection.section("Collision Manifolds"),
        Text::Sotirov.section("The better method"),
        Text::GaulCustom.section("Architecture"),
    ],
    source: "crates/collide/src/manifold.rs",
    new: || Box::new(ManifoldExplorer::new()),
};

/// Length of the drawn normal, m.
const NORMAL: f32 = 0.7;
/// Radius of the dots, px.
const DOT: f32 = 4.5;

/// The explorer.
pub struct ManifoldExplorer {
    pair: Pair,
    /// Speculative distance, m.
    speculative: f32,
}

/// The reference edge and the incident edge of two polygons, in world coordinates.
#[derive(Clone, Debug)]
struct Facing {
    /// The polygon with the reference edge: 0 for A, 1 for B.
    reference: usize,
    /// The reference edge, by its first vertex, and the incident edge of the other polygon.
    edges: [usize; 2],
    /// Their end points, m, those of the reference edge first.
    ends: [[Point; 2]; 2],
    /// Outward normal of the reference edge.
    normal: Vec2,
    /// The part of the incident edge between the side planes of the reference edge, and the distance of each
    /// end from the reference edge, m.
    clipped: Vec<(Point, f32)>,
}

impl ManifoldExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::new(), speculative: 0.02 }
    }

    /// The manifold that the engine computes.
    fn manifold(&self) -> Manifold {
        let [a, b] = &self.pair.placed;
        manifold(&a.shape(), a.pose(), &b.shape(), b.pose(), self.speculative)
    }

    /// Its contact points in world coordinates.
    fn kept(&self) -> Vec<(Point, f32)> {
        let a = self.pair.placed[0].position;
        self.manifold().points().iter().map(|point| (a + point.anchor_a, point.separation)).collect()
    }

    /// The two edges that the engine compares. If clipping keeps nothing with the first choice of the
    /// reference edge, the second is used.
    fn facing(&self) -> Facing {
        let [a, b] = &self.pair.placed;
        let b_in_a = a.pose().relative(b.pose());
        let from_a = max_separation(a.hull(), b.hull(), b_in_a);
        let from_b = max_separation(b.hull(), a.hull(), b_in_a.inverse());
        let favour_b = from_b.distance > from_a.distance + REFERENCE_BIAS;
        let both = if favour_b { [(1, from_b), (0, from_a)] } else { [(0, from_a), (1, from_b)] };
        let [first, second] = both.map(|(reference, edge)| self.facing_from(reference, edge));
        let touches = |facing: &Facing| facing.clipped.iter().any(|(_, gap)| *gap <= self.speculative);
        if !touches(&first) && touches(&second) { second } else { first }
    }

    fn facing_from(&self, reference: usize, EdgeSeparation { edge, .. }: EdgeSeparation) -> Facing {
        let (owner, other) = (&self.pair.placed[reference], &self.pair.placed[1 - reference]);
        let normal = owner.pose().rotation * owner.hull().normals[edge];
        let incident = most_opposed_edge(other.hull(), other.pose().rotation.inverse_rotate(normal));
        let ends = [owner.edge(edge), other.edge(incident)];
        let (along, [from, to]) = (left_normal(normal), ends[0]);
        let clipped = clip_to_half_plane(ends[1], from, -along)
            .and_then(|part| clip_to_half_plane(part, to, along))
            .map_or(Vec::new(), |part| part.map(|end| (end, normal.dot(&(end - from)))).to_vec());
        Facing { reference, edges: [edge, incident], ends, normal, clipped }
    }
}

impl Explore for ManifoldExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { pair, speculative } = self;
        let mut all = pair.controls();
        all.push(Control::Number { name: "look ahead", value: speculative, range: 0.0..=0.5, unit: " m" });
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
        let (manifold, facing) = (self.manifold(), self.facing());
        let [owner, other] = if facing.reference == 0 { ["A", "B"] } else { ["B", "A"] };
        let mut lines = vec![
            format!("reference edge: {} of {owner}", facing.edges[0]),
            format!("incident edge: {} of {other}", facing.edges[1]),
        ];
        if manifold.points().is_empty() {
            lines.push("no contact".to_owned());
            return lines;
        }
        lines.push(format!("normal: ({:.3}, {:.3}), from A to B", manifold.normal.x, manifold.normal.y));
        for point in manifold.points() {
            let (a, b) = point.feature.vertices();
            let depth = -1000.0 * point.separation;
            lines.push(format!("kept: vertex {a} of A, {b} of B, {depth:.0} mm deep"));
        }
        for (_, gap) in facing.clipped.iter().filter(|(_, gap)| *gap > self.speculative) {
            lines.push(format!("rejected: {:.0} mm outside", 1000.0 * gap));
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        self.pair.draw(canvas);
        let facing = self.facing();
        let [reference, incident] = facing.ends;
        let owners = [colors::A, colors::B];
        for (edge, owner) in [(reference, facing.reference), (incident, 1 - facing.reference)] {
            canvas.segment(edge[0], edge[1], Paint::stroke(owners[owner], 4.0));
        }
        // The side planes at which the incident edge is cut.
        let reach = facing.normal * 4.0;
        for end in reference {
            canvas.segment(end - reach, end + reach, Paint::stroke(HELP, 1.0));
        }
        let dot = DOT * canvas.pixel();
        let cut = incident.into_iter().filter(|end| facing.clipped.iter().all(|(kept, _)| kept != end));
        let above = facing.clipped.iter().filter(|(_, gap)| *gap > self.speculative).map(|(end, _)| *end);
        for rejected in cut.chain(above) {
            canvas.circle(rejected, dot, Paint::stroke(NO, 2.0));
        }
        let normal = self.manifold().normal * NORMAL;
        for (point, separation) in self.kept() {
            pen::arrow(canvas, point, point + normal, Paint::stroke(INK, 2.0));
            canvas.circle(point, dot, Paint::fill(YES));
            pen::note(canvas, point, format!("{:.0} mm", -1000.0 * separation), YES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The explanation agrees with the engine: the same number of points, equally deep, midway between the
    /// edges.
    #[test]
    fn explanation_agrees_with_the_engine() {
        let mut explorer = ManifoldExplorer::new();
        let mut touching = 0;
        for turn in 0..60 {
            for shift in 0..20 {
                let b = &mut explorer.pair.placed[1];
                b.angle = 0.11 * turn as f32;
                b.position = Point::new(0.17 * shift as f32 - 1.7, 0.9 - 0.03 * turn as f32);
                let (manifold, facing, kept) = (explorer.manifold(), explorer.facing(), explorer.kept());
                let near: Vec<_> =
                    facing.clipped.iter().filter(|(_, gap)| *gap <= explorer.speculative).collect();
                assert_eq!(near.len(), kept.len(), "turn {turn}, shift {shift}");
                for (place, depth) in kept {
                    let explained = near.iter().any(|(end, gap)| {
                        (gap - depth).abs() < 1e-3
                            && (*end - facing.normal * (0.5 * gap) - place).norm() < 1e-3
                    });
                    assert!(explained, "turn {turn}, shift {shift}: {place} {depth} {near:?}");
                    let from_a = if facing.reference == 0 { facing.normal } else { -facing.normal };
                    assert!((from_a - manifold.normal).norm() < 1e-4);
                    touching += 1;
                }
            }
        }
        assert!(touching > 500, "{touching}");
    }
}
