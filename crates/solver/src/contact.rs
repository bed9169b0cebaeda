//! A contact as the caller keeps it from step to step.

use crate::BodyRow;
use bytemuck::{Pod, Zeroable};
use collide::{Manifold, ManifoldPoint};
use compute::lanes::cos_sin_scalar;
use geom::{Rot, cross, right_normal};

/// The impulses at one contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PointImpulse {
    /// Along the normal, N s, not negative.
    pub normal: f32,
    /// Along the tangent, which is the normal turned clockwise, N s.
    pub tangent: f32,
}

/// For each body of a contact, the material point that measures its motion, its *core*: the centre of a round
/// shape, the corner of a sharp one.
///
/// ```text
///     .-----.
///    |   o   |    core
///     '--+--'
///   -----^------  contact point
/// ```
///
/// The contact point of a rolling wheel stays on the road, while the material that touched there rises by
/// r (1 - cos a). So the separation after a motion is computed with the core:
///
/// > s' = s + n . [dpB - dpA + (RB - 1) rB - (RA - 1) rA]
///
/// with n the normal, dp and R the displacement and the rotation since the step began, and r the core from
/// the centre of mass at that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Cores {
    /// How far behind the contact points, along the normal, the cores of A and B lie, m: zero for a sharp
    /// shape, radius + separation / 2 for a rounded one.
    pub depth: [f32; 2],
    /// The time within the step for which the manifold was computed, s; zero for its beginning. Until then
    /// bodies turn as fast as when the step begins.
    pub moment: f32,
}

impl Cores {
    /// Sharp shapes when the step begins: contact points turn with the bodies.
    pub const NONE: Self = Self { depth: [0.0; 2], moment: 0.0 };
}

const HAS_SIDE: u32 = 1 << 29;
const A_DOMINATES: u32 = 1 << 30;
const B_DOMINATES: u32 = 1 << 31;

/// Two bodies that touch or nearly touch, and their impulses in the last sub-step for warm starting.
///
/// ```
/// use solver::collide::{FeatureId, Manifold};
/// use solver::geom::Vec2;
/// use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, SoftSolver, SolverSettings};
///
/// // A ball of 1 kg and radius 0.5 m lies on static ground. The normal points from A to B.
/// let mut bodies = Bodies::new();
/// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 0.1, Vec2::new(0.0, -10.0)));
/// let mut manifold = Manifold::EMPTY;
/// (manifold.normal, manifold.count) = (Vec2::new(0.0, 1.0), 1);
/// manifold.points[0].anchor_b = Vec2::new(0.0, -0.5);
/// manifold.points[0].feature = FeatureId(1);
/// let mut contacts = [Contact::new(BodyRow::STATIC, ball, manifold, 0.6, 0.0)];
///
/// let (settings, dt) = (SolverSettings::default(), 1.0 / 60.0);
/// SoftSolver::new().step(&mut bodies, &mut contacts, &mut [], &settings, dt);
/// let h = dt / settings.substeps as f32;
/// assert!((contacts[0].impulses[0].normal / h - 10.0).abs() < 0.01); // It carries the weight of 10 N.
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Contact {
    /// Body A.
    pub a: BodyRow,
    /// Body B.
    pub b: BodyRow,
    /// The normal is from A to B; anchors are measured from the centres of mass.
    pub manifold: Manifold,
    /// Sum of the normal impulses of both points over the last step, N s. The solvers write it and do not
    /// read it.
    pub step_impulse: f32,
    /// In the last sub-step, in the order of the manifold's points.
    pub impulses: [PointImpulse; 2],
    /// The angular impulse of rolling resistance on B, counter-clockwise, N m s.
    pub rolling_impulse: f32,
    /// Coefficient of dynamic friction, not negative.
    pub friction: f32,
    /// Coefficient of static friction, not below that of dynamic friction.
    pub static_friction: f32,
    /// Fraction of the approach velocity with which the bodies part, not negative.
    pub restitution: f32,
    /// Greatest torque of rolling resistance divided by the normal force, m, not negative: a coefficient
    /// times a radius.
    pub rolling_resistance: f32,
    /// Velocity along the tangent that friction gives to B's point relative to A's point, m/s: on a conveyor
    /// belt A, with a normal that points up, a positive speed carries B to the right.
    pub surface_speed: f32,
    /// The points that measure the motion of the bodies.
    pub cores: Cores,
    /// For the caller's use, but for the three highest bits, which [`Contact::set_dominant`] and
    /// [`SoftSolver::set_sides`](crate::SoftSolver::set_sides) set. A caller of the latter clears them after
    /// the step.
    pub user: u32,
}

/// The body of a contact that dominates the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominant {
    /// Body A.
    A,
    /// Body B.
    B,
}

/// The body of a contact that has the side which gives the normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Body A.
    OfA,
    /// Body B.
    OfB,
}

/// A side of a body with which the normal of a contact turns in every sub-step, so that what a fast lever
/// hits follows its side: see [`SoftSolver::set_sides`](crate::SoftSolver::set_sides).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningSide {
    /// The index of the contact.
    pub contact: usize,
    /// Whose side it is.
    pub face: Face,
    /// How far the side extends from the contact point against and along the tangent of the contact, m: the
    /// first is not positive, the second not negative; infinite if it does not end.
    pub ends: [f32; 2],
}

impl Contact {
    /// The bits of [`Contact::user`] that tell which body dominates.
    pub const DOMINANCE: u32 = A_DOMINATES | B_DOMINATES;

    /// The solver has a [`TurningSide`] for the contact.
    pub(crate) const HAS_SIDE: u32 = HAS_SIDE;

    /// Lets one body act in this contact as if it had infinite mass. Announce such contacts to the soft
    /// solver: [`SoftSolver::set_dominance`](crate::SoftSolver::set_dominance).
    ///
    /// ```
    /// use solver::collide::Manifold;
    /// use solver::{BodyRow, Contact, Dominant};
    ///
    /// let mut contact = Contact::new(BodyRow(1), BodyRow(2), Manifold::EMPTY, 0.6, 0.0);
    /// contact.set_dominant(Some(Dominant::B));
    /// assert_eq!(contact.dominant(), Some(Dominant::B));
    /// ```
    pub fn set_dominant(&mut self, body: Option<Dominant>) {
        self.user &= !Self::DOMINANCE;
        self.user |= match body {
            None => 0,
            Some(Dominant::A) => A_DOMINATES,
            Some(Dominant::B) => B_DOMINATES,
        };
    }

    /// The body that acts as if it had infinite mass.
    #[inline]
    #[must_use]
    pub fn dominant(&self) -> Option<Dominant> {
        match self.user & Self::DOMINANCE {
            A_DOMINATES => Some(Dominant::A),
            B_DOMINATES => Some(Dominant::B),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn is_dominated_by(&self, row: BodyRow) -> bool {
        match self.dominant() {
            None => false,
            Some(Dominant::A) => row == self.a,
            Some(Dominant::B) => row == self.b,
        }
    }

    #[inline(always)]
    pub(crate) fn yields(&self) -> [f32; 2] {
        [A_DOMINATES, B_DOMINATES].map(|bit| if self.user & Self::DOMINANCE == bit { 0.0 } else { 1.0 })
    }

    /// A contact without stored impulses, rolling resistance and surface speed; static friction equals
    /// dynamic friction.
    #[must_use]
    pub fn new(a: BodyRow, b: BodyRow, manifold: Manifold, friction: f32, restitution: f32) -> Self {
        Self {
            a,
            b,
            manifold,
            step_impulse: 0.0,
            impulses: [PointImpulse::default(); 2],
            rolling_impulse: 0.0,
            friction,
            static_friction: friction,
            restitution,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            cores: Cores::NONE,
            user: 0,
        }
    }

    /// Replaces the manifold. A point keeps its impulse if the old manifold has a point with the same feature
    /// id; the rolling impulse is kept if there is such a point. `cores` become [`Cores::NONE`].
    ///
    /// ```
    /// # use solver::{BodyRow, Contact};
    /// # use solver::collide::{FeatureId, Manifold};
    /// let mut old = Manifold::EMPTY;
    /// (old.count, old.points[0].feature) = (1, FeatureId(7));
    /// let mut contact = Contact::new(BodyRow(1), BodyRow(2), old, 0.6, 0.0);
    /// contact.impulses[0].normal = 5.0;
    ///
    /// let mut new = Manifold::EMPTY;
    /// (new.count, new.points[0].feature, new.points[1].feature) = (2, FeatureId(3), FeatureId(7));
    /// contact.replace_manifold(new);
    /// assert_eq!(contact.impulses.map(|p| p.normal), [0.0, 5.0]);
    /// ```
    #[inline]
    pub fn replace_manifold(&mut self, manifold: Manifold) {
        let (mut impulses, mut rolling_impulse) = ([PointImpulse::default(); 2], 0.0);
        for (impulse, point) in impulses.iter_mut().zip(manifold.points()) {
            for (old, stored) in self.manifold.points().iter().zip(self.impulses) {
                if old.feature == point.feature {
                    *impulse = stored;
                    rolling_impulse = self.rolling_impulse;
                }
            }
        }
        (self.manifold, self.cores) = (manifold, Cores::NONE);
        self.step_impulse = 0.0;
        (self.impulses, self.rolling_impulse) = (impulses, rolling_impulse);
    }

    /// For A and B: by how much the normal and the tangent arm of the core differ from those of `point` when
    /// the step begins, m. `spins` are the angular velocities then, rad/s.
    #[inline]
    #[must_use]
    pub fn core_arms(&self, point: &ManifoldPoint, spins: [f32; 2]) -> [[f32; 2]; 2] {
        let (normal, Cores { depth: [a, b], moment }) = (self.manifold.normal, self.cores);
        if moment == 0.0 {
            return [[0.0, a], [0.0, -b]];
        }
        let cores = [(point.anchor_a, -normal * a, spins[0]), (point.anchor_b, normal * b, spins[1])];
        cores.map(|(anchor, to_core, spin)| {
            let [cos, sin] = cos_sin_scalar(-spin * moment);
            let shift = Rot { cos, sin } * (anchor + to_core) - anchor;
            [cross(shift, normal), cross(shift, right_normal(normal))]
        })
    }

    /// Multiplies the stored impulses by the warm-start scale h' / h, for sub-steps of h' after h seconds:
    /// the impulse of a load is proportional to its time.
    #[inline]
    pub fn scale_impulses(&mut self, factor: f32) {
        for impulse in &mut self.impulses {
            *impulse = PointImpulse { normal: impulse.normal * factor, tangent: impulse.tangent * factor };
        }
        self.rolling_impulse *= factor;
    }
}

// Two cache lines.
const _: () = assert!(size_of::<Contact>() == 128);

#[cfg(test)]
mod tests {
    use super::*;
    use collide::FeatureId;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        /// A round skin over a plane: wherever in the step its contact point was found, and however far the
        /// skin was from the plane then, the core is the centre of the skin when the step begins.
        #[test]
        fn core_of_a_round_skin_is_its_centre_when_the_step_begins(
            center in (-1.0_f32..1.0, -1.0_f32..1.0), radius in 0.01_f32..2.0, gap in -0.01_f32..0.02,
            spin in -100.0_f32..100.0, moment in 0.0_f32..0.02, normal in -3.2_f32..3.2,
        ) {
            let (center, normal) = (Vec2::new(center.0, center.1), Rot::from_angle(normal) * Vec2::new(0.0, 1.0));
            let then = Rot::from_angle(spin * moment) * center;
            let depth = radius + 0.5 * gap;
            for side in [0, 1] {
                // The normal points from A to B, so the skin of A is in front of its core along it.
                let towards = if side == 0 { normal } else { -normal };
                let mut point = ManifoldPoint {
                    anchor_a: Vec2::zeros(), anchor_b: Vec2::zeros(), separation: gap, feature: FeatureId(1),
                };
                let mut manifold = Manifold::EMPTY;
                (manifold.count, manifold.normal) = (1, normal);
                let mut contact = Contact::new(BodyRow(1), BodyRow(2), manifold, 0.5, 0.0);
                contact.cores.depth[side] = depth;
                contact.cores.moment = moment;
                let mut spins = [0.0; 2];
                spins[side] = spin;
                let anchor = then + towards * depth;
                if side == 0 { point.anchor_a = anchor } else { point.anchor_b = anchor }
                let arms = contact.core_arms(&point, spins);
                let along = |r: Vec2| [cross(r, normal), cross(r, right_normal(normal))];
                for ((of_point, shift), exact) in along(anchor).into_iter().zip(arms[side]).zip(along(center)) {
                    prop_assert!((of_point + shift - exact).abs() < 3e-4 * (1.0 + spin.abs() * moment));
                }
                prop_assert!(arms[1 - side].iter().all(|arm| arm.abs() < 1e-6));
            }
        }
    }
}
