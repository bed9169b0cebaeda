//! The rows of an edge, eight edges at a time: the formulas of `mechanisms/link.rs` in lanes of `f32`.
//!
//! The *child* takes the part of A. Where it is B, all signs of the row change, except those of a distance;
//! an axis, which turns with A, has a kind of its own for that.
//!
//! ```text
//!   J v + bias + leak give impulse = 0        give = (own share) K + (fixed part),   K = J M^-1 J^T
//! ```
//!
//! Rigid rows of a tree do not leak: their give only keeps the elimination defined, and a second solve
//! removes what it leaves. Rows that may contradict each other leak, and so do springs.
//!
//! **Curvature.** An arm r that turns by the angle a leaves the straight line by
//! `(cos a - 1) r + (sin a - a) r_perp`, as a series without cancellation.

use crate::BodyInput;
use crate::joint::{ConstraintError, JointFrame, JointRows, RowMode, Substep};
use crate::lanes::{LaneVec2, MotionLanes, ZERO};
use crate::schedule::EMPTY_LANE;
use crate::together::bounds;
use compute::lanes::Column;
use compute::math::sqrt;
use compute::{LANES, Lanes};

const CLOSED_GIVE: f32 = bounds::CLOSED_GIVE as f32;
const SOFT_GIVE: f32 = bounds::SOFT_GIVE as f32;
const CONTRADICTION: f32 = bounds::CONTRADICTION as f32;
const TOO_STRONG: f32 = bounds::TOO_STRONG as f32;
const MAX_DEVIATION: f32 = bounds::MAX_DEVIATION as f32;
pub(super) const MAX_ANGLE: f32 = bounds::MAX_ANGLE as f32;

/// The least that resists a change of the impulse of a row, as a part of K: a row that others hold already
/// has rounding alone, and a huge impulse shows which of them does not belong.
const ROUNDING: f32 = 2e-6;

/// A velocity or an impulse of eight bodies; `w` is the rotation.
#[derive(Clone, Copy)]
pub(super) struct Spatial<L> {
    pub(super) x: L,
    pub(super) y: L,
    pub(super) w: L,
}

impl<L: Lanes> Spatial<L> {
    #[inline(always)]
    pub(super) fn load(columns: &[Column; 3]) -> Self {
        Self { x: L::load(&columns[0]), y: L::load(&columns[1]), w: L::load(&columns[2]) }
    }

    #[inline(always)]
    pub(super) fn store(self, columns: &mut [Column; 3]) {
        self.x.store(&mut columns[0]);
        self.y.store(&mut columns[1]);
        self.w.store(&mut columns[2]);
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> L {
        self.x * other.x + self.y * other.y + self.w * other.w
    }

    #[inline(always)]
    pub(super) fn scaled(self, factor: L) -> Self {
        Self { x: self.x * factor, y: self.y * factor, w: self.w * factor }
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self, factor: L) -> Self {
        Self { x: self.x + other.x * factor, y: self.y + other.y * factor, w: self.w + other.w * factor }
    }

    #[inline(always)]
    pub(super) fn linear(self) -> LaneVec2<L> {
        LaneVec2::new(self.x, self.y)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Point,
    Angle,
    Distance,
    /// An axis that turns with the child, or with the parent.
    AxisOfChild,
    AxisOfParent,
}

/// [`RowMode`] without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Rigid,
    Spring,
    Limit,
    Motor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) kind: Kind,
    pub(super) mode: Mode,
    pub(super) is_bounded: bool,
}

impl Pattern {
    pub(super) const RIGID_ANGLE: Self = Self { kind: Kind::Angle, mode: Mode::Rigid, is_bounded: false };

    pub(super) fn of(rows: &JointRows, is_swapped: bool) -> Self {
        let kind = match rows.error {
            ConstraintError::Point(_) => Kind::Point,
            ConstraintError::Angle { .. } => Kind::Angle,
            ConstraintError::Axis { .. } if is_swapped => Kind::AxisOfParent,
            ConstraintError::Axis { .. } => Kind::AxisOfChild,
            _ => Kind::Distance,
        };
        let mode = match rows.mode {
            RowMode::Rigid => Mode::Rigid,
            RowMode::Spring { .. } => Mode::Spring,
            RowMode::Limit { .. } => Mode::Limit,
            RowMode::Motor { .. } => Mode::Motor,
        };
        let has_bound = rows.force_bounds[0] > f32::NEG_INFINITY || rows.force_bounds[1] < f32::INFINITY;
        let is_bounded = kind != Kind::Point && (has_bound || mode == Mode::Limit);
        Self { kind, mode, is_bounded }
    }

    /// In five bits.
    pub(super) fn key(self) -> u64 {
        (self.kind as u64) << 3 | (self.mode as u64) << 1 | u64::from(self.is_bounded)
    }

    pub(super) fn rows(self) -> usize {
        if self.kind == Kind::Point { 2 } else { 1 }
    }

    /// The error depends on how the bodies turn, so after a sub-step it is not C + h J v.
    fn is_curved(self) -> bool {
        self.kind != Kind::Angle && !matches!(self.mode, Mode::Spring | Mode::Motor)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The Jacobian.
    pub(super) child: [Column; 3],
    pub(super) parent: [Column; 3],
    /// What a change of the impulse does to the parent, and the inverse of what resists it (`solve.rs`).
    pub(super) gain: [Column; 3],
    pub(super) inverse: Column,
    /// J v + bias, without what rows before it do.
    pub(super) rest: Column,
    error: Column,
    start_error: Column,
    pub(super) bias: Column,
    pub(super) give: Column,
    /// Smaller resistance is rounding.
    pub(super) least: Column,
    pub(super) impulse: Column,
    pub(super) change: Column,
    pub(super) total: Column,
    /// 1 where the impulse is at its lower, or its upper bound.
    pub(super) is_at: [Column; 2],
}

impl Row {
    pub(super) const EMPTY: Self = Self {
        child: [ZERO; 3],
        parent: [ZERO; 3],
        gain: [ZERO; 3],
        inverse: ZERO,
        rest: ZERO,
        error: ZERO,
        start_error: ZERO,
        bias: ZERO,
        give: ZERO,
        least: ZERO,
        impulse: ZERO,
        change: ZERO,
        total: ZERO,
        is_at: [ZERO; 2],
    };

    #[inline(always)]
    pub(super) fn is_bound<L: Lanes>(&self) -> L::Mask {
        L::splat(0.0).lt(L::load(&self.is_at[0]) + L::load(&self.is_at[1]))
    }

    /// J v
    #[inline(always)]
    pub(super) fn velocity<L: Lanes>(&self, child: Spatial<L>, parent: Spatial<L>) -> L {
        Spatial::load(&self.child).dot(child) + Spatial::load(&self.parent).dot(parent)
    }
}

pub(super) struct LinkSource<'s> {
    /// Index among the caller's rows, and the rows.
    pub(super) joint: u32,
    pub(super) joints: &'s JointRows,
    pub(super) is_swapped: bool,
    /// Of A and B.
    pub(super) inputs: [&'s BodyInput; 2],
    pub(super) is_closed: bool,
    pub(super) substep: Substep<'s>,
}

/// A sweep sets biases for it.
pub(super) struct Motion<L> {
    /// Of child and parent, before the solve.
    pub(super) velocities: [Spatial<L>; 2],
    /// Angular velocities of both that are expected after the solve.
    pub(super) expected: [L; 2],
}

#[derive(Clone, Copy)]
pub(super) struct Rate {
    /// The share of an error that rigid rows remove in a second; zero in relax sweeps.
    pub(super) rate: f32,
    /// s.
    pub(super) h: f32,
    /// Bodies move before the next sweep of another rate: rows then hold along the curve of the motion.
    pub(super) is_biased: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LinkColumns {
    /// The index of the [`JointRows`] in each lane, or [`EMPTY_LANE`].
    pub(super) joints: [u32; LANES],
    /// -1 where the child is B and the signs change.
    sign: Column,
    pub(super) pattern: Pattern,
    /// When the step begins. Of angles, the factors are `axis`, and the angle is `rest`.
    anchors: [[Column; 2]; 2],
    gap: [Column; 2],
    axis: [Column; 2],
    rest: Column,
    /// Of axes and distances: from the child's point to the parent's now, and how far both arms reach along
    /// it.
    apart: [Column; 2],
    reaches: [Column; 2],
    /// As in `mechanisms/link.rs`.
    drive: Column,
    range: [Column; 2],
    limit_speed: Column,
    pub(super) bounds: [Column; 2],
    arms: Column,
    /// The give is the first plus the second times K.
    give: [Column; 2],
    leak: Column,
}

impl LinkColumns {
    pub(super) fn empty(pattern: Pattern) -> Self {
        Self {
            joints: [EMPTY_LANE; LANES],
            sign: [1.0; LANES],
            pattern,
            anchors: [[ZERO; 2]; 2],
            gap: [ZERO; 2],
            axis: [ZERO; 2],
            rest: ZERO,
            apart: [ZERO; 2],
            reaches: [ZERO; 2],
            drive: ZERO,
            range: [ZERO; 2],
            limit_speed: ZERO,
            bounds: [ZERO; 2],
            arms: ZERO,
            give: [ZERO; 2],
            leak: ZERO,
        }
    }

    pub(super) fn fill(&mut self, lane: usize, source: &LinkSource<'_>, rows: &mut [Row]) {
        let &LinkSource { joint, joints, is_swapped, inputs, is_closed, substep } = source;
        let Pattern { kind, mode, is_bounded } = self.pattern;
        let is_turned = is_swapped && !matches!(kind, Kind::AxisOfParent | Kind::Distance);
        let sign = if is_turned { -1.0 } else { 1.0 };
        let (child, parent) = if is_swapped { (1, 0) } else { (0, 1) };
        self.joints[lane] = joint;
        self.sign[lane] = sign;
        let mut set_frame = |frame: &JointFrame| {
            let anchors = [frame.anchor_a, frame.anchor_b];
            let gap = if is_swapped && kind != Kind::AxisOfParent { -frame.gap } else { frame.gap };
            for i in 0..2 {
                self.anchors[0][i][lane] = anchors[child][i];
                self.anchors[1][i][lane] = anchors[parent][i];
                self.gap[i][lane] = gap[i];
            }
            let arms = [anchors[0].norm(), anchors[1].norm()];
            self.arms[lane] = arms[0] + arms[1] + if kind == Kind::Point { 0.0 } else { frame.gap.norm() };
        };
        match &joints.error {
            ConstraintError::Point(frame) => set_frame(frame),
            ConstraintError::Angle { factors, angle } => {
                (self.axis[0][lane], self.axis[1][lane]) = (factors[child], factors[parent]);
                self.rest[lane] = sign * angle;
                self.arms[lane] = 1.0;
            }
            ConstraintError::Axis { frame, axis, rest } => {
                set_frame(frame);
                (self.axis[0][lane], self.axis[1][lane], self.rest[lane]) = (axis.x, axis.y, *rest);
            }
            ConstraintError::Distance { frame, length } => {
                set_frame(frame);
                self.rest[lane] = *length;
            }
            ConstraintError::Pulley { .. } | ConstraintError::Image { .. } => {}
        }
        if kind != Kind::Angle {
            for input in inputs {
                let gyration = if input.inverse_inertia > 0.0 {
                    sqrt(input.inverse_mass / input.inverse_inertia)
                } else {
                    0.0
                };
                self.arms[lane] = self.arms[lane].max(gyration);
            }
        }
        let part = if is_closed { CLOSED_GIVE } else { 0.0 };
        self.give[1][lane] = part;
        self.leak[lane] = f32::from(u8::from(is_closed));
        self.drive[lane] = match joints.mode {
            RowMode::Spring { hertz, damping_ratio } => {
                let spring = substep.spring(joints, inputs, hertz, damping_ratio);
                (self.give[0][lane], self.give[1][lane], self.leak[lane]) =
                    (spring.give[0], spring.give[1], 1.0);
                spring.bias_rate
            }
            RowMode::Motor { speed, .. } => -sign * speed,
            RowMode::Rigid | RowMode::Limit { .. } => 0.0,
        };
        let turned = |[low, high]: [f32; 2]| if is_turned { [-high, -low] } else { [low, high] };
        let range = turned(joints.mode.range());
        let mut bounds =
            turned(joints.force_bounds.map(|force| (force * substep.h).clamp(-f32::MAX, f32::MAX)));
        if mode == Mode::Limit {
            bounds[usize::from(sign * joints.impulse[0] < 0.0)] = 0.0;
        }
        self.limit_speed[lane] = joints.limit_speed(substep.push_out_speed);
        for i in 0..2 {
            (self.range[i][lane], self.bounds[i][lane]) = (range[i], bounds[i]);
        }
        for (i, row) in rows.iter_mut().enumerate() {
            let impulse = sign * joints.impulse[i];
            row.impulse[lane] = impulse;
            let at_lower = is_bounded && impulse <= bounds[0];
            let at_upper = is_bounded && !at_lower && impulse >= bounds[1];
            row.is_at[0][lane] = f32::from(u8::from(at_lower));
            row.is_at[1][lane] = f32::from(u8::from(at_upper));
        }
    }

    pub(super) fn sign(&self, lane: usize) -> f32 {
        self.sign[lane]
    }

    /// For the current motions. `inverse` are the inverse masses and inertias of child and parent.
    #[inline(always)]
    pub(super) fn evaluate<L: Lanes>(
        &mut self,
        [child, parent]: [&MotionLanes<L>; 2],
        inverse: &[[Column; 2]; 2],
        rows: &mut [Row],
    ) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        if self.pattern.kind == Kind::Angle {
            let [own, other] = [L::load(&self.axis[0]), L::load(&self.axis[1])];
            let error = L::load(&self.rest) + (other * small_angle(parent) - own * small_angle(child));
            error.store(&mut rows[0].error);
            Spatial { x: zero, y: zero, w: -own }.store(&mut rows[0].child);
            Spatial { x: zero, y: zero, w: other }.store(&mut rows[0].parent);
        } else {
            let [start_c, start_p] = [LaneVec2::load(&self.anchors[0]), LaneVec2::load(&self.anchors[1])];
            let (r_c, r_p) = (child.rotate(start_c), parent.rotate(start_p));
            let moved = (parent.translation - child.translation) + (r_p - start_p) - (r_c - start_c);
            let d = LaneVec2::load(&self.gap) + moved;
            match self.pattern.kind {
                Kind::Point => {
                    d.x.store(&mut rows[0].error);
                    d.y.store(&mut rows[1].error);
                    Spatial { x: -one, y: zero, w: r_c.y }.store(&mut rows[0].child);
                    Spatial { x: one, y: zero, w: -r_p.y }.store(&mut rows[0].parent);
                    Spatial { x: zero, y: -one, w: -r_c.x }.store(&mut rows[1].child);
                    Spatial { x: zero, y: one, w: r_p.x }.store(&mut rows[1].parent);
                }
                kind => self.evaluate_length(kind, d, [child, parent], [r_c, r_p], &mut rows[0]),
            }
        }
        let [mc, ic] = [L::load(&inverse[0][0]), L::load(&inverse[0][1])];
        let [mp, ip] = [L::load(&inverse[1][0]), L::load(&inverse[1][1])];
        let [fixed, part] = [L::load(&self.give[0]), L::load(&self.give[1])];
        for row in rows {
            let (jc, jp) = (Spatial::<L>::load(&row.child), Spatial::<L>::load(&row.parent));
            let k = mc * (jc.x * jc.x + jc.y * jc.y)
                + ic * (jc.w * jc.w)
                + mp * (jp.x * jp.x + jp.y * jp.y)
                + ip * (jp.w * jp.w);
            (fixed + part * k).store(&mut row.give);
            (L::splat(ROUNDING) * k).store(&mut row.least);
        }
    }

    /// Of an axis or a distance. `d` is from the child's point to the parent's one, or for an axis that turns
    /// with the parent the other way.
    #[inline(always)]
    fn evaluate_length<L: Lanes>(
        &mut self,
        kind: Kind,
        d: LaneVec2<L>,
        [child, parent]: [&MotionLanes<L>; 2],
        [r_c, r_p]: [LaneVec2<L>; 2],
        row: &mut Row,
    ) {
        let rest = L::load(&self.rest);
        let start_axis = LaneVec2::load(&self.axis);
        let (u, length, d) = match kind {
            Kind::AxisOfChild => {
                let u = child.rotate(start_axis);
                (u, u.dot(d), d)
            }
            Kind::AxisOfParent => {
                // The gap is A's, from the parent to the child, and the motion has the other sign.
                let gap = LaneVec2::load(&self.gap);
                let d = gap + gap - d;
                let u = parent.rotate(start_axis);
                (u, u.dot(d), d)
            }
            _ => {
                let (zero, one) = (L::splat(0.0), L::splat(1.0));
                let length = d.dot(d).sqrt();
                let is_long = zero.lt(length);
                let unit = LaneVec2::select(is_long, d * (one / length), LaneVec2::new(one, zero));
                (unit, length, d)
            }
        };
        (length - rest).store(&mut row.error);
        d.store(&mut self.apart);
        r_c.dot(u).store(&mut self.reaches[0]);
        r_p.dot(u).store(&mut self.reaches[1]);
        if kind == Kind::AxisOfParent {
            // J of A and B: [-u, -(rA + d) x u | u, rB x u], and A is the parent.
            Spatial { x: u.x, y: u.y, w: r_c.cross(u) }.store(&mut row.child);
            Spatial { x: -u.x, y: -u.y, w: -(r_p + d).cross(u) }.store(&mut row.parent);
        } else {
            Spatial { x: -u.x, y: -u.y, w: -(r_c + d).cross(u) }.store(&mut row.child);
            Spatial { x: u.x, y: u.y, w: r_p.cross(u) }.store(&mut row.parent);
        }
    }

    /// Springs act on the errors of now.
    #[inline(always)]
    pub(super) fn hold_errors(rows: &mut [Row]) {
        for row in rows {
            row.start_error = row.error;
        }
    }

    /// Limits choose their ends in these lanes.
    #[inline(always)]
    pub(super) fn set_bias<L: Lanes>(
        &mut self,
        demand: Rate,
        motion: &Motion<L>,
        lanes: L::Mask,
        rows: &mut [Row],
    ) {
        let zero = L::splat(0.0);
        let Rate { rate, h, is_biased } = demand;
        let (rate, inverse_h) = (L::splat(rate), L::splat(1.0 / h));
        let &Motion { velocities: [child, parent], expected } = motion;
        let Pattern { kind, mode, .. } = self.pattern;
        if mode == Mode::Limit {
            self.choose_end(inverse_h, rows[0].velocity(child, parent), lanes, &mut rows[0]);
        }
        let leak = L::load(&self.leak);
        let [lower, upper] = [L::load(&self.range[0]), L::load(&self.range[1])];
        let drive = L::load(&self.drive);
        for row in &mut *rows {
            let c = L::load(&row.error);
            let own = match mode {
                Mode::Rigid => rate * c,
                Mode::Spring => drive * L::load(&row.start_error),
                Mode::Motor => {
                    let (most, least) = ((c - lower) * inverse_h, (c - upper) * inverse_h);
                    drive.min(most.max(zero)).max(least.min(zero))
                }
                Mode::Limit => {
                    let is_upper = L::load(&self.bounds[1]).le(zero);
                    let c = c - L::select(is_upper, upper, lower);
                    let inwards = L::select(is_upper, -c, c);
                    let speed = L::load(&self.limit_speed);
                    L::select(zero.lt(inwards), c * inverse_h, (rate * c).clamp(-speed, speed))
                }
            };
            (own + leak * L::load(&row.give) * L::load(&row.impulse)).store(&mut row.bias);
        }
        if is_biased && self.pattern.is_curved() {
            let h = L::splat(h);
            let most = L::splat(MAX_DEVIATION) * L::load(&self.arms) * inverse_h;
            let (child, parent) = (Spatial { w: expected[0], ..child }, Spatial { w: expected[1], ..parent });
            let angles = [child.w * h, parent.w * h];
            let limit = L::splat(MAX_ANGLE);
            let is_slow = L::and(angles[0].max(-angles[0]).le(limit), angles[1].max(-angles[1]).le(limit));
            if kind == Kind::Point {
                let r_c = LaneVec2::new(-L::load(&rows[1].child[2]), L::load(&rows[0].child[2]));
                let r_p = LaneVec2::new(L::load(&rows[1].parent[2]), -L::load(&rows[0].parent[2]));
                let off = (deviation(r_p, angles[1]) - deviation(r_c, angles[0])) * inverse_h;
                for (row, off) in rows.iter_mut().zip([off.x, off.y]) {
                    let is_near = L::and(is_slow, off.max(-off).le(most));
                    (L::load(&row.bias) + L::select(is_near, off, zero)).store(&mut row.bias);
                }
            } else {
                let off = self.deviation_of_length([child, parent], angles, h, &rows[0]) * inverse_h;
                let is_near = L::and(is_slow, off.max(-off).le(most));
                (L::load(&rows[0].bias) + L::select(is_near, off, zero)).store(&mut rows[0].bias);
            }
        }
    }

    /// Compared with C + h J v.
    #[inline(always)]
    fn deviation_of_length<L: Lanes>(
        &self,
        [child, parent]: [Spatial<L>; 2],
        angles: [L; 2],
        h: L,
        row: &Row,
    ) -> L {
        let d = LaneVec2::<L>::load(&self.apart);
        let is_of_parent = self.pattern.kind == Kind::AxisOfParent;
        let (a, b) = if is_of_parent { (parent, child) } else { (child, parent) };
        let (angle_a, angle_b) = if is_of_parent { (angles[1], angles[0]) } else { (angles[0], angles[1]) };
        let ja = Spatial::<L>::load(if is_of_parent { &row.parent } else { &row.child });
        let jb = Spatial::<L>::load(if is_of_parent { &row.child } else { &row.parent });
        let u = jb.linear();
        // The arms across u are in the Jacobian, those along u are `reaches`.
        let across = LaneVec2::new(-u.y, u.x);
        let (end_a, end_b) = if is_of_parent { (1, 0) } else { (0, 1) };
        let (along_a, along_b) = (L::load(&self.reaches[end_a]), L::load(&self.reaches[end_b]));
        let r_a = u * along_a + across * (ja.w + u.cross(d) * L::splat(-1.0));
        let r_b = u * along_b - across * jb.w;
        let moved = (b.linear() - a.linear()) * h + (across_by(angle_b, r_b) + deviation(r_b, angle_b))
            - (across_by(angle_a, r_a) + deviation(r_a, angle_a));
        let after = d + moved;
        let rest = L::load(&self.rest);
        let length = if self.pattern.kind == Kind::Distance {
            after.dot(after).sqrt()
        } else {
            (u + across_by(angle_a, u) + deviation(u, angle_a)).dot(after)
        };
        length - rest - L::load(&row.error) - h * (ja.dot(a) + jb.dot(b))
    }

    /// The end that is nearer after a sub-step.
    #[inline(always)]
    fn choose_end<L: Lanes>(&mut self, inverse_h: L, velocity: L, lanes: L::Mask, row: &mut Row) {
        let zero = L::splat(0.0);
        let [lower, upper] = [L::load(&self.range[0]), L::load(&self.range[1])];
        let [least, most] = [L::load(&self.bounds[0]), L::load(&self.bounds[1])];
        let greatest = most.max(-least);
        let after = L::load(&row.error) * inverse_h + velocity;
        let is_upper = ((lower + upper) * inverse_h).lt(after + after);
        L::select(lanes, L::select(is_upper, -greatest, zero), least).store(&mut self.bounds[0]);
        L::select(lanes, L::select(is_upper, zero, greatest), most).store(&mut self.bounds[1]);
        let [at_lower, at_upper] = [L::load(&row.is_at[0]), L::load(&row.is_at[1])];
        let at = at_lower + at_upper;
        L::select(lanes, L::select(is_upper, zero, at), at_lower).store(&mut row.is_at[0]);
        L::select(lanes, L::select(is_upper, at, zero), at_upper).store(&mut row.is_at[1]);
    }

    /// r . P of the impulses after a solve on child and parent (`joint/geometric_stiffness.rs`); of points
    /// and distances.
    #[inline(always)]
    pub(super) fn moments<L: Lanes>(&self, rows: &[Row]) -> [L; 2] {
        let x = L::load(&rows[0].impulse) + L::load(&rows[0].change);
        if self.pattern.kind == Kind::Point {
            let y = L::load(&rows[1].impulse) + L::load(&rows[1].change);
            [
                L::load(&rows[1].child[2]) * x - L::load(&rows[0].child[2]) * y,
                L::load(&rows[1].parent[2]) * x - L::load(&rows[0].parent[2]) * y,
            ]
        } else {
            [-(L::load(&self.reaches[0]) * x), L::load(&self.reaches[1]) * x]
        }
    }

    pub(super) fn has_moments(&self) -> bool {
        matches!(self.pattern.kind, Kind::Point | Kind::Distance)
    }

    /// Gives a row at a bound the impulse of the bound. Returns the change.
    #[inline(always)]
    pub(super) fn fix<L: Lanes>(&self, lanes: L::Mask, row: &mut Row) -> L {
        let zero = L::splat(0.0);
        let at_lower = zero.lt(L::load(&row.is_at[0]));
        let bound = L::select(at_lower, L::load(&self.bounds[0]), L::load(&self.bounds[1]));
        let before = L::load(&row.impulse);
        let is_fixed = L::and(lanes, row.is_bound::<L>());
        let change = L::select(is_fixed, bound - before, zero);
        L::select(is_fixed, bound, before).store(&mut row.impulse);
        (L::load(&row.bias) + L::load(&self.leak) * L::load(&row.give) * change).store(&mut row.bias);
        change
    }

    /// `rate` is that of biased sweeps, and `unit` a metre.
    #[inline(always)]
    pub(super) fn is_contradicted<L: Lanes>(&self, rate: f32, unit: f32, rows: &[Row]) -> L::Mask {
        let zero = L::splat(0.0);
        if self.pattern.mode == Mode::Spring {
            return zero.lt(zero);
        }
        let part = L::load(&self.give[1]);
        let unit = if self.pattern.kind == Kind::Angle { 1.0 } else { unit };
        let mut most = part * L::splat(TOO_STRONG * unit);
        if self.pattern.mode == Mode::Rigid {
            let violated = L::load(&self.arms) * L::splat(rate * CONTRADICTION);
            most = L::select(zero.lt(L::load(&self.leak)), most.min(violated), most);
        }
        let mut left = zero;
        for row in rows {
            let own = L::load(&row.give) * (L::load(&row.impulse) + L::load(&row.change));
            left = left.max(own.max(-own));
        }
        let is_stiff = part.lt(L::splat(0.5 * SOFT_GIVE));
        L::and(is_stiff, most.lt(left))
    }

    /// Lanes whose rigid rows do not give way yet.
    pub(super) fn stiff_lanes(&self) -> u8 {
        let mut lanes = 0;
        for lane in 0..LANES {
            lanes |= u8::from(self.give[1][lane] < 0.5 * SOFT_GIVE) << lane;
        }
        lanes
    }

    /// For the rest of the step.
    pub(super) fn soften(&mut self, lanes: u8, inverse: &[[Column; 2]; 2], rows: &mut [Row]) {
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            for row in &mut *rows {
                let mut k = 0.0;
                for (jacobian, inverse) in [&row.child, &row.parent].into_iter().zip(inverse) {
                    let [x, y, w] = [0, 1, 2].map(|i| jacobian[i][lane]);
                    k += inverse[0][lane] * (x * x + y * y) + inverse[1][lane] * (w * w);
                }
                let before = self.leak[lane] * row.give[lane];
                row.give[lane] = SOFT_GIVE * k;
                row.bias[lane] += (row.give[lane] - before) * row.impulse[lane];
            }
            (self.give[1][lane], self.leak[lane]) = (SOFT_GIVE, 1.0);
        }
    }
}

/// As in `joint/angle.rs`.
#[inline(always)]
fn small_angle<L: Lanes>(motion: &MotionLanes<L>) -> L {
    L::splat(3.0) * motion.sin / (L::splat(2.0) + motion.cos)
}

/// a x r
#[inline(always)]
fn across_by<L: Lanes>(a: L, r: LaneVec2<L>) -> LaneVec2<L> {
    LaneVec2::new(-(a * r.y), a * r.x)
}

/// By what the turned arm differs from r + a x r.
#[inline(always)]
fn deviation<L: Lanes>(r: LaneVec2<L>, a: L) -> LaneVec2<L> {
    let square = a * a;
    let c = square * (square * L::splat(1.0 / 24.0) - L::splat(0.5));
    let s = a * square * (square * L::splat(1.0 / 120.0) - L::splat(1.0 / 6.0));
    LaneVec2::new(c * r.x - s * r.y, c * r.y + s * r.x)
}
