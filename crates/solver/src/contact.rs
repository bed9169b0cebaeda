//! A contact as the caller keeps it from step to step.

use crate::BodyRow;
use bytemuck::{Pod, Zeroable};
use collide::{Manifold, ManifoldPoint};
use geom::{Rot, Vec2};

/// The impulses at one contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PointImpulse {
    /// Along the normal, N s, not negative.
    pub normal: f32,
    /// Along the tangent, which is the normal turned clockwise, N s.
    pub tangent: f32,
}

/// The points of the two bodies of a contact that turn with them: their *cores*. They tell how the separation
/// changes when the bodies turn within a step.
///
/// ```text
///     .-----.          A wheel rolls. Its lowest point touches the road all the time, though the bodies'
///    |   o   |  core   material that touched when the step began has risen by r (1 - cos a). What turns
///     '--+--'          about the centre is the core, here the centre itself.
///   -----^------  contact point
/// ```
///
/// Separation after a motion, n the normal, r a core seen from its centre of mass when the step begins:
///
/// > s' = s + n . [dpB - dpA + (RB - 1) rB - (RA - 1) rA]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Cores {
    /// How far behind the contact points, along the normal, the cores of A and of B lie, m. Zero for sharp
    /// shapes, whose corners turn with them; the radius and half of the separation for rounded ones.
    pub depth: [f32; 2],
    /// By which angle A and B will have turned when the anchors are as in the manifold, rad: zero for a
    /// manifold of the beginning of the step.
    pub lead: [f32; 2],
}

impl Cores {
    /// The contact points themselves turn with the bodies: sharp shapes, as they are when the step begins.
    pub const NONE: Self = Self { depth: [0.0; 2], lead: [0.0; 2] };

    /// Whether any number is not zero, zero of either sign being zero.
    #[inline(always)]
    pub(crate) fn are_any(&self) -> bool {
        let [a, b, c, d] = bytemuck::must_cast::<Self, [u32; 4]>(*self);
        (a | b | c | d) << 1 != 0
    }
}

/// Two bodies that touch or nearly touch: the manifold, the material, and the impulses of the last sub-step,
/// with which warm starting begins.
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
#[repr(C)]
pub struct Contact {
    /// Body A.
    pub a: BodyRow,
    /// Body B.
    pub b: BodyRow,
    /// Normal from A to B, and the points; their anchors are measured from the centres of mass.
    pub manifold: Manifold,
    /// The normal impulse of both points in the whole last step, N s: the sum over its sub-steps. The solvers
    /// write it and do not read it.
    pub step_impulse: f32,
    /// The impulses of the points in the last sub-step, in the order of the manifold.
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
    /// Velocity along the tangent that friction gives to B's point relative to A's point, m/s: a conveyor
    /// belt. With a belt A under B and a normal that points up, a positive speed carries B to the right.
    pub surface_speed: f32,
    /// Where the points are that turn with the bodies.
    pub cores: Cores,
    /// For the caller's use; the solver ignores it.
    pub user: u32,
}

impl Contact {
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

    /// From the anchors of a point to the cores of A and B, when the step begins, m.
    pub(crate) fn core_shifts(&self, point: &ManifoldPoint) -> [Vec2; 2] {
        let (normal, Cores { depth, lead }) = (self.manifold.normal, self.cores);
        let cores = [point.anchor_a - normal * depth[0], point.anchor_b + normal * depth[1]];
        let back = lead.map(|lead| if lead == 0.0 { Rot::IDENTITY } else { Rot::from_angle(-lead) });
        [back[0] * cores[0] - point.anchor_a, back[1] * cores[1] - point.anchor_b]
    }

    /// Multiplies the stored impulses. When the next step has sub-steps of h' seconds and the last one had h,
    /// the factor is h' / h (the warm-start scale), because the impulse of a load grows with the time for
    /// which it acts.
    #[inline]
    pub fn scale_impulses(&mut self, factor: f32) {
        for impulse in &mut self.impulses {
            *impulse = PointImpulse { normal: impulse.normal * factor, tangent: impulse.tangent * factor };
        }
        self.rolling_impulse *= factor;
    }
}

const _: () = assert!(size_of::<Contact>() == 132);
