//! Builds a tree from the top: the leaves of a node are split in two, and the larger part again, until there
//! are four parts or no part can be split.
//!
//! The chance that a search visits a part grows with its perimeter, and the work there with its leaves, so
//! the best split has the least
//!
//! ```text
//!   |left| n_left  +  |right| n_right                               | |: half the perimeter
//! ```
//!
//! Leaves are split along the axis on which their centres spread more. A few are sorted and every split is
//! tried; many are sorted into bins, and the splits between bins are tried:
//!
//! ```text
//!   |  4 | 11 |  9 |  0 |  2 |  7 | ...        a box and a count for each bin;
//!                                              sweep from the right, then from the left
//! ```
//!
//! Most splits have few leaves, where a mispredicted branch costs more than all arithmetic: leaves change
//! sides without a branch, and a few are sorted as integers. Source: Wald, "On fast Construction of SAH-based
//! Bounding Volume Hierarchies", 2007. Turned down (`docs/experiments/broadphase.md`): splitting at the
//! median.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{ChildRef, Subtree, bounds};
use crate::aabb_quad::WIDTH;
use compute::Quad;
use geom::Aabb;

/// Up to this number of leaves are sorted, and every split is tried.
const FEW: usize = 12;

/// A split differs from the best by at most a few percent of the width.
const BINS: usize = 16;

/// Levels in which the heuristic decides. Below, as for sizes that differ by powers of ten, leaves are
/// halved, within [`MAX_HEIGHT`].
const HEURISTIC_LEVELS: u32 = MAX_HEIGHT / 2;

#[derive(Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
    /// m.
    perimeter: f32,
}

impl Part {
    fn len(&self) -> usize {
        self.end - self.start
    }
}

/// The perimeters are half of those around the left and the right ones, m.
struct Split {
    left_count: usize,
    perimeters: [f32; 2],
}

impl Bvh {
    pub fn build(&mut self, index: u32, leaves: &mut [Subtree]) {
        self.build_within(index, leaves, HEURISTIC_LEVELS);
    }

    fn build_within(&mut self, index: u32, leaves: &mut [Subtree], levels: u32) {
        let (parts, count) = split_in_four(leaves, levels);
        for (child, part) in parts[..count].iter().enumerate() {
            let subtree = match &mut leaves[part.start..part.end] {
                [leaf] => *leaf,
                several => {
                    let below = self.allocate_node();
                    self.build_within(below, several, levels.saturating_sub(1));
                    self.subtree_of_node(below)
                }
            };
            self.set_child(ChildRef { node: index, child }, subtree);
        }
        let node = self.node_mut(index);
        (node.built_perimeter, node.has_changed) = (node.perimeter(), false);
    }
}

/// Into up to four parts, with `levels` levels left below.
fn split_in_four(leaves: &mut [Subtree], levels: u32) -> ([Part; WIDTH], usize) {
    let whole = Part { start: 0, end: leaves.len(), perimeter: f32::INFINITY };
    let mut parts = [whole; WIDTH];
    if leaves.len() <= WIDTH {
        for (i, part) in parts.iter_mut().enumerate() {
            (part.start, part.end) = (i, i + 1);
        }
        return (parts, leaves.len());
    }
    let mut count = 1;
    // Each further level holds four times as many leaves.
    let halve = levels <= 2 + leaves.len().ilog2() / 2;
    while count < WIDTH {
        let size = |part: &Part| if halve { part.len() as f32 } else { part.perimeter };
        let mut largest: Option<usize> = None;
        for i in 0..count {
            if parts[i].len() > 1 && largest.is_none_or(|other| size(&parts[i]) > size(&parts[other])) {
                largest = Some(i);
            }
        }
        let Some(largest) = largest else { break };
        let Part { start, end, .. } = parts[largest];
        let part = &mut leaves[start..end];
        let split = if halve { split_at_median(part) } else { split(part) };
        let middle = start + split.left_count;
        parts[largest] = Part { start, end: middle, perimeter: split.perimeters[0] };
        parts[count] = Part { start: middle, end, perimeter: split.perimeters[1] };
        count += 1;
    }
    (parts, count)
}

/// [-left, -bottom, right, top]: the union of two boxes is one maximum in four lanes.
#[derive(Clone, Copy)]
struct NegatedAabb(Quad);

impl NegatedAabb {
    #[inline(always)]
    fn empty() -> Self {
        Self(Quad::splat(f32::NEG_INFINITY))
    }

    #[inline(always)]
    fn of(leaf: &Subtree) -> Self {
        let Aabb { lower, upper } = leaf.aabb;
        Self(Quad::new([-lower.x, -lower.y, upper.x, upper.y]))
    }

    #[inline(always)]
    fn union(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    #[inline(always)]
    fn half_perimeter(self) -> f32 {
        let [width, height, ..] = (self.0 + self.0.turned()).numbers();
        width + height
    }

    /// As a box without extent.
    #[inline(always)]
    fn doubled_center(self) -> Self {
        Self(self.0 - self.0.turned())
    }
}

#[inline(always)]
fn doubled_center(leaf: &Subtree, axis: usize) -> f32 {
    leaf.aabb.lower.coords[axis] + leaf.aabb.upper.coords[axis]
}

/// The axis along which the centres spread more, and twice their least and greatest coordinate, m.
#[inline(always)]
fn spread(leaves: &[Subtree]) -> (usize, f32, f32) {
    let mut all = NegatedAabb::empty();
    for leaf in leaves {
        all = all.union(NegatedAabb::of(leaf).doubled_center());
    }
    let [left, bottom, right, top] = all.0.numbers();
    if top + bottom > right + left { (1, -bottom, top) } else { (0, -left, right) }
}

fn split(leaves: &mut [Subtree]) -> Split {
    let (axis, low, high) = spread(leaves);
    if leaves.len() <= FEW {
        return split_few(leaves, axis);
    }
    let scale = BINS as f32 / (high - low);
    // The centres coincide, or their distances overflow.
    if !(scale > 0.0 && scale < f32::INFINITY) {
        return split_at_median(leaves);
    }
    let bin_of = |leaf: &Subtree| {
        let bin = ((doubled_center(leaf, axis) - low) * scale) as i32;
        (if bin < BINS as i32 { bin } else { BINS as i32 - 1 }) as usize
    };
    let (mut bins, mut counts) = ([NegatedAabb::empty(); BINS], [0_usize; BINS]);
    for leaf in &*leaves {
        let bin = bin_of(leaf);
        bins[bin] = bins[bin].union(NegatedAabb::of(leaf));
        counts[bin] += 1;
    }
    let (mut right, mut count) = (NegatedAabb::empty(), 0);
    let (mut right_costs, mut right_perimeters) = ([0.0; BINS], [0.0; BINS]);
    for bin in (1..BINS).rev() {
        (right, count) = (right.union(bins[bin]), count + counts[bin]);
        right_perimeters[bin] = right.half_perimeter();
        right_costs[bin] = cost(right_perimeters[bin], count);
    }
    let (mut left, mut count) = (NegatedAabb::empty(), 0);
    let (mut least, mut first_right_bin, mut perimeters) = (f32::INFINITY, 0, [0.0; 2]);
    for bin in 1..BINS {
        (left, count) = (left.union(bins[bin - 1]), count + counts[bin - 1]);
        if count > 0 && count < leaves.len() {
            let perimeter = left.half_perimeter();
            let cost = cost(perimeter, count) + right_costs[bin];
            if cost < least {
                (least, first_right_bin, perimeters) = (cost, bin, [perimeter, right_perimeters[bin]]);
            }
        }
    }
    if first_right_bin == 0 {
        return split_at_median(leaves);
    }
    Split { left_count: partition(leaves, |leaf| bin_of(leaf) < first_right_bin), perimeters }
}

fn split_few(leaves: &mut [Subtree], axis: usize) -> Split {
    sort_few(leaves, axis);
    let mut right_perimeters = [0.0; FEW];
    let mut right = NegatedAabb::empty();
    for left_count in (1..leaves.len()).rev() {
        right = right.union(NegatedAabb::of(&leaves[left_count]));
        right_perimeters[left_count] = right.half_perimeter();
    }
    let mut left = NegatedAabb::empty();
    let mut least = f32::INFINITY;
    let mut best = Split { left_count: leaves.len() / 2, perimeters: [0.0; 2] };
    for left_count in 1..leaves.len() {
        left = left.union(NegatedAabb::of(&leaves[left_count - 1]));
        let perimeters = [left.half_perimeter(), right_perimeters[left_count]];
        let cost = cost(perimeters[0], left_count) + cost(perimeters[1], leaves.len() - left_count);
        if cost < least {
            (least, best) = (cost, Split { left_count, perimeters });
        }
    }
    best
}

/// Stable. Sorts integers, the centre in the upper half and the index in the lower, without branches.
#[inline(always)]
fn sort_few(leaves: &mut [Subtree], axis: usize) {
    let mut order = [0_u64; FEW];
    let mut sorted = [Subtree::leaf(0, Aabb::EMPTY); FEW];
    for (i, leaf) in leaves.iter().enumerate() {
        // The bits of positive floats rise with their values, those of negative ones fall.
        let bits = doubled_center(leaf, axis).to_bits();
        let sort_key = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        order[i] = u64::from(sort_key) << 32 | i as u64;
        sorted[i] = *leaf;
    }
    let order = &mut order[..leaves.len()];
    compute::sort(order);
    for (leaf, key) in leaves.iter_mut().zip(order) {
        *leaf = sorted[*key as u32 as usize];
    }
}

#[inline(always)]
fn cost(perimeter: f32, count: usize) -> f32 {
    perimeter * count as f32
}

fn split_at_median(leaves: &mut [Subtree]) -> Split {
    let (axis, _, _) = spread(leaves);
    let middle = leaves.len() / 2;
    leaves.select_nth_unstable_by(middle, |a, b| doubled_center(a, axis).total_cmp(&doubled_center(b, axis)));
    let (left, right) = leaves.split_at(middle);
    Split { left_count: middle, perimeters: [left, right].map(|part| bounds(part).half_perimeter()) }
}

/// Those for which `is_left` holds come first; returns their number. Swapping every leaf costs less than a
/// branch that is mispredicted often.
#[inline(always)]
fn partition(leaves: &mut [Subtree], is_left: impl Fn(&Subtree) -> bool) -> usize {
    let mut count = 0;
    for i in 0..leaves.len() {
        let left = is_left(&leaves[i]);
        leaves.swap(i, count);
        count += usize::from(left);
    }
    count
}
