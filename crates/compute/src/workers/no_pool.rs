//! Without threads no pool can be made, so the compiler removes what would run on one.

use crate::Member;

/// No program can make one.
#[derive(Debug)]
pub(super) enum Pool {}

/// A series of jobs: nothing, where there are no threads to keep awake.
#[derive(Debug)]
pub struct Series(());

impl Series {
    pub(super) const NONE: Self = Self(());
}

impl Pool {
    pub(super) fn start(_: usize) -> Option<Self> {
        None
    }

    pub(super) fn hosted(_: usize, _: alloc::sync::Arc<dyn super::Executor>) -> Option<Self> {
        None
    }

    pub(super) fn shares(&self) -> usize {
        match *self {}
    }

    pub(super) fn series(&self) -> Series {
        match *self {}
    }

    pub(super) fn record(&mut self, _: Option<fn() -> core::time::Duration>) {
        match *self {}
    }

    pub(super) fn take_spans(&mut self, _: &mut alloc::vec::Vec<super::Span>) {
        match *self {}
    }

    pub(super) fn for_each_chunk<T, U>(
        &mut self,
        _: &mut [T],
        _: &mut [U],
        _: usize,
        _: impl Fn(usize) -> usize,
        _: &impl Fn(usize, &mut [T], &mut [U]),
    ) {
        match *self {}
    }

    pub(super) fn run_team(&mut self, _: usize, _: &impl Fn(Member<'_>)) {
        match *self {}
    }
}
