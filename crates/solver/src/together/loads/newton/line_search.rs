//! How much of a Newton step is taken: the search for the minimum along its line.
//!
//! ```text
//!   slope
//!       |   /       A row between its bounds adds to the slope linearly, one at a bound adds a constant. One
//!     0 |__/____    that meets a bound on the way, or leaves one, has a kink. The function is convex: its
//!       | / length  slope never falls, and false position finds its zero.
//!       |/
//! ```

use super::super::rows::Group;
use super::{Node, Spatial};
use compute::F64x2;

/// The search ends at this share of the first slope.
const FLAT: f64 = 1e-4;

/// The most evaluations of a search.
const MAX_SEARCH: usize = 40;

/// Where along the step, 0 to 1, the slope of the function is zero, by false position with bisection. It is 0
/// if the function rises from the start, as it may along a step for the sides of the impulses. The work is
/// taken from `work_left`.
pub(super) fn search(nodes: &[Node], groups: &mut [Group], x: &[Spatial], work_left: &mut usize) -> f64 {
    let (mut constant, mut linear) = (0.0, 0.0);
    for (node, x) in nodes.iter().zip(x) {
        let masses = node.masses();
        for i in 0..3 {
            constant += x[i] * masses[i] * node.change[i];
            linear += x[i] * masses[i] * x[i];
        }
    }
    // The slopes at both ends; those of all rows without a kink, which are linear between.
    let (mut at_low, mut at_high) = (constant, constant + linear);
    let (mut smooth_low, mut smooth_high) = (at_low, at_high);
    let mut kinks = 0;
    for group in &mut *groups {
        group.kinks = 0;
        for (i, pair) in group.all[..group.count].iter().enumerate() {
            let demand_low = pair.demand(F64x2::new(pair.before));
            let demand_high = pair.demand(F64x2::new(pair.change));
            let (low, high) = (pair.bounded(demand_low), pair.bounded(demand_high));
            let is_free = demand_low.eq(low).and(demand_high.eq(high));
            let smooth = low.eq(high).or(is_free).bits();
            let (low, high) = (pair.slope(low).numbers(), pair.slope(high).numbers());
            for (row, (low, high)) in low.into_iter().zip(high).enumerate() {
                at_low -= low;
                at_high -= high;
                if smooth >> row & 1 != 0 {
                    smooth_low -= low;
                    smooth_high -= high;
                }
            }
            let own = !smooth & 0b11;
            group.kinks |= own << (2 * i);
            kinks += own.count_ones() as usize;
        }
    }
    let slope = |length: f64| {
        let mut slope = smooth_low + length * (smooth_high - smooth_low);
        for group in groups.iter().filter(|group| group.kinks != 0) {
            for (i, pair) in group.pairs().iter().enumerate() {
                let kinks = group.kinks >> (2 * i) & 0b11;
                if kinks != 0 {
                    let impulse = pair.bounded(pair.demand(pair.change_at(length)));
                    let [first, second] = pair.slope(impulse).numbers();
                    if kinks & 1 != 0 {
                        slope -= first;
                    }
                    if kinks & 2 != 0 {
                        slope -= second;
                    }
                }
            }
        }
        slope
    };
    let (mut low, mut high) = (0.0, 1.0);
    let enough = FLAT * at_low.abs();
    let mut length = if at_low < 0.0 { high } else { low };
    let mut evaluations = 0;
    if at_low < 0.0 && at_high > enough {
        for round in 0..MAX_SEARCH {
            // Every third point halves the interval: false position alone may keep one end for ever.
            length = if round % 3 == 2 || at_high - at_low <= 0.0 {
                0.5 * (low + high)
            } else {
                (low * at_high - high * at_low) / (at_high - at_low)
            };
            let at = slope(length);
            evaluations += 1;
            if at.abs() <= enough {
                break;
            }
            if at < 0.0 {
                (low, at_low) = (length, at);
            } else {
                (high, at_high) = (length, at);
            }
        }
    }
    // All rows of a contact at both ends take about as long as a product of blocks, a row with a kink an
    // eighth of it.
    *work_left = work_left.saturating_sub(groups.len() + evaluations * kinks / 8);
    length
}

#[cfg(test)]
mod tests {
    use super::super::super::rows::RowPair;
    use super::super::NONE;
    use super::*;
    use crate::BodyInput;
    use crate::body::BodyIndex;
    use geom::Vec2;
    use proptest::prelude::*;

    /// A body of 1 kg on the ground with one row along x: its J v + bias, its bounds, and the step of the
    /// body.
    fn search_one(residual: f64, bounds: [f64; 2], step: f64) -> f64 {
        let mut node = Node::EMPTY;
        node.fill(BodyIndex::STATIC, &BodyInput::dynamic(1.0, 1.0, Vec2::zeros()));
        let mut pair = RowPair::EMPTY;
        pair.set_jacobian(0, &[[0.0; 3], [1.0, 0.0, 0.0]]);
        (pair.give[0], pair.inverse_give[0]) = (1e-3, 1e3);
        (pair.bounds[0][0], pair.bounds[1][0]) = (bounds[0], bounds[1]);
        (pair.residual[0], pair.step[0], pair.change[0]) = (residual, step, step);
        let mut group = Group { nodes: [NONE, 0], count: 1, ..Group::EMPTY };
        group.all[0] = pair;
        search(&[node], &mut [group], &[[step, 0.0, 0.0]], &mut 1000)
    }

    const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

    /// A step away from where the row wants the body: the function rises from the start.
    #[test]
    fn length_is_zero_where_the_function_rises() {
        assert_eq!(search_one(1.0, UNBOUNDED, 1.0), 0.0);
        assert_eq!(search_one(-1.0, [0.0, 1.0], -2.0), 0.0);
    }

    /// A step that ends before the minimum is taken whole.
    #[test]
    fn length_is_one_where_the_function_falls_to_the_end() {
        assert_eq!(search_one(-1.0, UNBOUNDED, 0.5), 1.0);
    }

    proptest! {
        /// The momentum u of the body is the impulse p of the row where the function is least, and
        /// p = -(residual + u) / give within the bounds.
        #[test]
        fn minimum_is_where_the_impulse_balances_the_momentum(
            residual in -10.0_f64..-0.01, upper in 0.01_f64..20.0, step in 0.1_f64..30.0,
        ) {
            let free = -residual / (1.0 + 1e-3);
            let wanted = if free < upper { free } else { upper };
            let length = search_one(residual, [0.0, upper], step);
            if wanted < step {
                // The search ends at a small share of the first slope, or after its last evaluation. A third
                // of these halve the interval, and beside a kink the others may gain little.
                let slope = step * -residual.max(-upper * 1e-3) * 1e3;
                let off = (length * step - wanted).abs();
                let is_flat = off * step <= 1.01 * FLAT * slope;
                let interval = step * 0.5_f64.powi(MAX_SEARCH as i32 / 3);
                prop_assert!(is_flat || off <= interval, "{} {wanted}", length * step);
            } else {
                prop_assert_eq!(length, 1.0);
            }
        }
    }
}
