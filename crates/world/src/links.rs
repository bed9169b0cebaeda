//! Which contacts and joints each body has: a list for each body, with the body at the other end.
//!
//! A contact or joint (an *item*) has two ends, one at each of its bodies; end `e` of item `i` has the number
//! `2 i + e`. The list of a body is a block of entries in one flat array, so that the narrow phase, which
//! walks thousands in each step, waits for no pointer (`step/seams.rs`).
//!
//! ```text
//!   body 3: first 8, len 3, capacity 4          ends    item 1: (body 3, index 0) (body 9, index 4)
//!                |                                      item 4: (body 7, index 1) (body 3, index 1)
//!   entries  ... | 2 | 9 | 14 | . | ...                 item 7: (body 3, index 2) (body 8, index 0)
//! ```
//!
//! A full block is copied to one of twice the capacity; an empty list gives its block back. The last entry
//! takes the place of a removed one. Lists are walked from the last entry to the first, and the entry just
//! returned may be removed on the way.
//!
//! **An item is linked to both of its bodies or to none.** The order of a list is *state*; where its block
//! lies is not. Turned down (`docs/experiments/world.md`): doubly linked lists through the ends, as in Box2D.

use crate::paged::Paged;
use crate::slot::{BodySlot, EndSlot, Slot};
use std::marker::PhantomData;

/// Other blocks are this times a power of two.
const MIN_CAPACITY: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    body: BodySlot,
    /// *Derived*: where its entry is in the list of the body.
    index: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    end: EndSlot,
    other: BodySlot,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct List {
    first: u32,
    pub(crate) len: u32,
    capacity: u32,
}

impl List {
    pub(crate) fn cursor(self) -> Cursor {
        Cursor { first: self.first, left: self.len }
    }
}

/// A position in a list, for [`Links::advance`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    first: u32,
    /// Entries from the first one on, not walked yet.
    left: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Links<S> {
    entries: Paged<Entry>,
    /// By the slot of the item; `None` if not linked.
    ends: Paged<Option<[End; 2]>>,
    /// Blocks without a list: of `MIN_CAPACITY`, of twice as many entries, and so on.
    free: Vec<Vec<u32>>,
    item: PhantomData<S>,
}

impl<S> Default for Links<S> {
    fn default() -> Self {
        Self { entries: Paged::default(), ends: Paged::default(), free: Vec::new(), item: PhantomData }
    }
}

/// An item, its bodies, and the ends that follow its two ends when their lists are walked.
pub(crate) type LinkedItem<S> = (S, [BodySlot; 2], [Option<EndSlot>; 2]);

fn item_and_end(end: EndSlot) -> (usize, usize) {
    (end.index() / 2, end.index() % 2)
}

/// Which list of [`Links::free`] has the blocks of this capacity.
fn size_class(capacity: u32) -> usize {
    (capacity / MIN_CAPACITY).trailing_zeros() as usize
}

impl<S: Slot> Links<S> {
    pub(crate) fn prefetch(&self) {
        self.entries.prefetch();
        self.ends.prefetch();
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { entries, ends, free, item: _ } = other;
        self.entries.copy_from(entries);
        self.ends.copy_from(ends);
        self.free.clone_from(free);
    }

    fn pair(&self, item: usize) -> &[End; 2] {
        self.ends[item].as_ref().expect("a linked item")
    }

    pub(crate) fn bodies(&self, item: S) -> [BodySlot; 2] {
        self.pair(item.index()).map(|end| end.body)
    }

    pub(crate) fn next_ends(&self, item: S, list: impl Fn(BodySlot) -> List) -> [Option<EndSlot>; 2] {
        self.pair(item.index()).map(|end| {
            let before = end.index.checked_sub(1)?;
            Some(self.entries[(list(end.body).first + before) as usize].end)
        })
    }

    /// Links items to their bodies, from the ends that follow their two ends. `None` if these are no lists:
    /// each end that follows another belongs to an item and to the same body, follows no second one, and can
    /// be reached from the one end of its body that follows none.
    pub(crate) fn from_parts<T>(
        items: &[LinkedItem<S>],
        owners: &mut T,
        list: impl Fn(&mut T, BodySlot) -> &mut List,
    ) -> Option<Self> {
        let len = items.iter().map(|item| item.0.index() + 1).max().unwrap_or(0);
        let mut links = Self { ends: Paged::from(vec![None; len]), ..Self::default() };
        let mut next_of = vec![[None; 2]; len];
        for &(item, bodies, next) in items {
            links.ends[item.index()] = Some(bodies.map(|body| End { body, index: 0 }));
            next_of[item.index()] = next;
        }
        let mut follows = vec![[false; 2]; len];
        for &(_, bodies, next) in items {
            for (body, next) in bodies.into_iter().zip(next) {
                let Some(next) = next else { continue };
                let (item, end) = item_and_end(next);
                let is_of_body = links.ends.get(item)?.as_ref()?[end].body == body;
                if !is_of_body || std::mem::replace(&mut follows[item][end], true) {
                    return None;
                }
            }
        }
        let (mut walk, mut reached) = (Vec::new(), 0);
        for &(item, bodies, _) in items {
            for (own, body) in bodies.into_iter().enumerate() {
                if follows[item.index()][own] {
                    continue;
                }
                walk.clear();
                let mut next = Some(EndSlot::new(2 * item.index() + own));
                while let Some(end) = next {
                    walk.push(end);
                    let (item, end) = item_and_end(end);
                    next = next_of[item][end];
                }
                let list = list(owners, body);
                if list.len > 0 {
                    return None;
                }
                for &end in walk.iter().rev() {
                    links.push(list, end);
                }
                reached += walk.len();
            }
        }
        (reached == 2 * items.len()).then_some(links)
    }

    /// `list` finds the list of a body.
    pub(crate) fn link<T>(
        &mut self,
        item: S,
        bodies: [BodySlot; 2],
        owners: &mut T,
        list: impl Fn(&mut T, BodySlot) -> &mut List,
    ) {
        let item = item.index();
        if self.ends.len() <= item {
            self.ends.resize(item + 1, None);
        }
        self.ends[item] = Some(bodies.map(|body| End { body, index: 0 }));
        for (end, body) in bodies.into_iter().enumerate() {
            self.push(list(owners, body), EndSlot::new(2 * item + end));
        }
    }

    fn push(&mut self, list: &mut List, own: EndSlot) {
        if list.len == list.capacity {
            self.enlarge(list);
        }
        let (item, end) = item_and_end(own);
        let other = self.pair(item)[1 - end].body;
        self.entries[(list.first + list.len) as usize] = Entry { end: own, other };
        self.set_index(own, list.len);
        list.len += 1;
    }

    fn set_index(&mut self, end: EndSlot, index: u32) {
        let (item, end) = item_and_end(end);
        if let Some(ends) = &mut self.ends[item] {
            ends[end].index = index;
        }
    }

    fn enlarge(&mut self, list: &mut List) {
        let capacity = (2 * list.capacity).max(MIN_CAPACITY);
        let free = self.free.get_mut(size_class(capacity)).and_then(Vec::pop);
        let first = free.unwrap_or_else(|| {
            let first = self.entries.len();
            let none = Entry { end: EndSlot::new(0), other: BodySlot::new(0) };
            self.entries.resize(first + capacity as usize, none);
            first as u32
        });
        for index in 0..list.len {
            self.entries[(first + index) as usize] = self.entries[(list.first + index) as usize];
        }
        self.release(list);
        *list = List { first, len: list.len, capacity };
    }

    fn release(&mut self, list: &List) {
        if list.capacity == 0 {
            return;
        }
        let class = size_class(list.capacity);
        if self.free.len() <= class {
            self.free.resize_with(class + 1, Vec::new);
        }
        self.free[class].push(list.first);
    }

    pub(crate) fn unlink<T>(
        &mut self,
        item: S,
        owners: &mut T,
        list: impl Fn(&mut T, BodySlot) -> &mut List,
    ) {
        for End { body, index } in *self.pair(item.index()) {
            let list = list(owners, body);
            list.len -= 1;
            let last = self.entries[(list.first + list.len) as usize];
            self.entries[(list.first + index) as usize] = last;
            self.set_index(last.end, index);
            if list.len == 0 {
                self.release(list);
                *list = List::default();
            }
        }
        self.ends[item.index()] = None;
    }

    /// The item at a cursor, and the body at its other end; the cursor moves on. Before the next call, the
    /// caller may unlink this item, but no other, and link none.
    pub(crate) fn advance(&self, cursor: &mut Cursor) -> Option<(S, BodySlot)> {
        cursor.left = cursor.left.checked_sub(1)?;
        let Entry { end, other } = self.entries[(cursor.first + cursor.left) as usize];
        Some((S::new(item_and_end(end).0), other))
    }

    pub(crate) fn iter(&self, list: List) -> impl Iterator<Item = (S, BodySlot)> {
        let block = list.first as usize..(list.first + list.len) as usize;
        let entries = self.entries[block].iter().rev();
        entries.map(|&Entry { end, other }| (S::new(item_and_end(end).0), other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slot::JointSlot;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Random linking and unlinking, compared with a map from each item to its two bodies.
        #[test]
        fn each_list_holds_the_items_linked_to_its_body(
            steps in prop::collection::vec((0_usize..12, 0_usize..6, 0_usize..6), 0..80),
        ) {
            let mut links = Links::default();
            let mut lists = vec![List::default(); 6];
            let mut model: BTreeMap<JointSlot, [BodySlot; 2]> = BTreeMap::new();
            for (item, a, b) in steps {
                let (item, [a, b]) = (JointSlot::new(item), [a, b].map(BodySlot::new));
                if model.remove(&item).is_some() {
                    links.unlink(item, &mut lists, |lists, body| &mut lists[body.index()]);
                } else if a != b {
                    links.link(item, [a, b], &mut lists, |lists, body| &mut lists[body.index()]);
                    model.insert(item, [a, b]);
                }
                for body in (0..6).map(BodySlot::new) {
                    let mut found: Vec<_> = links.iter(lists[body.index()]).collect();
                    prop_assert_eq!(found.len(), lists[body.index()].len as usize);
                    found.sort_unstable();
                    let mut expected: Vec<_> = model
                        .iter()
                        .filter(|(_, ends)| ends.contains(&body))
                        .map(|(&item, ends)| (item, if ends[0] == body { ends[1] } else { ends[0] }))
                        .collect();
                    expected.sort_unstable();
                    prop_assert_eq!(found, expected);
                }
                // The lists can be written and read.
                let items: Vec<_> = model
                    .iter()
                    .map(|(&item, &ends)| (item, ends, links.next_ends(item, |body| lists[body.index()])))
                    .collect();
                let mut read_lists = vec![List::default(); 6];
                let read = Links::from_parts(&items, &mut read_lists, |lists, body| &mut lists[body.index()]);
                let read = read.expect("lists");
                for (list, read_list) in lists.iter().zip(&read_lists) {
                    prop_assert!(links.iter(*list).eq(read.iter(*read_list)));
                }
            }
        }
    }
}
