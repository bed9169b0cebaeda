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
//! Normal impulses are found in `normal.rs`, the velocities of the eight pairs of bodies are in `lanes.rs`.
//!
//! Source of the frame: our prototype, 108 bytes a contact against 156 for anchors, and half of the time.

use super::lanes::{BodyLanes, MotionLanes};
use super::normal::{SoftRow, both_push, remainders, solve_in_turn, solve_together};
use crate::body::without_dust;
use crate::coloring::NO_CONTACT;
use crate::settings::{BOUNCE_SHARE, MAX_CONDITION};
use crate::{BodyInput, BodyState, Contact, GROUND, PointImpulse, Softness, SolverSettings};
use alloc::vec::Vec;
use compute::lanes::Column;
use compute::math::{max, sqrt};
use compute::{LANES, Lanes};
use geom::cross;

const ZERO: Column = [0.0; LANES];
const ONE: Column = [1.0; LANES];
const NO_BOUNCE: u32 = u32::MAX;

/// What is the same for all blocks in a sub-step.
pub(super) struct Substep {
    pub(super) inverse_h: f32,
    pub(super) push_out_speed: f32,
    pub(super) bounce_clearance: f32,
}

/// One contact point in each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointColumns {
    pub(super) along_a: Column,
    pub(super) across_a: Column,
    pub(super) along_b: Column,
    pub(super) across_b: Column,
    /// As the step began, m.
    pub(super) separation: Column,
    /// After the last motion, m.
    separation_now: Column,
    /// Diagonal element of K, 1/kg, and its inverse; 1 and 0 where there is no point.
    k: Column,
    normal_mass: Column,
    tangent_mass: Column,
    normal_impulse: Column,
    tangent_impulse: Column,
}

impl PointColumns {
    const NONE: Self = Self {
        along_a: ZERO,
        across_a: ZERO,
        along_b: ZERO,
        across_b: ZERO,
        separation: ZERO,
        separation_now: ZERO,
        k: ONE,
        normal_mass: ZERO,
        tangent_mass: ZERO,
        normal_impulse: ZERO,
        tangent_impulse: ZERO,
    };
}

impl PointColumns {
    /// The normal row at this velocity, m/s.
    #[inline(always)]
    fn row<L: Lanes, const BIASED: bool>(
        &self,
        velocity: L,
        softness: &Softness,
        substep: &Substep,
    ) -> SoftRow<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let separation = L::load(&self.separation_now);
        let apart = zero.lt(separation);
        let at_contact = separation * L::splat(substep.inverse_h);
        let (bias, mass_scale, impulse_scale) = if BIASED {
            let scale = L::splat(softness.mass_scale);
            let push = scale * L::splat(softness.bias_rate) * separation;
            (
                L::select(apart, at_contact, push.max(L::splat(-substep.push_out_speed))),
                L::select(apart, one, scale),
                L::select(apart, zero, L::splat(softness.impulse_scale)),
            )
        } else {
            (at_contact.max(zero), one, zero)
        };
        SoftRow {
            impulse: L::load(&self.normal_impulse),
            k: L::load(&self.k),
            mass: L::load(&self.normal_mass),
            target: mass_scale * velocity + bias,
            mass_scale,
            impulse_scale,
            separation,
        }
    }

    /// A rigid row that does nothing where it is not active: there it has no mass.
    #[inline(always)]
    fn bounce_row<L: Lanes>(&self, target: L, active: L::Mask) -> SoftRow<L> {
        let zero = L::splat(0.0);
        SoftRow {
            impulse: L::load(&self.normal_impulse),
            k: L::load(&self.k),
            mass: L::select(active, L::load(&self.normal_mass), zero),
            target,
            mass_scale: L::splat(1.0),
            impulse_scale: zero,
            separation: zero,
        }
    }
}

/// Eight contacts that share no body that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactBlock {
    contact: [u32; LANES],
    pub(super) a: [u32; LANES],
    pub(super) b: [u32; LANES],
    /// Bit `i`: lane `i` may move its body.
    pub(super) write_a: u8,
    pub(super) write_b: u8,
    /// Index into the bounces, or [`NO_BOUNCE`].
    bounce: u32,
    pub(super) normal_x: Column,
    pub(super) normal_y: Column,
    pub(super) inverse_mass_a: Column,
    pub(super) inverse_inertia_a: Column,
    pub(super) inverse_mass_b: Column,
    pub(super) inverse_inertia_b: Column,
    friction: Column,
    static_friction: Column,
    /// Element of K off its diagonal, 1/kg.
    k12: Column,
    /// 1 / det K; 0 where the points take their turn.
    inverse_det: Column,
    pub(super) points: [PointColumns; 2],
}

/// For a block in which something bounces: what to return, and whether it was hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounce {
    /// Normal velocity to leave with, for each point, m/s; 0 where nothing bounces.
    rebound: [Column; 2],
    /// The greatest normal impulse of the step, N s.
    peak: [Column; 2],
}

impl Bounce {
    /// Where the point bounces and was hit.
    #[inline(always)]
    fn is_active<L: Lanes>(&self, point: usize) -> L::Mask {
        let zero = L::splat(0.0);
        L::and(zero.lt(L::load(&self.rebound[point])), zero.lt(L::load(&self.peak[point])))
    }
}

impl ContactBlock {
    const EMPTY: Self = Self {
        contact: [NO_CONTACT; LANES],
        a: [GROUND; LANES],
        b: [GROUND; LANES],
        write_a: 0,
        write_b: 0,
        bounce: NO_BOUNCE,
        normal_x: ZERO,
        normal_y: ZERO,
        inverse_mass_a: ZERO,
        inverse_inertia_a: ZERO,
        inverse_mass_b: ZERO,
        inverse_inertia_b: ZERO,
        friction: ZERO,
        static_friction: ZERO,
        k12: ZERO,
        inverse_det: ZERO,
        points: [PointColumns::NONE; 2],
    };

    /// The block of the contacts that `lanes` names, for sub-steps of `h` seconds.
    pub(super) fn prepare(
        lanes: &[u32; LANES],
        contacts: &[Contact],
        states: &[BodyState],
        inputs: &[BodyInput],
        settings: &SolverSettings,
        h: f32,
        bounces: &mut Vec<Bounce>,
    ) -> Self {
        let mut block = Self { contact: *lanes, ..Self::EMPTY };
        for (lane, &index) in lanes.iter().enumerate() {
            if index == NO_CONTACT {
                continue;
            }
            let contact = &contacts[index as usize];
            block.fill(lane, contact, inputs);
            let bodies = [contact.a, contact.b].map(|i| (&states[i as usize], &inputs[i as usize]));
            if let Some(rebound) = rebound(contact, bodies, settings, h) {
                if block.bounce == NO_BOUNCE {
                    block.bounce = bounces.len() as u32;
                    bounces.push(Bounce { rebound: [ZERO; 2], peak: [ZERO; 2] });
                }
                let bounce = &mut bounces[block.bounce as usize];
                bounce.rebound[0][lane] = rebound[0];
                bounce.rebound[1][lane] = rebound[1];
            }
        }
        block
    }

    fn fill(&mut self, lane: usize, contact: &Contact, inputs: &[BodyInput]) {
        let (a, b) = (&inputs[contact.a as usize], &inputs[contact.b as usize]);
        self.a[lane] = contact.a;
        self.b[lane] = contact.b;
        self.write_a |= u8::from(a.is_movable()) << lane;
        self.write_b |= u8::from(b.is_movable()) << lane;
        self.normal_x[lane] = contact.manifold.normal.x;
        self.normal_y[lane] = contact.manifold.normal.y;
        self.inverse_mass_a[lane] = a.inverse_mass;
        self.inverse_inertia_a[lane] = a.inverse_inertia;
        self.inverse_mass_b[lane] = b.inverse_mass;
        self.inverse_inertia_b[lane] = b.inverse_inertia;
        self.friction[lane] = contact.friction;
        self.static_friction[lane] = contact.static_friction;

        let normal = contact.manifold.normal;
        let mass = a.inverse_mass + b.inverse_mass;
        // J M^-1 J' of two rows whose lever arms are given.
        let k = |u: [f32; 2], v: [f32; 2]| {
            mass + a.inverse_inertia * u[0] * v[0] + b.inverse_inertia * u[1] * v[1]
        };
        let mut across = [[0.0; 2]; 2];
        for (i, (point, impulse)) in contact.manifold.points().iter().zip(contact.impulses).enumerate() {
            let along = [point.anchor_a.dot(&normal), point.anchor_b.dot(&normal)];
            across[i] = [cross(point.anchor_a, normal), cross(point.anchor_b, normal)];
            let columns = &mut self.points[i];
            [columns.along_a[lane], columns.along_b[lane]] = along;
            [columns.across_a[lane], columns.across_b[lane]] = across[i];
            columns.separation[lane] = point.separation;
            columns.separation_now[lane] = point.separation;
            columns.k[lane] = k(across[i], across[i]);
            columns.normal_mass[lane] = 1.0 / columns.k[lane];
            columns.tangent_mass[lane] = 1.0 / k(along, along);
            columns.normal_impulse[lane] = impulse.normal;
            columns.tangent_impulse[lane] = impulse.tangent;
        }
        if contact.manifold.count == 2 {
            let (k11, k12, k22) = (self.points[0].k[lane], k(across[0], across[1]), self.points[1].k[lane]);
            let det = k11 * k22 - k12 * k12;
            self.k12[lane] = k12;
            self.inverse_det[lane] = if k11 * k11 < MAX_CONDITION * det { 1.0 / det } else { 0.0 };
        }
    }

    /// Applies the stored impulses.
    #[inline(always)]
    pub(super) fn warm_start<L: Lanes>(&self, records: &mut [[f32; 8]]) {
        let [p, q] = &self.points;
        let (n1, n2) = (L::load(&p.normal_impulse), L::load(&q.normal_impulse));
        let (t1, t2) = (L::load(&p.tangent_impulse), L::load(&q.tangent_impulse));
        let mut bodies = BodyLanes::<L>::gather(self, records);
        bodies.push(self, n1 + n2, [n1, n2]);
        bodies.rub(self, t1 + t2, [t1, t2]);
        bodies.scatter(self, records);
    }

    /// Computes the separations anew, once the bodies have moved. All sweeps up to the next motion read them.
    #[inline(always)]
    pub(super) fn follow<L: Lanes>(&mut self, records: &[[f32; 8]]) {
        let moved = MotionLanes::<L>::gather(self, records);
        let (nx, ny) = (L::load(&self.normal_x), L::load(&self.normal_y));
        for point in &mut self.points {
            moved.separation(point, nx, ny).store(&mut point.separation_now);
        }
    }

    /// One sweep over the eight contacts.
    #[inline(always)]
    pub(super) fn solve<L: Lanes, const BIASED: bool>(
        &mut self,
        records: &mut [[f32; 8]],
        bounces: &mut [Bounce],
        softness: &Softness,
        substep: &Substep,
    ) {
        let zero = L::splat(0.0);
        let mut bodies = BodyLanes::<L>::gather(self, records);
        let [dx, dy] = bodies.relative_velocity();
        let approach = dx * L::load(&self.normal_x) + dy * L::load(&self.normal_y);

        let [p, q] = &self.points;
        let rows = [
            p.row::<L, BIASED>(bodies.normal_velocity(approach, p), softness, substep),
            q.row::<L, BIASED>(bodies.normal_velocity(approach, q), softness, substep),
        ];
        let k12 = L::load(&self.k12);
        let inverse_det = L::load(&self.inverse_det);
        let mut impulses = solve_in_turn(&rows, k12);
        let together =
            L::and(zero.lt(inverse_det), L::and(rows[0].separation.le(zero), rows[1].separation.le(zero)));
        let both = solve_together(&rows, k12, inverse_det, impulses);
        impulses = [L::select(together, both[0], impulses[0]), L::select(together, both[1], impulses[1])];
        if self.bounce != NO_BOUNCE {
            let bounce = &mut bounces[self.bounce as usize];
            for i in 0..2 {
                if !BIASED {
                    // A body that leaves must not be braked by the distance that it has gained.
                    let leaves = L::and(
                        zero.lt(L::load(&bounce.rebound[i])),
                        L::splat(substep.bounce_clearance).lt(rows[i].separation),
                    );
                    impulses[i] = L::select(leaves, rows[i].impulse, impulses[i]);
                }
                L::load(&bounce.peak[i]).max(impulses[i]).store(&mut bounce.peak[i]);
            }
        }
        let [d1, d2] = [impulses[0] - rows[0].impulse, impulses[1] - rows[1].impulse];
        bodies.push(self, d1 + d2, [d1, d2]);

        // Friction: what would stop the sliding, if that lies in the static cone of the new normal impulse, or else
        // the sliding cone's border.
        let (friction, static_friction) = (L::load(&self.friction), L::load(&self.static_friction));
        for (i, normal) in impulses.into_iter().enumerate() {
            let point = &self.points[i];
            let sliding = bodies.tangent_velocity(self, point);
            let old = L::load(&point.tangent_impulse);
            let stop = old - L::load(&point.tangent_mass) * sliding;
            let (bound, limit) = (friction * normal, static_friction * normal);
            let holds = L::and(stop.le(limit), (-limit).le(stop));
            let new = L::select(holds, stop, stop.clamp(-bound, bound));
            let change = new - old;
            let each = if i == 0 { [change, zero] } else { [zero, change] };
            bodies.rub(self, change, each);
            normal.store(&mut self.points[i].normal_impulse);
            new.store(&mut self.points[i].tangent_impulse);
        }
        bodies.scatter(self, records);
    }

    /// Gives the points that were hit the normal velocity they bounce with: K x = rebound - v for both
    /// together, or one after the other where that would pull.
    #[inline(always)]
    pub(super) fn bounce<L: Lanes>(&mut self, records: &mut [[f32; 8]], bounces: &[Bounce]) {
        if self.bounce == NO_BOUNCE {
            return;
        }
        let bounce = &bounces[self.bounce as usize];
        let zero = L::splat(0.0);
        let mut bodies = BodyLanes::<L>::gather(self, records);
        let [dx, dy] = bodies.relative_velocity();
        let approach = dx * L::load(&self.normal_x) + dy * L::load(&self.normal_y);
        let [p, q] = &self.points;
        let active = [bounce.is_active::<L>(0), bounce.is_active::<L>(1)];
        let rows = [
            p.bounce_row(bodies.normal_velocity(approach, p) - L::load(&bounce.rebound[0]), active[0]),
            q.bounce_row(bodies.normal_velocity(approach, q) - L::load(&bounce.rebound[1]), active[1]),
        ];
        let k12 = L::load(&self.k12);
        let inverse_det = L::load(&self.inverse_det);
        let in_turn = solve_in_turn(&rows, k12);
        let [r1, r2] = remainders(&rows, k12);
        let [x1, x2] = both_push(&rows, k12, inverse_det, [r1, r2]);
        let pushes = L::and(zero.le(x1), zero.le(x2));
        let together = L::and(L::and(active[0], active[1]), L::and(zero.lt(inverse_det), pushes));
        let impulses = [L::select(together, x1, in_turn[0]), L::select(together, x2, in_turn[1])];
        let [d1, d2] = [impulses[0] - rows[0].impulse, impulses[1] - rows[1].impulse];
        bodies.push(self, d1 + d2, [d1, d2]);
        bodies.scatter(self, records);
        impulses[0].store(&mut self.points[0].normal_impulse);
        impulses[1].store(&mut self.points[1].normal_impulse);
    }

    /// Hands the impulses back to the contacts.
    pub(super) fn store(&self, contacts: &mut [Contact]) {
        for (lane, &index) in self.contact.iter().enumerate() {
            if index != NO_CONTACT {
                contacts[index as usize].impulses = self.points.map(|point| PointImpulse {
                    normal: without_dust(point.normal_impulse[lane]),
                    tangent: without_dust(point.tangent_impulse[lane]),
                });
            }
        }
    }
}

/// The normal velocities with which the points of a contact are to leave, m/s, or `None` if none bounces.
///
/// With the relative acceleration a along the normal, the approach v0 and the separation s0 at the start of
/// the step, energy gives the speed u at which the surfaces meet, u^2 = v^2 - 2 a s0, and e u is what returns.
/// The velocity that a symplectic step stores is not that of the trajectory at the same instant but a h / 2
/// beside it, so v = v0 + a h / 2 goes in and e u - a h / 2 comes out. Reflecting the stored velocity instead
/// loses g h v of energy at each bounce, 0.8% of the height at 5 m.
fn rebound(
    contact: &Contact,
    bodies: [(&BodyState, &BodyInput); 2],
    settings: &SolverSettings,
    h: f32,
) -> Option<[f32; 2]> {
    if contact.restitution <= 0.0 {
        return None;
    }
    let normal = contact.manifold.normal;
    let [(a, input_a), (b, input_b)] = bodies;
    let acceleration = (input_b.acceleration - input_a.acceleration).dot(&normal);
    let mut rebound = [0.0; 2];
    for (rebound, point) in rebound.iter_mut().zip(contact.manifold.points()) {
        let approach = (b.velocity - a.velocity).dot(&normal)
            + b.angular_velocity * cross(point.anchor_b, normal)
            - a.angular_velocity * cross(point.anchor_a, normal);
        if approach < -settings.bounce_threshold {
            let half = 0.5 * acceleration * h;
            let speed = approach + half;
            let impact = sqrt(max(0.0, speed * speed - 2.0 * acceleration * point.separation));
            *rebound = max(0.0, BOUNCE_SHARE * contact.restitution * impact - half);
        }
    }
    (rebound != [0.0; 2]).then_some(rebound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impulse::{Pair, RigidBody};
    use collide::{FeatureId, Manifold, ManifoldPoint};
    use geom::{Rot, Vec2, right_normal};
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
        (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        /// The terms of the contact frame are those of the derivations: velocities and effective masses of a
        /// point along normal and tangent.
        #[test]
        fn the_frame_holds_the_terms_of_the_derivation(
            v_a in vector(5.0), v_b in vector(5.0), w in vector(5.0), r_a in vector(2.0), r_b in vector(2.0),
            angle in -3.0_f32..3.0, masses in prop::array::uniform4(0.1_f32..5.0),
        ) {
            let normal = Rot::from_angle(angle) * Vec2::new(1.0, 0.0);
            let mut manifold = Manifold::EMPTY;
            manifold.normal = normal;
            manifold.count = 1;
            manifold.points[0] =
                ManifoldPoint { anchor_a: r_a, anchor_b: r_b, separation: 0.0, feature: FeatureId(0) };
            let contact = Contact::new(1, 2, manifold, 0.5, 0.0);
            let still = BodyInput::KINEMATIC;
            let body = |m: f32, i: f32| BodyInput::dynamic(m, i, Vec2::zeros());
            let inputs = [still, body(masses[0], masses[1]), body(masses[2], masses[3])];
            let states = [BodyState::REST, BodyState::moving(v_a, w.x), BodyState::moving(v_b, w.y)];
            let mut lanes = [NO_CONTACT; LANES];
            lanes[0] = 0;
            let block = ContactBlock::prepare(
                &lanes, &[contact], &states, &inputs, &SolverSettings::default(), 0.01, &mut Vec::new(),
            );
            let rigid = |i: usize| RigidBody {
                velocity: states[i].velocity,
                angular_velocity: states[i].angular_velocity,
                inverse_mass: inputs[i].inverse_mass,
                inverse_inertia: inputs[i].inverse_inertia,
            };
            let pair = Pair { a: rigid(1), b: rigid(2), r_a, r_b };
            let tangent = right_normal(normal);
            let point = &block.points[0];
            let at = |column: Column| column[0];
            prop_assert!((at(point.normal_mass) / pair.effective_mass(normal) - 1.0).abs() < 1e-4);
            prop_assert!((at(point.tangent_mass) / pair.effective_mass(tangent) - 1.0).abs() < 1e-4);
            let d = v_b - v_a;
            let normal_velocity = d.dot(&normal) + w.y * at(point.across_b) - w.x * at(point.across_a);
            let tangent_velocity = d.dot(&tangent) - w.y * at(point.along_b) + w.x * at(point.along_a);
            prop_assert!((normal_velocity - pair.relative_velocity().dot(&normal)).abs() < 1e-4);
            prop_assert!((tangent_velocity - pair.relative_velocity().dot(&tangent)).abs() < 1e-4);
        }
    }
}
