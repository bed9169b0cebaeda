//! Manifolds of pairs of circles, eight at a time (`pair_batch.rs`).
//!
//! Each lane computes the poses in the middle of the step (`midpoint.rs`), and one distance
//! (`circle_circle.rs` in `collide`). Seams are not tested, since circles have no footing that a neighbour
//! could cover (`seams.rs`).

use super::pair_batch::{BatchedContact, PairBatch, Scene, core_depth, dot, rotate, select};
use bytemuck::Zeroable;
use collide::Manifold;
use collide::tolerance::MIN_DIRECTION;
use compute::lanes::Column;
use compute::{Kernel, Lanes, Width};
use geom::{Circle, Rot, Vec2};

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct CircleBatch {
    pairs: PairBatch,
    /// x and y of the centres in the bodies' frames, and the radii, m.
    circles: [[Column; 3]; 2],
    results: Results,
}

impl CircleBatch {
    pub(super) fn new() -> Self {
        Self::zeroed()
    }

    /// Returns whether the batch is full.
    #[inline]
    pub(super) fn push(&mut self, contact: BatchedContact<'_>, circles: [&Circle; 2]) -> bool {
        let lane = self.pairs.push(contact);
        for (side, circle) in circles.into_iter().enumerate() {
            let [x, y, radius] = &mut self.circles[side];
            (x[lane], y[lane]) = (circle.center().x, circle.center().y);
            radius[lane] = circle.radius();
        }
        self.pairs.is_full()
    }

    /// Returns how many pairs there are; [`CircleBatch::contact`] and [`CircleBatch::found`] tell about each
    /// of them until the next one is added.
    #[inline]
    pub(super) fn compute(&mut self, width: Width, scene: Scene<'_>) -> usize {
        let count = self.pairs.take_count();
        if count > 0 {
            width.run(CircleKernel { batch: self, count, scene });
        }
        count
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> usize {
        self.pairs.contact(lane)
    }

    #[inline(always)]
    pub(super) fn radii(&self, lane: usize) -> [f32; 2] {
        [self.circles[0][2][lane], self.circles[1][2][lane]]
    }

    /// When its manifold holds.
    #[inline(always)]
    pub(super) fn rotations(&self, lane: usize) -> [Rot; 2] {
        self.results.rotations.map(|[cos, sin]| Rot { cos: cos[lane], sin: sin[lane] })
    }

    /// Anchors are measured from the bodies' origins. Also the separation then (m) if the manifold is that of
    /// the middle of the step; `None` if that cannot be used.
    #[inline(always)]
    pub(super) fn found(&self, lane: usize) -> Option<(Manifold, Option<f32>)> {
        let Results { normal, anchors, separation, then, outcome, .. } = &self.results;
        let outcome = outcome[lane];
        if outcome == NO_MIDPOINT {
            return None;
        }
        let mut manifold = Manifold::EMPTY;
        if outcome != NOTHING {
            manifold.points[0].separation = separation[lane];
        }
        if outcome >= ONE_POINT {
            let [ax, ay, bx, by] = anchors;
            manifold.normal = Vec2::new(normal[0][lane], normal[1][lane]);
            manifold.points[0].anchor_a = Vec2::new(ax[lane], ay[lane]);
            manifold.points[0].anchor_b = Vec2::new(bx[lane], by[lane]);
            manifold.count = 1;
        }
        Some((manifold, (outcome == ONE_POINT_LATER).then_some(then[lane])))
    }
}

#[derive(Clone, Copy, Debug, Zeroable)]
struct Results {
    normal: [Column; 2],
    anchors: [Column; 4],
    separation: Column,
    /// In the middle of the step.
    then: Column,
    /// Cosine and sine of both bodies.
    rotations: [[Column; 2]; 2],
    /// One of the constants below.
    outcome: Column,
}

/// The shapes are so far apart that the distance is not finite.
const NOTHING: f32 = 0.0;
const APART: f32 = 1.0;
const ONE_POINT: f32 = 2.0;
/// There is a point in the middle of the step.
const ONE_POINT_LATER: f32 = 3.0;
/// The manifold of the middle of the step cannot be used.
const NO_MIDPOINT: f32 = 4.0;

struct CircleKernel<'a> {
    batch: &'a mut CircleBatch,
    count: usize,
    scene: Scene<'a>,
}

impl Kernel for CircleKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { batch, count, scene } = self;
        let (zero, one, half) = (L::splat(0.0), L::splat(1.0), L::splat(0.5));
        let placed = batch.pairs.place::<L>(count, &scene, [L::splat(f32::INFINITY); 2]);
        let rotation_a = placed.a.rotation;

        // `circle_circle::collide`, in the frame of A.
        let [[ax, ay, ra], [bx, by, rb]] = &batch.circles;
        let center_a = [L::load(ax), L::load(ay)];
        let from_origin = rotate(placed.rotation_b, [L::load(bx), L::load(by)]);
        let center_b = [placed.origin_b[0] + from_origin[0], placed.origin_b[1] + from_origin[1]];
        let apart = [center_b[0] - center_a[0], center_b[1] - center_a[1]];
        let distance = dot(apart, apart).sqrt();
        let has_direction = L::splat(MIN_DIRECTION * scene.length_unit).lt(distance);
        let direction = [apart[0] / distance, apart[1] / distance];
        let normal = select::<L>(has_direction, direction, [one, zero]);

        // `ManifoldBuilder::one_point`.
        let (ra, rb) = (L::load(ra), L::load(rb));
        let separation = distance - ra - rb;
        let is_finite = separation.max(-separation).le(L::splat(f32::MAX));
        let to_surface = half * (ra - rb);
        let from_a = [
            (center_a[0] + center_b[0]) * half + normal[0] * to_surface,
            (center_a[1] + center_b[1]) * half + normal[1] * to_surface,
        ];
        let from_b = [from_a[0] - placed.origin_b[0], from_a[1] - placed.origin_b[1]];
        let anchors = [rotate(rotation_a, from_a), rotate(rotation_a, from_b)];
        let normal = rotate(rotation_a, normal);
        let has_point = L::and(is_finite, separation.le(L::splat(scene.speculative)));

        let depths = [core_depth(ra, separation), core_depth(rb, separation)];
        let (now, is_usable) = placed.separation_now(&scene, normal, anchors, separation, depths);
        let one_point = L::splat(ONE_POINT);
        let at_midpoint =
            L::select(L::and(has_point, is_usable), L::splat(ONE_POINT_LATER), L::splat(NO_MIDPOINT));
        let without = L::select(is_finite, L::splat(APART), L::splat(NOTHING));
        let at_present = L::select(has_point, one_point, without);
        let results = &mut batch.results;
        L::select(placed.is_midpoint, at_midpoint, at_present).store(&mut results.outcome);
        L::select(placed.is_midpoint, now, separation).store(&mut results.separation);
        separation.store(&mut results.then);
        let rotations = [rotation_a, placed.b.rotation];
        let mut side = 0;
        while side < 2 {
            rotations[side][0].store(&mut results.rotations[side][0]);
            rotations[side][1].store(&mut results.rotations[side][1]);
            side += 1;
        }
        normal[0].store(&mut results.normal[0]);
        normal[1].store(&mut results.normal[1]);
        anchors[0][0].store(&mut results.anchors[0]);
        anchors[0][1].store(&mut results.anchors[1]);
        anchors[1][0].store(&mut results.anchors[2]);
        anchors[1][1].store(&mut results.anchors[3]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_batch::testing::{Scalar, bits, bodies};
    use super::*;
    use compute::LANES;
    use geom::Shape;
    use proptest::prelude::*;

    fn circle() -> impl Strategy<Value = Circle> {
        let center = prop_oneof![Just([0.0_f32, 0.0]), [-0.3_f32..0.3, -0.3_f32..0.3]];
        (center, prop_oneof![Just(0.5_f32), Just(0.25), 0.05_f32..1.0])
            .prop_map(|(center, radius)| Circle::new(center, radius).unwrap())
    }

    proptest! {
        /// Every lane of every width gives the bits of the scalar functions, whatever the other lanes hold:
        /// circles that are apart, touch, overlap, share a centre, turn, fly, or are not in the world.
        #[test]
        fn lanes_give_the_bits_of_the_scalar_functions(
            bodies in bodies(), shapes in prop::collection::vec((circle(), circle()), LANES),
            unit in prop_oneof![Just(1.0_f32), Just(100.0)],
        ) {
            let of_pairs = shapes.iter().map(|&(a, b)| [a, b].map(Shape::Circle));
            let scalar = Scalar::new(bodies, of_pairs, unit);
            for width in Width::all() {
                let mut batch = CircleBatch::new();
                for (i, (a, b)) in shapes.iter().enumerate().take(scalar.count()) {
                    prop_assert_eq!(batch.push(scalar.contact(i), [a, b]), i + 1 == LANES);
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), scalar.count());
                for i in 0..scalar.count() {
                    let (found, expected) = (batch.found(i), scalar.found(i));
                    prop_assert_eq!(batch.contact(i), i);
                    let (found, then) = found.unzip();
                    let (expected, later) = expected.unzip();
                    prop_assert_eq!(bits(found.as_ref()), bits(expected.as_ref()), "{:?}\n{:?}", found, expected);
                    let later = later.flatten().map(|later| later.separation);
                    prop_assert_eq!(bits(then.flatten().as_ref()), bits(later.as_ref()));
                }
                prop_assert_eq!(batch.compute(width, scalar.scene()), 0);
            }
        }
    }
}
