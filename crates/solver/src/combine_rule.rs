//! From the coefficients of two materials to that of their contact.

/// How the coefficients of two materials (friction, restitution) make that of their contact.
///
/// No law decides this. *Impulse Responses* takes the larger restitution and the geometric mean of friction,
/// *Gaul, The Basics* the smaller restitution.
///
/// ```
/// use solver::impulse::CombineRule;
///
/// assert_eq!(CombineRule::Average.combine(0.2, 0.6), 0.4);
/// assert_eq!(CombineRule::Max.combine(0.2, 0.6), 0.6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CombineRule {
    /// sqrt(a b): zero if one of the materials has no friction.
    #[default]
    GeometricMean,
    /// (a + b) / 2.
    Average,
    /// The smaller of the two.
    Min,
    /// a b.
    Product,
    /// The larger of the two: a ball with high restitution bounces on every material.
    Max,
}

properties::choices!(CombineRule: GeometricMean, Average, Min, Product, Max);

impl CombineRule {
    /// The coefficient of a pair of materials, both not negative.
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

    /// Each rule gives what its name says for 0.1 and 0.9, in either order.
    #[test]
    fn combine_rules_are_symmetric_and_follow_their_formulas() {
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
