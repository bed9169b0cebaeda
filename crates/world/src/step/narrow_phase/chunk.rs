//! Chunks of awake contacts: what one worker takes at a time, and what it notes about them.
//!
//! ```text
//!   awake contacts    | chunk 0: 256 contacts | chunk 1 ...          on any worker, in any order
//!   bits              | 4 words of flags      |                 -->  read in the order of contacts
//!                     | 4 words of caches     |                 -->  pages of caches that have changed
//!                     | has it an impact?     |                 -->  chunks in which `sweep/order.rs` looks
//! ```
//!
//! A contact of which nothing follows is not noted, so it costs nothing after its manifold was moved along.

use crate::manifold_cache::ManifoldCache;
use crate::paged::PAGE;
use crate::settings::NARROW_CHUNK;
use crate::stores::{AwakeContacts, Flagged, Flags, Pair};
use compute::Workers;
use solver::Contact;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// What is noted about the contacts of a chunk.
#[derive(Debug, Default)]
pub(super) struct FlaggedContacts {
    /// Whether one is an [impact](Flags::IMPACT).
    has_impact: AtomicBool,
    /// How many are [deferred](Flags::DEFERRED).
    deferred: AtomicU32,
    /// Which have to be looked at.
    flags: [AtomicU64; NARROW_CHUNK / 64],
    changed_caches: [AtomicU64; NARROW_CHUNK / 64],
}

impl FlaggedContacts {
    /// Of the set bits, in order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.flags.iter().enumerate().flat_map(|(i, word)| {
            let mut left = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                let lowest = (left != 0).then(|| 64 * i + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                lowest
            })
        })
    }
}

pub(super) struct Chunk<'a> {
    pub(super) contacts: &'a mut [Contact],
    pub(super) caches: &'a mut [ManifoldCache],
    pub(super) pairs: &'a [Pair],
    /// Of the contacts that have to be looked at afterwards.
    pub(super) flags: [u64; NARROW_CHUNK / 64],
    changed_caches: [u64; NARROW_CHUNK / 64],
    /// The flags that any of the contacts has.
    any: Flags,
}

impl Chunk<'_> {
    #[inline(always)]
    pub(super) fn get(&mut self, index: usize) -> (&mut Contact, &mut ManifoldCache, &Pair) {
        (&mut self.contacts[index], &mut self.caches[index], &self.pairs[index])
    }

    #[cfg(debug_assertions)]
    fn copy_of_caches(&self) -> [ManifoldCache; NARROW_CHUNK] {
        let mut copy = [ManifoldCache::NONE; NARROW_CHUNK];
        copy[..self.caches.len()].copy_from_slice(self.caches);
        copy
    }

    #[cfg(debug_assertions)]
    fn check_marks(&self, before: &[ManifoldCache]) {
        for (i, (now, before)) in self.caches.iter().zip(before).enumerate() {
            let is_marked = self.changed_caches[i / 64] >> (i % 64) & 1 != 0;
            // A cache with a NaN does not equal its copy.
            let same = *before;
            assert!(is_marked || now == before || *before != same, "an unmarked cache has changed");
        }
    }

    /// Notes whether the cache of a contact has changed, and whether the contact has flags besides
    /// [`Flags::STATE`].
    #[inline(always)]
    pub(super) fn note(&mut self, index: usize, has_cache_changed: bool) {
        let flags = self.contacts[index].flags().difference(Flags::STATE);
        self.any = self.any | flags;
        let is_flagged = !flags.is_empty();
        let (word, bit) = (index / 64, index % 64);
        self.changed_caches[word] |= u64::from(has_cache_changed) << bit;
        self.flags[word] |= u64::from(is_flagged) << bit;
    }
}

/// In parallel.
pub(super) fn for_each_chunk(
    awake: AwakeContacts<'_>,
    pairs: &[Pair],
    workers: &mut Workers,
    flagged: &mut Vec<FlaggedContacts>,
    work: impl Fn(&mut Chunk<'_>) + Sync,
) {
    let AwakeContacts { contacts, caches, mut changed_caches } = awake;
    flagged.resize_with(contacts.len().div_ceil(NARROW_CHUNK), FlaggedContacts::default);
    let kept = &*flagged;
    workers.for_each_chunk_of_two(contacts, caches, NARROW_CHUNK, |index, contacts, caches| {
        let pairs = &pairs[index * NARROW_CHUNK..][..contacts.len()];
        let none = [0; NARROW_CHUNK / 64];
        let mut chunk =
            Chunk { contacts, caches, pairs, flags: none, changed_caches: none, any: Flags::default() };
        #[cfg(debug_assertions)]
        let before = chunk.copy_of_caches();
        work(&mut chunk);
        #[cfg(debug_assertions)]
        chunk.check_marks(&before);
        let Chunk { contacts, flags, changed_caches, any, .. } = chunk;
        let is_deferred = |contact: &&Contact| contact.has(Flags::DEFERRED);
        let deferred = if any.has(Flags::DEFERRED) { contacts.iter().filter(is_deferred).count() } else { 0 };
        kept[index].has_impact.store(any.has(Flags::IMPACT), Ordering::Relaxed);
        kept[index].deferred.store(deferred as u32, Ordering::Relaxed);
        for (bits, noted) in kept[index].flags.iter().zip(flags) {
            bits.store(noted, Ordering::Relaxed);
        }
        for (bits, noted) in kept[index].changed_caches.iter().zip(changed_caches) {
            bits.store(noted, Ordering::Relaxed);
        }
    });
    const { assert!(PAGE == 32, "a word of bits stands for two pages of caches") };
    for (word, bits) in flagged.iter_mut().flat_map(|chunk| &mut chunk.changed_caches).enumerate() {
        let bits = *bits.get_mut();
        if bits as u32 != 0 {
            changed_caches.mark(2 * word);
        }
        if bits >> 32 != 0 {
            changed_caches.mark(2 * word + 1);
        }
    }
}

/// The indices of the flagged contacts of some chunks, of which the first has this number, in order.
pub(super) fn flagged_indices(first: usize, flagged: &[FlaggedContacts]) -> impl Iterator<Item = usize> {
    let chunks = (first..).zip(flagged);
    chunks.flat_map(|(chunk, bits)| bits.iter().map(move |i| chunk * NARROW_CHUNK + i))
}

/// The indices of the flagged contacts of all chunks in which one is an impact, in order.
pub(super) fn indices_near_impacts(flagged: &[FlaggedContacts]) -> impl Iterator<Item = usize> {
    let chunks = flagged.iter().enumerate();
    let chunks = chunks.filter(|(_, chunk)| chunk.has_impact.load(Ordering::Relaxed));
    chunks.flat_map(|(first, chunk)| flagged_indices(first, std::slice::from_ref(chunk)))
}

/// When they were noted.
pub(super) fn count_deferred(flagged: &[FlaggedContacts]) -> u32 {
    flagged.iter().map(|chunk| chunk.deferred.load(Ordering::Relaxed)).sum()
}

pub(super) fn count_flagged(flagged: &[FlaggedContacts]) -> usize {
    let words = flagged.iter().flat_map(|chunk| &chunk.flags);
    words.map(|word| word.load(Ordering::Relaxed).count_ones() as usize).sum()
}
