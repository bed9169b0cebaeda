//! Eight contacts of one colour, column by column, and what is done to them in lanes.
//!
//! A contact is kept in its own frame, normal n and tangent t (n turned clockwise). For each point and body
//! two numbers say all that the solver asks about the anchor r:
//!
//! ```text
//!   along = r . n     across = r x n
//!
//!   normal velocity    n.(vB - vA) + wB acrossB - wA acrossA
//!   tangent velocity   t.(vB - vA) - wB alongB  + wA alongA
//!   separation now     s + n.(dpB - dpA) + (cB - 1) alongB + sB acrossB - (cA - 1) alongA - sA acrossA
//! ```
//!
//! where dp is how far a body has moved in this step and (c, s) how it has turned. No cross product is left in
//! the loop.
//!
//! Normal impulses are found in `normal.rs`, the velocities of the eight pairs of bodies are in `lanes.rs`, and
//! `prepare.rs` fills blocks and hands impulses back.
//!
//! **Bytes decide.** A sweep reads every block, and a large island does not fit a core's cache: 128 bytes a contact.
//! So a block keeps no number that costs less to compute than to load: two divisions stand for the effective masses
//! along the normal, and the inverse masses come with the velocities, in the fourth number of a body's state.
//!
//! What only few contacts need, a bounce or a surface that runs or resists rolling, lies apart, and the blocks that have
//! it have a kernel of their own.
//!
//! Source of the frame: our prototype, 108 bytes a contact against 156 for anchors, and half of the time.

use super::lanes::{BodyLanes, MotionLanes};
use super::normal::{Coupling, Row, both_push, solve, solve_in_turn};
use crate::Softness;
use crate::body::BodyIndex;
use crate::shared_bodies::SharedBodies;
use bytemuck::Zeroable;
use compute::lanes::Column;
use compute::{LANES, Lanes};

/// What is the same for all blocks in a sub-step.
pub(super) struct Substep {
    pub(super) inverse_h: f32,
    pub(super) push_out_speed: f32,
    pub(super) bounce_clearance: f32,
}

/// One contact point in each lane. Where there is none, it is far away.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub(super) struct PointColumns {
    pub(super) along_a: Column,
    pub(super) across_a: Column,
    pub(super) along_b: Column,
    pub(super) across_b: Column,
    /// As the step began, m.
    pub(super) separation: Column,
    /// After the last motion, m.
    pub(super) separation_now: Column,
    /// Diagonal element of K, 1/kg.
    pub(super) k: Column,
    /// kg.
    pub(super) tangent_mass: Column,
    pub(super) normal_impulse: Column,
    pub(super) tangent_impulse: Column,
}

impl PointColumns {
    /// The normal row at this velocity, m/s.
    #[inline(always)]
    fn row<L: Lanes, const BIASED: bool>(
        &self,
        velocity: L,
        softness: &Softness,
        substep: &Substep,
    ) -> Row<L> {
        let separation = L::load(&self.separation_now);
        let at_contact = separation * L::splat(substep.inverse_h);
        let (impulse, k) = (L::load(&self.normal_impulse), L::load(&self.k));
        let target = if BIASED {
            let scale = L::splat(softness.mass_scale);
            let leak = L::splat(softness.impulse_scale) * k * impulse;
            let bias = at_contact.max(L::splat(softness.bias_rate) * separation);
            let spring = scale * (velocity + bias) + leak;
            // What the spring asks for beyond its load, however deep: as a bound of the bias alone it would be taken off
            // what bears the load.
            spring.max(scale * (velocity - L::splat(substep.push_out_speed)))
        } else {
            velocity + at_contact.max(L::splat(0.0))
        };
        Row { impulse, target, k }
    }

    /// A rigid row that does nothing where it is not active.
    #[inline(always)]
    fn bounce_row<L: Lanes>(&self, target: L, active: L::Mask) -> Row<L> {
        let target = L::select(active, target, L::splat(0.0));
        Row { impulse: L::load(&self.normal_impulse), target, k: L::load(&self.k) }
    }
}

/// Eight contacts that share no body that moves.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(64))]
pub(super) struct ContactBlock {
    pub(super) a: [BodyIndex; LANES],
    pub(super) b: [BodyIndex; LANES],
    pub(super) normal_x: Column,
    pub(super) normal_y: Column,
    pub(super) inverse_inertia_a: Column,
    pub(super) inverse_inertia_b: Column,
    pub(super) friction: Column,
    pub(super) static_friction: Column,
    /// Elements off the diagonal of K, 1/kg, along the normal and along the tangent; 0 where there is one point.
    pub(super) k12: Column,
    pub(super) tangent_k12: Column,
    /// 1 / det K, kg^2; 0 where K is nearly singular.
    pub(super) inverse_det: Column,
    /// The second is not looked at if no lane has one.
    pub(super) points: [PointColumns; 2],
    /// Bit `i`: lane `i` may move its body.
    pub(super) write_a: u8,
    pub(super) write_b: u8,
    /// Whether a lane has a second point.
    pub(super) two_points: bool,
    /// Index into the extras, or one of the two below.
    pub(super) extra: u32,
}

/// In [`ContactBlock::extra`]: no contact has one; one may, which has not been looked at yet.
pub(super) const NO_EXTRA: u32 = u32::MAX;
pub(super) const MAY_HAVE_EXTRA: u32 = u32::MAX - 1;

const _: () = assert!(size_of::<ContactBlock>() == 1024);

/// What only few blocks need. One for both, so that a sweep asks a block once.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Extra {
    pub(super) bounce: Bounce,
    pub(super) surface: Surface,
}

/// Of a block in which something bounces: what it leaves with, and whether it was hit.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Bounce {
    /// Of B as seen from A, along the normal, m/s^2.
    pub(super) acceleration: Column,
    /// Normal velocity with which the surfaces part, for each point, m/s; 0 where nothing bounces.
    pub(super) parting: [Column; 2],
    /// Overlap that the approach has not made, m.
    pub(super) too_deep: [Column; 2],
    /// The greatest normal impulse of the step, N s.
    pub(super) peak: [Column; 2],
}

impl Bounce {
    /// Where the point bounces and was hit.
    #[inline(always)]
    fn is_active<L: Lanes>(&self, point: usize) -> L::Mask {
        let zero = L::splat(0.0);
        L::and(zero.lt(L::load(&self.parting[point])), zero.lt(L::load(&self.peak[point])))
    }

    /// The normal velocity to leave with where the separation is what it is now: w of `prepare.rs`.
    #[inline(always)]
    fn leaving<L: Lanes>(&self, point: usize, separation: &Column, h: f32) -> L {
        let (zero, acceleration) = (L::splat(0.0), L::load(&self.acceleration));
        let parting = L::load(&self.parting[point]);
        let way = L::load(separation) + L::load(&self.too_deep[point]);
        let square = parting * parting + L::splat(2.0) * acceleration * way;
        (square.max(zero).sqrt() - L::splat(0.5 * h) * acceleration).max(zero)
    }
}

/// Of a block in which a surface runs or resists rolling; 0 where it does not.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(super) struct Surface {
    /// What the tangent velocity is to become, m/s.
    pub(super) speed: Column,
    /// Bound of the rolling impulse over the normal impulse, m.
    pub(super) rolling_resistance: Column,
    /// 1 / (1/IA + 1/IB), kg m^2; 0 where neither turns.
    pub(super) inertia: Column,
    /// N m s.
    pub(super) rolling_impulse: Column,
}

impl Surface {
    /// The change of the rolling impulse that stops the rolling, or as much of it as this normal impulse allows.
    #[inline(always)]
    fn resist<L: Lanes>(&mut self, rolling: L, normal_impulse: L) -> L {
        let old = L::load(&self.rolling_impulse);
        let bound = L::load(&self.rolling_resistance) * normal_impulse;
        let new = (old - L::load(&self.inertia) * rolling).clamp(-bound, bound);
        new.store(&mut self.rolling_impulse);
        new - old
    }
}

impl ContactBlock {
    /// Which extra is its own.
    #[inline(always)]
    pub(super) fn extra_index(&self) -> Option<usize> {
        (self.extra != NO_EXTRA).then_some(self.extra as usize)
    }

    /// Applies the stored impulses.
    #[inline(always)]
    pub(super) fn warm_start<L: Lanes>(&self, shared: SharedBodies<'_>, extra: Option<&mut Extra>) {
        let [p, q] = &self.points;
        let mut bodies = BodyLanes::<L>::gather(self, shared);
        if self.two_points {
            bodies.push(self, [L::load(&p.normal_impulse), L::load(&q.normal_impulse)]);
            bodies.rub(self, [L::load(&p.tangent_impulse), L::load(&q.tangent_impulse)]);
        } else {
            bodies.push(self, [L::load(&p.normal_impulse)]);
            bodies.rub(self, [L::load(&p.tangent_impulse)]);
        }
        if let Some(extra) = extra {
            bodies.twist(self, L::load(&extra.surface.rolling_impulse));
        }
        bodies.scatter(self, shared);
    }

    /// Computes the separations anew, once the bodies have moved. All sweeps up to the next motion read them.
    #[inline(always)]
    pub(super) fn follow<L: Lanes>(&mut self, shared: SharedBodies<'_>) {
        let moved = MotionLanes::<L>::gather(self, shared);
        let (nx, ny) = (L::load(&self.normal_x), L::load(&self.normal_y));
        let [p, q] = &mut self.points;
        moved.separation(p, nx, ny).store(&mut p.separation_now);
        if self.two_points {
            moved.separation(q, nx, ny).store(&mut q.separation_now);
        }
    }

    /// One sweep over the eight contacts.
    #[inline(always)]
    pub(super) fn solve<L: Lanes, const BIASED: bool>(
        &mut self,
        shared: SharedBodies<'_>,
        extra: Option<&mut Extra>,
        softness: &Softness,
        substep: &Substep,
    ) {
        match (extra, self.two_points) {
            (None, true) => self.solve_points::<L, BIASED, 2>(shared, None, softness, substep),
            (None, false) => self.solve_points::<L, BIASED, 1>(shared, None, softness, substep),
            (some, true) => self.solve_points::<L, BIASED, 2>(shared, some, softness, substep),
            (some, false) => self.solve_points::<L, BIASED, 1>(shared, some, softness, substep),
        }
    }

    #[inline(always)]
    fn solve_points<L: Lanes, const BIASED: bool, const POINTS: usize>(
        &mut self,
        shared: SharedBodies<'_>,
        mut extra: Option<&mut Extra>,
        softness: &Softness,
        substep: &Substep,
    ) {
        let mut bodies = BodyLanes::<L>::gather(self, shared);
        let [dx, dy] = bodies.relative_velocity();
        let approach = dx * L::load(&self.normal_x) + dy * L::load(&self.normal_y);
        let mut rows = [Row { impulse: approach, target: approach, k: approach }; POINTS];
        for i in 0..POINTS {
            let point = &self.points[i];
            rows[i] = point.row::<L, BIASED>(bodies.normal_velocity(approach, point), softness, substep);
        }
        let mut impulses = solve(&rows, &self.coupling(), L::splat(softness.mass_scale));
        if let Some(Extra { bounce, .. }) = &mut extra {
            for i in 0..POINTS {
                if !BIASED {
                    // A body that leaves must not be braked by the distance that it has gained.
                    let separation = L::load(&self.points[i].separation_now);
                    let leaves = L::and(
                        L::splat(0.0).lt(L::load(&bounce.parting[i])),
                        L::splat(substep.bounce_clearance).lt(separation),
                    );
                    impulses[i] = L::select(leaves, rows[i].impulse, impulses[i]);
                }
                L::load(&bounce.peak[i]).max(impulses[i]).store(&mut bounce.peak[i]);
            }
        }
        let mut changes = impulses;
        for i in 0..POINTS {
            changes[i] = impulses[i] - rows[i].impulse;
        }
        bodies.push(self, changes);

        // Friction: what would stop the sliding, if that lies in the static cone of the new normal impulse, or else
        // the sliding cone's border. The second point sees what the first has done through K12.
        let (friction, static_friction) = (L::load(&self.friction), L::load(&self.static_friction));
        for i in 0..POINTS {
            let normal = impulses[i];
            let mut sliding = bodies.tangent_velocity(self, &self.points[i]);
            if i > 0 {
                sliding = sliding + L::load(&self.tangent_k12) * changes[i - 1];
            }
            if let Some(extra) = &extra {
                sliding = sliding - L::load(&extra.surface.speed);
            }
            let point = &mut self.points[i];
            let old = L::load(&point.tangent_impulse);
            let stop = old - L::load(&point.tangent_mass) * sliding;
            let (bound, limit) = (friction * normal, static_friction * normal);
            let holds = L::and(stop.le(limit), (-limit).le(stop));
            let new = L::select(holds, stop, stop.clamp(-bound, bound));
            changes[i] = new - old;
            normal.store(&mut point.normal_impulse);
            new.store(&mut point.tangent_impulse);
        }
        bodies.rub(self, changes);
        if let Some(Extra { surface, .. }) = &mut extra {
            let mut normal = impulses[0];
            for i in 1..POINTS {
                normal = normal + impulses[i];
            }
            bodies.twist(self, surface.resist(bodies.rolling(), normal));
        }
        bodies.scatter(self, shared);
    }

    #[inline(always)]
    fn coupling<L: Lanes>(&self) -> Coupling<L> {
        Coupling { k12: L::load(&self.k12), inverse_det: L::load(&self.inverse_det) }
    }

    /// Gives the points that were hit the normal velocity they bounce with: K x = w - v for both
    /// together, or one after the other where that would pull.
    #[inline(always)]
    pub(super) fn bounce<L: Lanes>(&mut self, shared: SharedBodies<'_>, bounce: &Bounce, h: f32) {
        let zero = L::splat(0.0);
        let mut bodies = BodyLanes::<L>::gather(self, shared);
        let [dx, dy] = bodies.relative_velocity();
        let approach = dx * L::load(&self.normal_x) + dy * L::load(&self.normal_y);
        let [p, q] = &self.points;
        let active = [bounce.is_active::<L>(0), bounce.is_active::<L>(1)];
        let leaving =
            [bounce.leaving::<L>(0, &p.separation_now, h), bounce.leaving::<L>(1, &q.separation_now, h)];
        let rows = [
            p.bounce_row(bodies.normal_velocity(approach, p) - leaving[0], active[0]),
            q.bounce_row(bodies.normal_velocity(approach, q) - leaving[1], active[1]),
        ];
        let coupling = self.coupling();
        // A point that is not active must not answer to the other.
        let both_active = L::and(active[0], active[1]);
        let in_turn = solve_in_turn(&rows, L::select(both_active, coupling.k12, zero));
        let [x1, x2] = both_push([&rows[0], &rows[1]], &coupling);
        let pushes = L::and(zero.le(x1), zero.le(x2));
        let together = L::and(L::and(both_active, zero.lt(coupling.inverse_det)), pushes);
        let impulses = [L::select(together, x1, in_turn[0]), L::select(together, x2, in_turn[1])];
        bodies.push(self, [impulses[0] - rows[0].impulse, impulses[1] - rows[1].impulse]);
        bodies.scatter(self, shared);
        impulses[0].store(&mut self.points[0].normal_impulse);
        impulses[1].store(&mut self.points[1].normal_impulse);
    }
}
