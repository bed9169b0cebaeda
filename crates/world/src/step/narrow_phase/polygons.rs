//! Manifolds of pairs of polygons, eight at a time (`pair_batch.rs`).
//!
//! For two sharp polygons of at most eight vertices each lane does what `hull_hull.rs` in `collide` does:
//! separating axes from both sides, reference and incident edge, clipping, and up to two points; for the
//! middle of the step where the contact had one point (`midpoint.rs`).
//!
//! One case is left to the scalar function: no part of the incident edge is over the preferred reference
//! edge, and the other polygon has an edge that separates the two a little more.
//!
//! Turned down: rounded polygons, capsules and segments. Where their cores are apart, the nearest features
//! may be two corners, for which the rest is not needed.

use super::batch_results::{
    APART, FIRST, Found, ManifoldLanes, NO_MIDPOINT, NOTHING, Results, SECOND, TWO, UNKNOWN,
};
use super::hull_lanes::{HullLanes, MAX_VERTICES, Row, fill_row};
use super::pair_batch::{BatchedContact, PairBatch, Scene, dot, rotate, rotate_back, select};
use crate::midpoint::MAX_TURN;
use bytemuck::Zeroable;
use collide::tolerance::{CORNER_SLACK, MIN_SPREAD, REFERENCE_BIAS};
use compute::lanes::Column;
use compute::math::min;
use compute::{Kernel, LANES, Lanes, Width};
use geom::Polygon;

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct PolygonBatch {
    pairs: PairBatch,
    /// Of a polygon of the batch.
    most_vertices: usize,
    /// Of both polygons.
    rows: [[Row; LANES]; 2],
    counts: [Column; 2],
    results: Results,
}

#[inline(always)]
pub(super) fn is_batched(polygon: &Polygon) -> bool {
    polygon.radius() == 0.0 && polygon.vertices().len() <= MAX_VERTICES
}

impl PolygonBatch {
    pub(super) fn new() -> Self {
        Self::zeroed()
    }

    /// Takes polygons that [`is_batched`] accepts, and returns whether the batch is full.
    #[inline]
    pub(super) fn push(&mut self, contact: BatchedContact<'_>, polygons: [&Polygon; 2]) -> bool {
        let lane = self.pairs.push(contact);
        for (side, polygon) in polygons.into_iter().enumerate() {
            fill_row(&mut self.rows[side][lane], polygon.vertices(), polygon.normals());
            let count = polygon.vertices().len();
            self.counts[side][lane] = count as f32;
            self.most_vertices = self.most_vertices.max(count);
        }
        self.pairs.is_full()
    }

    /// Returns how many pairs there are; [`PolygonBatch::contact`] and [`PolygonBatch::found`] tell about
    /// each of them until the next one is added.
    #[inline]
    pub(super) fn compute(&mut self, width: Width, scene: Scene<'_>) -> usize {
        let count = self.pairs.take_count();
        if count > 0 {
            width.run(PolygonKernel { batch: self, count, scene });
            self.most_vertices = 0;
        }
        count
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> usize {
        self.pairs.contact(lane)
    }

    /// `None` if the scalar functions have to find it.
    #[inline(always)]
    pub(super) fn found(&mut self, lane: usize) -> Option<Found<'_>> {
        self.results.found(lane)
    }
}

struct PolygonKernel<'a> {
    batch: &'a mut PolygonBatch,
    count: usize,
    scene: Scene<'a>,
}

#[inline(always)]
fn add<L: Lanes>(a: [L; 2], b: [L; 2]) -> [L; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn sub<L: Lanes>(a: [L; 2], b: [L; 2]) -> [L; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn scaled<L: Lanes>(a: [L; 2], by: L) -> [L; 2] {
    [a[0] * by, a[1] * by]
}

#[inline(always)]
fn negated<L: Lanes>(a: [L; 2]) -> [L; 2] {
    [-a[0], -a[1]]
}

/// `clip`, and where anything is left.
#[inline(always)]
fn clip<L: Lanes>([p, q]: [[L; 2]; 2], boundary: [L; 2], outward: [L; 2]) -> ([[L; 2]; 2], L::Mask) {
    let (beyond_p, beyond_q) = (dot(sub(p, boundary), outward), dot(sub(q, boundary), outward));
    let (p_stays, q_stays) = (beyond_p.le(L::splat(0.0)), beyond_q.le(L::splat(0.0)));
    let cut = add(p, scaled(sub(q, p), beyond_p / (beyond_p - beyond_q)));
    ([select(p_stays, p, cut), select(q_stays, q, cut)], L::or(p_stays, q_stays))
}

impl Kernel for PolygonKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { batch, count, scene } = self;
        let most = batch.most_vertices.clamp(4, MAX_VERTICES);
        let [rows_a, rows_b] = &batch.rows;
        let a = HullLanes::<L>::load(rows_a, &batch.counts[0], most);
        let b = HullLanes::<L>::load(rows_b, &batch.counts[1], most);
        let placed = batch.pairs.place::<L>(count, &scene, [L::splat(MAX_TURN); 2]);
        let (origin_b, rotation_b) = (placed.origin_b, placed.rotation_b);
        let (zero, half, one) = (L::splat(0.0), L::splat(0.5), L::splat(1.0));

        // `hull_hull::collide`.
        let inverse_b = [rotation_b[0], -rotation_b[1]];
        let origin_a = rotate(inverse_b, negated(origin_b));
        // Most polygons are boxes. Where the compiler knows the number of vertices, no loop is left.
        let [from_a, from_b] = if most == 4 {
            [
                a.max_separation(&b.vertices[..4], origin_b, rotation_b, 4),
                b.max_separation(&a.vertices[..4], origin_a, inverse_b, 4),
            ]
        } else {
            [
                a.max_separation(&b.vertices[..most], origin_b, rotation_b, most),
                b.max_separation(&a.vertices[..most], origin_a, inverse_b, most),
            ]
        };
        let in_reach = L::splat(scene.speculative);
        let (a_is_far, b_is_far) = (in_reach.lt(from_a.distance), in_reach.lt(from_b.distance));
        let is_far = L::or(a_is_far, b_is_far);
        let clearance = L::select(a_is_far, from_a.distance, from_b.distance);
        let b_is_farthest = from_a.distance.lt(from_b.distance);
        let of_b = (from_a.distance + L::splat(REFERENCE_BIAS * scene.length_unit)).lt(from_b.distance);

        // `Edges::new`.
        let outward = select(of_b, from_b.normal, from_a.normal);
        let in_a = select(of_b, rotate(rotation_b, outward), outward);
        let in_other = select(of_b, in_a, rotate_back(rotation_b, outward));
        let normal = select(of_b, negated(in_a), in_a);
        let direction = negated(in_other);
        let (mut incident, mut greatest) = (zero, L::splat(f32::NEG_INFINITY));
        let mut k = 0;
        while k < most {
            let along = dot(direction, select(of_b, a.normals[k], b.normals[k]));
            let is_greater = greatest.lt(along);
            incident = L::select(is_greater, L::splat(k as f32), incident);
            greatest = L::select(is_greater, along, greatest);
            k += 1;
        }
        let edge_a = L::select(of_b, incident, from_a.edge);
        let edge_b = L::select(of_b, from_b.edge, incident);
        let (ends_a, next_a) = a.edge(edge_a, most);
        let ([start_b, end_b], next_b) = b.edge(edge_b, most);
        // The start of A's edge faces the end of B's.
        let ends_b = [add(origin_b, rotate(rotation_b, end_b)), add(origin_b, rotate(rotation_b, start_b))];
        let reference = [select(of_b, ends_b[0], ends_a[0]), select(of_b, ends_b[1], ends_a[1])];
        let edge = [select(of_b, ends_a[0], ends_b[0]), select(of_b, ends_a[1], ends_b[1])];

        // `Edges::clipped_manifold`.
        let tangent = [-normal[1], normal[0]];
        let slack = scaled(tangent, L::splat(CORNER_SLACK * scene.length_unit));
        let (part, is_inside) = clip(edge, sub(reference[0], slack), negated(tangent));
        let (points, is_left) = clip(part, add(reference[1], slack), tangent);
        let is_over = L::and(is_inside, is_left);
        let offsets = [dot(sub(points[0], reference[0]), normal), dot(sub(points[1], reference[0]), normal)];
        let separations =
            [L::select(of_b, -offsets[0], offsets[0]), L::select(of_b, -offsets[1], offsets[1])];

        // `ManifoldBuilder::two_points`.
        let (low, high) = (L::splat(f32::MIN), L::splat(min(f32::MAX, scene.speculative)));
        let first_is_near = L::and(separations[0].le(high), low.le(separations[0]));
        let second_is_near = L::and(separations[1].le(high), low.le(separations[1]));
        let rotation = placed.a.rotation;
        let mut anchors = [[[zero; 2]; 2]; 2];
        let mut end = 0;
        while end < 2 {
            let on_reference = sub(points[end], scaled(normal, offsets[end]));
            let middle = scaled(add(on_reference, points[end]), half);
            // The radii are zero, which still makes zeros of minus zeros.
            let from_a = add(middle, scaled(normal, zero));
            anchors[end] = [rotate(rotation, from_a), rotate(rotation, sub(from_a, origin_b))];
            end += 1;
        }
        let normal = rotate(rotation, normal);
        let apart = sub(anchors[1][0], anchors[0][0]);
        let spread = normal[0] * apart[1] - normal[1] * apart[0];
        let is_spread = L::splat(MIN_SPREAD * scene.length_unit).le(spread.max(-spread));
        let are_near = L::and(first_is_near, second_is_near);

        let mut outcome = L::select(second_is_near, L::splat(SECOND), L::splat(NOTHING));
        outcome = L::select(first_is_near, L::splat(FIRST), outcome);
        let second_is_deeper = separations[1].lt(separations[0]);
        outcome = L::select(L::and(are_near, second_is_deeper), L::splat(SECOND), outcome);
        outcome = L::select(L::and(are_near, is_spread), L::splat(TWO), outcome);
        outcome = L::select(is_over, outcome, L::splat(NOTHING));
        let has_nothing = outcome.le(L::splat(NOTHING));
        let has_other_edge = zero.lt(L::select(of_b, zero, L::select(b_is_farthest, one, zero)));
        outcome = L::select(L::and(has_nothing, has_other_edge), L::splat(UNKNOWN), outcome);
        outcome = L::select(is_far, L::splat(APART), outcome);

        // The first point is the only one, or the first of two.
        let takes_second = L::splat(SECOND).le(outcome);
        let anchors_of_first = [
            select(takes_second, anchors[1][0], anchors[0][0]),
            select(takes_second, anchors[1][1], anchors[0][1]),
        ];
        let separation = L::select(takes_second, separations[1], separations[0]);
        let (now, is_usable) = placed.separation_now(&scene, normal, anchors_of_first, separation, [zero; 2]);
        let has_one = L::and(L::splat(FIRST).le(outcome), outcome.le(L::splat(SECOND)));
        let at_midpoint = L::select(L::and(has_one, is_usable), outcome, L::splat(NO_MIDPOINT));
        let at_midpoint = L::select(L::splat(UNKNOWN).le(outcome), outcome, at_midpoint);
        outcome = L::select(placed.is_midpoint, at_midpoint, outcome);
        let separation = L::select(placed.is_midpoint, now, separation);

        // A feature is a number between 1 and 2, as are its bits: see `FeatureId`.
        let (vertex, step) = (L::splat(256.0), L::splat(f32::EPSILON));
        let features = [one + (edge_a * vertex + next_b) * step, one + (next_a * vertex + edge_b) * step];
        let feature = L::select(takes_second, features[1], features[0]);
        let has_first = L::splat(TWO).le(outcome);
        let has_second = L::and(has_first, outcome.le(L::splat(TWO)));
        let without = L::select(is_far, clearance, zero);
        let none = [zero; 2];
        let normal = select(has_first, normal, none);
        let [first_a, first_b] =
            [select(has_first, anchors_of_first[0], none), select(has_first, anchors_of_first[1], none)];
        let [second_a, second_b] =
            [select(has_second, anchors[1][0], none), select(has_second, anchors[1][1], none)];
        let separation = L::select(has_first, separation, without);
        let feature = L::select(has_first, feature, one);
        let second_separation = L::select(has_second, separations[1], zero);
        let second_feature = L::select(has_second, features[1], one);

        let found = ManifoldLanes {
            normal,
            anchors: [[first_a, first_b], [second_a, second_b]],
            separations: [separation, second_separation],
            features: [feature, second_feature],
            then: zero,
            outcome,
        };
        batch.results.store(&placed, &found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_batch::testing::{Scalar, bits, bodies};
    use super::*;
    use crate::frame::Frame;
    use geom::{Shape, Vec2};
    use proptest::prelude::*;
    use solver::BodyState;

    /// Boxes, which stand exactly on each other, regular polygons, and triangles.
    fn polygon() -> impl Strategy<Value = Polygon> {
        let half = || prop_oneof![Just(0.5_f32), Just(0.25), 0.05_f32..1.0];
        prop_oneof![
            3 => (half(), half()).prop_map(|(width, height)| Polygon::rectangle(width, height).unwrap()),
            2 => (3_usize..9, half()).prop_map(|(count, radius)| Polygon::regular(count, radius).unwrap()),
            1 => (0.3_f32..1.0, 0.3_f32..1.0).prop_map(|(width, height)| {
                Polygon::new([[-0.2, -0.25], [width, -0.25], [0.0, height]]).unwrap()
            }),
        ]
    }

    /// A box that stands on another one is not left to the scalar functions.
    #[test]
    fn lanes_find_the_points_of_a_box_on_another() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        let (frames, states) = ([Frame::ORIGIN; 2], [BodyState::REST; 2]);
        let between = Vec2::new(0.0, 0.99);
        let scene =
            Scene { frames: &frames, states: &states, time: 0.0, speculative: 0.02, length_unit: 1.0 };
        for width in Width::all() {
            let mut batch = PolygonBatch::new();
            let contact = BatchedContact { index: 7, slots: [0, 1], rows: [0, 1], between, before: None };
            assert!(!batch.push(contact, [&square, &square]));
            assert_eq!((batch.compute(width, scene), batch.contact(0)), (1, 7));
            let Some(Found::Now(manifold)) = batch.found(0) else { panic!("not found in lanes") };
            assert_eq!((manifold.normal, manifold.points().len()), (Vec2::new(0.0, 1.0), 2));
        }
    }

    proptest! {
        /// Every lane of every width gives the bits of the scalar functions, whatever the other lanes hold:
        /// polygons that are apart, touch with a side or a corner, overlap, turn, fly, or are not in the
        /// world.
        #[test]
        fn lanes_give_the_bits_of_the_scalar_functions(
            bodies in bodies(), shapes in prop::collection::vec((polygon(), polygon()), LANES),
            unit in prop_oneof![Just(1.0_f32), Just(100.0)],
        ) {
            let of_pairs = shapes.iter().map(|(a, b)| [a, b].map(|it| Shape::Polygon(it.clone())));
            let scalar = Scalar::new(bodies, of_pairs, unit);
            for width in Width::all() {
                let mut batch = PolygonBatch::new();
                for (i, (a, b)) in shapes.iter().enumerate().take(scalar.count()) {
                    prop_assert!(is_batched(a) && is_batched(b));
                    prop_assert_eq!(batch.push(scalar.contact(i), [a, b]), i + 1 == LANES);
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), scalar.count());
                for i in 0..scalar.count() {
                    prop_assert_eq!(batch.contact(i), i);
                    let (found, expected) = (batch.found(i), scalar.found(i));
                    let (manifold, poses) = match &found {
                        Some(Found::Now(manifold)) => (Some(*manifold), None),
                        Some(Found::Midpoint(manifold, poses, _)) => (Some(*manifold), Some(*poses)),
                        Some(Found::NoMidpoint) => (None, None),
                        None => continue,
                    };
                    let same = expected.as_ref().map(|it| &it.0);
                    prop_assert_eq!(bits(manifold), bits(same), "{:?}\n{:?}", found, expected);
                    let same = expected.as_ref().and_then(|it| it.1.as_ref()).map(|later| &later.poses);
                    prop_assert_eq!(bits(poses), bits(same));
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), 0);
            }
        }
    }
}
