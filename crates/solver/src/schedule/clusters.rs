//! Clusters: bodies that one worker solves together, whatever strips they lie in.
//!
//! ```text
//!   strips      0 | 1 | 2 | 3 | 4       A cluster couples all strips from its first to its last, so they are
//!   cluster        o---o---o            one batch, and it is filed under the first.
//! ```
//!
//! Clusters share no moving body. The worker of an independent batch solves them; in cooperative batches they
//! are a stage.

use super::strips::Strips;
use crate::BodyRow;
use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    bodies: Vec<BodyRow>,
    ends: Vec<usize>,
}

impl Clusters {
    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.ends.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bodies that are moved, and others with a row that are read.
    pub(crate) fn push(&mut self, bodies: impl Iterator<Item = BodyRow>) {
        self.bodies.extend(bodies);
        self.ends.push(self.bodies.len());
    }

    /// Those that are not chosen get no bodies.
    pub(crate) fn extend(&mut self, other: &Self, is_chosen: impl Fn(usize) -> bool) {
        for (index, bodies) in other.iter().enumerate() {
            self.push(bodies.iter().copied().filter(|_| is_chosen(index)));
        }
    }

    pub(crate) fn bodies(&self) -> &[BodyRow] {
        &self.bodies
    }

    fn iter(&self) -> impl Iterator<Item = &[BodyRow]> {
        self.ends.iter().scan(0, |start, &end| Some(&self.bodies[core::mem::replace(start, end)..end]))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct FiledClusters {
    /// By cluster, the last strip included.
    spans: Vec<Range<usize>>,
    order: Vec<u32>,
    /// In `order`, and where those of the last strip end.
    starts: Vec<usize>,
}

impl FiledClusters {
    pub(super) fn file(&mut self, clusters: &Clusters, strips: &Strips) {
        let Self { spans, order, starts } = self;
        spans.clear();
        order.clear();
        if clusters.ends.is_empty() {
            return;
        }
        spans.extend(clusters.iter().map(|bodies| {
            let spans = bodies.iter().map(|&body| strips.span([body, body]));
            spans.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0)
        }));
        order.extend(0..spans.len() as u32);
        let start = |cluster: u32| spans[cluster as usize].start;
        compute::sort_by(order, |&a, &b| start(a).cmp(&start(b)).then(a.cmp(&b)));
        starts.clear();
        starts.extend(
            (0..=strips.count())
                .map(|strip| order.partition_point(|&cluster| spans[cluster as usize].start < strip)),
        );
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(super) fn of(&self, strips: Range<usize>) -> &[u32] {
        if self.spans.is_empty() {
            return &[];
        }
        &self.order[self.starts[strips.start]..self.starts[strips.end]]
    }

    /// To the next one.
    pub(super) fn mark_couplings(&self, is_coupled: &mut [bool]) {
        for span in &self.spans {
            is_coupled[span.clone()].fill(true);
        }
    }

    pub(super) fn add_weights(&self, clusters: &Clusters, weights: &mut [u32]) {
        for (span, bodies) in self.spans.iter().zip(clusters.iter()) {
            weights[span.start] += bodies.len() as u32;
        }
    }
}
