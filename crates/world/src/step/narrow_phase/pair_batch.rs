//! Up to eight contacts whose manifolds are computed together, with their bodies in lanes: what `circles.rs`,
//! `polygons.rs` and `hull_circles.rs` share.
//!
//! ```text
//!   contacts of a chunk   . c . . c p c . p . c c p c .
//!                           |     |   |       | |   |       a full batch is computed,
//!                           '-----+---+-------+-+---+-' --> and so is what is left at the end of the chunk
//! ```
//!
//! **The bits are those of the scalar functions** [`midpoint_manifold`](crate::midpoint::midpoint_manifold)
//! and [`collide::manifold`](collide::manifold()), the reference of these files: the same operations in the
//! same order, with a select in place of each branch. So a result does not depend on which pairs share a
//! batch.
//!
//! Turned down: writing contacts and caches in lanes. Storing a manifold compares feature ids and keeps
//! impulses, which is the same code for all shapes.

use crate::frame::Frame;
use crate::midpoint::{MIN_NORMAL_COSINE, MIN_SPEED};
use bytemuck::{Zeroable, cast_slice};
use collide::Manifold;
use compute::lanes::{Column, cos_sin};
use compute::{LANES, Lanes};
use geom::Vec2;
use solver::BodyState;

#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct PairBatch {
    /// Lanes in use.
    count: usize,
    /// Their indices in the chunk.
    contacts: [usize; LANES],
    /// Of both bodies: where their frames are.
    slots: [[u32; LANES]; 2],
    /// Of both bodies: where their states are.
    rows: [[u32; LANES]; 2],
    /// From the origin of A to that of B, m.
    between: [Column; 2],
    /// The normal of the last manifold; zero if it does not have one point.
    normal: [Column; 2],
    /// 1 if the manifold is to be found for the middle of the step, else 0.
    is_midpoint: Column,
}

pub(super) struct BatchedContact<'a> {
    /// In the chunk.
    pub(super) index: usize,
    pub(super) slots: [usize; 2],
    pub(super) rows: [usize; 2],
    /// m, from the origin of A to that of B.
    pub(super) between: Vec2,
    /// The last manifold, if it has one point and the new one is to be found for the middle of the step.
    pub(super) before: Option<&'a Manifold>,
}

#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// By slot.
    pub(super) frames: &'a [Frame],
    /// By row.
    pub(super) states: &'a [BodyState],
    /// Until the middle of the step, s.
    pub(super) time: f32,
    /// m.
    pub(super) speculative: f32,
    pub(super) length_unit: f32,
}

impl PairBatch {
    /// Returns the lane.
    #[inline(always)]
    pub(super) fn push(&mut self, contact: BatchedContact<'_>) -> usize {
        let lane = self.count % LANES;
        self.contacts[lane] = contact.index;
        for side in 0..2 {
            self.slots[side][lane] = contact.slots[side] as u32;
            self.rows[side][lane] = contact.rows[side] as u32;
        }
        (self.between[0][lane], self.between[1][lane]) = (contact.between.x, contact.between.y);
        let normal = contact.before.map_or(Vec2::new(0.0, 0.0), |before| before.normal);
        (self.normal[0][lane], self.normal[1][lane]) = (normal.x, normal.y);
        self.is_midpoint[lane] = if contact.before.is_some() { 1.0 } else { 0.0 };
        self.count = lane + 1;
        lane
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.count == LANES
    }

    /// The next contact is the first of a new batch.
    #[inline(always)]
    pub(super) fn take_count(&mut self) -> usize {
        std::mem::take(&mut self.count)
    }

    /// Its index in the chunk.
    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> usize {
        self.contacts[lane]
    }

    /// The bodies of the first `count` pairs, moved on to the middle of the step where the manifold is found
    /// for then: not if A or B is slow, or turns by more than `max_turns` (rad) until then.
    #[inline(always)]
    pub(super) fn place<L: Lanes>(
        &mut self,
        count: usize,
        scene: &Scene<'_>,
        max_turns: [L; 2],
    ) -> PlacedPairs<L> {
        // Lanes that are not in use repeat the first.
        for lane in count..LANES {
            for side in 0..2 {
                self.slots[side][lane] = self.slots[side][0];
                self.rows[side][lane] = self.rows[side][0];
                self.between[side][lane] = self.between[side][0];
            }
        }
        let zero = L::splat(0.0);
        let between = [L::load(&self.between[0]), L::load(&self.between[1])];
        let a = BodyLanes::<L>::load(scene, &self.slots[0], &self.rows[0], [zero; 2]);
        let b = BodyLanes::<L>::load(scene, &self.slots[1], &self.rows[1], between);
        let are_slow = L::and(a.is_slow(scene.length_unit), b.is_slow(scene.length_unit));
        let turns_far = L::or(a.turns_by(max_turns[0], scene.time), b.turns_by(max_turns[1], scene.time));
        let is_midpoint = zero.lt(L::select(L::or(are_slow, turns_far), zero, L::load(&self.is_midpoint)));
        let (a, b) = (a.moved_on(is_midpoint, scene.time), b.moved_on(is_midpoint, scene.time));
        PlacedPairs {
            a,
            b,
            is_midpoint,
            origin_b: rotate_back(a.rotation, [b.position[0] - a.position[0], b.position[1] - a.position[1]]),
            // `Rot::inverse` times a rotation, and then that times a vector.
            rotation_b: rotate_back(a.rotation, b.rotation),
            before: [L::load(&self.normal[0]), L::load(&self.normal[1])],
        }
    }
}

/// As they are at the time for which the manifold is found.
#[derive(Clone, Copy)]
pub(super) struct PlacedPairs<L: Lanes> {
    pub(super) a: BodyLanes<L>,
    pub(super) b: BodyLanes<L>,
    /// Whether this is the middle of the step.
    pub(super) is_midpoint: L::Mask,
    /// The pose of B in the frame of A.
    pub(super) origin_b: [L; 2],
    pub(super) rotation_b: [L; 2],
    /// The normal of the last manifold.
    before: [L; 2],
}

impl<L: Lanes> PlacedPairs<L> {
    /// The end of `midpoint_manifold`, for manifolds of one point: its separation now, and whether it can be
    /// used. `depths` are those of the cores.
    #[inline(always)]
    pub(super) fn separation_now(
        &self,
        scene: &Scene<'_>,
        normal: [L; 2],
        [anchor_a, anchor_b]: [[L; 2]; 2],
        separation: L,
        depths: [L; 2],
    ) -> (L, L::Mask) {
        let (lever_a, lever_b) = (self.a.lever(anchor_a), self.b.lever(anchor_b));
        let way_a = self.a.way_along(normal, lever_a, dot(lever_a, normal) - depths[0], scene.time);
        let way_b = self.b.way_along(normal, lever_b, dot(lever_b, normal) + depths[1], scene.time);
        let now = separation - (way_b - way_a);
        let is_same = L::splat(MIN_NORMAL_COSINE).le(dot(normal, self.before));
        (now, L::and(is_same, now.le(L::splat(scene.speculative))))
    }
}

/// At the time for which the manifold is found, as seen from where A is now.
#[derive(Clone, Copy)]
pub(super) struct BodyLanes<L: Lanes> {
    pub(super) position: [L; 2],
    pub(super) rotation: [L; 2],
    local_center: [L; 2],
    velocity: [L; 2],
    angular_velocity: L,
    /// By which it turns until the middle of the step.
    turn: [L; 2],
}

/// `core_depths` of one shape with this radius.
#[inline(always)]
pub(super) fn core_depth<L: Lanes>(radius: L, separation: L) -> L {
    let zero = L::splat(0.0);
    L::select(zero.lt(radius), (radius + L::splat(0.5) * separation).max(zero), zero)
}

#[inline(always)]
pub(super) fn rotate<L: Lanes>([cos, sin]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [cos * x - sin * y, sin * x + cos * y]
}

#[inline(always)]
pub(super) fn rotate_back<L: Lanes>([cos, sin]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

#[inline(always)]
pub(super) fn dot<L: Lanes>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
pub(super) fn select<L: Lanes>(mask: L::Mask, yes: [L; 2], no: [L; 2]) -> [L; 2] {
    [L::select(mask, yes[0], no[0]), L::select(mask, yes[1], no[1])]
}

impl<L: Lanes> BodyLanes<L> {
    #[inline(always)]
    fn load(scene: &Scene<'_>, slots: &[u32; LANES], rows: &[u32; LANES], position: [L; 2]) -> Self {
        // The first four numbers are the place.
        let frames: &[[f32; 8]] = cast_slice(scene.frames);
        let states: &[[f32; 8]] = cast_slice(scene.states);
        let [cos, sin, center_x, center_y] = L::read::<8, 4>(frames, slots);
        let [vx, vy, angular_velocity, _] = L::gather::<0>(states, rows);
        Self {
            position,
            rotation: [cos, sin],
            local_center: [center_x, center_y],
            velocity: [vx, vy],
            angular_velocity,
            turn: [L::splat(1.0), L::splat(0.0)],
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

    /// `MovingShape::turns_far` for a shape that may turn by this much, rad.
    #[inline(always)]
    fn turns_by(&self, more_than: L, time: f32) -> L::Mask {
        let turn = self.angular_velocity * L::splat(time);
        more_than.lt(turn.max(-turn))
    }

    /// `pose_after`, where the mask is true.
    #[inline(always)]
    fn moved_on(self, mask: L::Mask, time: f32) -> Self {
        let turn = cos_sin(self.angular_velocity * L::splat(time));
        let rotation = rotate(turn, self.rotation);
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
            turn,
            ..self
        }
    }

    #[inline(always)]
    fn lever(&self, anchor: [L; 2]) -> [L; 2] {
        let [cx, cy] = rotate(self.rotation, self.local_center);
        [anchor[0] - cx, anchor[1] - cy]
    }

    /// `MovingShape::way_along`.
    #[inline(always)]
    fn way_along(&self, normal: [L; 2], lever: [L; 2], along: L, time: f32) -> L {
        let [cos, sin] = self.turn;
        dot(self.velocity, normal) * L::splat(time)
            + sin * (lever[0] * normal[1] - lever[1] * normal[0])
            + (L::splat(1.0) - cos) * along
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::manifold_source::ManifoldSource;
    use crate::midpoint::{Later, MovingShape, midpoint_manifold};
    use collide::Tolerances;
    use geom::{Point, Pose, Rot, Shape};
    use proptest::prelude::*;

    const TIME: f32 = 1.0 / 120.0;
    const SPECULATIVE: f32 = 0.02;

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
        prop_oneof![Just(0.0_f32), -0.009_f32..0.009, -3.0_f32..3.0, -90.0_f32..90.0]
    }

    fn angle() -> impl Strategy<Value = f32> {
        prop_oneof![-3.2_f32..3.2, (0_u8..8).prop_map(|k| std::f32::consts::FRAC_PI_4 * f32::from(k))]
    }

    fn body() -> impl Strategy<Value = (Frame, Pose, BodyState)> {
        let pose = ((coordinate(), coordinate()), angle());
        let center = prop_oneof![Just((0.0_f32, 0.0_f32)), (-0.5_f32..0.5, -0.5_f32..0.5)];
        (pose, center, (speed(), speed(), speed())).prop_map(|((at, angle), center, (x, y, w))| {
            let rotation = Rot::from_angle(angle);
            let pose = Pose { position: Point::new(at.0, at.1), rotation };
            let frame = Frame { rotation, local_center: Vec2::new(center.0, center.1), ..Frame::ORIGIN };
            let velocity = Vec2::new(x, y);
            (frame, pose, BodyState { velocity, angular_velocity: w, ..BodyState::REST })
        })
    }

    /// The bodies of a pair; and the angle of the normal of its last manifold, or `None` if it had not one
    /// point. The angle is left out where the normal is to be that of now, as in a pile that hardly moves.
    type Bodies = ([(Frame, Pose, BodyState); 2], Option<Option<f32>>);

    pub(crate) fn bodies() -> impl Strategy<Value = Vec<Bodies>> {
        let normal = prop_oneof![Just(None), Just(Some(None)), (-3.2_f32..3.2).prop_map(|it| Some(Some(it)))];
        prop::collection::vec(([body(), body()], normal), 1..=LANES)
    }

    /// Pairs of shapes as the scalar functions compute them.
    pub(crate) struct Scalar {
        shapes: Vec<[Shape; 2]>,
        frames: Vec<Frame>,
        /// As seen from the place of A, which is that of the first body of a pair.
        poses: Vec<Pose>,
        states: Vec<BodyState>,
        before: Vec<Option<Manifold>>,
        length_unit: f32,
    }

    impl Scalar {
        pub(crate) fn new(
            bodies: Vec<Bodies>,
            shapes: impl Iterator<Item = [Shape; 2]>,
            length_unit: f32,
        ) -> Self {
            let shapes: Vec<_> = shapes.take(bodies.len()).collect();
            let all = || bodies.iter().flat_map(|(pair, _)| *pair);
            let frames: Vec<_> = all().map(|(frame, ..)| frame).collect();
            let states: Vec<_> = all().map(|(.., state)| state).collect();
            let mut poses: Vec<_> = all().map(|(_, pose, _)| pose).collect();
            poses.iter_mut().step_by(2).for_each(|pose| pose.position = Point::origin());
            let tolerances = Tolerances::of_unit(length_unit);
            let last = |i: usize, angle: Option<f32>| {
                let [p, q] = [poses[2 * i], poses[2 * i + 1]];
                let mut last = tolerances.manifold(&shapes[i][0], p, &shapes[i][1], q, 9.0);
                last.normal = angle.map_or(last.normal, |it| Rot::from_angle(it) * Vec2::new(1.0, 0.0));
                last
            };
            let before = bodies.iter().enumerate().map(|(i, (_, normal))| normal.map(|it| last(i, it)));
            let before = before.collect();
            Self { shapes, frames, poses, states, before, length_unit }
        }

        pub(crate) fn count(&self) -> usize {
            self.shapes.len()
        }

        pub(crate) fn scene(&self) -> Scene<'_> {
            Scene {
                frames: &self.frames,
                states: &self.states,
                time: TIME,
                speculative: SPECULATIVE * self.length_unit,
                length_unit: self.length_unit,
            }
        }

        pub(crate) fn contact(&self, index: usize) -> BatchedContact<'_> {
            let both = [2 * index, 2 * index + 1];
            let between = self.poses[2 * index + 1].position.coords;
            BatchedContact { index, slots: both, rows: both, between, before: self.before[index].as_ref() }
        }

        /// The manifold, and all of it if it is that of the middle of the step; `None` if that cannot be
        /// used.
        pub(crate) fn found(&self, index: usize) -> Option<(Manifold, Option<Later>)> {
            let (scene, shapes) = (self.scene(), &self.shapes[index]);
            let pair = [0, 1].map(|side| {
                let at = 2 * index + side;
                let (pose, local_center) = (self.poses[at], self.frames[at].local_center);
                MovingShape { shape: &shapes[side], pose, local_center, state: &self.states[at] }
            });
            let unit = self.length_unit;
            let is_now = pair.iter().all(|it| it.is_slow(unit)) || pair.iter().any(|it| it.turns_far(TIME));
            match &self.before[index] {
                Some(before) if !is_now => {
                    let source = ManifoldSource::Collide;
                    let found = midpoint_manifold(source, before, pair, TIME, scene.speculative, unit);
                    found.map(|later| (later.manifold, Some(later)))
                }
                _ => {
                    let [p, q] = pair.map(|it| it.pose);
                    let tolerances = Tolerances::of_unit(unit);
                    Some((tolerances.manifold(&shapes[0], p, &shapes[1], q, scene.speculative), None))
                }
            }
        }
    }

    /// The numbers of a plain type as bits. IEEE 754 does not define the payload of NaN.
    pub(crate) fn bits<T: bytemuck::NoUninit>(found: Option<&T>) -> Option<Vec<u32>> {
        let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
        Some(cast_slice(bytemuck::bytes_of(found?)).iter().copied().map(bits).collect())
    }
}
