//! Eight contacts of one colour, column by column, and the operations of the solver on them in lanes.
//!
//! A contact is kept in its own frame, with normal n and tangent t (n rotated clockwise by 90 degrees). For
//! each point and body, two numbers replace the lever r from the centre of mass to the point:
//!
//! ```text
//!   normal_arm = r x n      tangent_arm = r x t = -(r . n)
//!
//!   normal velocity    n.(vB - vA) + wB normal_arm_B  - wA normal_arm_A
//!   tangent velocity   t.(vB - vA) + wB tangent_arm_B - wA tangent_arm_A
//!   separation now     s + n.(dpB - dpA) + (sB normal_arm_B - (cB - 1) tangent_arm_B)
//!                                        - (sA normal_arm_A - (cA - 1) tangent_arm_A)
//! ```
//!
//! where dp is the translation of a body since the step began, and c and s are the cosine and sine of its
//! rotation; an [`Extra`] adds what round shapes differ by ([`Cores`](crate::Cores)).
//!
//! A sweep reads every block, 128 bytes per contact, so a block stores no number that is cheaper to compute
//! than to load. Each operation on a block waits for the one before it, so a sweep takes two blocks of a
//! colour through the steps side by side. Figures: `docs/experiments/speed.md`.

mod friction;

use super::arms::ArmColumns;
use super::extra::Extra;
use super::normal::{NormalRow, PointCoupling, solve, solve_in_turn, solve_together};
use crate::Softness;
use crate::body::BodyIndex;
use crate::lanes::{LaneVec2, MotionLanes, VelocityLanes};
use crate::shared_bodies::SharedBodies;
use bytemuck::Zeroable;
use compute::lanes::Column;
use compute::{LANES, Lanes};

#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepConstants {
    /// 1/s.
    pub(super) inverse_h: f32,
    /// m/s.
    pub(super) push_out_speed: f32,
    /// m.
    pub(super) bounce_clearance: f32,
}

/// A lane without a point has a separation so large that no impulse acts.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub(super) struct PointColumns {
    pub(super) normal_arm: ArmColumns,
    pub(super) tangent_arm: ArmColumns,
    /// When the step began, m.
    pub(super) separation: Column,
    /// After the last motion of the bodies, m.
    pub(super) separation_now: Column,
    /// Diagonal element of K of the normal row, 1/kg.
    pub(super) k: Column,
    /// kg.
    pub(super) tangent_mass: Column,
    /// N s.
    pub(super) normal_impulse: Column,
    /// N s.
    pub(super) tangent_impulse: Column,
}

impl PointColumns {
    /// At this normal velocity, m/s.
    #[inline(always)]
    fn row<L: Lanes, const BIASED: bool>(
        &self,
        velocity: L,
        softness: &Softness,
        constants: &SubstepConstants,
    ) -> NormalRow<L> {
        let separation = L::load(&self.separation_now);
        let at_contact = separation * L::splat(constants.inverse_h);
        let (impulse, k) = (L::load(&self.normal_impulse), L::load(&self.k));
        let target = if BIASED {
            let scale = L::splat(softness.mass_scale);
            let leak = L::splat(softness.impulse_scale) * k * impulse;
            let bias = at_contact.max(L::splat(softness.bias_rate) * separation);
            let spring = scale * (velocity + bias) + leak;
            // Limits only the impulse beyond the load: limiting the bias would also limit the load that the
            // contact can carry.
            spring.max(scale * (velocity - L::splat(constants.push_out_speed)))
        } else {
            velocity + at_contact.max(L::splat(0.0))
        };
        NormalRow { impulse, target, k }
    }

    /// Leaves the impulse as it is in lanes that are not active.
    #[inline(always)]
    fn restitution_row<L: Lanes>(&self, target: L, active: L::Mask) -> NormalRow<L> {
        let target = L::select(active, target, L::splat(0.0));
        NormalRow { impulse: L::load(&self.normal_impulse), target, k: L::load(&self.k) }
    }

    #[inline(always)]
    fn separation<L: Lanes>(&self, a: &MotionLanes<L>, b: &MotionLanes<L>, normal: LaneVec2<L>) -> L {
        let translated = L::load(&self.separation) + (b.translation - a.translation).dot(normal);
        self.normal_arm.plus_turned(translated, &self.tangent_arm, a, b)
    }
}

/// Eight contacts that share no moving body.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(64))]
pub(super) struct ContactBlock {
    pub(super) a: [BodyIndex; LANES],
    pub(super) b: [BodyIndex; LANES],
    pub(super) normal: [Column; 2],
    pub(super) inverse_inertia_a: Column,
    pub(super) inverse_inertia_b: Column,
    pub(super) friction: Column,
    pub(super) static_friction: Column,
    /// Elements off the diagonal of K of the normal and of the tangent rows, 1/kg; 0 with one point.
    pub(super) k12: Column,
    pub(super) tangent_k12: Column,
    /// 1 / det K, kg^2; 0 where K is nearly singular.
    pub(super) inverse_det: Column,
    /// No kernel reads the second point if `two_points` is false.
    pub(super) points: [PointColumns; 2],
    /// Bit `i`: lane `i` may move its body A.
    pub(super) write_a: u8,
    pub(super) write_b: u8,
    /// Bit `i`: the normal of lane `i` turns with the side of a body (`turned.rs`).
    pub(super) faces: u8,
    /// Whether the manifold of a lane is that of a later time in the step.
    pub(super) are_later: bool,
    /// Bit `i`: lane `i` has a normal that has turned.
    pub(super) turned: u8,
    pub(super) two_points: bool,
    /// Whether the next block shares no moving body with it.
    pub(super) is_apart_from_next: bool,
    /// Whether it has an [`Extra`], at its place in the list of extras.
    pub(super) has_extra: bool,
}

const _: () = assert!(size_of::<ContactBlock>() == 1024);

struct PairVelocities<L> {
    a: VelocityLanes<L>,
    b: VelocityLanes<L>,
}

impl<L: Lanes> PairVelocities<L> {
    #[inline(always)]
    fn gather(block: &ContactBlock, bodies: SharedBodies<'_>) -> Self {
        Self { a: VelocityLanes::gather(&block.a, bodies), b: VelocityLanes::gather(&block.b, bodies) }
    }

    /// Gives the bodies that dominate infinite mass. Their lanes are not written.
    #[inline(always)]
    fn yield_to_dominant(&mut self, extra: &Extra) {
        if extra.dominates {
            self.a.inverse_mass = self.a.inverse_mass * L::load(&extra.yields[0]);
            self.b.inverse_mass = self.b.inverse_mass * L::load(&extra.yields[1]);
        }
    }

    #[inline(always)]
    fn scatter(self, block: &ContactBlock, bodies: SharedBodies<'_>) {
        self.a.scatter(&block.a, block.write_a, bodies);
        self.b.scatter(&block.b, block.write_b, bodies);
    }

    #[inline(always)]
    fn relative(&self) -> LaneVec2<L> {
        self.b.linear - self.a.linear
    }

    #[inline(always)]
    fn relative_angular(&self) -> L {
        self.b.angular - self.a.angular
    }

    /// `linear` is the velocity of the centres of mass along a direction, `arm` the arm of the point about
    /// it.
    #[inline(always)]
    fn at_point(&self, linear: L, arm: &ArmColumns) -> L {
        linear + self.b.angular * L::load(&arm.b) - self.a.angular * L::load(&arm.a)
    }

    #[inline(always)]
    fn apply_normal<const POINTS: usize>(&mut self, block: &ContactBlock, impulses: [L; POINTS]) {
        let arms = [&block.points[0].normal_arm, &block.points[1].normal_arm];
        self.apply(block, LaneVec2::load(&block.normal), arms, impulses);
    }

    #[inline(always)]
    fn apply_tangent<const POINTS: usize>(&mut self, block: &ContactBlock, impulses: [L; POINTS]) {
        let arms = [&block.points[0].tangent_arm, &block.points[1].tangent_arm];
        self.apply(block, LaneVec2::load(&block.normal).right_normal(), arms, impulses);
    }

    #[inline(always)]
    fn apply<const POINTS: usize>(
        &mut self,
        block: &ContactBlock,
        direction: LaneVec2<L>,
        arms: [&ArmColumns; 2],
        impulses: [L; POINTS],
    ) {
        let mut total = impulses[0];
        let mut moment_a = L::load(&arms[0].a) * impulses[0];
        let mut moment_b = L::load(&arms[0].b) * impulses[0];
        for i in 1..POINTS {
            total = total + impulses[i];
            moment_a = moment_a + L::load(&arms[i].a) * impulses[i];
            moment_b = moment_b + L::load(&arms[i].b) * impulses[i];
        }
        let impulse = direction * total;
        self.a.linear = self.a.linear - impulse * self.a.inverse_mass;
        self.a.angular = self.a.angular - L::load(&block.inverse_inertia_a) * moment_a;
        self.b.linear = self.b.linear + impulse * self.b.inverse_mass;
        self.b.angular = self.b.angular + L::load(&block.inverse_inertia_b) * moment_b;
    }

    #[inline(always)]
    fn apply_angular(&mut self, block: &ContactBlock, impulse: L) {
        self.a.angular = self.a.angular - L::load(&block.inverse_inertia_a) * impulse;
        self.b.angular = self.b.angular + L::load(&block.inverse_inertia_b) * impulse;
    }
}

impl ContactBlock {
    #[inline(always)]
    pub(super) fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>, extra: Option<&mut Extra>) {
        let [p, q] = &self.points;
        let mut velocities = PairVelocities::<L>::gather(self, bodies);
        if let Some(extra) = &extra {
            velocities.yield_to_dominant(extra);
        }
        if self.two_points {
            velocities.apply_normal(self, [L::load(&p.normal_impulse), L::load(&q.normal_impulse)]);
            velocities.apply_tangent(self, [L::load(&p.tangent_impulse), L::load(&q.tangent_impulse)]);
        } else {
            velocities.apply_normal(self, [L::load(&p.normal_impulse)]);
            velocities.apply_tangent(self, [L::load(&p.tangent_impulse)]);
        }
        if let Some(extra) = extra {
            velocities.apply_angular(self, L::load(&extra.surface.rolling_impulse));
        }
        velocities.scatter(self, bodies);
    }

    /// The sweeps use the separations until the bodies move again.
    #[inline(always)]
    pub(super) fn update_separations<L: Lanes>(&mut self, bodies: SharedBodies<'_>, extra: Option<&Extra>) {
        let (a, b) = (MotionLanes::gather(&self.a, bodies), MotionLanes::gather(&self.b, bodies));
        let normal = LaneVec2::<L>::load(&self.normal);
        let [p, q] = &mut self.points;
        p.separation(&a, &b, normal).store(&mut p.separation_now);
        if self.two_points {
            q.separation(&a, &b, normal).store(&mut q.separation_now);
        }
        let Some(Extra { cores, .. }) = extra else { return };
        cores[0].separation(L::load(&p.separation_now), &a, &b).store(&mut p.separation_now);
        if self.two_points {
            cores[1].separation(L::load(&q.separation_now), &a, &b).store(&mut q.separation_now);
        }
    }

    /// Two blocks together take less time where there are registers of eight lanes. WebAssembly has none, and
    /// a page would download the code.
    #[inline(always)]
    pub(super) fn is_solved_with(&self, next: &Self) -> bool {
        !cfg!(target_arch = "wasm32") && self.is_apart_from_next && self.two_points == next.two_points
    }

    #[inline(always)]
    pub(super) fn solve<L: Lanes, const BIASED: bool>(
        &mut self,
        bodies: SharedBodies<'_>,
        extra: Option<&mut Extra>,
        softness: &Softness,
        constants: &SubstepConstants,
    ) {
        if self.two_points {
            self.solve_points::<L, BIASED, 2>(bodies, extra, softness, constants);
        } else {
            self.solve_points::<L, BIASED, 1>(bodies, extra, softness, constants);
        }
    }

    /// For a next block that [may be solved together](Self::is_solved_with) with this one.
    #[inline(always)]
    pub(super) fn solve_with<L: Lanes, const BIASED: bool>(
        &mut self,
        next: &mut Self,
        bodies: SharedBodies<'_>,
        extras: [Option<&mut Extra>; 2],
        softness: &Softness,
        constants: &SubstepConstants,
    ) {
        if self.two_points {
            self.solve_points_with::<L, BIASED, 2>(next, bodies, extras, softness, constants);
        } else {
            self.solve_points_with::<L, BIASED, 1>(next, bodies, extras, softness, constants);
        }
    }

    #[inline(always)]
    fn solve_points<L: Lanes, const BIASED: bool, const POINTS: usize>(
        &mut self,
        bodies: SharedBodies<'_>,
        mut extra: Option<&mut Extra>,
        softness: &Softness,
        constants: &SubstepConstants,
    ) {
        let mut velocities = PairVelocities::<L>::gather(self, bodies);
        if let Some(extra) = &extra {
            velocities.yield_to_dominant(extra);
        }
        let rows = self.normal_rows::<L, BIASED, POINTS>(&velocities, softness, constants);
        let mut impulses = solve(&rows, &self.coupling(), L::splat(softness.mass_scale));
        self.let_bounce::<L, BIASED, POINTS>(extra.as_deref_mut(), &rows, &mut impulses, constants);
        self.push(&mut velocities, &rows, impulses);
        self.apply_friction(&mut velocities, impulses, extra.as_deref());
        self.resist_rolling(&mut velocities, impulses, extra);
        velocities.scatter(self, bodies);
    }

    /// [`ContactBlock::solve_points`] of two blocks, step by step.
    #[inline(always)]
    fn solve_points_with<L: Lanes, const BIASED: bool, const POINTS: usize>(
        &mut self,
        next: &mut Self,
        bodies: SharedBodies<'_>,
        [mut extra, mut next_extra]: [Option<&mut Extra>; 2],
        softness: &Softness,
        constants: &SubstepConstants,
    ) {
        let mass_scale = L::splat(softness.mass_scale);
        let mut v = PairVelocities::<L>::gather(self, bodies);
        let mut next_v = PairVelocities::<L>::gather(next, bodies);
        for (velocities, extra) in [(&mut v, &extra), (&mut next_v, &next_extra)] {
            if let Some(extra) = extra {
                velocities.yield_to_dominant(extra);
            }
        }
        let rows = self.normal_rows::<L, BIASED, POINTS>(&v, softness, constants);
        let next_rows = next.normal_rows::<L, BIASED, POINTS>(&next_v, softness, constants);
        let mut impulses = solve(&rows, &self.coupling(), mass_scale);
        let mut next_impulses = solve(&next_rows, &next.coupling(), mass_scale);
        let own = extra.as_deref_mut();
        self.let_bounce::<L, BIASED, POINTS>(own, &rows, &mut impulses, constants);
        let own = next_extra.as_deref_mut();
        next.let_bounce::<L, BIASED, POINTS>(own, &next_rows, &mut next_impulses, constants);
        self.push(&mut v, &rows, impulses);
        next.push(&mut next_v, &next_rows, next_impulses);
        self.apply_friction(&mut v, impulses, extra.as_deref());
        next.apply_friction(&mut next_v, next_impulses, next_extra.as_deref());
        self.resist_rolling(&mut v, impulses, extra);
        next.resist_rolling(&mut next_v, next_impulses, next_extra);
        v.scatter(self, bodies);
        next_v.scatter(next, bodies);
    }

    #[inline(always)]
    fn push<L: Lanes, const POINTS: usize>(
        &self,
        velocities: &mut PairVelocities<L>,
        rows: &[NormalRow<L>; POINTS],
        impulses: [L; POINTS],
    ) {
        let mut changes = impulses;
        for i in 0..POINTS {
            changes[i] = impulses[i] - rows[i].impulse;
        }
        velocities.apply_normal(self, changes);
    }

    #[inline(always)]
    fn normal_rows<L: Lanes, const BIASED: bool, const POINTS: usize>(
        &self,
        velocities: &PairVelocities<L>,
        softness: &Softness,
        constants: &SubstepConstants,
    ) -> [NormalRow<L>; POINTS] {
        let approach = velocities.relative().dot(LaneVec2::load(&self.normal));
        let mut rows = [NormalRow { impulse: approach, target: approach, k: approach }; POINTS];
        for i in 0..POINTS {
            let point = &self.points[i];
            let velocity = velocities.at_point(approach, &point.normal_arm);
            rows[i] = point.row::<L, BIASED>(velocity, softness, constants);
        }
        rows
    }

    /// A relax sweep would slow down points that bounce, because their separation has grown, so their
    /// impulses stay. Records the greatest impulses.
    #[inline(always)]
    fn let_bounce<L: Lanes, const BIASED: bool, const POINTS: usize>(
        &self,
        extra: Option<&mut Extra>,
        rows: &[NormalRow<L>; POINTS],
        impulses: &mut [L; POINTS],
        constants: &SubstepConstants,
    ) {
        let Some(Extra { bounces: true, restitution, .. }) = extra else { return };
        for i in 0..POINTS {
            if !BIASED {
                let separation = L::load(&self.points[i].separation_now);
                let leaves = L::and(
                    restitution.will_bounce::<L>(i),
                    L::splat(constants.bounce_clearance).lt(separation),
                );
                impulses[i] = L::select(leaves, rows[i].impulse, impulses[i]);
            }
            restitution.record_peak(i, impulses[i]);
        }
    }

    #[inline(always)]
    fn coupling<L: Lanes>(&self) -> PointCoupling<L> {
        PointCoupling { k12: L::load(&self.k12), inverse_det: L::load(&self.inverse_det) }
    }

    /// With w the velocity with which a point bounces and v the actual one, K x = w - v for both points
    /// together, or for one after the other where that would pull.
    #[inline(always)]
    pub(super) fn apply_restitution<L: Lanes>(
        &mut self,
        bodies: SharedBodies<'_>,
        extra: &mut Extra,
        h: f32,
    ) {
        let zero = L::splat(0.0);
        let mut velocities = PairVelocities::<L>::gather(self, bodies);
        velocities.yield_to_dominant(extra);
        let restitution = &mut extra.restitution;
        let approach = velocities.relative().dot(LaneVec2::load(&self.normal));
        let [p, q] = &self.points;
        let active = [restitution.is_active::<L>(0), restitution.is_active::<L>(1)];
        let wanted = [
            restitution.wanted_velocity::<L>(0, &p.separation_now, h),
            restitution.wanted_velocity::<L>(1, &q.separation_now, h),
        ];
        let rows = [
            p.restitution_row(velocities.at_point(approach, &p.normal_arm) - wanted[0], active[0]),
            q.restitution_row(velocities.at_point(approach, &q.normal_arm) - wanted[1], active[1]),
        ];
        let coupling = self.coupling();
        // A point that is not active must not react to the other.
        let both_active = L::and(active[0], active[1]);
        let in_turn = solve_in_turn(&rows, L::select(both_active, coupling.k12, zero));
        let [x1, x2] = solve_together([&rows[0], &rows[1]], &coupling);
        let both_push = L::and(zero.le(x1), zero.le(x2));
        let together = L::and(L::and(both_active, zero.lt(coupling.inverse_det)), both_push);
        let impulses = [L::select(together, x1, in_turn[0]), L::select(together, x2, in_turn[1])];
        let given = [impulses[0] - rows[0].impulse, impulses[1] - rows[1].impulse];
        velocities.apply_normal(self, given);
        velocities.scatter(self, bodies);
        given[0].store(&mut restitution.given[0]);
        given[1].store(&mut restitution.given[1]);
        impulses[0].store(&mut self.points[0].normal_impulse);
        impulses[1].store(&mut self.points[1].normal_impulse);
    }
}
