//! Manifolds of pairs of circles, eight at a time.
//!
//! A pile of circles computes thousands of manifolds in each step, all with the same few operations: poses in
//! the middle of the step (`midpoint.rs`), and one distance (`circle_circle.rs` in `collide`). So pairs are
//! collected, and each lane computes one.
//!
//! ```text
//!   contacts of a chunk   . c . . c c . c . . c c . c c .
//!                           |     | |   |     | |   | |       a full batch is computed,
//!                           '-----+-+---+-----+-+---+-'  -->  and so is what is left at the end of the chunk
//! ```
//!
//! **The bits are those of the scalar functions** [`midpoint_manifold`](crate::midpoint::midpoint_manifold)
//! and [`collide::manifold`](collide::manifold()), the reference of this file: the same operations in the
//! same order, with a select in place of each branch. So a result does not depend on which pairs share a
//! batch.
//!
//! Circles and half-spaces have no footing that a neighbour could cover (`seams.rs`), so a pair of circles is
//! not tested for seams.
//!
//! Turned down: writing contacts and caches in lanes. Storing a manifold compares feature ids and keeps
//! impulses; done for one contact after the other it is the same code for all shapes.

use crate::frame::Frame;
use crate::midpoint::{MIN_NORMAL_COSINE, MIN_SPEED};
use bytemuck::{Zeroable, cast_slice};
use collide::Manifold;
use collide::tolerance::MIN_DIRECTION;
use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes, Width};
use geom::{Circle, Vec2};
use solver::BodyState;

/// Up to eight pairs of circles.
#[derive(Clone, Copy, Debug)]
pub(super) struct CircleBatch {
    /// How many lanes are in use.
    count: usize,
    /// Where the contacts are in their chunk.
    contacts: [usize; LANES],
    /// The slots of both bodies: where their frames are.
    slots: [[u32; LANES]; 2],
    /// The rows of both bodies: where their states are.
    rows: [[u32; LANES]; 2],
    /// For both circles: x and y of the centre in the body's frame, and the radius, m.
    circles: [[Column; 3]; 2],
    /// The normal of the last manifold; zero if it does not have one point.
    normal: [Column; 2],
    /// 1 if the contact is to be found for the middle of the step, else 0.
    is_midpoint: Column,
    results: Results,
}

/// A pair of circles.
pub(super) struct CirclePair<'a> {
    /// Where its contact is in the chunk.
    pub(super) contact: usize,
    /// The slots of its bodies.
    pub(super) slots: [usize; 2],
    /// The rows of its bodies.
    pub(super) rows: [usize; 2],
    pub(super) circles: [&'a Circle; 2],
    /// The last manifold, if it has one point and the new one is to be found for the middle of the step.
    pub(super) before: Option<&'a Manifold>,
}

/// The data that all pairs share.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// By slot.
    pub(super) frames: &'a [Frame],
    /// By row.
    pub(super) states: &'a [BodyState],
    /// The time until the middle of the step, s.
    pub(super) time: f32,
    /// m.
    pub(super) speculative: f32,
    pub(super) length_unit: f32,
}

impl CircleBatch {
    pub(super) fn new() -> Self {
        let (columns, zero) = ([[0; LANES]; 2], Column::zeroed());
        Self {
            count: 0,
            contacts: [0; LANES],
            slots: columns,
            rows: columns,
            circles: [[zero; 3]; 2],
            normal: [zero; 2],
            is_midpoint: zero,
            results: Results::zeroed(),
        }
    }

    /// Adds a pair and returns whether the batch is full.
    #[inline]
    pub(super) fn push(&mut self, pair: CirclePair<'_>) -> bool {
        let lane = self.count % LANES;
        self.contacts[lane] = pair.contact;
        for (side, circle) in pair.circles.into_iter().enumerate() {
            self.slots[side][lane] = pair.slots[side] as u32;
            self.rows[side][lane] = pair.rows[side] as u32;
            let [x, y, radius] = &mut self.circles[side];
            (x[lane], y[lane]) = (circle.center().x, circle.center().y);
            radius[lane] = circle.radius();
        }
        let normal = pair.before.map_or(Vec2::new(0.0, 0.0), |before| before.normal);
        (self.normal[0][lane], self.normal[1][lane]) = (normal.x, normal.y);
        self.is_midpoint[lane] = if pair.before.is_some() { 1.0 } else { 0.0 };
        self.count = lane + 1;
        self.count == LANES
    }

    /// Computes the manifolds. Returns how many pairs there are; [`CircleBatch::contact`] and
    /// [`CircleBatch::found`] tell about each of them until the next one is added.
    #[inline]
    pub(super) fn compute(&mut self, width: Width, scene: Scene<'_>) -> usize {
        if self.count > 0 {
            width.run(CircleKernel { batch: self, scene });
        }
        std::mem::take(&mut self.count)
    }

    /// Where the contact of a pair is in its chunk.
    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> usize {
        self.contacts[lane]
    }

    /// The manifold of a pair, with anchors that are measured from the bodies' origins; `None` if that of the
    /// middle of the step cannot be used, so that it has to be found for now.
    #[inline(always)]
    pub(super) fn found(&self, lane: usize) -> Option<Manifold> {
        let Results { normal, anchors, separation, outcome } = &self.results;
        let outcome = outcome[lane];
        if outcome == NO_MIDPOINT {
            return None;
        }
        let mut manifold = Manifold::EMPTY;
        if outcome != NOTHING {
            manifold.points[0].separation = separation[lane];
        }
        if outcome == ONE_POINT {
            let [ax, ay, bx, by] = anchors;
            manifold.normal = Vec2::new(normal[0][lane], normal[1][lane]);
            manifold.points[0].anchor_a = Vec2::new(ax[lane], ay[lane]);
            manifold.points[0].anchor_b = Vec2::new(bx[lane], by[lane]);
            manifold.count = 1;
        }
        Some(manifold)
    }
}

/// The results of a batch.
#[derive(Clone, Copy, Debug, Zeroable)]
struct Results {
    normal: [Column; 2],
    anchors: [Column; 4],
    separation: Column,
    /// Which of the constants below the result is.
    outcome: Column,
}

/// The shapes are so far apart that the distance is not finite.
const NOTHING: f32 = 0.0;
/// The shapes are apart.
const APART: f32 = 1.0;
/// There is a point.
const ONE_POINT: f32 = 2.0;
/// The manifold of the middle of the step cannot be used.
const NO_MIDPOINT: f32 = 3.0;

struct CircleKernel<'a> {
    batch: &'a mut CircleBatch,
    scene: Scene<'a>,
}

/// A body in each lane, as it is at the time for which the manifold is found.
#[derive(Clone, Copy)]
struct BodyLanes<L: Lanes> {
    position: [L; 2],
    rotation: [L; 2],
    local_center: [L; 2],
    velocity: [L; 2],
    angular_velocity: L,
}

#[inline(always)]
fn rotate<L: Lanes>([cos, sin]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [cos * x - sin * y, sin * x + cos * y]
}

#[inline(always)]
fn rotate_back<L: Lanes>([cos, sin]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

#[inline(always)]
fn dot<L: Lanes>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn select<L: Lanes>(mask: L::Mask, yes: [L; 2], no: [L; 2]) -> [L; 2] {
    [L::select(mask, yes[0], no[0]), L::select(mask, yes[1], no[1])]
}

impl<L: Lanes> BodyLanes<L> {
    #[inline(always)]
    fn load(scene: &Scene<'_>, slots: &[u32; LANES], rows: &[u32; LANES]) -> Self {
        let frames: &[[f32; 6]] = cast_slice(scene.frames);
        let states: &[[f32; 8]] = cast_slice(scene.states);
        let [x, y, cos, sin] = L::read::<6, 0>(frames, slots);
        let [_, _, center_x, center_y] = L::read::<6, 2>(frames, slots);
        let [vx, vy, angular_velocity, _] = L::gather::<0>(states, rows);
        Self {
            position: [x, y],
            rotation: [cos, sin],
            local_center: [center_x, center_y],
            velocity: [vx, vy],
            angular_velocity,
        }
    }

    /// `MovingShape::is_slow`.
    #[inline(always)]
    fn is_slow(&self, length_unit: f32) -> L::Mask {
        let min_speed = MIN_SPEED * length_unit;
        let squared = dot(self.velocity, self.velocity);
        let turning = self.angular_velocity.max(-self.angular_velocity);
        L::and(squared.lt(L::splat(min_speed * min_speed)), turning.lt(L::splat(MIN_SPEED)))
    }

    /// `pose_after`, where the mask is true.
    #[inline(always)]
    fn moved_on(self, mask: L::Mask, time: f32) -> Self {
        let one = L::splat(1.0);
        let sin = self.angular_velocity * L::splat(time);
        let scale = one / (one + sin * sin).sqrt();
        let rotation = rotate([scale, sin * scale], self.rotation);
        let [cx, cy] = rotate(self.rotation, self.local_center);
        let center = [
            self.position[0] + cx + self.velocity[0] * L::splat(time),
            self.position[1] + cy + self.velocity[1] * L::splat(time),
        ];
        let [cx, cy] = rotate(rotation, self.local_center);
        let position = [center[0] - cx, center[1] - cy];
        Self {
            position: select(mask, position, self.position),
            rotation: select(mask, rotation, self.rotation),
            ..self
        }
    }

    /// The speed of the point at `anchor` along `normal`.
    #[inline(always)]
    fn normal_speed(&self, anchor: [L; 2], normal: [L; 2]) -> L {
        let [cx, cy] = rotate(self.rotation, self.local_center);
        let lever = [anchor[0] - cx, anchor[1] - cy];
        dot(self.velocity, normal) + self.angular_velocity * (lever[0] * normal[1] - lever[1] * normal[0])
    }
}

impl Kernel for CircleKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { batch, scene } = self;
        // Lanes that are not in use repeat the first.
        for lane in batch.count..LANES {
            for side in 0..2 {
                batch.slots[side][lane] = batch.slots[side][0];
                batch.rows[side][lane] = batch.rows[side][0];
            }
        }
        let (zero, one, half) = (L::splat(0.0), L::splat(1.0), L::splat(0.5));
        let a = BodyLanes::<L>::load(&scene, &batch.slots[0], &batch.rows[0]);
        let b = BodyLanes::<L>::load(&scene, &batch.slots[1], &batch.rows[1]);

        // Of slow bodies the manifold is found for now.
        let are_slow = L::and(a.is_slow(scene.length_unit), b.is_slow(scene.length_unit));
        let is_asked = L::select(are_slow, zero, L::load(&batch.is_midpoint));
        let is_midpoint = zero.lt(is_asked);
        let (a, b) = (a.moved_on(is_midpoint, scene.time), b.moved_on(is_midpoint, scene.time));

        // `circle_circle::collide`, in the frame of A.
        let [[ax, ay, ra], [bx, by, rb]] = &batch.circles;
        let origin_b =
            rotate_back(a.rotation, [b.position[0] - a.position[0], b.position[1] - a.position[1]]);
        // `Rot::inverse` times a rotation, and then that times a vector.
        let rotation_b = rotate_back(a.rotation, b.rotation);
        let center_a = [L::load(ax), L::load(ay)];
        let from_origin = rotate(rotation_b, [L::load(bx), L::load(by)]);
        let center_b = [origin_b[0] + from_origin[0], origin_b[1] + from_origin[1]];
        let apart = [center_b[0] - center_a[0], center_b[1] - center_a[1]];
        let distance = dot(apart, apart).sqrt();
        let has_direction = L::splat(MIN_DIRECTION).lt(distance);
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
        let anchor_a = rotate(a.rotation, from_a);
        let anchor_b = rotate(a.rotation, [from_a[0] - origin_b[0], from_a[1] - origin_b[1]]);
        let normal = rotate(a.rotation, normal);
        let speculative = L::splat(scene.speculative);
        let has_point = L::and(is_finite, separation.le(speculative));

        // The rest of `midpoint_manifold`.
        let approach = b.normal_speed(anchor_b, normal) - a.normal_speed(anchor_a, normal);
        let now = separation - L::splat(scene.time) * approach;
        let before = [L::load(&batch.normal[0]), L::load(&batch.normal[1])];
        let is_same = L::and(has_point, L::splat(MIN_NORMAL_COSINE).le(dot(normal, before)));
        let is_found = L::and(is_same, now.le(speculative));

        let one_point = L::splat(ONE_POINT);
        let at_midpoint = L::select(is_found, one_point, L::splat(NO_MIDPOINT));
        let without = L::select(is_finite, L::splat(APART), L::splat(NOTHING));
        let at_present = L::select(has_point, one_point, without);
        L::select(is_midpoint, at_midpoint, at_present).store(&mut batch.results.outcome);
        L::select(is_midpoint, now, separation).store(&mut batch.results.separation);
        normal[0].store(&mut batch.results.normal[0]);
        normal[1].store(&mut batch.results.normal[1]);
        anchor_a[0].store(&mut batch.results.anchors[0]);
        anchor_a[1].store(&mut batch.results.anchors[1]);
        anchor_b[0].store(&mut batch.results.anchors[2]);
        anchor_b[1].store(&mut batch.results.anchors[3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold_method::ManifoldMethod;
    use crate::midpoint::{MovingShape, midpoint_manifold};
    use geom::{Point, Pose, Shape};
    use proptest::prelude::*;

    const TIME: f32 = 1.0 / 120.0;
    const SPECULATIVE: f32 = 0.02;

    /// One pair as the scalar functions compute it.
    fn by_scalar_functions(
        shapes: &[Shape; 2],
        scene: Scene<'_>,
        before: Option<&Manifold>,
    ) -> Option<Manifold> {
        let [a, b] = shapes;
        let (frames, method) = (scene.frames, ManifoldMethod::SeparatingAxes);
        let moving = |i: usize| MovingShape { shape: &shapes[i], frame: &frames[i], state: &scene.states[i] };
        let unit = scene.length_unit;
        let are_slow = [0, 1].iter().all(|&i| moving(i).is_slow(unit));
        match before {
            Some(before) if !are_slow => {
                let pair = [moving(0), moving(1)];
                let found = midpoint_manifold(method, before, pair, scene.time, scene.speculative, unit);
                found.map(|(manifold, _)| manifold)
            }
            _ => {
                let [p, q] = [frames[0].pose, frames[1].pose];
                Some(collide::manifold(a, p, b, q, scene.speculative))
            }
        }
    }

    /// Coordinates that meet exactly, or nearly, or not at all, or are no numbers.
    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![
            8 => -1.2_f32..1.2,
            4 => (-4_i8..5).prop_map(|n| 0.25 * f32::from(n)),
            1 => Just(1e30_f32),
            1 => Just(3e38_f32),
            1 => Just(f32::NAN),
        ]
    }

    fn speed() -> impl Strategy<Value = f32> {
        prop_oneof![Just(0.0_f32), -0.009_f32..0.009, -3.0_f32..3.0, -60.0_f32..60.0]
    }

    fn body() -> impl Strategy<Value = (Frame, BodyState)> {
        let pose = ((coordinate(), coordinate()), -3.2_f32..3.2);
        let center = prop_oneof![Just((0.0_f32, 0.0_f32)), (-0.5_f32..0.5, -0.5_f32..0.5)];
        (pose, center, (speed(), speed(), speed())).prop_map(|((at, angle), center, (x, y, w))| {
            let pose = Pose { position: Point::new(at.0, at.1), ..Pose::new([0.0, 0.0], angle) };
            let frame = Frame { pose, local_center: Vec2::new(center.0, center.1) };
            let velocity = Vec2::new(x, y);
            (frame, BodyState { velocity, angular_velocity: w, ..BodyState::REST })
        })
    }

    fn circle() -> impl Strategy<Value = Shape> {
        let center = prop_oneof![Just([0.0_f32, 0.0]), [-0.3_f32..0.3, -0.3_f32..0.3]];
        (center, prop_oneof![Just(0.5_f32), Just(0.25), 0.05_f32..1.0])
            .prop_map(|(center, radius)| Shape::Circle(Circle::new(center, radius).unwrap()))
    }

    fn bits(found: &Option<Manifold>) -> Option<Vec<u32>> {
        let manifold = found.as_ref()?;
        // IEEE 754 does not define the payload of NaN.
        let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
        Some(bytemuck::cast_slice(bytemuck::bytes_of(manifold)).iter().copied().map(bits).collect())
    }

    proptest! {
        /// Every lane of every width gives the bits of the scalar functions, whatever the other lanes hold:
        /// circles that are apart, touch, overlap, share a centre, turn, fly, or are not in the world.
        #[test]
        fn lanes_give_the_bits_of_the_scalar_functions(
            bodies in prop::collection::vec((body(), body()), 1..=LANES),
            shapes in prop::collection::vec((circle(), circle()), LANES),
            normals in prop::collection::vec(prop_oneof![Just(None), (-3.2_f32..3.2).prop_map(Some)], LANES),
            is_facing in any::<u8>(), unit in prop_oneof![Just(1.0_f32), Just(100.0)],
        ) {
            let (frames, states): (Vec<_>, Vec<_>) =
                bodies.iter().flat_map(|&(a, b)| [a, b]).unzip();
            let scene = Scene { frames: &frames, states: &states, time: TIME, speculative: SPECULATIVE * unit, length_unit: unit };
            for width in Width::all() {
                let mut batch = CircleBatch::new();
                let mut expected = Vec::new();
                for i in 0..bodies.len() {
                    let [a, b] = [shapes[i].0.clone(), shapes[i].1.clone()];
                    let own = Scene { frames: &frames[2 * i..][..2], states: &states[2 * i..][..2], ..scene };
                    // Half of the last normals are those of now, as in a pile that hardly moves.
                    let mut last = collide::manifold(&a, own.frames[0].pose, &b, own.frames[1].pose, 9.0);
                    if is_facing >> i & 1 == 0 {
                        let turn = normals[i].map(geom::Rot::from_angle);
                        last.normal = turn.map_or(last.normal, |turn| turn * Vec2::new(1.0, 0.0));
                    }
                    let before = normals[i].map(|_| &last);
                    let (Shape::Circle(p), Shape::Circle(q)) = (&a, &b) else { unreachable!() };
                    let pair = CirclePair { contact: i, slots: [2 * i, 2 * i + 1], rows: [2 * i, 2 * i + 1], circles: [p, q], before };
                    prop_assert_eq!(batch.push(pair), i + 1 == LANES);
                    expected.push(by_scalar_functions(&[a.clone(), b.clone()], own, before));
                }
                prop_assert_eq!(batch.compute(width, scene), expected.len());
                for (i, expected) in expected.iter().enumerate() {
                    let found = batch.found(i);
                    prop_assert_eq!(batch.contact(i), i);
                    prop_assert_eq!(bits(&found), bits(expected), "{:?}\n{:?}", found, expected);
                }
                prop_assert_eq!(batch.compute(width, scene), 0);
            }
        }
    }
}
