//! How a contact manifold is computed: reference edge, incident edge, and the part of it that clipping keeps.
//!
//! The steps are those of the text: choose the reference edge, find the incident edge, clip it at the side
//! plane at each end of the reference edge, and drop what lies in front of the reference edge.
//!
//! Source: the interactive figure of the text on collision manifolds, with a square that one drags and turns.

use super::colors::{self, HELP, INK, NO, YES};
use super::pair::Pair;
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::collide::algorithms::{EdgeSeparation, clip_to_half_plane, max_separation, most_opposed_edge};
use physics::collide::tolerance::REFERENCE_BIAS;
use physics::collide::{Manifold, manifold};
use physics::geom::left_normal;
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "manifold",
    about: "Drag and turn a polygon and step: the two edges, the cuts, and which points are kept and rejected.",
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

/// The steps, as one chooses them.
const STEPS: &[&str] = &["1 reference", "2 incident", "3 first cut", "4 second cut", "5 points"];
/// Their numbers.
const REFERENCE: usize = 0;
const INCIDENT: usize = 1;
const FIRST_CUT: usize = 2;
const SECOND_CUT: usize = 3;
const POINTS: usize = 4;

pub struct ManifoldExplorer {
    pair: Pair,
    /// The step that is shown, with those before it.
    step: usize,
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
    /// How far the polygons are apart along the normal of the best edge of A and of B, m.
    separations: [f32; 2],
    /// What is left of the incident edge after each of the two cuts; `None` if nothing is.
    cuts: [Option<[Point; 2]>; 2],
    /// The ends of what is left, and the distance of each from the reference edge, m.
    clipped: Vec<(Point, f32)>,
}

impl Facing {
    /// What is left of the incident edge after a step; `None` if nothing is.
    fn left_after(&self, step: usize) -> Option<[Point; 2]> {
        match step {
            FIRST_CUT => self.cuts[0],
            SECOND_CUT | POINTS => self.cuts[1],
            _ => Some(self.ends[1]),
        }
    }

    /// The ends that a step cuts off.
    fn cut_off_at(&self, step: usize) -> Vec<Point> {
        let before = step.checked_sub(1).and_then(|before| self.left_after(before)).into_iter().flatten();
        let after = self.left_after(step);
        before.filter(|end| after.is_none_or(|left| !left.contains(end))).collect()
    }
}

impl ManifoldExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::new(), step: POINTS, speculative: 0.02 }
    }

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
        let separations = [from_a.distance, from_b.distance];
        let [first, second] = both.map(|(reference, edge)| self.facing_from(reference, edge, separations));
        let touches = |facing: &Facing| facing.clipped.iter().any(|(_, gap)| *gap <= self.speculative);
        if !touches(&first) && touches(&second) { second } else { first }
    }

    fn facing_from(&self, reference: usize, best: EdgeSeparation, separations: [f32; 2]) -> Facing {
        let edge = best.edge;
        let (owner, other) = (&self.pair.placed[reference], &self.pair.placed[1 - reference]);
        let normal = owner.pose().rotation * owner.hull().normals[edge];
        let incident = most_opposed_edge(other.hull(), other.pose().rotation.inverse_rotate(normal));
        let ends = [owner.edge(edge), other.edge(incident)];
        let (along, [from, to]) = (left_normal(normal), ends[0]);
        let first = clip_to_half_plane(ends[1], from, -along);
        let second = first.and_then(|part| clip_to_half_plane(part, to, along));
        let clipped =
            second.map_or(Vec::new(), |part| part.map(|end| (end, normal.dot(&(end - from)))).to_vec());
        Facing {
            reference,
            edges: [edge, incident],
            ends,
            normal,
            separations,
            cuts: [first, second],
            clipped,
        }
    }

    /// The ends that lie too far in front of the reference edge.
    fn in_front(&self, facing: &Facing) -> Vec<(Point, f32)> {
        facing.clipped.iter().copied().filter(|(_, gap)| *gap > self.speculative).collect()
    }
}

impl Explore for ManifoldExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { pair, step, speculative } = self;
        let mut all = vec![Control::Choice { name: "step", value: step, names: STEPS }];
        all.extend(pair.controls());
        all.push(Control::Number { name: "look ahead", value: speculative, range: 0.0..=0.5, unit: " m" });
        all
    }

    pointer::moves_pair!();

    fn report(&self) -> Vec<String> {
        let (manifold, facing) = (self.manifold(), self.facing());
        let [owner, other] = if facing.reference == 0 { ["A", "B"] } else { ["B", "A"] };
        let [from_a, from_b] = facing.separations.map(|distance| 1000.0 * distance);
        let mut lines = vec![
            format!("best edge of A: {from_a:.0} mm apart, of B: {from_b:.0} mm"),
            format!("1. reference edge: {} of {owner}", facing.edges[0]),
        ];
        if self.step >= INCIDENT {
            lines.push(format!("2. incident edge: {} of {other}, most opposed", facing.edges[1]));
        }
        for (step, name) in [(FIRST_CUT, "3. first"), (SECOND_CUT, "4. second")] {
            if self.step >= step && facing.left_after(step - 1).is_some() {
                lines.push(match (facing.left_after(step), facing.cut_off_at(step).len()) {
                    (None, _) => format!("{name} side plane: nothing is left"),
                    (Some(_), 0) => format!("{name} side plane: nothing to cut"),
                    (Some([a, b]), _) => {
                        format!("{name} side plane: {:.0} mm are left", 1e3 * (b - a).norm())
                    }
                });
            }
        }
        if self.step < POINTS {
            return lines;
        }
        for (_, gap) in self.in_front(&facing) {
            lines.push(format!("5. rejected: {:.0} mm in front of the reference edge", 1000.0 * gap));
        }
        for point in manifold.points() {
            let (a, b) = point.feature.vertices();
            let depth = -1000.0 * point.separation;
            lines.push(format!("5. kept: vertex {a} of A, {b} of B, {depth:.0} mm deep"));
        }
        if manifold.points().is_empty() {
            lines.push("no contact".to_owned());
        } else {
            let normal = manifold.normal;
            lines.push(format!("normal: ({:.3}, {:.3}), from A to B", normal.x, normal.y));
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        self.pair.draw(canvas);
        let facing = self.facing();
        let [reference, incident] = facing.ends;
        let owners = [colors::A, colors::B];
        let [own, other] = [owners[facing.reference], owners[1 - facing.reference]];
        canvas.segment(reference[0], reference[1], Paint::stroke(own, 4.0));
        let middle = |ends: [Point; 2]| ends[0] + (ends[1] - ends[0]) * 0.5;
        if self.step <= INCIDENT {
            let from = middle(reference);
            pen::arrow(canvas, from, from + facing.normal * NORMAL, Paint::stroke(INK, 2.0));
        }
        if self.step >= INCIDENT {
            let is_cut = self.step > INCIDENT;
            let whole = if is_cut { Paint::stroke(HELP, 2.0) } else { Paint::stroke(other, 4.0) };
            canvas.segment(incident[0], incident[1], whole);
            if let (Some([from, to]), true) = (facing.left_after(self.step), is_cut) {
                canvas.segment(from, to, Paint::stroke(other, 4.0));
            }
        }
        // The side planes at which the incident edge is cut.
        let reach = facing.normal * 4.0;
        for (end, step) in reference.into_iter().zip([FIRST_CUT, SECOND_CUT]) {
            if self.step >= step {
                let color = if self.step == step { INK } else { HELP };
                canvas.segment(end - reach, end + reach, Paint::stroke(color, 1.0));
            }
        }
        let dot = DOT * canvas.pixel();
        for step in FIRST_CUT..=self.step.min(SECOND_CUT) {
            for rejected in facing.cut_off_at(step) {
                canvas.circle(rejected, dot, Paint::stroke(NO, 2.0));
            }
        }
        if self.step < POINTS {
            let left = facing.left_after(self.step).filter(|_| self.step > REFERENCE);
            for end in left.into_iter().flatten() {
                canvas.circle(end, dot, Paint::fill(other));
            }
            return;
        }
        for (rejected, _) in self.in_front(&facing) {
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
    /// Each cut leaves a part of what was there before it, on the inner side of its plane, and an end that is
    /// cut off lies on the outer side.
    #[test]
    fn each_cut_leaves_what_lies_on_the_inner_side_of_its_plane() {
        let (mut explorer, mut cut) = (ManifoldExplorer::new(), [0; 2]);
        for turn in 0..60 {
            explorer.pair.placed[1].angle = 0.11 * turn as f32;
            explorer.pair.placed[1].position = Point::new(0.05 * turn as f32 - 1.4, 0.8);
            let facing = explorer.facing();
            let along = left_normal(facing.normal);
            for (i, step) in [FIRST_CUT, SECOND_CUT].into_iter().enumerate() {
                let outside = |end: Point| {
                    let beyond = along.dot(&(end - facing.ends[0][i]));
                    if i == 0 { -beyond } else { beyond }
                };
                assert!(facing.left_after(step).into_iter().flatten().all(|end| outside(end) < 1e-5));
                assert!(facing.cut_off_at(step).into_iter().all(|end| outside(end) > -1e-5));
                let lengths = [step - 1, step]
                    .map(|step| facing.left_after(step).map_or(0.0, |[from, to]| (to - from).norm()));
                assert!(lengths[1] <= lengths[0] + 1e-5, "turn {turn}: {lengths:?}");
                cut[i] += facing.cut_off_at(step).len();
            }
        }
        assert!(cut.iter().all(|&ends| ends > 5), "{cut:?}");
    }

    /// Contact points are told at the last step, and no step before.
    #[test]
    fn points_are_told_at_the_last_step() {
        let mut explorer = ManifoldExplorer::new();
        for step in 0..STEPS.len() {
            explorer.step = step;
            let told = explorer.report().iter().filter(|line| line.contains("kept")).count();
            assert_eq!(told, if step == POINTS { explorer.kept().len() } else { 0 });
        }
    }
}
