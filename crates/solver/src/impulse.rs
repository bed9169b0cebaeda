//! The impulses of the subject, each derived from what it must achieve.
//!
//! An impulse j at the point r of a body (from its centre of mass) changes its motion by
//!
//! ```text
//!   v' = v + j / m            w' = w + (r x j) / I
//! ```
//!
//! so the point itself changes velocity by j/m + (r x j)/I x r. Each function below stipulates what the
//! relative velocity of two points has to be afterwards, and solves for the impulse: that is the whole method
//! (seed 003). What a body cannot do, an inverse mass of zero says: the ground, a fixed rotation.
//!
//! These are the reference: the lanes of [`SoftSolver`](crate::SoftSolver) compute the same terms eight at a
//! time, and the tests compare the two.

use geom::{Vec2, cross, left_normal};

/// A body as the derivations see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody {
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: f32,
    /// 1 / mass, 1/kg; zero for infinite mass.
    pub inverse_mass: f32,
    /// 1 / inertia, 1/(kg m^2); zero for a body that does not turn.
    pub inverse_inertia: f32,
}

impl RigidBody {
    /// At rest for ever.
    pub const GROUND: Self = Self {
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

/// Two bodies and the point in which they act on each other, as seen from both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The body that the impulse is taken from.
    pub a: RigidBody,
    /// The body that the impulse is given to.
    pub b: RigidBody,
    /// The point from A's centre of mass, m.
    pub r_a: Vec2,
    /// The point from B's centre of mass, m.
    pub r_b: Vec2,
}

impl Pair {
    /// The velocity of B's point as seen from A's, m/s.
    #[must_use]
    pub fn relative_velocity(&self) -> Vec2 {
        self.b.velocity_at(self.r_b) - self.a.velocity_at(self.r_a)
    }

    /// Applies `j` (N s) to B and its opposite to A, so that momentum and angular momentum are kept.
    pub fn apply(&mut self, j: Vec2) {
        self.a.apply(-j, self.r_a);
        self.b.apply(j, self.r_b);
    }

    /// The effective mass along the unit vector `n`, kg: the impulse that changes the relative velocity
    /// along n by one.
    ///
    /// ```text
    ///   m_eff = 1 / (1/mA + 1/mB + (rA x n)^2 / IA + (rB x n)^2 / IB)
    /// ```
    ///
    /// Zero if neither body can move. (Seeds 000 and 003. Seed 001 writes (r x n)^2 as r.r - (r.n)^2, and
    /// Wikipedia as [(r x n) x r].n, which is [`Pair::effective_mass_by_cross_products`]: all are equal.)
    #[must_use]
    pub fn effective_mass(&self, n: Vec2) -> f32 {
        let (cross_a, cross_b) = (cross(self.r_a, n), cross(self.r_b, n));
        let inverse = self.a.inverse_mass
            + self.b.inverse_mass
            + self.a.inverse_inertia * cross_a * cross_a
            + self.b.inverse_inertia * cross_b * cross_b;
        if inverse > 0.0 { 1.0 / inverse } else { 0.0 }
    }

    /// The effective mass in the form that also holds in three dimensions:
    /// 1 / (1/mA + 1/mB + [(rA x n)/IA x rA + (rB x n)/IB x rB] . n).
    #[must_use]
    pub fn effective_mass_by_cross_products(&self, n: Vec2) -> f32 {
        let turned = |body: &RigidBody, r: Vec2| left_normal(r) * (body.inverse_inertia * cross(r, n));
        let inverse = self.a.inverse_mass
            + self.b.inverse_mass
            + (turned(&self.a, self.r_a) + turned(&self.b, self.r_b)).dot(&n);
        if inverse > 0.0 { 1.0 / inverse } else { 0.0 }
    }

    /// The normal impulse, N s, along the unit normal `n` from A to B, after which the approach returns by
    /// the factor `restitution`: v'.n = -e v.n, so
    ///
    /// ```text
    ///   j = -(1 + e) m_eff v.n      if v.n < 0, else 0
    /// ```
    #[must_use]
    pub fn normal_impulse(&self, n: Vec2, restitution: f32) -> f32 {
        let approach = self.relative_velocity().dot(&n);
        if approach < 0.0 { -(1.0 + restitution) * self.effective_mass(n) * approach } else { 0.0 }
    }

    /// The friction impulse along the unit tangent `t`, N s. What would stop the sliding, -m_eff v.t, is
    /// given as long as static friction holds it; beyond, dynamic friction gives what it has:
    ///
    /// ```text
    ///   j                    if |j| <= mu_static j_n
    ///   sign(j) mu_dynamic j_n   otherwise
    /// ```
    #[must_use]
    pub fn friction_impulse(&self, t: Vec2, normal_impulse: f32, friction: Friction) -> f32 {
        let stop = -self.effective_mass(t) * self.relative_velocity().dot(&t);
        if stop.abs() <= friction.fixed * normal_impulse {
            stop
        } else {
            (friction.sliding * normal_impulse).copysign(stop)
        }
    }

    /// The effective inertia, kg m^2: the twist that changes the relative angular velocity by one, 1 / (1/IA + 1/IB).
    /// Zero if neither body can turn.
    #[must_use]
    pub fn effective_inertia(&self) -> f32 {
        let inverse = self.a.inverse_inertia + self.b.inverse_inertia;
        if inverse > 0.0 { 1.0 / inverse } else { 0.0 }
    }

    /// The twist against rolling, N m s. A wheel sinks a little into what it rolls on, and the pressure under it leans
    /// ahead, by the `lever` (m): its torque about the wheel stops the rolling as far as it goes,
    ///
    /// ```text
    ///   -I_eff (wB - wA)   within +- lever j_n
    /// ```
    ///
    /// The lever is proportional to the wheel's radius, by a coefficient that is the tangent of the steepest slope on
    /// which the wheel rests.
    #[must_use]
    pub fn rolling_twist(&self, normal_impulse: f32, lever: f32) -> f32 {
        let stop = -self.effective_inertia() * (self.b.angular_velocity - self.a.angular_velocity);
        let bound = lever * normal_impulse;
        compute::math::clamp(stop, -bound, bound)
    }

    /// Applies the twist `l` (N m s) to B and its opposite to A.
    pub fn twist(&mut self, l: f32) {
        self.a.angular_velocity -= l * self.a.inverse_inertia;
        self.b.angular_velocity += l * self.b.inverse_inertia;
    }

    /// The same as seen by someone on A's surface that runs along the unit tangent `t` at `speed` (m/s): what friction
    /// is about, where a surface runs.
    #[must_use]
    pub fn on_running_surface(&self, t: Vec2, speed: f32) -> Self {
        let mut seen = *self;
        seen.b.velocity -= t * speed;
        seen
    }

    /// The impulse of a revolute joint, N s: after it the two points have the same velocity. Zero if neither
    /// body can move.
    ///
    /// The relative velocity is linear in the impulse, v' = v + K j = 0, with
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

    /// The matrix K of [`Pair::revolute_impulse`], as k11, k12, k22, 1/kg.
    #[must_use]
    pub fn revolute_matrix(&self) -> [f32; 3] {
        let (a, b, r_a, r_b) = (&self.a, &self.b, self.r_a, self.r_b);
        let mass = a.inverse_mass + b.inverse_mass;
        [
            mass + a.inverse_inertia * r_a.y * r_a.y + b.inverse_inertia * r_b.y * r_b.y,
            -(a.inverse_inertia * r_a.x * r_a.y + b.inverse_inertia * r_b.x * r_b.y),
            mass + a.inverse_inertia * r_a.x * r_a.x + b.inverse_inertia * r_b.x * r_b.x,
        ]
    }

    /// How far to move the centres of A and B, m, so that two points that are `gap` = pointB - pointA apart
    /// meet: each by its share of the inverse mass, so the heavier moves less, and what cannot move stays
    /// (seed 003; the same split separates two overlapping bodies). Seed 004 takes each body's share of the
    /// *mass* instead, and so moves the heavier one more.
    #[must_use]
    pub fn positional_correction(&self, gap: Vec2) -> [Vec2; 2] {
        let total = self.a.inverse_mass + self.b.inverse_mass;
        if total <= 0.0 {
            return [Vec2::zeros(); 2];
        }
        [gap * (self.a.inverse_mass / total), -gap * (self.b.inverse_mass / total)]
    }
}

/// Coulomb's two coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Up to this share of the normal impulse nothing slides.
    pub fixed: f32,
    /// What is left of it while sliding.
    pub sliding: f32,
}

/// The solution of the symmetric system k x = v, by Cramer's rule; `None` if it has none.
///
/// Seed 003 eliminates by dividing by k11, which fails where k11 is zero though the matrix has an inverse.
#[must_use]
pub fn solve_symmetric_2x2(k11: f32, k12: f32, k22: f32, v: Vec2) -> Option<Vec2> {
    let det = k11 * k22 - k12 * k12;
    (det != 0.0).then(|| Vec2::new(k22 * v.x - k12 * v.y, k11 * v.y - k12 * v.x) / det)
}

/// How the coefficients of two materials make one. Seed 003 takes the larger restitution and the geometric
/// mean of friction, seed 004 the smaller restitution: none is the law, so it is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CombineRule {
    /// sqrt(a b): a slippery partner decides.
    #[default]
    GeometricMean,
    /// (a + b) / 2.
    Average,
    /// The smaller.
    Min,
    /// a b.
    Product,
    /// The larger: a bouncy partner decides.
    Max,
}

impl CombineRule {
    /// The coefficient of a pair; both not negative.
    #[must_use]
    pub fn combine(self, a: f32, b: f32) -> f32 {
        match self {
            Self::GeometricMean => compute::math::sqrt(a * b),
            Self::Average => 0.5 * (a + b),
            Self::Min => compute::math::min(a, b),
            Self::Product => a * b,
            Self::Max => compute::math::max(a, b),
        }
    }
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

    fn pair() -> impl Strategy<Value = Pair> {
        (body(), body(), vector(2.0), vector(2.0)).prop_map(|(a, b, r_a, r_b)| Pair { a, b, r_a, r_b })
    }

    fn direction() -> impl Strategy<Value = Vec2> {
        (-3.2_f32..3.2).prop_map(|angle| Rot::from_angle(angle) * Vec2::new(1.0, 0.0))
    }

    fn energy(pair: &Pair) -> f32 {
        [pair.a, pair.b]
            .map(|body| {
                0.5 * body.velocity.norm_squared() / body.inverse_mass
                    + 0.5 * body.angular_velocity * body.angular_velocity / body.inverse_inertia
            })
            .iter()
            .sum()
    }

    /// Momentum, and angular momentum about the common point.
    fn momenta(pair: &Pair) -> (Vec2, f32) {
        let part = |body: &RigidBody, r: Vec2| {
            let p = body.velocity / body.inverse_mass;
            (p, cross(-r, p) + body.angular_velocity / body.inverse_inertia)
        };
        let ((pa, la), (pb, lb)) = (part(&pair.a, pair.r_a), part(&pair.b, pair.r_b));
        (pa + pb, la + lb)
    }

    proptest! {
        /// The two forms of the effective mass in seed 003, and the third of seed 001, are one.
        #[test]
        fn the_forms_of_the_effective_mass_are_equal(pair in pair(), n in direction()) {
            let m = pair.effective_mass(n);
            prop_assert!((m - pair.effective_mass_by_cross_products(n)).abs() < 1e-4 * m);
            let third = |body: &RigidBody, r: Vec2| {
                let along = r.dot(&n);
                body.inverse_mass + body.inverse_inertia * (r.norm_squared() - along * along)
            };
            prop_assert!((m * (third(&pair.a, pair.r_a) + third(&pair.b, pair.r_b)) - 1.0).abs() < 1e-4);
        }

        /// v'.n = -e v.n, with momentum kept, and with energy kept if e = 1 and lost if e = 0.
        #[test]
        fn a_collision_obeys_its_laws(pair in pair(), n in direction(), e in 0.0_f32..1.0) {
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

        /// Friction never reverses the sliding, stays in its cone, and stops the sliding inside the cone.
        #[test]
        fn friction_stays_in_its_cone(pair in pair(), t in direction(), normal in 0.0_f32..20.0) {
            let friction = Friction { fixed: 0.8, sliding: 0.5 };
            let j = pair.friction_impulse(t, normal, friction);
            let mut after = pair;
            after.apply(t * j);
            let (before, left) = (pair.relative_velocity().dot(&t), after.relative_velocity().dot(&t));
            prop_assert!(j.abs() <= friction.fixed * normal + 1e-6);
            prop_assert!(left * before > -1e-2, "{} {}", before, left);
            if left.abs() > 1e-3 * before.abs().max(1.0) {
                prop_assert!((j.abs() - friction.sliding * normal).abs() < 1e-5 * normal.max(1.0));
            }
        }

        /// The twist against rolling stops it or has the size it may have, never turns it round, and keeps angular
        /// momentum.
        #[test]
        fn resistance_to_rolling_stays_in_its_bound(
            pair in pair(), normal in 0.0_f32..20.0, lever in 0.0_f32..0.5,
        ) {
            let twist = pair.rolling_twist(normal, lever);
            let mut after = pair;
            after.twist(twist);
            let rolling = |pair: &Pair| pair.b.angular_velocity - pair.a.angular_velocity;
            prop_assert!(twist.abs() <= lever * normal);
            prop_assert!(rolling(&after) * rolling(&pair) > -1e-3);
            prop_assert!(rolling(&after).abs() < 1e-3 || (twist.abs() - lever * normal).abs() < 1e-5);
            prop_assert!((momenta(&after).1 - momenta(&pair).1).abs() < 5e-3);
        }

        /// After the joint's impulse its two points move together; joined to the ground, the ground stays.
        #[test]
        fn a_revolute_joint_leaves_no_relative_velocity(pair in pair()) {
            let mut after = pair;
            after.apply(pair.revolute_impulse());
            prop_assert!(after.relative_velocity().norm() < 5e-3);
            let mut grounded = Pair { a: RigidBody::GROUND, ..pair };
            grounded.apply(grounded.revolute_impulse());
            prop_assert!(grounded.relative_velocity().norm() < 5e-3);
            prop_assert_eq!(grounded.a, RigidBody::GROUND);
        }

        /// The corrections close the gap, and leave the common centre of mass where it was.
        #[test]
        fn corrections_close_the_gap(pair in pair(), gap in vector(1.0)) {
            let [a, b] = pair.positional_correction(gap);
            prop_assert!((gap + b - a).norm() < 1e-5);
            prop_assert!((a / pair.a.inverse_mass + b / pair.b.inverse_mass).norm() < 1e-4);
            let grounded = Pair { a: RigidBody::GROUND, ..pair };
            prop_assert_eq!(grounded.positional_correction(gap)[0], Vec2::zeros());
        }
    }

    /// Nothing moves two grounds, and nothing divides by their zero.
    #[test]
    fn two_grounds_stay() {
        let mut pair = Pair { a: RigidBody::GROUND, b: RigidBody::GROUND, r_a: Vec2::x(), r_b: Vec2::y() };
        let n = right_normal(Vec2::x());
        assert_eq!((pair.effective_mass(n), pair.effective_mass_by_cross_products(n)), (0.0, 0.0));
        assert_eq!((pair.revolute_impulse(), pair.rolling_twist(1.0, 1.0)), (Vec2::zeros(), 0.0));
        pair.twist(1.0);
        pair.apply(Vec2::new(3.0, 4.0));
        assert_eq!(pair.relative_velocity(), Vec2::zeros());
    }

    /// Seed 003's elimination divides by k11; this system has k11 = 0 and the solution (1, 2).
    #[test]
    fn a_zero_pivot_is_no_obstacle() {
        assert_eq!(solve_symmetric_2x2(0.0, 2.0, 1.0, Vec2::new(4.0, 4.0)), Some(Vec2::new(1.0, 2.0)));
        assert_eq!(solve_symmetric_2x2(1.0, 1.0, 1.0, Vec2::new(1.0, 0.0)), None);
    }

    #[test]
    fn the_rules_of_combination() {
        let all = [
            (CombineRule::GeometricMean, 0.3),
            (CombineRule::Average, 0.5),
            (CombineRule::Min, 0.1),
            (CombineRule::Product, 0.09),
            (CombineRule::Max, 0.9),
        ];
        for (rule, expected) in all {
            assert!((rule.combine(0.1, 0.9) - expected).abs() < 1e-6, "{rule:?}");
            assert_eq!(rule.combine(0.1, 0.9), rule.combine(0.9, 0.1));
        }
    }
}
