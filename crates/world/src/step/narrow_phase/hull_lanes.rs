//! A hull with edges in each lane, and the edge of it that separates another hull or a point most.
//!
//! ```text
//!   row of a hull   v0 v1 v2 v3 v0 v0 v0 v0 | n0 n1 n2 n3 n0 n0 n0 n0        here one of four vertices
//! ```
//!
//! A hull with fewer vertices than others of the batch is filled up with its first vertex and first normal:
//! an edge that is tested twice ties with itself, and the first of equal edges wins.

use super::pair_batch::{dot, rotate_back, select};
use bytemuck::{Pod, cast_ref, cast_slice};
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::{Point, Vec2};

/// Of a hull in a batch.
pub(super) const MAX_VERTICES: usize = 8;

/// The vertices of a hull (m) and its normals, filled up to eight each.
pub(super) type Row = [[[f32; 2]; MAX_VERTICES]; 2];

pub(super) const ALL: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

#[inline(always)]
pub(super) fn fill_row([vertex_row, normal_row]: &mut Row, vertices: &[Point], normals: &[Vec2]) {
    fill(vertex_row, vertices);
    fill(normal_row, normals);
}

/// Copies up to eight vertices or normals, and fills up with the first. Four at a time, since a loop over
/// five takes four times as many instructions.
#[inline(always)]
fn fill<T: Pod>(row: &mut [[f32; 2]; MAX_VERTICES], items: &[T]) {
    let items: &[[f32; 2]] = cast_slice(items);
    *row = [items[0]; MAX_VERTICES];
    if let (Some(first), Some(last)) = (items.first_chunk::<4>(), items.last_chunk::<4>()) {
        row[..4].copy_from_slice(first);
        row[items.len() - 4..][..4].copy_from_slice(last);
    } else {
        // Not `copy_from_slice`, which calls a function for three.
        let item = |at: usize| items.get(at).copied().unwrap_or(items[0]);
        (row[1], row[2]) = (item(1), item(2));
    }
}

pub(super) struct HullLanes<L: Lanes> {
    pub(super) vertices: [[L; 2]; MAX_VERTICES],
    pub(super) normals: [[L; 2]; MAX_VERTICES],
    /// Of the vertices of each.
    pub(super) counts: L,
}

/// The edge that separates another hull most: `EdgeSeparation`, with its normal.
#[derive(Clone, Copy)]
pub(super) struct BestEdge<L: Lanes> {
    pub(super) edge: L,
    pub(super) distance: L,
    pub(super) normal: [L; 2],
}

impl<L: Lanes> HullLanes<L> {
    #[inline(always)]
    pub(super) fn load(rows: &[Row; LANES], counts: &Column, most: usize) -> Self {
        let zero = [[L::splat(0.0); 2]; MAX_VERTICES];
        let mut it = Self { vertices: zero, normals: zero, counts: L::load(counts) };
        two::<L, 0>(rows, &mut it.vertices, 0);
        two::<L, 4>(rows, &mut it.vertices, 2);
        two::<L, 16>(rows, &mut it.normals, 0);
        two::<L, 20>(rows, &mut it.normals, 2);
        if most > 4 {
            two::<L, 8>(rows, &mut it.vertices, 4);
            two::<L, 12>(rows, &mut it.vertices, 6);
            two::<L, 24>(rows, &mut it.normals, 4);
            two::<L, 28>(rows, &mut it.normals, 6);
        }
        it
    }

    /// `max_separation` of this hull, of at most `most` vertices, and the vertices of another one at a place
    /// in its frame.
    #[inline(always)]
    pub(super) fn max_separation(
        &self,
        others: &[[L; 2]],
        position: [L; 2],
        rotation: [L; 2],
        most: usize,
    ) -> BestEdge<L> {
        let mut best =
            BestEdge { edge: L::splat(0.0), distance: L::splat(f32::NEG_INFINITY), normal: self.normals[0] };
        let mut edge = 0;
        while edge < most {
            let (vertex, normal) = (self.vertices[edge], self.normals[edge]);
            let in_other = rotate_back(rotation, normal);
            let mut least = L::splat(f32::INFINITY);
            let mut k = 0;
            while k < others.len() {
                least = dot(in_other, others[k]).min(least);
                k += 1;
            }
            let distance = normal[0] * (position[0] - vertex[0])
                + normal[1] * (position[1] - vertex[1])
                + least
                + L::splat(0.0);
            let is_better = best.distance.lt(distance);
            best = BestEdge {
                edge: L::select(is_better, L::splat(edge as f32), best.edge),
                distance: L::select(is_better, distance, best.distance),
                normal: select(is_better, normal, best.normal),
            };
            edge += 1;
        }
        best
    }

    /// The ends of an edge, and the index of the second.
    #[inline(always)]
    pub(super) fn edge(&self, index: L, most: usize) -> ([[L; 2]; 2], L) {
        let (mut start, mut end) = (self.vertices[0], self.vertices[1]);
        let mut k = 1;
        while k < most {
            let is_reached = L::splat(k as f32).le(index);
            let next = if k + 1 < most { k + 1 } else { 0 };
            start = select(is_reached, self.vertices[k], start);
            end = select(is_reached, self.vertices[next], end);
            k += 1;
        }
        let next = index + L::splat(1.0);
        ([start, end], L::select(next.lt(self.counts), next, L::splat(0.0)))
    }
}

/// The two points or normals from `first` on.
#[inline(always)]
fn two<L: Lanes, const AT: usize>(rows: &[Row; LANES], columns: &mut [[L; 2]; MAX_VERTICES], first: usize) {
    let rows: &[[f32; 4 * MAX_VERTICES]; LANES] = cast_ref(rows);
    let [x, y, next_x, next_y] = L::read::<{ 4 * MAX_VERTICES }, AT>(rows, &ALL);
    columns[first] = [x, y];
    columns[first + 1] = [next_x, next_y];
}
