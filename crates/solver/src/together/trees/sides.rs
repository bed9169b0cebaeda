//! What a solve shows to be wrong, after which it is made again: rows on the wrong side of a bound, bodies
//! with too little inertia, rows that contradict each other. The rules are those of `mechanisms/rounds.rs`
//! and `mechanisms/solve.rs`.

use super::blocks::EdgePlaces;
use super::rows::Mode;
use super::solve::{Demand, Solve, abs, only, trees_of};
use crate::together::bounds;
use compute::{LANES, Lanes};

const STABLE: f32 = bounds::STABLE as f32;
const MOST_INERTIA: f32 = bounds::MOST_INERTIA as f32;

impl Solve<'_> {
    /// Returns the trees in which any row has changed its side.
    #[inline(always)]
    pub(super) fn change_sides<L: Lanes>(&mut self, trees: u32) -> u32 {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let mut changed = 0;
        for index in 0..self.blocks.len() {
            let block = &self.blocks[index];
            if !block.is_bounded {
                continue;
            }
            let child = self.records.spatial::<L, 0>(&block.child);
            let parent = self.records.spatial::<L, 0>(&block.parent);
            let mut next = block.first_row as usize;
            for link in &self.links[block.own_links()] {
                let row = &mut self.rows[next];
                next += link.pattern.rows();
                if !link.pattern.is_bounded {
                    continue;
                }
                let [lower, upper] = [L::load(&link.bounds[0]), L::load(&link.bounds[1])];
                let left = row.velocity(child, parent) + L::load(&row.bias);
                let impulse = L::load(&row.impulse) + L::load(&row.change);
                let [at_lower, at_upper] = [L::load(&row.is_at[0]), L::load(&row.is_at[1])];
                let is_free = (at_lower + at_upper).le(zero);
                let to_lower = L::and(is_free, impulse.lt(lower));
                let to_upper = L::and(is_free, upper.lt(impulse));
                let may_leave = lower.lt(upper);
                let from_lower = L::and(L::and(may_leave, zero.lt(at_lower)), left.lt(zero));
                let from_upper = L::and(L::and(may_leave, zero.lt(at_upper)), zero.lt(left));
                let moved = L::or(L::or(to_lower, to_upper), L::or(from_lower, from_upper));
                if !L::any(moved) {
                    continue;
                }
                let own = trees_of(L::bits(moved) & block.used, &block.trees) & trees;
                changed |= own;
                let is_own = zero.lt(only::<L>(own, &block.trees));
                let (to_lower, to_upper) = (L::and(is_own, to_lower), L::and(is_own, to_upper));
                let (from_lower, from_upper) = (L::and(is_own, from_lower), L::and(is_own, from_upper));
                L::select(from_lower, zero, L::select(to_lower, one, at_lower)).store(&mut row.is_at[0]);
                L::select(from_upper, zero, L::select(to_upper, one, at_upper)).store(&mut row.is_at[1]);
            }
        }
        changed
    }

    #[cold]
    pub(super) fn change_one_side(&mut self, trees: u32) -> u32 {
        let mut changed = 0;
        for block in self.blocks.iter().filter(|block| block.is_bounded) {
            for lane in (0..LANES).filter(|&lane| block.used >> lane & 1 == 1) {
                let [child, parent] = [block.child[lane], block.parent[lane]].map(|at| *self.records.at(at));
                let bit = 1 << block.trees[lane];
                let mut next = block.first_row as usize;
                for link in &self.links[block.own_links()] {
                    let row = &mut self.rows[next];
                    next += link.pattern.rows();
                    if !link.pattern.is_bounded || trees & !changed & bit == 0 {
                        continue;
                    }
                    let mut left = row.bias[lane];
                    for i in 0..3 {
                        left += row.child[i][lane] * child[i] + row.parent[i][lane] * parent[i];
                    }
                    let [lower, upper] = [link.bounds[0][lane], link.bounds[1][lane]];
                    let impulse = row.impulse[lane] + row.change[lane];
                    let is_at = [row.is_at[0][lane] > 0.0, row.is_at[1][lane] > 0.0];
                    let side = match is_at {
                        [false, false] if impulse < lower => Some([1.0, 0.0]),
                        [false, false] if upper < impulse => Some([0.0, 1.0]),
                        [true, _] if lower < upper && left < 0.0 => Some([0.0; 2]),
                        [_, true] if lower < upper && left > 0.0 => Some([0.0; 2]),
                        _ => None,
                    };
                    if let Some([at_lower, at_upper]) = side {
                        (row.is_at[0][lane], row.is_at[1][lane]) = (at_lower, at_upper);
                        changed |= bit;
                    }
                }
            }
        }
        changed
    }

    /// For bodies that these impulses would turn too fast for the step. Returns the trees in which any needs
    /// more.
    #[inline(always)]
    pub(super) fn add_inertia<L: Lanes>(&mut self, h: f32, trees: u32) -> u32 {
        // With less than this of each link, no body needs more.
        let few = L::splat(STABLE / (self.most_links * h));
        let mut greatest = L::splat(0.0);
        for block in &*self.blocks {
            let mut next = block.first_row as usize;
            for link in &self.links[block.own_links()] {
                let own = &self.rows[next..next + link.pattern.rows()];
                next += own.len();
                if link.has_moments() {
                    let moments = link.moments::<L>(own);
                    for end in 0..2 {
                        greatest = greatest.max(abs(moments[end]) * L::load(&block.inverse[end][1]));
                    }
                }
            }
        }
        if *self.has_more_inertia || L::any(few.lt(greatest)) {
            self.add_inertia_where_needed::<L>(h, trees)
        } else {
            0
        }
    }

    #[inline(always)]
    fn add_inertia_where_needed<L: Lanes>(&mut self, h: f32, trees: u32) -> u32 {
        let (zero, one, h) = (L::splat(0.0), L::splat(1.0), L::splat(h));
        let mut lacks = 0;
        for block in &*self.blocks {
            let EdgePlaces { is_leaf, is_first, is_last_of_root } = block.places;
            for (end, at, begins, ends) in
                [(0, &block.child, is_leaf, true), (1, &block.parent, is_first, is_last_of_root)]
            {
                let [added, before, held, own] = self.records.read::<L, 16>(at);
                let mut demanded = if begins { zero } else { before };
                let mut next = block.first_row as usize;
                for link in &self.links[block.own_links()] {
                    let rows = &self.rows[next..next + link.pattern.rows()];
                    next += rows.len();
                    if link.has_moments() {
                        let moment = abs(link.moments::<L>(rows)[end]);
                        demanded = demanded + (h * moment * own).min(L::splat(MOST_INERTIA));
                    }
                }
                self.records.write::<L, 16>([added, demanded, held, own], at);
                let has = one + (held + added) * own;
                if ends {
                    lacks |= L::bits((has * L::splat(STABLE)).lt(demanded)) & block.used;
                }
            }
        }
        if lacks == 0 { 0 } else { self.give_inertia(trees) }
    }

    /// Gives bodies the inertia that they demand, if they have less. Returns the trees in which any has.
    #[cold]
    fn give_inertia(&mut self, trees: u32) -> u32 {
        let mut found = 0;
        for node in &*self.nodes {
            let record = self.records.one(node);
            let [added, demanded, held, own] = [record[16], record[17], record[18], record[19]];
            let has = 1.0 + (held + added) * own;
            if trees >> node.tree & 1 == 0 || own <= 0.0 || has * STABLE >= demanded {
                continue;
            }
            found |= 1 << node.tree;
            let inertia = 1.0 / own;
            let all = demanded * inertia - inertia - held;
            // The body keeps its angular momentum; with its velocity kept, it would gain energy.
            self.state(node)[2] *= (inertia + added) / (inertia + all);
            record[16] = all;
        }
        if found != 0 {
            *self.has_more_inertia = true;
            for block in &mut *self.blocks {
                for lane in 0..LANES {
                    for (end, at) in [(0, block.child[lane]), (1, block.parent[lane])] {
                        let record = self.records.at(at);
                        block.inverse[end][1][lane] = record[19] / (1.0 + record[19] * record[16]);
                    }
                }
            }
        }
        found
    }

    /// Returns the trees whose rows contradict each other.
    #[inline(always)]
    pub(super) fn soften<L: Lanes>(&mut self, demand: &Demand, trees: u32, turned: u32) -> u32 {
        let mut found = turned;
        // A contradiction shows in what a row gives way. Only rows of closed trees give, and springs, which
        // contradict nothing.
        let blocks = if self.is_closed { &*self.blocks } else { &[] };
        for block in blocks {
            let mut next = block.first_row as usize;
            for link in &self.links[block.own_links()] {
                let own = &self.rows[next..next + link.pattern.rows()];
                next += own.len();
                let is_contradicted = link.is_contradicted::<L>(demand.biased_rate, self.unit, own);
                if L::any(is_contradicted) {
                    found |= trees_of(L::bits(is_contradicted) & block.used, &block.trees);
                }
            }
        }
        if found & trees == 0 { 0 } else { self.give_way(found & trees) }
    }

    /// For the rest of the step. Returns the trees that did not give way before.
    #[cold]
    pub(super) fn give_way(&mut self, trees: u32) -> u32 {
        let mut changed = 0;
        for block in &*self.blocks {
            let mut lanes = 0;
            for lane in 0..LANES {
                lanes |= u8::from(trees >> block.trees[lane] & 1 == 1) << lane;
            }
            let mut next = block.first_row as usize;
            for link in &mut self.links[block.own_links()] {
                let own = &mut self.rows[next..next + link.pattern.rows()];
                next += own.len();
                let lanes = lanes & block.used & link.stiff_lanes();
                if lanes != 0 && link.pattern.mode != Mode::Spring {
                    changed |= trees_of(lanes, &block.trees);
                    link.soften(lanes, &block.inverse, own);
                }
            }
        }
        changed
    }

    /// The rows have no impulse until the next solve.
    #[cold]
    pub(super) fn undo(&mut self, trees: u32) {
        self.let_go += trees.count_ones();
        *self.is_factored = false;
        for node in &*self.nodes {
            if trees >> node.tree & 1 == 1 {
                self.records.one(node)[..4].copy_from_slice(self.state(node));
            }
        }
        for block in &*self.blocks {
            for row in &mut self.rows[block.own_rows()] {
                for lane in (0..LANES).filter(|lane| trees >> block.trees[*lane] & 1 == 1) {
                    row.change[lane] = -row.impulse[lane];
                    (row.is_at[0][lane], row.is_at[1][lane]) = (0.0, 0.0);
                }
            }
        }
    }
}
