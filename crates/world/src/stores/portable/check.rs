//! Checks what was read, as `validate.rs` checks a world, but in time that a file cannot make long.
//!
//! `validate` walks the list of a body for each of its contacts, a ring for each of its bodies, and all pairs
//! of colliders. Here each body of a ring must be the next of exactly one other; lists were checked when they
//! were linked; a dynamic tree finds overlapping pairs.

use super::super::{Flagged, Flags, Pair, PairKind, Stores};
use crate::body::BodyKind;
use crate::error::DefError;
use crate::settings::SPECULATIVE_DISTANCE;
use crate::slot::{ColliderSlot, Slot};
use crate::snapshot::SnapshotError;
use broadphase::{Broadphase, DynamicTree};
use std::ops::ControlFlow;

/// Boxes that may overlap that of a collider, on average over all of a large world, before the file is
/// refused: the check would take too long.
const MAX_OVERLAPS: usize = 256;

const MIN_BUDGET: usize = 1 << 20;

type Checked = Result<(), SnapshotError>;

fn ensure(holds: bool, field: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(SnapshotError::Value { field }) }
}

impl Stores {
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
            let (cos, sin) = (frame.rotation.cos, frame.rotation.sin);
            ensure((cos * cos + sin * sin - 1.0).abs() < 1e-5, "rotation of a body")?;
            let is_movable = body.kind != BodyKind::Static && body.is_enabled;
            let (is_awake, is_asleep) = (body.is_awake(), body.next_asleep.is_some());
            ensure(is_movable == (is_awake != is_asleep) && !(is_awake && is_asleep), "sleep of a body")?;
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
            let frame = self.bodies.frame(collider.body);
            let own = collider.shape.aabb(frame.own_pose()).expanded(margin);
            let needed = self.bodies.grid.aabb(frame.place, own);
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
            // Its rows follow from the definition.
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
            // Forbidden pairs lose their contact at once, whatever the search for pairs.
            ensure(self.pair_kind(colliders) == Some(expected), "pair of a contact")?;
            let is_silent = contact.has(Flags::SILENT);
            ensure(!is_silent || contact.has(Flags::TOUCHING), "events of a contact")?;
            if is_sensor {
                let sleeps = any_awake && is_asleep;
                ensure(!has_points && !sleeps, "pair with a sensor")?;
                continue;
            }
            ensure(any_awake != is_asleep, "sleep of a contact")?;
            ensure(contact.dominant() == self.bodies.dominant(bodies), "dominance in a contact")?;
            let is_deferred = self.contacts.cache(slot).allowed_motion < 0.0;
            ensure(!contact.has(Flags::TOUCHING) || has_points || is_deferred, "touching without a point")?;
            let sleeps_apart = a.is_dynamic() && b.is_dynamic() && a.is_awake() != b.is_awake();
            ensure(!(has_points && sleeps_apart), "sleep of touching bodies")?;
        }
        Ok(())
    }

    /// Colliders that overlap and may collide have a contact, unless a box is new.
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

#[cfg(test)]
mod tests {
    use crate::place::Place;
    use crate::slot::{JointSlot, Slot};
    use crate::stores::{Bodies, Stores};
    use crate::{BodyDef, ColliderDef, FilterJoint, JointDef, Snapshot, World};
    use geom::{Shape, WorldPose};

    fn is_accepted(stores: &Stores) -> bool {
        let bytes = Snapshot::of(stores.clone()).to_bytes().unwrap();
        Snapshot::from_bytes(&bytes).is_ok()
    }

    /// A place, a target or an anchor outside the world, or an anchor that no world has.
    #[test]
    fn bytes_with_a_place_outside_the_world_are_refused() {
        let mut world = World::default();
        let lift = world.add_body(BodyDef::kinematic().position([1e7 + 0.3, 2.0])).unwrap();
        world.body_mut(lift).unwrap().set_target_world_pose(WorldPose::at([1e7, 3.0]), 1.0).unwrap();
        let slot = world.stores.bodies.check(lift).unwrap();
        assert!(is_accepted(&world.stores));
        let far = world.stores.bodies.grid.place([1.1e8, 0.0]);
        let refused = |change: &dyn Fn(&mut Bodies)| {
            let mut stores = world.stores.clone();
            change(&mut stores.bodies);
            let bytes = Snapshot::of(stores).to_bytes().unwrap();
            Snapshot::from_bytes(&bytes).err().map(|error| error.to_string()).unwrap_or_default()
        };
        let place = refused(&|bodies| bodies.frame_mut(slot).place = far);
        assert!(place.contains("position.x is 110000000"), "{place}");
        let target = refused(&|bodies| {
            if let Some(target) = &mut bodies.extra_mut(slot).target {
                target.place = far;
            }
        });
        assert!(target.contains("target of a body"), "{target}");
        for anchor in [far, Place { x: 1, y: 0 }] {
            let message = refused(&|bodies| bodies.grid.anchor = anchor);
            assert!(message.contains("anchor"), "{message}");
        }
    }

    /// A contact that no step would remove, of colliders whose filters or whose joint forbid it, or of one
    /// that is disabled: in a file it is refused, also while pairs of its colliders are to be looked for.
    #[test]
    fn bytes_with_a_contact_that_may_not_be_are_refused() {
        for (case, searches) in [0, 1, 2, 3].into_iter().flat_map(|case| [(case, false), (case, true)]) {
            let mut world = World::default();
            let boxes = [0.0, 0.8].map(|y| {
                let body = world.add_body(BodyDef::dynamic().position([0.0, y])).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.4).unwrap())).unwrap();
                body
            });
            let [a, b] = boxes;
            world.add_joint(JointDef::new(a, b, FilterJoint).collide(true)).unwrap();
            world.step(1.0 / 60.0);
            assert_eq!(world.contacts().count(), 1);
            let slot = world.stores.bodies.check(a).unwrap();
            let stores = &mut world.stores;
            if searches {
                let body = stores.bodies[slot].clone();
                stores.colliders.search_again_for(&body);
            }
            assert!(is_accepted(stores), "case {case}, {searches}");
            let collider = stores.bodies[slot].first_collider.unwrap();
            match case {
                0 => stores.colliders[collider].mask = 0,
                1 => stores.colliders[collider].category = 0,
                2 => stores.joints.records[JointSlot::new(0)].collide = false,
                _ => stores.colliders[collider].is_enabled = false,
            }
            assert!(!is_accepted(stores), "case {case}, {searches}");
        }
    }

    /// The mass of the last step, which counts until the next one: it may be that of colliders that are gone,
    /// so any is accepted whose centre is that of the frame, in reach of a collider. The next step computes
    /// the mass from the shapes, whatever the file says. With a centre at 1e30 m a turning body got a
    /// velocity that no number tells.
    #[test]
    fn stale_masses_are_refused_or_replaced_by_the_next_step() {
        let mut world = World::default();
        let body = world.add_body(BodyDef::dynamic().angular_velocity(3.0)).unwrap();
        let collider = ColliderDef::new(Shape::rectangle(0.5, 0.4).unwrap());
        world.add_collider(body, collider.clone()).unwrap();
        world.step(1.0 / 60.0);
        let mass = world.body(body).unwrap().mass_properties();
        world.add_collider(body, collider).unwrap();
        let slot = world.stores.bodies.check(body).unwrap();
        let with = |change: &dyn Fn(&mut Stores)| {
            let mut stores = world.stores.clone();
            change(&mut stores);
            stores
        };
        assert!(is_accepted(&with(&|_| ())));
        let shifted = |x: f32| {
            with(&|stores: &mut Stores| {
                stores.bodies[slot].mass.center.x = x;
                stores.bodies.frame_mut(slot).local_center.x = x;
            })
        };
        for (x, expected) in [(0.1, true), (1e5, true), (1.1e9, false), (1e30, false), (f32::MAX, false)] {
            assert_eq!(is_accepted(&shifted(x)), expected, "{x}");
        }
        assert!(!is_accepted(&with(&|stores| stores.bodies[slot].mass.center.x = 0.1)));
        let heavy = with(&|stores| stores.bodies[slot].mass.mass = 1e30);
        let bytes = Snapshot::of(heavy).to_bytes().unwrap();
        let mut read = World::default();
        read.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
        read.step(1.0 / 60.0);
        let found = read.bodies().next().unwrap().mass_properties();
        assert!((found.mass - 2.0 * mass.mass).abs() < 1e-6 && found.inertia > mass.inertia, "{found:?}");
    }
}
