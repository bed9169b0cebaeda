//! What single rows measure: angles, distances along an axis or a line, a rope over two wheels.
//!
//! With u a unit vector, d = pB - pA and r the arms, the derivative of both linear measures is the same,
//!
//! ```text
//!   axis   u = qA u0     C = u . d - rest         line   u = d / |d|     C = u . d - length
//!
//!   v = u . (vB - vA) + wB (rB x u) - wA ((rA + d) x u)
//! ```
//!
//! since on a line d x u is zero. So one kernel serves both. It would also serve angles, whose u is zero, but
//! those are the most common rows, and have a tenth of the work.

use super::Measure;
use super::pair::{Motions, PairColumns, Velocities, ZERO, load, store, turn};
use super::row::Geometry;
use crate::BodyState;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;
use geom::Vec2;

/// The angle of a rotation by less than a radian or so, rad: x = 3 sin x / (2 + cos x) + O(x^5 / 180), which is
/// Cusanus's approximation, off by 4e-6 at 0.25. The arc tangent would take longer than all the rest of the row.
#[inline(always)]
fn small_angle<L: Lanes>(cos: L, sin: L) -> L {
    L::splat(3.0) * sin / (L::splat(2.0) + cos)
}

/// fB angleB - fA angleA.
#[derive(Clone, Copy, Debug)]
pub(super) struct Angles {
    factor_a: Column,
    factor_b: Column,
    start: Column,
}

impl Geometry for Angles {
    const NONE: Self = Self { factor_a: ZERO, factor_b: ZERO, start: ZERO };

    fn fill(&mut self, lane: usize, measure: &Measure) {
        let &Measure::Angle { factors, error } = measure else { return };
        [self.factor_a[lane], self.factor_b[lane]] = factors;
        self.start[lane] = error;
    }

    #[inline(always)]
    fn follow<L: Lanes>(&mut self, pair: &PairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let Motions { a, b } = Motions::<L>::gather(pair, bodies);
        let (fa, fb) = (L::load(&self.factor_a), L::load(&self.factor_b));
        let error = L::load(&self.start) + (fb * small_angle(b[2], b[3]) - fa * small_angle(a[2], a[3]));
        let (ia, ib) = (L::load(&pair.inverse_inertia_a), L::load(&pair.inverse_inertia_b));
        [error, ia * fa * fa + ib * fb * fb]
    }

    #[inline(always)]
    fn velocity<L: Lanes>(&self, Velocities { a, b }: &Velocities<L>) -> L {
        L::load(&self.factor_b) * b[2] - L::load(&self.factor_a) * a[2]
    }

    #[inline(always)]
    fn push<L: Lanes>(&self, pair: &PairColumns, velocities: &mut Velocities<L>, impulse: L) {
        let (ia, ib) = (L::load(&pair.inverse_inertia_a), L::load(&pair.inverse_inertia_b));
        velocities.a[2] = velocities.a[2] - ia * L::load(&self.factor_a) * impulse;
        velocities.b[2] = velocities.b[2] + ib * L::load(&self.factor_b) * impulse;
    }

    fn correct(&self, pair: &PairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let [fa, fb] = [self.factor_a[lane], self.factor_b[lane]];
        let k = pair.inverse_inertia_a[lane] * fa * fa + pair.inverse_inertia_b[lane] * fb * fb;
        if k > 0.0 {
            pair.turn(lane, states, [error / k * fa, -error / k * fb]);
        }
    }
}

/// The derivative of a row that measures points: v = uB . vB + wB acrossB - uA . vA - wA acrossA.
#[derive(Clone, Copy, Debug)]
struct Derivative {
    direction_a: [Column; 2],
    direction_b: [Column; 2],
    across_a: Column,
    across_b: Column,
}

impl Derivative {
    const NONE: Self =
        Self { direction_a: [ZERO; 2], direction_b: [ZERO; 2], across_a: ZERO, across_b: ZERO };

    /// Takes over directions and the arms on which they act; returns K, 1/kg.
    #[inline(always)]
    fn set<L: Lanes>(&mut self, pair: &PairColumns, directions: [[L; 2]; 2], arms: [[L; 2]; 2]) -> L {
        let [ua, ub] = directions;
        let (across_a, across_b) = (cross(arms[0], ua), cross(arms[1], ub));
        store(ua, &mut self.direction_a);
        store(ub, &mut self.direction_b);
        across_a.store(&mut self.across_a);
        across_b.store(&mut self.across_b);
        L::load(&pair.inverse_mass_a) * dot(ua, ua)
            + L::load(&pair.inverse_mass_b) * dot(ub, ub)
            + L::load(&pair.inverse_inertia_a) * across_a * across_a
            + L::load(&pair.inverse_inertia_b) * across_b * across_b
    }

    #[inline(always)]
    fn velocity<L: Lanes>(&self, Velocities { a, b }: &Velocities<L>) -> L {
        let (ua, ub) = (load::<L>(&self.direction_a), load::<L>(&self.direction_b));
        (dot(ub, [b[0], b[1]]) - dot(ua, [a[0], a[1]]))
            + (b[2] * L::load(&self.across_b) - a[2] * L::load(&self.across_a))
    }

    #[inline(always)]
    fn push<L: Lanes>(&self, pair: &PairColumns, velocities: &mut Velocities<L>, impulse: L) {
        let ([ax, ay], [bx, by]) = (load::<L>(&self.direction_a), load::<L>(&self.direction_b));
        let on_a = [ax * impulse, ay * impulse, L::load(&self.across_a) * impulse];
        let on_b = [bx * impulse, by * impulse, L::load(&self.across_b) * impulse];
        velocities.push(pair, on_a, on_b);
    }

    fn correct(&self, pair: &PairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let [ua, ub] = [self.direction_a, self.direction_b].map(|[x, y]| Vec2::new(x[lane], y[lane]));
        let k = pair.inverse_mass_a[lane] * ua.norm_squared() + pair.inverse_mass_b[lane] * ub.norm_squared();
        if k > 0.0 {
            pair.shift(lane, states, [ua * (error / k), ub * (-error / k)]);
        }
    }
}

#[inline(always)]
fn dot<L: Lanes>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn cross<L: Lanes>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[1] - a[1] * b[0]
}

/// Unit vectors along `v`, and the lengths. Of no length: along the x axis.
#[inline(always)]
fn normalized<L: Lanes>(v: [L; 2]) -> ([L; 2], L) {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let length = dot(v, v).sqrt();
    let some = zero.lt(length);
    let inverse = one / length;
    ([L::select(some, v[0] * inverse, one), L::select(some, v[1] * inverse, zero)], length)
}

/// How a point on an arm has moved: the arm as it is, and the way of the point.
#[inline(always)]
fn moved<L: Lanes>(motion: &[L; 4], start: &[Column; 2]) -> ([L; 2], [L; 2]) {
    let start = load::<L>(start);
    let arm = turn(start, motion[2], motion[3]);
    (arm, [motion[0] + (arm[0] - start[0]), motion[1] + (arm[1] - start[1])])
}

/// How far two points are apart, along an axis of A or along the line between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    derivative: Derivative,
    arm_a: [Column; 2],
    arm_b: [Column; 2],
    gap: [Column; 2],
    /// As the step began; zero for a line.
    axis: [Column; 2],
    rest: Column,
}

impl Geometry for Lengths {
    const NONE: Self = Self {
        derivative: Derivative::NONE,
        arm_a: [ZERO; 2],
        arm_b: [ZERO; 2],
        gap: [ZERO; 2],
        axis: [ZERO; 2],
        rest: ZERO,
    };

    fn fill(&mut self, lane: usize, measure: &Measure) {
        let (frame, axis, rest) = match *measure {
            Measure::Axis { frame, axis, rest } => (frame, axis, rest),
            Measure::Distance { frame, length } => (frame, Vec2::zeros(), length),
            _ => return,
        };
        for i in 0..2 {
            self.arm_a[i][lane] = frame.anchor_a[i];
            self.arm_b[i][lane] = frame.anchor_b[i];
            self.gap[i][lane] = frame.gap[i];
            self.axis[i][lane] = axis[i];
        }
        self.rest[lane] = rest;
    }

    #[inline(always)]
    fn follow<L: Lanes>(&mut self, pair: &PairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let Motions { a, b } = Motions::<L>::gather(pair, bodies);
        let (arm_a, way_a) = moved(&a, &self.arm_a);
        let (arm_b, way_b) = moved(&b, &self.arm_b);
        let gap = load::<L>(&self.gap);
        let d = [gap[0] + (way_b[0] - way_a[0]), gap[1] + (way_b[1] - way_a[1])];
        let start = load::<L>(&self.axis);
        let axis = turn(start, a[2], a[3]);
        let (line, length) = normalized(d);
        let is_axis = L::splat(0.0).lt(dot(start, start));
        let u = [L::select(is_axis, axis[0], line[0]), L::select(is_axis, axis[1], line[1])];
        let error = L::select(is_axis, dot(axis, d), length) - L::load(&self.rest);
        let k = self.derivative.set(pair, [u, u], [[arm_a[0] + d[0], arm_a[1] + d[1]], arm_b]);
        [error, k]
    }

    #[inline(always)]
    fn velocity<L: Lanes>(&self, velocities: &Velocities<L>) -> L {
        self.derivative.velocity(velocities)
    }

    #[inline(always)]
    fn push<L: Lanes>(&self, pair: &PairColumns, velocities: &mut Velocities<L>, impulse: L) {
        self.derivative.push(pair, velocities, impulse);
    }

    fn correct(&self, pair: &PairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        self.derivative.correct(pair, lane, states, error);
    }
}

/// |pA - gA| + ratio |pB - gB|.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulleys {
    derivative: Derivative,
    arm_a: [Column; 2],
    arm_b: [Column; 2],
    rope_a: [Column; 2],
    rope_b: [Column; 2],
    ratio: Column,
    length: Column,
}

impl Geometry for Pulleys {
    const NONE: Self = Self {
        derivative: Derivative::NONE,
        arm_a: [ZERO; 2],
        arm_b: [ZERO; 2],
        rope_a: [ZERO; 2],
        rope_b: [ZERO; 2],
        ratio: ZERO,
        length: ZERO,
    };

    fn fill(&mut self, lane: usize, measure: &Measure) {
        let &Measure::Pulley { anchors, ropes, ratio, length } = measure else { return };
        for i in 0..2 {
            self.arm_a[i][lane] = anchors[0][i];
            self.arm_b[i][lane] = anchors[1][i];
            self.rope_a[i][lane] = ropes[0][i];
            self.rope_b[i][lane] = ropes[1][i];
        }
        (self.ratio[lane], self.length[lane]) = (ratio, length);
    }

    #[inline(always)]
    fn follow<L: Lanes>(&mut self, pair: &PairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let Motions { a, b } = Motions::<L>::gather(pair, bodies);
        let (arm_a, way_a) = moved(&a, &self.arm_a);
        let (arm_b, way_b) = moved(&b, &self.arm_b);
        let (rope_a, rope_b) = (load::<L>(&self.rope_a), load::<L>(&self.rope_b));
        let ratio = L::load(&self.ratio);
        let (ua, length_a) = normalized([rope_a[0] + way_a[0], rope_a[1] + way_a[1]]);
        let (ub, length_b) = normalized([rope_b[0] + way_b[0], rope_b[1] + way_b[1]]);
        let error = length_a + ratio * length_b - L::load(&self.length);
        // A's part counts against A.
        let directions = [[-ua[0], -ua[1]], [ratio * ub[0], ratio * ub[1]]];
        let k = self.derivative.set(pair, directions, [arm_a, arm_b]);
        [error, k]
    }

    #[inline(always)]
    fn velocity<L: Lanes>(&self, velocities: &Velocities<L>) -> L {
        self.derivative.velocity(velocities)
    }

    #[inline(always)]
    fn push<L: Lanes>(&self, pair: &PairColumns, velocities: &mut Velocities<L>, impulse: L) {
        self.derivative.push(pair, velocities, impulse);
    }

    fn correct(&self, pair: &PairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        self.derivative.correct(pair, lane, states, error);
    }
}
