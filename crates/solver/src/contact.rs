//! A contact as the caller keeps it from step to step.

use crate::BodyRow;
use bytemuck::{Pod, Zeroable};
use collide::Manifold;

/// The impulses at one contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PointImpulse {
    /// Along the normal, N s, not negative.
    pub normal: f32,
    /// Along the tangent, which is the normal turned clockwise, N s.
    pub tangent: f32,
}

/// Two bodies that touch or nearly do: where, with which material, and the impulses of the last sub-step, from
/// which the next starts.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Contact {
    /// Body A.
    pub a: BodyRow,
    /// Body B.
    pub b: BodyRow,
    /// The points; their anchors are measured from the centres of mass.
    pub manifold: Manifold,
    /// The impulses of the points, in their order.
    pub impulses: [PointImpulse; 2],
    /// The impulse against rolling, on B, counter-clockwise, N m s.
    pub rolling_impulse: f32,
    /// Coulomb's coefficient while sliding, not negative.
    pub friction: f32,
    /// Coulomb's coefficient up to which nothing slides, not below the other.
    pub static_friction: f32,
    /// Fraction of the approach that returns, 0 to 1.
    pub restitution: f32,
    /// The torque against rolling is at most this times the normal force, m, not negative: a coefficient times a radius.
    pub rolling_resistance: f32,
    /// How fast the surfaces run, m/s: friction wants B's point to move so fast along the tangent, as seen from A's. Of a
    /// belt A under B, whose normal is up, what lies on it is taken to the right.
    pub surface_speed: f32,
    /// The caller's own; the solver does not look at it.
    pub user: u32,
}

impl Contact {
    /// Replaces the manifold, and keeps the impulse of each point whose feature was there before, and that against
    /// rolling if there is such a point.
    ///
    /// ```
    /// # use solver::{BodyRow, Contact, PointImpulse};
    /// # use collide::{FeatureId, Manifold};
    /// let mut old = Manifold::EMPTY;
    /// (old.count, old.points[0].feature) = (1, FeatureId(7));
    /// let mut contact = Contact::new(BodyRow(1), BodyRow(2), old, 0.6, 0.0);
    /// contact.impulses[0].normal = 5.0;
    ///
    /// let mut new = Manifold::EMPTY;
    /// (new.count, new.points[0].feature, new.points[1].feature) = (2, FeatureId(3), FeatureId(7));
    /// contact.renew(new);
    /// assert_eq!(contact.impulses.map(|p| p.normal), [0.0, 5.0]);
    /// ```
    #[inline]
    pub fn renew(&mut self, manifold: Manifold) {
        let (mut impulses, mut rolling_impulse) = ([PointImpulse::default(); 2], 0.0);
        for (impulse, point) in impulses.iter_mut().zip(manifold.points()) {
            for (old, stored) in self.manifold.points().iter().zip(self.impulses) {
                if old.feature == point.feature {
                    *impulse = stored;
                    rolling_impulse = self.rolling_impulse;
                }
            }
        }
        self.manifold = manifold;
        (self.impulses, self.rolling_impulse) = (impulses, rolling_impulse);
    }

    /// Multiplies the impulses from which the next step starts: by h' / h if the last one had sub-steps of h and the next
    /// one will have such of h', since what holds a load up for longer is greater in proportion.
    #[inline]
    pub fn scale_impulses(&mut self, factor: f32) {
        for impulse in &mut self.impulses {
            *impulse = PointImpulse { normal: impulse.normal * factor, tangent: impulse.tangent * factor };
        }
        self.rolling_impulse *= factor;
    }

    /// Between two bodies, with the same static as sliding friction, surfaces that neither run nor resist rolling, and
    /// no impulse yet.
    #[must_use]
    pub fn new(a: BodyRow, b: BodyRow, manifold: Manifold, friction: f32, restitution: f32) -> Self {
        Self {
            a,
            b,
            manifold,
            impulses: [PointImpulse::default(); 2],
            rolling_impulse: 0.0,
            friction,
            static_friction: friction,
            restitution,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            user: 0,
        }
    }
}

const _: () = assert!(size_of::<Contact>() == 112);
