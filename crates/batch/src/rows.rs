//! The flat arrays of a batch, cut into the parts of workers and chunks.

use crate::flag::{Fault, Flag};
use std::mem::take;
use world::World;

/// A world, and what is kept beside it.
#[derive(Debug)]
pub(crate) struct Slot<S> {
    pub(crate) world: World,
    /// Of the task.
    pub(crate) state: S,
    /// The number of the next episode.
    pub(crate) next_episode: u64,
    /// Why it does not go on.
    pub(crate) fault: Option<Fault>,
}

/// What a batch has for each world, but for the observations, which may be written elsewhere.
#[derive(Debug)]
pub(crate) struct Arrays<S> {
    pub(crate) slots: Vec<Slot<S>>,
    pub(crate) rewards: Vec<f32>,
    pub(crate) terminated: Vec<bool>,
    pub(crate) truncated: Vec<bool>,
    pub(crate) flags: Vec<Flag>,
    pub(crate) factors: Vec<f32>,
}

impl<S> Arrays<S> {
    /// All worlds.
    pub(crate) fn rows<'a>(
        &'a mut self,
        mask: &'a [bool],
        actions: &'a [f32],
        observations: &'a mut [f32],
    ) -> Rows<'a, S> {
        let Self { slots, rewards, terminated, truncated, flags, factors } = self;
        let first = 0;
        Rows { first, slots, mask, actions, observations, rewards, terminated, truncated, flags, factors }
    }
}

/// How many numbers a world has in each array whose rows are not single numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    pub(crate) action: usize,
    pub(crate) observation: usize,
    pub(crate) factors: usize,
}

/// Some worlds that follow each other, with their rows in all arrays.
#[derive(Debug)]
pub(crate) struct Rows<'a, S> {
    /// The index of the first world in the batch.
    pub(crate) first: usize,
    pub(crate) slots: &'a mut [Slot<S>],
    /// Which worlds are reset; empty in a step.
    pub(crate) mask: &'a [bool],
    /// Empty in a reset.
    pub(crate) actions: &'a [f32],
    pub(crate) observations: &'a mut [f32],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) flags: &'a mut [Flag],
    pub(crate) factors: &'a mut [f32],
}

impl<'a, S> Rows<'a, S> {
    /// Takes away the first `count` worlds, or all if there are fewer.
    pub(crate) fn take_front(&mut self, count: usize, widths: Widths) -> Self {
        let count = count.min(self.slots.len());
        let mask = if self.mask.is_empty() { 0 } else { count };
        let actions = if self.actions.is_empty() { 0 } else { count * widths.action };
        let first = self.first;
        self.first += count;
        Self {
            first,
            slots: front_mut(&mut self.slots, count),
            mask: front(&mut self.mask, mask),
            actions: front(&mut self.actions, actions),
            observations: front_mut(&mut self.observations, count * widths.observation),
            rewards: front_mut(&mut self.rewards, count),
            terminated: front_mut(&mut self.terminated, count),
            truncated: front_mut(&mut self.truncated, count),
            flags: front_mut(&mut self.flags, count),
            factors: front_mut(&mut self.factors, count * widths.factors),
        }
    }
}

/// Takes the first `count` items away from a slice.
fn front_mut<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (front, others) = take(rest).split_at_mut(count);
    *rest = others;
    front
}

/// Takes the first `count` items away from a slice.
fn front<'a, T>(rest: &mut &'a [T], count: usize) -> &'a [T] {
    let (front, others) = rest.split_at(count);
    *rest = others;
    front
}

/// Row `index` of an array of rows of `width` numbers.
pub(crate) fn row(index: usize, width: usize) -> std::ops::Range<usize> {
    index * width..(index + 1) * width
}
