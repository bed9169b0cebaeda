//! Checks what was read, as `validate.rs` checks a world, but in time that a file cannot make long.
//!
//! `validate` walks the list of a body for each of its contacts, a ring for each of its bodies, and all pairs
//! of colliders. Here each body of a ring must be the next one of exactly one other, which makes rings; lists
//! were checked when they were linked; and overlapping pairs are found by a dynamic tree.

use super::super::{Pair, PairKind, Stores};
use crate::body::BodyKind;
use crate::error::DefError;
use crate::settings::SPECULATIVE_DISTANCE;
use crate::slot::{ColliderSlot, Slot};
use crate::snapshot::SnapshotError;
use broadphase::{Broadphase, DynamicTree};
use std::ops::ControlFlow;

/// How many boxes of others may overlap the box of a collider, on average over all colliders of a large
/// world, before the file is refused: the check would take too long.
const MAX_OVERLAPS: usize = 256;

/// How many overlaps are checked in any world.
const MIN_BUDGET: usize = 1 << 20;

type Checked = Result<(), SnapshotError>;

fn ensure(holds: bool, field: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(SnapshotError::Value { field }) }
}

impl Stores {
    /// Checks the stores against each other.
    pub(super) fn check_all(&self) -> Checked {
        self.check_bodies()?;
        self.check_boxes()?;
        self.check_joints()?;
        self.check_contacts()?;
        self.check_pairs()
    }

    fn check_bodies(&self) -> Checked {
        let mut is_next = vec![false; self.bodies.records.capacity()];
        for (slot, body) in self.bodies.iter() {
            let frame = self.bodies.frame(slot);
            let (cos, sin) = (frame.pose.rotation.cos, frame.pose.rotation.sin);
            ensure((cos * cos + sin * sin - 1.0).abs() < 1e-5, "rotation of a body")?;
            let is_movable = body.kind != BodyKind::Static && body.is_enabled;
            let (is_awake, is_asleep) = (body.is_awake(), body.next_asleep.is_some());
            ensure(is_movable == (is_awake != is_asleep) && !(is_awake && is_asleep), "sleep of a body")?;
            if is_awake {
                let center = self.bodies.awake.motions[body.row().index()].center;
                let size = 1.0 + center.coords.norm() + frame.local_center.norm();
                ensure((center - frame.center()).norm() <= 1e-5 * size, "centre of a body")?;
            }
            if let Some(next) = body.next_asleep {
                let is_asleep = self.bodies.try_get(next).is_some_and(|body| body.next_asleep.is_some());
                ensure(
                    is_asleep && !std::mem::replace(&mut is_next[next.index()], true),
                    "ring of sleepers",
                )?;
            }
        }
        Ok(())
    }

    fn check_boxes(&self) -> Checked {
        let margin = 0.5 * SPECULATIVE_DISTANCE * self.settings.length_unit;
        for (slot, collider) in self.colliders.iter() {
            let fat = self.colliders.fat_aabb(slot);
            let body = &self.bodies[collider.body];
            let needed = collider.shape.aabb(self.bodies.frame(collider.body).pose).expanded(margin);
            let is_held = body.is_enabled && collider.is_enabled;
            ensure(fat.is_valid() && (!is_held || fat.contains(needed)), "fat box of a collider")?;
        }
        Ok(())
    }

    fn check_joints(&self) -> Checked {
        for (slot, joint) in self.joints.records.iter() {
            let [a, b] = joint.bodies.map(|body| &self.bodies[body]);
            let acts = self.joints.acts(slot, &self.bodies);
            let is_awake = acts && (a.is_awake() || b.is_awake());
            ensure(is_awake == joint.awake_index.is_some(), "awake joint")?;
            let sleeps_apart = a.is_dynamic() && b.is_dynamic() && a.is_awake() != b.is_awake();
            ensure(!(acts && sleeps_apart), "sleep of joined bodies")?;
            // Its rows are written as the definition says, so a definition that is valid is enough.
            self.joints.def(slot).validated().map_err(|error: DefError| SnapshotError::Definition {
                of: "joint",
                index: slot.index(),
                error,
            })?;
        }
        Ok(())
    }

    fn check_contacts(&self) -> Checked {
        for (contact, pair) in self.contacts.iter().chain(self.contacts.sensor_pairs()) {
            let Pair { slot, colliders, bodies } = *pair;
            let [a, b] = bodies.map(|body| &self.bodies[body]);
            let (any_awake, is_asleep) = (a.is_awake() || b.is_awake(), self.contacts.is_asleep(slot));
            let has_points = contact.manifold.count > 0;
            let is_sensor = self.contacts.is_sensor(slot);
            let expected = if is_sensor { PairKind::Sensor } else { PairKind::Contact };
            let has_moved = colliders.iter().any(|&collider| self.colliders.has_moved(collider));
            let is_joined_since = has_moved && a.is_enabled && b.is_enabled;
            ensure(self.pair_kind(colliders) == Some(expected) || is_joined_since, "pair of a contact")?;
            if is_sensor {
                let sleeps = any_awake && is_asleep;
                ensure(!has_points && !sleeps, "pair with a sensor")?;
                continue;
            }
            ensure(any_awake != is_asleep, "sleep of a contact")?;
            let sleeps_apart = a.is_dynamic() && b.is_dynamic() && a.is_awake() != b.is_awake();
            ensure(!(has_points && sleeps_apart), "sleep of touching bodies")?;
        }
        Ok(())
    }

    /// Colliders whose boxes overlap and that may collide have a contact, unless a box is new.
    fn check_pairs(&self) -> Checked {
        let mut tree = DynamicTree::default();
        let settled = |slot: ColliderSlot| {
            self.colliders.held_mobility(slot).filter(|_| !self.colliders.has_moved(slot))
        };
        let held = self.colliders.iter().filter_map(|(slot, _)| Some((slot, settled(slot)?)));
        let boxes: Vec<_> =
            held.map(|(slot, mobility)| (slot.key(), self.colliders.fat_aabb(slot), mobility)).collect();
        tree.insert_many(&boxes).map_err(|_| SnapshotError::Value { field: "fat box of a collider" })?;
        let mut budget = MIN_BUDGET + MAX_OVERLAPS * boxes.len();
        for &(key, fat, mobility) in &boxes {
            if mobility == broadphase::Mobility::Static {
                continue;
            }
            let mut is_missing = false;
            tree.overlap_aabb(fat, &mut |other| {
                let pair = [key.min(other), key.max(other)].map(ColliderSlot::from_key);
                budget = budget.saturating_sub(1);
                is_missing = other != key
                    && self.colliders.boxes_overlap(pair)
                    && !self.contacts.exists(pair)
                    && self.hook_wants(pair)
                    && self.pair_kind(pair).is_some();
                if is_missing || budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            ensure(!is_missing, "missing contact")?;
            ensure(budget > 0, "number of overlapping boxes")?;
        }
        Ok(())
    }
}
