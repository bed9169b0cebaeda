//! A tree over many items at once, from the top: the items of a node are cut in two, and the larger part again, until
//! there are four, or none that could be cut.
//!
//! Where to cut is decided by the surface-area heuristic. A search comes to a part with a chance in proportion to
//! its border, and then has work in proportion to the number of its items, so the cut that makes
//!
//! ```text
//!   |left| n_left  +  |right| n_right                               | |: half the border
//! ```
//!
//! least is best. The items are cut across the axis on which their centres spread more; few are sorted and tried at every
//! place, many are first thrown into bins, and tried at the borders of bins:
//!
//! ```text
//!   |  4 | 11 |  9 |  0 |  2 |  7 | ...        a box and a count for each bin; sweep from the right, then from the left
//! ```
//!
//! What is built is mostly cut into parts of a few, where a jump that nobody foresees costs more than all arithmetic: so items
//! change sides without one, and few are sorted by numbers, not by comparing them. It took the time of a build to three fifths.
//!
//! Source: Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007. Turned down, measured with 10,000 boxes of
//! one size and of many: cutting at the median of the centres (a tenth more border; rays and boxes take 7 to 8 %
//! longer, steps are even); counting whole nodes, n / 4 rounded up, which fills them better (a ray takes 0 to 7 % longer).
//! Not tried: sorting along a Hilbert curve, quicker to build but blind to sizes.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::mend::around;
use super::node::{Item, Place};
use crate::four_boxes::WIDTH;
use compute::Quad;
use geom::Aabb;

/// So few items are tried at every place.
const FEW: usize = 12;

/// Enough that a cut is off by a few percent of the width at most.
const BINS: usize = 16;

/// The height up to which the heuristic decides. What is left then, if sizes differ by powers of ten, is halved.
const GOOD_HEIGHT: u32 = MAX_HEIGHT / 2;

/// Items that lie next to each other in the array.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
    border: f32,
}

impl Part {
    fn len(&self) -> usize {
        self.end - self.start
    }
}

/// The number of items before the cut, and half the border around those before and those after it.
struct Cut {
    place: usize,
    borders: [f32; 2],
}

impl Bvh {
    /// Fills an empty node with items, as a tree.
    pub fn build(&mut self, index: u32, items: &mut [Item]) {
        self.build_within(index, items, GOOD_HEIGHT);
    }

    fn build_within(&mut self, index: u32, items: &mut [Item], levels: u32) {
        let (parts, count) = cut_in_four(items, levels);
        for (slot, part) in parts[..count].iter().enumerate() {
            let item = match &mut items[part.start..part.end] {
                [item] => *item,
                several => {
                    let below = self.take_node();
                    self.build_within(below, several, levels.saturating_sub(1));
                    self.as_item(below)
                }
            };
            self.put(Place { node: index, slot }, item);
        }
        let node = self.node_mut(index);
        (node.made, node.changed) = (node.perimeter(), false);
    }
}

/// Orders items so that up to four parts, as many as are returned, are good ones for the slots of a node with so many levels left
/// below.
fn cut_in_four(items: &mut [Item], levels: u32) -> ([Part; WIDTH], usize) {
    let whole = Part { start: 0, end: items.len(), border: f32::INFINITY };
    let mut parts = [whole; WIDTH];
    if items.len() <= WIDTH {
        // Each has a slot of its own, whatever the order.
        for (i, part) in parts.iter_mut().enumerate() {
            (part.start, part.end) = (i, i + 1);
        }
        return (parts, items.len());
    }
    let mut count = 1;
    // Each level below holds four times as many.
    let halve = levels <= 2 + items.len().ilog2() / 2;
    while count < WIDTH {
        let size = |part: &Part| if halve { part.len() as f32 } else { part.border };
        let mut largest: Option<usize> = None;
        for i in 0..count {
            if parts[i].len() > 1 && largest.is_none_or(|other| size(&parts[i]) > size(&parts[other])) {
                largest = Some(i);
            }
        }
        let Some(largest) = largest else { break };
        let Part { start, end, .. } = parts[largest];
        let cut = if halve { median(&mut items[start..end]) } else { cut(&mut items[start..end]) };
        let middle = start + cut.place;
        parts[largest] = Part { start, end: middle, border: cut.borders[0] };
        parts[count] = Part { start: middle, end, border: cut.borders[1] };
        count += 1;
    }
    (parts, count)
}

/// A box with its lower corner turned round, [-left, -bottom, right, top], so that what holds two boxes is the maximum of
/// each number, and all four are found at once.
#[derive(Clone, Copy)]
struct Outline(Quad);

impl Outline {
    /// Around nothing.
    #[inline(always)]
    fn empty() -> Self {
        Self(Quad::splat(f32::NEG_INFINITY))
    }

    #[inline(always)]
    fn of(item: &Item) -> Self {
        let Aabb { lower, upper } = item.aabb;
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

    /// The outline of the middle, which is no more than a point; doubled.
    #[inline(always)]
    fn middle(self) -> Self {
        Self(self.0 - self.0.turned())
    }
}

/// Twice the centre along an axis.
#[inline(always)]
fn center(item: &Item, axis: usize) -> f32 {
    item.aabb.lower.coords[axis] + item.aabb.upper.coords[axis]
}

/// The axis along which the centres spread more, and from where to where, doubled.
#[inline(always)]
fn spread(items: &[Item]) -> (usize, f32, f32) {
    let mut all = Outline::empty();
    for item in items {
        all = all.union(Outline::of(item).middle());
    }
    let [left, bottom, right, top] = all.0.numbers();
    if top + bottom > right + left { (1, -bottom, top) } else { (0, -left, right) }
}

/// Orders two or more items so that those before the cut and those after it make two good parts.
fn cut(items: &mut [Item]) -> Cut {
    let (axis, low, high) = spread(items);
    if items.len() <= FEW {
        return cut_few(items, axis);
    }
    let scale = BINS as f32 / (high - low);
    // All at one point, or beyond what f32 can hold.
    if !(scale > 0.0 && scale < f32::INFINITY) {
        return median(items);
    }
    let bin_of = |item: &Item| {
        let bin = ((center(item, axis) - low) * scale) as i32;
        (if bin < BINS as i32 { bin } else { BINS as i32 - 1 }) as usize
    };
    let (mut bins, mut counts) = ([Outline::empty(); BINS], [0_usize; BINS]);
    for item in &*items {
        let bin = bin_of(item);
        bins[bin] = bins[bin].union(Outline::of(item));
        counts[bin] += 1;
    }
    let (mut right, mut count) = (Outline::empty(), 0);
    let (mut cost_of_right, mut border_of_right) = ([0.0; BINS], [0.0; BINS]);
    for bin in (1..BINS).rev() {
        (right, count) = (right.union(bins[bin]), count + counts[bin]);
        border_of_right[bin] = right.half_perimeter();
        cost_of_right[bin] = cost(border_of_right[bin], count);
    }
    let (mut left, mut count) = (Outline::empty(), 0);
    let (mut least, mut first_right, mut borders) = (f32::INFINITY, 0, [0.0; 2]);
    for bin in 1..BINS {
        (left, count) = (left.union(bins[bin - 1]), count + counts[bin - 1]);
        if count > 0 && count < items.len() {
            let border = left.half_perimeter();
            let cost = cost(border, count) + cost_of_right[bin];
            if cost < least {
                (least, first_right, borders) = (cost, bin, [border, border_of_right[bin]]);
            }
        }
    }
    if first_right == 0 {
        return median(items);
    }
    Cut { place: partition(items, |item| bin_of(item) < first_right), borders }
}

/// The cut of a few items: sorted, and tried at every place.
fn cut_few(items: &mut [Item], axis: usize) -> Cut {
    sort_few(items, axis);
    let mut border_of_right = [0.0; FEW];
    let mut right = Outline::empty();
    for place in (1..items.len()).rev() {
        right = right.union(Outline::of(&items[place]));
        border_of_right[place] = right.half_perimeter();
    }
    let mut left = Outline::empty();
    let mut least = f32::INFINITY;
    let mut best = Cut { place: items.len() / 2, borders: [0.0; 2] };
    for place in 1..items.len() {
        left = left.union(Outline::of(&items[place - 1]));
        let borders = [left.half_perimeter(), border_of_right[place]];
        let cost = cost(borders[0], place) + cost(borders[1], items.len() - place);
        if cost < least {
            (least, best) = (cost, Cut { place, borders });
        }
    }
    best
}

/// Sorts a few items by their centres along an axis, those with the same centre in the order in which they came. Not the items are
/// compared and moved, but numbers with the centre above and the index below: such few numbers are sorted without jumps.
#[inline(always)]
fn sort_few(items: &mut [Item], axis: usize) {
    let mut order = [0_u64; FEW];
    let mut sorted = [Item { aabb: Aabb::EMPTY, below: 0, height: 0 }; FEW];
    for (i, item) in items.iter().enumerate() {
        // As f32 is ordered: of negative numbers, all bits are the other way round.
        let bits = center(item, axis).to_bits();
        let key = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        order[i] = u64::from(key) << 32 | i as u64;
        sorted[i] = *item;
    }
    let order = &mut order[..items.len()];
    order.sort_unstable();
    for (item, key) in items.iter_mut().zip(order) {
        *item = sorted[*key as u32 as usize];
    }
}

/// What a search pays for a part.
#[inline(always)]
fn cost(border: f32, count: usize) -> f32 {
    border * count as f32
}

/// Halves the items by their centres.
fn median(items: &mut [Item]) -> Cut {
    let (axis, _, _) = spread(items);
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| center(a, axis).total_cmp(&center(b, axis)));
    let (left, right) = items.split_at(middle);
    Cut { place: middle, borders: [left, right].map(|part| around(part).half_perimeter()) }
}

/// Moves the items for which `is_left` holds to the front, and returns how many they are. All are swapped, also those that
/// stay on their side: whether one does is a coin toss, and a jump that nobody foresees costs more than a swap.
#[inline(always)]
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        let left = is_left(&items[i]);
        items.swap(i, count);
        count += usize::from(left);
    }
    count
}
