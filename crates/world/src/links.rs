//! Lists of what hangs on a body, threaded through the items themselves.
//!
//! A contact or joint has two ends, one at each body. Each end is a link in the list of its body, named by
//! `2 * item + end`. No list owns memory, so hanging an item on a body or taking it off costs a few writes and
//! allocates nothing, and everything stays in flat arrays.
//!
//! ```text
//!   body 3: head --> end 14 <--> end 9 <--> end 2       item 7, end 0; item 4, end 1; item 1, end 0
//! ```

/// No link.
pub(crate) const NONE: u32 = u32::MAX;

/// One end of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) body: u32,
    previous: u32,
    next: u32,
}

/// The head of a body's list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct List {
    head: u32,
    pub(crate) len: u32,
}

impl Default for List {
    fn default() -> Self {
        Self { head: NONE, len: 0 }
    }
}

impl List {
    /// The beginning.
    pub(crate) fn cursor(self) -> Cursor {
        Cursor(self.head)
    }
}

/// A place on a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor(u32);

/// The ends of all items of one sort.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    ends: Vec<[Link; 2]>,
}

const UNLINKED: Link = Link { body: NONE, previous: NONE, next: NONE };

impl Links {
    /// The bodies at the two ends of an item.
    pub(crate) fn bodies(&self, item: u32) -> [u32; 2] {
        self.ends[item as usize].map(|link| link.body)
    }

    /// Hangs an item on two bodies whose lists `list` finds.
    pub(crate) fn link<T>(
        &mut self,
        item: u32,
        bodies: [u32; 2],
        owners: &mut T,
        list: impl Fn(&mut T, u32) -> &mut List,
    ) {
        if self.ends.len() <= item as usize {
            self.ends.resize(item as usize + 1, [UNLINKED; 2]);
        }
        for (end, body) in bodies.into_iter().enumerate() {
            let key = 2 * item + end as u32;
            let list = list(owners, body);
            if list.head != NONE {
                self.at(list.head).previous = key;
            }
            self.ends[item as usize][end] = Link { body, previous: NONE, next: list.head };
            *list = List { head: key, len: list.len + 1 };
        }
    }

    /// Takes an item off its two bodies.
    pub(crate) fn unlink<T>(&mut self, item: u32, owners: &mut T, list: impl Fn(&mut T, u32) -> &mut List) {
        for end in 0..2 {
            let link = std::mem::replace(&mut self.ends[item as usize][end], UNLINKED);
            let list = list(owners, link.body);
            list.len -= 1;
            if link.next != NONE {
                self.at(link.next).previous = link.previous;
            }
            if link.previous == NONE {
                list.head = link.next;
            } else {
                self.at(link.previous).next = link.next;
            }
        }
    }

    fn at(&mut self, key: u32) -> &mut Link {
        &mut self.ends[key as usize / 2][key as usize % 2]
    }

    /// The item at a cursor, which begins at [`List::cursor`] and moves on, and the body at its other end. No
    /// borrow is held in between, and the item may be taken off or moved about.
    pub(crate) fn advance(&self, cursor: &mut Cursor) -> Option<(u32, u32)> {
        let key = cursor.0;
        if key == NONE {
            return None;
        }
        let (item, end) = (key / 2, key as usize % 2);
        let ends = &self.ends[item as usize];
        cursor.0 = ends[end].next;
        Some((item, ends[1 - end].body))
    }

    /// The items on a list, and the body at the other end of each.
    pub(crate) fn iter(&self, list: List) -> impl Iterator<Item = (u32, u32)> {
        let mut cursor = list.cursor();
        std::iter::from_fn(move || self.advance(&mut cursor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Random linking and unlinking against a map of pairs.
        #[test]
        fn lists_hold_what_was_linked(steps in prop::collection::vec((0_u32..12, 0_u32..6, 0_u32..6), 0..80)) {
            let mut links = Links::default();
            let mut lists = vec![List::default(); 6];
            let mut model: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
            for (item, a, b) in steps {
                if model.remove(&item).is_some() {
                    links.unlink(item, &mut lists, |lists, body| &mut lists[body as usize]);
                } else if a != b {
                    links.link(item, [a, b], &mut lists, |lists, body| &mut lists[body as usize]);
                    model.insert(item, [a, b]);
                }
                for body in 0..6 {
                    let mut found: Vec<_> = links.iter(lists[body as usize]).collect();
                    prop_assert_eq!(found.len(), lists[body as usize].len as usize);
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
