//! Doubly linked lists of the contacts and joints of each body, threaded through flat arrays.
//!
//! A contact or joint (an *item*) has two ends, one at each of its bodies. Each end is a node in the list of
//! its body; end `e` of item `i` has the number `2 i + e`. No list owns memory, so to link an item to its
//! bodies, or to unlink it, takes a few writes and allocates nothing.
//!
//! ```text
//!   body 3: head --> end 14 <--> end 9 <--> end 2       item 7, end 0; item 4, end 1; item 1, end 0
//! ```
//!
//! **An item is linked to both of its bodies or to none.** A list changes in front only, so its order is the
//! reverse of the order in which items were linked: it is *state*, like the lists' heads in the bodies.

use crate::paged::Paged;
use crate::slot::{BodySlot, EndSlot, Slot};
use std::marker::PhantomData;

/// One end of an item: a node in the list of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    body: BodySlot,
    previous: Option<EndSlot>,
    next: Option<EndSlot>,
}

/// The head of a body's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct List {
    head: Option<EndSlot>,
    pub(crate) len: u32,
}

impl List {
    /// A cursor at the first item.
    pub(crate) fn cursor(self) -> Cursor {
        Cursor(self.head)
    }
}

/// A position in a list, for [`Links::advance`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor(Option<EndSlot>);

/// The ends of all items of one sort, by the slot of the item.
#[derive(Clone, Debug)]
pub(crate) struct Links<S> {
    /// *State.* `None` for an item that is not linked.
    ends: Paged<Option<[End; 2]>>,
    item: PhantomData<S>,
}

impl<S> Default for Links<S> {
    fn default() -> Self {
        Self { ends: Paged::default(), item: PhantomData }
    }
}

/// An item, its bodies, and the ends that follow its two ends in their lists.
pub(crate) type LinkedItem<S> = (S, [BodySlot; 2], [Option<EndSlot>; 2]);

/// The item that an end belongs to, and which of its two ends it is.
fn item_and_end(end: EndSlot) -> (usize, usize) {
    (end.index() / 2, end.index() % 2)
}

impl<S: Slot> Links<S> {
    /// Makes these links equal to others.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { ends, item: _ } = other;
        self.ends.copy_from(ends);
    }

    fn pair(&self, item: usize) -> &[End; 2] {
        self.ends[item].as_ref().expect("a linked item")
    }

    fn at(&mut self, end: EndSlot) -> &mut End {
        let (item, end) = item_and_end(end);
        &mut self.ends[item].as_mut().expect("a linked item")[end]
    }

    /// The bodies at the two ends of an item.
    pub(crate) fn bodies(&self, item: S) -> [BodySlot; 2] {
        self.pair(item.index()).map(|end| end.body)
    }

    /// The ends that follow those of an item in the lists of its bodies.
    pub(crate) fn next_ends(&self, item: S) -> [Option<EndSlot>; 2] {
        self.pair(item.index()).map(|end| end.next)
    }

    /// Links items to their bodies, from the ends that follow their two ends.
    ///
    /// `None` if these are not lists: each end that follows another belongs to an item and to the same body,
    /// follows no second one, and can be reached from the one end of its body that follows none.
    pub(crate) fn from_parts<T>(
        items: &[LinkedItem<S>],
        owners: &mut T,
        list: impl Fn(&mut T, BodySlot) -> &mut List,
    ) -> Option<Self> {
        let len = items.iter().map(|item| item.0.index() + 1).max().unwrap_or(0);
        let mut ends: Vec<Option<[End; 2]>> = vec![None; len];
        for &(item, bodies, next) in items {
            let end = |i: usize| End { body: bodies[i], previous: None, next: next[i] };
            ends[item.index()] = Some([end(0), end(1)]);
        }
        let all = || {
            items
                .iter()
                .flat_map(|item| [0, 1].map(|end| (2 * item.0.index() + end, item.1[end], item.2[end])))
        };
        for (own, body, next) in all() {
            let Some(next) = next else { continue };
            let (item, end) = item_and_end(next);
            let follower = &mut ends.get_mut(item)?.as_mut()?[end];
            if follower.body != body || follower.previous.replace(EndSlot::new(own)).is_some() {
                return None;
            }
        }
        let links = Self { ends: Paged::from(ends), item: PhantomData };
        let mut reached = 0;
        for (own, body, _) in all() {
            let (item, end) = item_and_end(EndSlot::new(own));
            if links.pair(item)[end].previous.is_none() {
                let list = list(owners, body);
                if list.head.replace(EndSlot::new(own)).is_some() {
                    return None;
                }
                list.len = links.iter(*list).count() as u32;
                reached += list.len as usize;
            }
        }
        (reached == 2 * items.len()).then_some(links)
    }

    /// Links an item to two bodies; `list` finds the list of a body.
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
        let mut end = 0;
        self.ends[item] = Some(bodies.map(|body| {
            let own = EndSlot::new(2 * item + end);
            end += 1;
            let list = list(owners, body);
            let next = list.head.replace(own);
            list.len += 1;
            if let Some(next) = next {
                let (item, end) = item_and_end(next);
                if let Some(ends) = &mut self.ends[item] {
                    ends[end].previous = Some(own);
                }
            }
            End { body, previous: None, next }
        }));
    }

    /// Unlinks an item from its two bodies.
    pub(crate) fn unlink<T>(
        &mut self,
        item: S,
        owners: &mut T,
        list: impl Fn(&mut T, BodySlot) -> &mut List,
    ) {
        for end in 0..2 {
            let End { body, previous, next } = self.pair(item.index())[end];
            let list = list(owners, body);
            list.len -= 1;
            if let Some(next) = next {
                self.at(next).previous = previous;
            }
            match previous {
                None => list.head = next,
                Some(previous) => self.at(previous).next = next,
            }
        }
        self.ends[item.index()] = None;
    }

    /// The item at a cursor, and the body at its other end; the cursor moves on to the next item.
    ///
    /// The cursor holds no reference, so the caller may unlink the item before it asks for the next.
    pub(crate) fn advance(&self, cursor: &mut Cursor) -> Option<(S, BodySlot)> {
        let (item, end) = item_and_end(cursor.0?);
        let ends = self.pair(item);
        cursor.0 = ends[end].next;
        Some((S::new(item), ends[1 - end].body))
    }

    /// The items of a list, and the body at the other end of each.
    pub(crate) fn iter(&self, list: List) -> impl Iterator<Item = (S, BodySlot)> {
        let mut cursor = list.cursor();
        std::iter::from_fn(move || self.advance(&mut cursor))
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
            }
        }
    }
}
