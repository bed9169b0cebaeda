//! The impulses of rigid-body dynamics, each derived from the velocity that it must produce.
//!
//! An impulse j (N s) that acts at the point r of a body, measured from its centre of mass, changes its
//! motion by
//!
//! ```text
//!   v' = v + j / m            w' = w + (r x j) / I
//! ```
//!
//! so the velocity of that point changes by j/m + (r x j)/I x r. Each function states which relative velocity
//! two points must have afterwards, and solves for the impulse. What cannot move or turn has an inverse mass
//! or inertia of zero.
//!
//! Source: *Impulse Responses* (`docs/errata.md` lists the texts). `ClassicSolver` of the crate `textbook`
//! calls these functions; tests compare them with the lanes of [`SoftSolver`](crate::SoftSolver).

pub use crate::combine_rule::CombineRule;
use geom::{Vec2, cross, left_normal};

/// The part of a body that an impulse depends on or changes.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::impulse::RigidBody;
///
/// // A disc of 2 kg and 1 kg m^2, hit on its right-hand side, 1 m from the centre.
/// let mut disc = RigidBody { inverse_mass: 0.5, inverse_inertia: 1.0, ..RigidBody::STATIC };
/// disc.apply(Vec2::new(0.0, 4.0), Vec2::new(1.0, 0.0));
/// assert_eq!((disc.velocity, disc.angular_velocity), (Vec2::new(0.0, 2.0), 4.0));
/// assert_eq!(disc.velocity_at(Vec2::new(1.0, 0.0)), Vec2::new(0.0, 6.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody {
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s, counter-clockwise.
    pub angular_velocity: f32,
    /// 1 / mass, 1/kg; zero for infinite mass.
    pub inverse_mass: f32,
    /// 1 / inertia, 1/(kg m^2); zero for a body that does not turn.
    pub inverse_inertia: f32,
}

impl RigidBody {
    /// A static body: at rest and of infinite mass.
    pub const STATIC: Self = Self {
        velocity: Vec2::new(0.0, 0.0),
        angular_velocity: 0.0,
        inverse_mass: 0.0,
        inverse_inertia: 0.0,
    };

    /// The velocity of the point at `r` from the centre of mass (m): v + w x r, m/s.
    #[must_use]
    pub fn velocity_at(&self, r: Vec2) -> Vec2 {
        self.velocity + left_normal(r) * self.angular_velocity
    }

    /// Applies the impulse `j` (N s) at `r` from the centre of mass (m).
    pub fn apply(&mut self, j: Vec2, r: Vec2) {
        self.velocity += j * self.inverse_mass;
        self.angular_velocity += cross(r, j) * self.inverse_inertia;
    }
}

/// Two bodies and the point at which they act on each other.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::impulse::{BodyPair, RigidBody};
///
/// // A ball of 2 kg hits static ground at 3 m/s and bounces back with half of that.
/// let ball = RigidBody {
///     velocity: Vec2::new(0.0, -3.0),
///     inverse_mass: 0.5,
///     inverse_inertia: 1.0,
///     ..RigidBody::STATIC
/// };
/// let below = Vec2::new(0.0, -0.5);
/// let mut pair = BodyPair { a: RigidBody::STATIC, b: ball, r_a: Vec2::zeros(), r_b: below };
/// let normal = Vec2::new(0.0, 1.0);
/// let impulse = pair.normal_impulse(normal, 0.5);
/// assert_eq!(impulse, 2.0 * (3.0 + 1.5));
/// pair.apply(normal * impulse);
/// assert_eq!(pair.b.velocity, Vec2::new(0.0, 1.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPair {
    /// The body that receives the opposite of each impulse.
    pub a: RigidBody,
    /// The body that receives each impulse.
    pub b: RigidBody,
    /// From A's centre of mass to the point, m.
    pub r_a: Vec2,
    /// From B's centre of mass to the point, m.
    pub r_b: Vec2,
}

impl BodyPair {
    /// The velocity of B's point minus that of A's point, m/s.
    #[must_use]
    pub fn relative_velocity(&self) -> Vec2 {
        self.b.velocity_at(self.r_b) - self.a.velocity_at(self.r_a)
    }

    /// Applies `j` (N s) to B and -j to A, so that momentum and angular momentum are kept.
    pub fn apply(&mut self, j: Vec2) {
        self.a.apply(-j, self.r_a);
        self.b.apply(j, self.r_b);
    }

    /// Applies the angular impulse `l` (N m s) to B and -l to A.
    pub fn apply_angular(&mut self, l: f32) {
        self.a.angular_velocity -= l * self.a.inverse_inertia;
        self.b.angular_velocity += l * self.b.inverse_inertia;
    }

    /// The effective mass along the unit vector `n`, kg: the impulse along n that changes the relative
    /// velocity along n by 1 m/s.
    ///
    /// ```text
    ///   m_eff = 1 / (1/mA + 1/mB + (rA x n)^2 / IA + (rB x n)^2 / IB)
    /// ```
    ///
    /// Zero if neither body can move. This is the form of *Impulse Responses*; *Sotirov 2022* writes
    /// (r x n)^2 as r.r - (r.n)^2.
    #[must_use]
    pub fn effective_mass(&self, n: Vec2) -> f32 {
        let (arm_a, arm_b) = (cross(self.r_a, n), cross(self.r_b, n));
        inverse_or_zero(
            self.a.inverse_mass
                + self.b.inverse_mass
                + self.a.inverse_inertia * arm_a * arm_a
                + self.b.inverse_inertia * arm_b * arm_b,
        )
    }

    /// Wikipedia's form of the effective mass, which also holds in three dimensions:
    /// 1 / (1/mA + 1/mB + [(rA x n)/IA x rA + (rB x n)/IB x rB] . n).
    #[must_use]
    pub fn effective_mass_by_cross_products(&self, n: Vec2) -> f32 {
        let turned = |body: &RigidBody, r: Vec2| left_normal(r) * (body.inverse_inertia * cross(r, n));
        inverse_or_zero(
            self.a.inverse_mass
                + self.b.inverse_mass
                + (turned(&self.a, self.r_a) + turned(&self.b, self.r_b)).dot(&n),
        )
    }

    /// The normal impulse, N s, along the unit normal `n` from A to B. It makes the bodies part with the
    /// fraction `restitution` e of their approach velocity, v'.n = -e v.n, so
    ///
    /// ```text
    ///   j = -(1 + e) m_eff v.n      if v.n < 0, else 0
    /// ```
    #[must_use]
    pub fn normal_impulse(&self, n: Vec2, restitution: f32) -> f32 {
        let approach = self.relative_velocity().dot(&n);
        if approach < 0.0 { -(1.0 + restitution) * self.effective_mass(n) * approach } else { 0.0 }
    }

    /// The friction impulse along the unit tangent `t`, N s. It stops the sliding if static friction can do
    /// so, and otherwise has the size of dynamic friction:
    ///
    /// ```text
    ///   j = -m_eff v.t               if |j| <= mu_static j_n
    ///   j = sign(j) mu_dynamic j_n   otherwise
    /// ```
    #[must_use]
    pub fn friction_impulse(&self, t: Vec2, normal_impulse: f32, friction: Friction) -> f32 {
        let stop = -self.effective_mass(t) * self.relative_velocity().dot(&t);
        if stop.abs() <= friction.static_coefficient * normal_impulse {
            stop
        } else {
            (friction.dynamic_coefficient * normal_impulse).copysign(stop)
        }
    }

    /// The effective inertia 1 / (1/IA + 1/IB), kg m^2: the angular impulse that changes the relative angular
    /// velocity by 1 rad/s. Zero if neither body can turn.
    #[must_use]
    pub fn effective_inertia(&self) -> f32 {
        inverse_or_zero(self.a.inverse_inertia + self.b.inverse_inertia)
    }

    /// The angular impulse of rolling resistance, N m s. A wheel sinks a little into the surface, and the
    /// pressure under it acts at a distance `resistance` (m) ahead of its centre. The torque of that pressure
    /// stops the rolling, but is at most `resistance` times the normal force:
    ///
    /// ```text
    ///   l = -I_eff (wB - wA)   clamped to +- resistance j_n
    /// ```
    ///
    /// `resistance` over the radius of the wheel is the tangent of the steepest slope on which it stays at
    /// rest.
    #[must_use]
    pub fn rolling_impulse(&self, normal_impulse: f32, resistance: f32) -> f32 {
        let stop = -self.effective_inertia() * (self.b.angular_velocity - self.a.angular_velocity);
        let bound = resistance * normal_impulse;
        compute::math::clamp(stop, -bound, bound)
    }

    /// The pair with velocities relative to A's surface, which moves along the unit tangent `t` at `speed`
    /// (m/s): that of a conveyor belt.
    #[must_use]
    pub fn relative_to_surface(&self, t: Vec2, speed: f32) -> Self {
        let mut relative = *self;
        relative.b.velocity -= t * speed;
        relative
    }

    /// The impulse of a revolute joint, N s, which gives the two points the same velocity; zero if neither
    /// body can move. The relative velocity is linear in the impulse, v' = v + K j = 0, with
    ///
    /// ```text
    ///       | 1/mA + 1/mB + rAy^2/IA + rBy^2/IB     -(rAx rAy/IA + rBx rBy/IB)           |
    ///   K = |                                                                            |
    ///       | -(rAx rAy/IA + rBx rBy/IB)            1/mA + 1/mB + rAx^2/IA + rBx^2/IB    |
    /// ```
    #[must_use]
    pub fn revolute_impulse(&self) -> Vec2 {
        let [k11, k12, k22] = self.revolute_matrix();
        let v = self.relative_velocity();
        solve_symmetric_2x2(k11, k12, k22, -v).unwrap_or_default()
    }

    /// The matrix K of [`BodyPair::revolute_impulse`], as k11, k12, k22, 1/kg.
    #[must_use]
    pub fn revolute_matrix(&self) -> [f32; 3] {
        let (a, b, r_a, r_b) = (&self.a, &self.b, self.r_a, self.r_b);
        let inverse_mass = a.inverse_mass + b.inverse_mass;
        [
            inverse_mass + a.inverse_inertia * r_a.y * r_a.y + b.inverse_inertia * r_b.y * r_b.y,
            -(a.inverse_inertia * r_a.x * r_a.y + b.inverse_inertia * r_b.x * r_b.y),
            inverse_mass + a.inverse_inertia * r_a.x * r_a.x + b.inverse_inertia * r_b.x * r_b.x,
        ]
    }

    /// The displacements of A and B, m, that bring two points together which are `gap` = pB - pA apart, or
    /// separate two overlapping bodies. Each body moves by its share of the inverse mass.
    ///
    /// *Gaul, The Basics* splits impulses by the share of the *mass*, so the heavier body's velocity changes
    /// more.
    #[must_use]
    pub fn positional_correction(&self, gap: Vec2) -> [Vec2; 2] {
        let total = self.a.inverse_mass + self.b.inverse_mass;
        if total <= 0.0 {
            return [Vec2::zeros(); 2];
        }
        [gap * (self.a.inverse_mass / total), -gap * (self.b.inverse_mass / total)]
    }
}

fn inverse_or_zero(x: f32) -> f32 {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}

/// Coulomb's two coefficients of friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// The surfaces stick while the friction impulse is at most this times the normal impulse.
    pub static_coefficient: f32,
    /// The friction impulse over the normal impulse while the surfaces slide.
    pub dynamic_coefficient: f32,
}

/// The solution of the symmetric system k x = v by Cramer's rule; `None` if the determinant is zero.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::impulse::solve_symmetric_2x2;
///
/// let x = solve_symmetric_2x2(2.0, 1.0, 3.0, Vec2::new(4.0, 7.0));
/// assert_eq!(x, Some(Vec2::new(1.0, 2.0)));
/// ```
///
/// *Impulse Responses* divides by k11, which is zero if neither body can move.
#[must_use]
pub fn solve_symmetric_2x2(k11: f32, k12: f32, k22: f32, v: Vec2) -> Option<Vec2> {
    let det = k11 * k22 - k12 * k12;
    (det != 0.0).then(|| Vec2::new(k22 * v.x - k12 * v.y, k11 * v.y - k12 * v.x) / det)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Rot, right_normal};
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec2> {
        (-reach..reach, -reach..reach).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn body() -> impl Strategy<Value = RigidBody> {
        (vector(10.0), -5.0_f32..5.0, 0.1_f32..10.0, 0.1_f32..10.0).prop_map(|(velocity, w, m, i)| {
            RigidBody { velocity, angular_velocity: w, inverse_mass: 1.0 / m, inverse_inertia: 1.0 / i }
        })
    }

    fn pair() -> impl Strategy<Value = BodyPair> {
        (body(), body(), vector(2.0), vector(2.0)).prop_map(|(a, b, r_a, r_b)| BodyPair { a, b, r_a, r_b })
    }

    fn direction() -> impl Strategy<Value = Vec2> {
        (-3.2_f32..3.2).prop_map(|angle| Rot::from_angle(angle) * Vec2::new(1.0, 0.0))
    }

    fn energy(pair: &BodyPair) -> f32 {
        [pair.a, pair.b]
            .map(|body| {
                0.5 * body.velocity.norm_squared() / body.inverse_mass
                    + 0.5 * body.angular_velocity * body.angular_velocity / body.inverse_inertia
            })
            .iter()
            .sum()
    }

    /// Momentum, and angular momentum about the point at which the bodies act on each other.
    fn momenta(pair: &BodyPair) -> (Vec2, f32) {
        let part = |body: &RigidBody, r: Vec2| {
            let p = body.velocity / body.inverse_mass;
            (p, cross(-r, p) + body.angular_velocity / body.inverse_inertia)
        };
        let ((pa, la), (pb, lb)) = (part(&pair.a, pair.r_a), part(&pair.b, pair.r_b));
        (pa + pb, la + lb)
    }

    proptest! {
        /// The three forms of the effective mass that the texts give are equal.
        #[test]
        fn the_forms_of_the_effective_mass_are_equal(pair in pair(), n in direction()) {
            let m = pair.effective_mass(n);
            prop_assert!((m - pair.effective_mass_by_cross_products(n)).abs() < 1e-4 * m);
            let third = |body: &RigidBody, r: Vec2| {
                let projection = r.dot(&n);
                body.inverse_mass + body.inverse_inertia * (r.norm_squared() - projection * projection)
            };
            prop_assert!((m * (third(&pair.a, pair.r_a) + third(&pair.b, pair.r_b)) - 1.0).abs() < 1e-4);
        }

        /// A collision gives v'.n = -e v.n and keeps momentum. It keeps energy if e = 1 and never gains any.
        #[test]
        fn a_collision_obeys_restitution_and_keeps_momentum(
            pair in pair(), n in direction(), e in 0.0_f32..1.0,
        ) {
            let before = pair.relative_velocity().dot(&n);
            for e in [e, 0.0, 1.0] {
                let mut after = pair;
                after.apply(n * pair.normal_impulse(n, e));
                let expected = if before < 0.0 { -e * before } else { before };
                prop_assert!((after.relative_velocity().dot(&n) - expected).abs() < 1e-3);
                let ((p, l), (q, k)) = (momenta(&pair), momenta(&after));
                prop_assert!((p - q).norm() < 2e-3 && (l - k).abs() < 5e-3, "{} {}", (p - q).norm(), l - k);
                let change = energy(&after) - energy(&pair);
                if e == 1.0 {
                    prop_assert!(change.abs() < 1e-3 * energy(&pair).max(1.0));
                } else {
                    prop_assert!(change < 1e-3 * energy(&pair).max(1.0));
                }
            }
        }

        /// Friction never reverses the sliding, stays within the friction cone, and stops the sliding where
        /// the cone allows it.
        #[test]
        fn friction_stays_in_its_cone(pair in pair(), t in direction(), normal in 0.0_f32..20.0) {
            let friction = Friction { static_coefficient: 0.8, dynamic_coefficient: 0.5 };
            let j = pair.friction_impulse(t, normal, friction);
            let mut after = pair;
            after.apply(t * j);
            let (before, left) = (pair.relative_velocity().dot(&t), after.relative_velocity().dot(&t));
            prop_assert!(j.abs() <= friction.static_coefficient * normal + 1e-6);
            prop_assert!(left * before > -1e-2, "{} {}", before, left);
            if left.abs() > 1e-3 * before.abs().max(1.0) {
                let expected = friction.dynamic_coefficient * normal;
                prop_assert!((j.abs() - expected).abs() < 1e-5 * normal.max(1.0));
            }
        }

        /// Rolling resistance either stops the rolling or has its greatest allowed size. It never reverses
        /// the rolling, and it keeps angular momentum.
        #[test]
        fn rolling_resistance_stays_in_its_bound(
            pair in pair(), normal in 0.0_f32..20.0, resistance in 0.0_f32..0.5,
        ) {
            let impulse = pair.rolling_impulse(normal, resistance);
            let mut after = pair;
            after.apply_angular(impulse);
            let rolling = |pair: &BodyPair| pair.b.angular_velocity - pair.a.angular_velocity;
            prop_assert!(impulse.abs() <= resistance * normal);
            prop_assert!(rolling(&after) * rolling(&pair) > -1e-3);
            prop_assert!(rolling(&after).abs() < 1e-3 || (impulse.abs() - resistance * normal).abs() < 1e-5);
            prop_assert!((momenta(&after).1 - momenta(&pair).1).abs() < 5e-3);
        }

        /// The impulse of a revolute joint gives both points the same velocity; a static body stays at rest.
        #[test]
        fn a_revolute_joint_leaves_no_relative_velocity(pair in pair()) {
            let mut after = pair;
            after.apply(pair.revolute_impulse());
            prop_assert!(after.relative_velocity().norm() < 5e-3);
            let mut with_static = BodyPair { a: RigidBody::STATIC, ..pair };
            with_static.apply(with_static.revolute_impulse());
            prop_assert!(with_static.relative_velocity().norm() < 5e-3);
            prop_assert_eq!(with_static.a, RigidBody::STATIC);
        }

        /// The corrections close the gap and do not move the common centre of mass.
        #[test]
        fn corrections_close_the_gap(pair in pair(), gap in vector(1.0)) {
            let [a, b] = pair.positional_correction(gap);
            prop_assert!((gap + b - a).norm() < 1e-5);
            prop_assert!((a / pair.a.inverse_mass + b / pair.b.inverse_mass).norm() < 1e-4);
            let with_static = BodyPair { a: RigidBody::STATIC, ..pair };
            prop_assert_eq!(with_static.positional_correction(gap)[0], Vec2::zeros());
        }
    }

    /// No impulse moves two static bodies, and no function divides by their inverse mass of zero.
    #[test]
    fn two_static_bodies_do_not_move() {
        let mut pair =
            BodyPair { a: RigidBody::STATIC, b: RigidBody::STATIC, r_a: Vec2::x(), r_b: Vec2::y() };
        let n = right_normal(Vec2::x());
        assert_eq!((pair.effective_mass(n), pair.effective_mass_by_cross_products(n)), (0.0, 0.0));
        assert_eq!((pair.revolute_impulse(), pair.rolling_impulse(1.0, 1.0)), (Vec2::zeros(), 0.0));
        pair.apply_angular(1.0);
        pair.apply(Vec2::new(3.0, 4.0));
        assert_eq!(pair.relative_velocity(), Vec2::zeros());
    }

    /// The `Solve` of *Impulse Responses*.
    fn eliminate([a, b, d]: [f32; 3], v: Vec2) -> Vec2 {
        let second = (a * v.y - b * v.x) / (d * a - b * b);
        Vec2::new((v.x - b * second) / a, second)
    }

    proptest! {
        /// The matrix of a joint is positive definite if a body can move, so the text divides by no zero, and
        /// finds the same impulse.
        #[test]
        fn pivot_of_a_joint_is_never_zero(a in body(), b in body(), r_a in vector(2.0), r_b in vector(2.0), is_a_static in any::<bool>()) {
            let a = if is_a_static { RigidBody::STATIC } else { a };
            let pair = BodyPair { a, b, r_a, r_b };
            let k = pair.revolute_matrix();
            let det = k[0] * k[2] - k[1] * k[1];
            prop_assert!(k[0] > 0.0 && k[2] > 0.0 && det > 0.0, "{k:?}");
            let (text, ours) = (eliminate(k, -pair.relative_velocity()), pair.revolute_impulse());
            // What both lose: the determinant is a difference of these products.
            let rounding = 1e-5 * (1.0 + k[0] * k[2] / det);
            prop_assert!((text - ours).norm() <= rounding * ours.norm().max(1.0), "{text} {ours}");
        }
    }

    /// This system, which is not that of a joint, has k11 = 0 and the solution (1, 2): Cramer's rule finds
    /// it, and elimination does not.
    #[test]
    fn a_system_with_a_zero_pivot_is_solved() {
        assert_eq!(eliminate([2.0, 1.0, 3.0], Vec2::new(4.0, 7.0)), Vec2::new(1.0, 2.0));
        assert!(eliminate([0.0, 2.0, 1.0], Vec2::new(4.0, 4.0)).x.is_nan());
        assert_eq!(solve_symmetric_2x2(0.0, 2.0, 1.0, Vec2::new(4.0, 4.0)), Some(Vec2::new(1.0, 2.0)));
        assert_eq!(solve_symmetric_2x2(1.0, 1.0, 1.0, Vec2::new(1.0, 0.0)), None);
    }
}
