//! Manifolds of a polygon, capsule or segment and a circle, eight at a time (`pair_batch.rs`).
//!
//! Each lane does what `hull_circle.rs` in `collide` does: the edge that separates the centre of the circle
//! most, and there the nearest feature, an edge or a corner. Where the hull is B, the two are exchanged
//! before and the manifold is flipped, as the scalar function does it.

use super::batch_results::{APART, FIRST, Found, ManifoldLanes, NO_MIDPOINT, NOTHING, Results, exchanged};
use super::hull_lanes::{HullLanes, MAX_VERTICES, Row, fill_row};
use super::pair_batch::{BatchedContact, PairBatch, Scene, core_depth, dot, rotate, rotate_back, select};
use crate::midpoint::MAX_TURN;
use bytemuck::Zeroable;
use collide::tolerance::MIN_DIRECTION;
use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes, Width};
use geom::{Circle, RoundedHull, Shape};

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct HullCircleBatch {
    pairs: PairBatch,
    /// Of a hull of the batch.
    most_vertices: usize,
    hulls: [Row; LANES],
    /// By how much the hulls are rounded, m.
    counts: Column,
    hull_radii: Column,
    /// x and y of the centre in the body's frame, and the radius, m.
    circles: [Column; 3],
    /// 1 if the hull is B, else 0.
    is_exchanged: Column,
    results: Results,
}

/// A hull with edges that a batch takes, and a circle.
pub(super) struct HullAndCircle<'a> {
    pub(super) hull: RoundedHull<'a>,
    pub(super) circle: &'a Circle,
    /// Whether the hull is B.
    pub(super) is_exchanged: bool,
}

impl<'a> HullAndCircle<'a> {
    /// `None` for another pair.
    #[inline(always)]
    pub(super) fn of(a: &'a Shape, b: &'a Shape) -> Option<Self> {
        match (a, b) {
            (hull, Shape::Circle(circle)) => Self::new(hull, circle, false),
            (Shape::Circle(circle), hull) => Self::new(hull, circle, true),
            _ => None,
        }
    }

    #[inline(always)]
    fn new(shape: &'a Shape, circle: &'a Circle, is_exchanged: bool) -> Option<Self> {
        let hull = match shape {
            Shape::Polygon(polygon) if polygon.vertices().len() <= MAX_VERTICES => polygon.hull(),
            Shape::Capsule(capsule) => capsule.hull(),
            Shape::Segment(segment) => segment.hull(),
            _ => return None,
        };
        Some(Self { hull, circle, is_exchanged })
    }
}

impl HullCircleBatch {
    pub(super) fn new() -> Self {
        Self::zeroed()
    }

    /// Returns whether the batch is full.
    #[inline]
    pub(super) fn push(&mut self, contact: BatchedContact<'_>, pair: HullAndCircle<'_>) -> bool {
        let lane = self.pairs.push(contact);
        let HullAndCircle { hull, circle, is_exchanged } = pair;
        fill_row(&mut self.hulls[lane], hull.vertices, hull.normals);
        let count = hull.vertices.len();
        self.counts[lane] = count as f32;
        self.most_vertices = self.most_vertices.max(count);
        self.hull_radii[lane] = hull.radius;
        let [x, y, radius] = &mut self.circles;
        (x[lane], y[lane], radius[lane]) = (circle.center().x, circle.center().y, circle.radius());
        self.is_exchanged[lane] = if is_exchanged { 1.0 } else { 0.0 };
        self.pairs.is_full()
    }

    /// Returns how many pairs there are; [`HullCircleBatch::contact`] and [`HullCircleBatch::found`] tell
    /// about each of them until the next one is added.
    #[inline]
    pub(super) fn compute(&mut self, width: Width, scene: Scene<'_>) -> usize {
        let count = self.pairs.take_count();
        if count > 0 {
            width.run(HullCircleKernel { batch: self, count, scene });
            self.most_vertices = 0;
        }
        count
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> usize {
        self.pairs.contact(lane)
    }

    /// By which A and B are rounded, m.
    #[inline(always)]
    pub(super) fn radii(&self, lane: usize) -> [f32; 2] {
        let (hull, circle) = (self.hull_radii[lane], self.circles[2][lane]);
        if self.is_exchanged[lane] == 0.0 { [hull, circle] } else { [circle, hull] }
    }

    #[inline(always)]
    pub(super) fn found(&mut self, lane: usize) -> Found<'_> {
        // Never `None`: no case is left to the scalar functions.
        self.results.found(lane).unwrap_or(Found::NoMidpoint)
    }
}

struct HullCircleKernel<'a> {
    batch: &'a mut HullCircleBatch,
    count: usize,
    scene: Scene<'a>,
}

impl Kernel for HullCircleKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { batch, count, scene } = self;
        let most = batch.most_vertices.clamp(4, MAX_VERTICES);
        let hull = HullLanes::<L>::load(&batch.hulls, &batch.counts, most);
        let (zero, half, one) = (L::splat(0.0), L::splat(0.5), L::splat(1.0));
        let is_exchanged = zero.lt(L::load(&batch.is_exchanged));
        // A circle may turn as far as it likes.
        let (far, any) = (L::splat(MAX_TURN), L::splat(f32::INFINITY));
        let max_turns = [L::select(is_exchanged, any, far), L::select(is_exchanged, far, any)];
        let placed = batch.pairs.place::<L>(count, &scene, max_turns);

        // As in `PairBatch::place`.
        let [at, other_at] = exchanged(is_exchanged, [placed.a.position, placed.b.position]);
        let [rotation, other] = exchanged(is_exchanged, [placed.a.rotation, placed.b.rotation]);
        let origin = rotate_back(rotation, [other_at[0] - at[0], other_at[1] - at[1]]);
        let in_hull = rotate_back(rotation, other);

        // `hull_circle::collide`.
        let [x, y, circle_radius] = &batch.circles;
        let own_center = [L::load(x), L::load(y)];
        let nearest = if most == 4 {
            hull.max_separation(&[own_center], origin, in_hull, 4)
        } else {
            hull.max_separation(&[own_center], origin, in_hull, most)
        };
        let from_origin = rotate(in_hull, own_center);
        let center = [origin[0] + from_origin[0], origin[1] + from_origin[1]];
        let ([start, end], _) = hull.edge(nearest.edge, most);
        let edge = [end[0] - start[0], end[1] - start[1]];
        let from_start = [center[0] - start[0], center[1] - start[1]];
        // `nearest_fraction`.
        let length_squared = dot(edge, edge);
        let fraction = (dot(from_start, edge) / length_squared).max(zero).min(one);
        let fraction = L::select(zero.lt(length_squared), fraction, zero);
        let is_end = one.le(fraction);
        let corner = select(is_end, end, start);
        let apart = [center[0] - corner[0], center[1] - corner[1]];
        let distance = dot(apart, apart).sqrt();
        let is_beyond = L::and(zero.le(nearest.distance), L::or(fraction.le(zero), is_end));
        let has_direction = L::splat(MIN_DIRECTION * scene.length_unit).lt(distance);
        let is_corner = L::and(is_beyond, has_direction);
        let gap = L::select(is_corner, distance, nearest.distance);
        let [nx, ny] = nearest.normal;
        let normal = select(is_corner, [apart[0] / distance, apart[1] / distance], nearest.normal);
        let on_edge = [center[0] - nx * nearest.distance, center[1] - ny * nearest.distance];
        let on_hull = select(is_corner, corner, on_edge);

        // `ManifoldBuilder::one_point`.
        let (hull_radius, circle_radius) = (L::load(&batch.hull_radii), L::load(circle_radius));
        let separation = gap - hull_radius - circle_radius;
        let is_finite = separation.max(-separation).le(L::splat(f32::MAX));
        let to_surface = half * (hull_radius - circle_radius);
        let from_hull = [
            (on_hull[0] + center[0]) * half + normal[0] * to_surface,
            (on_hull[1] + center[1]) * half + normal[1] * to_surface,
        ];
        let from_circle = [from_hull[0] - origin[0], from_hull[1] - origin[1]];
        let has_point = L::and(is_finite, separation.le(L::splat(scene.speculative)));
        let none = [zero; 2];
        let normal = select(has_point, rotate(rotation, normal), none);
        let normal = select(is_exchanged, [-normal[0], -normal[1]], normal);
        let anchors = exchanged(is_exchanged, [rotate(rotation, from_hull), rotate(rotation, from_circle)]);
        let anchors = [select(has_point, anchors[0], none), select(has_point, anchors[1], none)];

        // The end of `midpoint_manifold`.
        let of_hull = core_depth(hull_radius, separation);
        let of_circle = core_depth(circle_radius, separation);
        let depths =
            [L::select(is_exchanged, of_circle, of_hull), L::select(is_exchanged, of_hull, of_circle)];
        let (now, is_usable) = placed.separation_now(&scene, normal, anchors, separation, depths);
        let point = L::splat(FIRST);
        let at_midpoint = L::select(L::and(has_point, is_usable), point, L::splat(NO_MIDPOINT));
        let without = L::select(is_finite, L::splat(APART), L::splat(NOTHING));
        let at_present = L::select(has_point, point, without);
        let of_now = L::select(is_finite, separation, zero);
        let found = ManifoldLanes {
            normal,
            anchors: [anchors, [none; 2]],
            separations: [L::select(placed.is_midpoint, now, of_now), zero],
            // `FeatureId::ONLY`, and that of no point.
            features: [one; 2],
            then: separation,
            outcome: L::select(placed.is_midpoint, at_midpoint, at_present),
        };
        batch.results.store(&placed, &found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_batch::testing::{Scalar, bits, bodies};
    use super::*;
    use geom::{Capsule, Polygon, Segment};
    use proptest::prelude::*;

    fn circle() -> impl Strategy<Value = Circle> {
        let center = prop_oneof![Just([0.0_f32, 0.0]), [-0.3_f32..0.3, -0.3_f32..0.3]];
        (center, prop_oneof![Just(0.5_f32), Just(0.25), 0.05_f32..1.0])
            .prop_map(|(center, radius)| Circle::new(center, radius).unwrap())
    }

    /// Boxes, on whose edges and corners a centre may lie exactly, regular polygons, rounded and sharp,
    /// capsules, and segments.
    fn hull() -> impl Strategy<Value = Shape> {
        let half = || prop_oneof![Just(0.5_f32), Just(0.25), 0.05_f32..1.0];
        let radius = || prop_oneof![Just(0.0_f32), Just(0.25), 0.01_f32..0.3];
        prop_oneof![
            3 => (half(), half()).prop_map(|(width, height)| Shape::rectangle(width, height).unwrap()),
            2 => (3_usize..9, half(), radius()).prop_map(|(count, size, radius)| {
                let sharp = Polygon::regular(count, size).unwrap();
                Shape::Polygon(sharp.rounded(radius).unwrap())
            }),
            1 => (half(), half()).prop_map(|(x, radius)| {
                Shape::Capsule(Capsule::new([-x, 0.0], [x, 0.25], radius).unwrap())
            }),
            1 => half().prop_map(|x| Shape::Segment(Segment::new([-x, 0.0], [x, 0.0]).unwrap())),
        ]
    }

    proptest! {
        /// Every lane of every width gives the bits of the scalar functions, whatever the other lanes hold
        /// and whichever of the two is the hull: a centre that is outside, beyond a corner, on an edge or a
        /// corner, or inside, bodies that turn, fly, or are not in the world.
        #[test]
        fn lanes_give_the_bits_of_the_scalar_functions(
            bodies in bodies(), shapes in prop::collection::vec((hull(), circle(), any::<bool>()), LANES),
            unit in prop_oneof![Just(1.0_f32), Just(100.0)],
        ) {
            let pairs: Vec<[Shape; 2]> = shapes.into_iter().map(|(hull, circle, is_exchanged)| {
                let circle = Shape::Circle(circle);
                if is_exchanged { [circle, hull] } else { [hull, circle] }
            }).collect();
            let scalar = Scalar::new(bodies, pairs.iter().cloned(), unit);
            for width in Width::all() {
                let mut batch = HullCircleBatch::new();
                for (i, [a, b]) in pairs.iter().enumerate().take(scalar.count()) {
                    let pair = HullAndCircle::of(a, b).unwrap();
                    prop_assert_eq!(batch.push(scalar.contact(i), pair), i + 1 == LANES);
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), scalar.count());
                for (i, [a, b]) in pairs.iter().enumerate().take(scalar.count()) {
                    prop_assert_eq!(batch.contact(i), i);
                    prop_assert_eq!(batch.radii(i), [a.radius(), b.radius()]);
                    let (found, expected) = (batch.found(i), scalar.found(i));
                    let (manifold, poses, then) = match &found {
                        Found::Now(manifold) => (Some(*manifold), None, None),
                        Found::Midpoint(manifold, poses, then) => (Some(*manifold), Some(*poses), Some(then)),
                        Found::NoMidpoint => (None, None, None),
                    };
                    let same = expected.as_ref().map(|it| &it.0);
                    prop_assert_eq!(bits(manifold), bits(same), "{:?}\n{:?}", found, expected);
                    let later = expected.as_ref().and_then(|it| it.1.as_ref());
                    prop_assert_eq!(bits(poses), bits(later.map(|later| &later.poses)));
                    prop_assert_eq!(bits(then), bits(later.map(|later| &later.separation)));
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), 0);
            }
        }
    }

    /// Which pairs a batch takes: both orders, and no polygon of nine vertices, half-space or chain.
    #[test]
    fn batch_takes_hulls_of_up_to_eight_vertices_in_either_order() {
        let circle = Shape::circle(0.5).unwrap();
        let polygon = |count| Shape::Polygon(Polygon::regular(count, 1.0).unwrap());
        for (hull, is_taken) in [
            (polygon(3), true),
            (polygon(8), true),
            (polygon(9), false),
            (Shape::Segment(Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap()), true),
            (Shape::half_space([0.0, 1.0], 0.0).unwrap(), false),
            (circle.clone(), false),
        ] {
            let found = [HullAndCircle::of(&hull, &circle), HullAndCircle::of(&circle, &hull)];
            assert_eq!(
                found.map(|it| it.map(|it| it.is_exchanged)),
                [is_taken.then_some(false), is_taken.then_some(true)]
            );
        }
    }
}
