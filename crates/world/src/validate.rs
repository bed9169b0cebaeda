//! Whether every part of the world agrees with every other.

use crate::contact::TOUCHING;
use crate::core::Core;
use crate::links::NONE;
use crate::settings::SPECULATIVE_DISTANCE;
use crate::view::collider_slots;
use geom::Rot;
use std::collections::BTreeSet;
use thiserror::Error;

/// What disagrees: a fault of the engine, never of its user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the world is inconsistent: {0}")]
pub struct Invalid(pub(crate) String);

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        let holds: bool = $condition;
        if !holds {
            return Err(Invalid(format!($($message)+)));
        }
    };
}

impl Core {
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        self.validate_bodies()?;
        self.validate_sleep()?;
        self.validate_contacts()?;
        self.validate_pairs()?;
        self.validate_joints()
    }

    fn validate_bodies(&self) -> Result<(), Invalid> {
        let rows = self.awake.motions.len();
        ensure!(self.awake.bodies.len() == rows, "{} states, {rows} motions", self.awake.bodies.len());
        let ground = &self.awake.bodies.states()[0];
        ensure!(*ground == solver::BodyState::REST, "the ground moves: {ground:?}");
        for (row, motion) in self.awake.motions.iter().enumerate().skip(1) {
            let body = self.bodies.try_get(motion.body);
            ensure!(body.is_some_and(|b| b.awake.index() == row), "row {row} has no body");
        }
        let mut colliders = 0;
        for (slot, body) in self.bodies.iter() {
            let frame = &self.frames[slot as usize];
            ensure!(frame.pose.is_finite(), "body {slot} is at {:?}", frame.pose);
            let Rot { cos, sin } = frame.pose.rotation;
            let length = cos * cos + sin * sin;
            ensure!((length - 1.0).abs() < 1e-5, "rotation of body {slot} has length {length}");
            for collider in collider_slots(self, slot) {
                ensure!(self.colliders[collider].body == slot, "collider {collider} is not on body {slot}");
                let tight = self.colliders[collider].shape.aabb(frame.pose);
                let fat = self.boxes[collider as usize];
                // Whatever is thought of its room, each step leaves every collider so much.
                let needed = tight.expanded(0.5 * SPECULATIVE_DISTANCE * self.settings.length_unit);
                ensure!(fat.contains(needed), "collider {collider} has left its box: {needed:?}, {fat:?}");
                colliders += 1;
            }
            if body.is_awake() {
                let motion = &self.awake.motions[body.awake.index()];
                ensure!(motion.body == slot, "body {slot} and row {} disagree", body.awake.0);
                let off = (motion.center - frame.center()).norm();
                let size = 1.0 + motion.center.coords.norm() + frame.local_center.norm();
                ensure!(off <= 1e-5 * size, "the centre of body {slot} is off by {off} m");
            }
        }
        ensure!(colliders == self.colliders.len(), "{colliders} of {} colliders", self.colliders.len());
        Ok(())
    }

    /// Islands sleep whole: who is joined to or touches a sleeper sleeps, or cannot be moved.
    fn validate_sleep(&self) -> Result<(), Invalid> {
        for (slot, body) in self.bodies.iter() {
            let fixed = body.kind == crate::body::BodyKind::Fixed;
            let asleep = body.next_asleep != NONE;
            ensure!(
                [fixed, asleep, body.is_awake()].iter().filter(|&&is| is).count() == 1,
                "body {slot} must be one of fixed ({fixed}), asleep ({asleep}), awake ({})",
                body.is_awake()
            );
            let (mut next, mut steps) = (body.next_asleep, 0);
            while next != NONE && next != slot {
                steps += 1;
                ensure!(steps <= self.bodies.len(), "the island of body {slot} does not close");
                next = self.bodies[next].next_asleep;
            }
            ensure!(!asleep || next == slot, "the island of body {slot} is open");
        }
        for (contact, pair) in self.all_contacts() {
            let [a, b] = pair.bodies.map(|slot| &self.bodies[slot]);
            let both_move = a.is_dynamic() && b.is_dynamic();
            // A contact that was renewed in the last step has woken whom it touches.
            ensure!(
                contact.manifold.count == 0 || !both_move || a.is_awake() == b.is_awake(),
                "bodies {:?} touch, and one of them sleeps",
                pair.bodies
            );
        }
        for (slot, joint) in self.joints.iter() {
            let [a, b] = [joint.def.a, joint.def.b].map(|body| &self.bodies[body]);
            ensure!(
                !(a.is_dynamic() && b.is_dynamic()) || a.is_awake() == b.is_awake(),
                "joint {slot} joins a sleeper to a body that is awake"
            );
        }
        Ok(())
    }

    fn validate_contacts(&self) -> Result<(), Invalid> {
        let mut seen = BTreeSet::new();
        for (contact, pair) in self.all_contacts() {
            let [a, b] = pair.colliders;
            ensure!(a < b, "contact {} has colliders {a}, {b} out of order", pair.id);
            ensure!(seen.insert([a, b]), "colliders {a} and {b} have two contacts");
            for (collider, body) in pair.colliders.into_iter().zip(pair.bodies) {
                let found = self.colliders.try_get(collider).map(|c| c.body);
                ensure!(found == Some(body), "contact {}: collider {collider} is not there", pair.id);
                let linked =
                    self.contacts.links.iter(self.bodies[body].contacts).any(|(id, _)| id == pair.id);
                ensure!(linked, "contact {} does not hang on body {body}", pair.id);
            }
            ensure!(self.contacts.exists([a, b]), "contact {} is not in the set of pairs", pair.id);
            let any_awake = pair.bodies.iter().any(|&body| self.bodies[body].is_awake());
            let asleep = self.contacts.is_asleep(pair.id);
            ensure!(any_awake != asleep, "contact {}: asleep {asleep}, bodies awake {any_awake}", pair.id);
            let (found, _) = self.contacts.get(pair.id);
            ensure!(std::ptr::eq(found, contact), "contact {} is not where it should be", pair.id);
            let touching = contact.user & TOUCHING != 0;
            ensure!(!touching || contact.manifold.count > 0, "contact {} touches without a point", pair.id);
        }
        Ok(())
    }

    /// A contact for every two colliders whose boxes overlap and that may meet, but for those whose boxes have
    /// just changed; none for two that may not meet.
    fn validate_pairs(&self) -> Result<(), Invalid> {
        let contacts: BTreeSet<[u32; 2]> = self.all_contacts().map(|(_, pair)| pair.colliders).collect();
        let slots: Vec<u32> = self.colliders.iter().map(|(slot, _)| slot).collect();
        for (i, &a) in slots.iter().enumerate() {
            for &b in &slots[i + 1..] {
                if self.has_moved[a as usize] || self.has_moved[b as usize] {
                    continue;
                }
                let may = self.may_collide(a, b);
                let expected = may && self.boxes[a as usize].overlaps(self.boxes[b as usize]);
                let found = contacts.contains(&[a, b]);
                ensure!(
                    found == self.contacts.exists([a, b]),
                    "colliders {a}, {b}: contact {found}, not so in the set"
                );
                ensure!(
                    if expected { found } else { may || !found },
                    "colliders {a}, {b}: may meet {may}, overlap {expected}, contact {found}"
                );
            }
        }
        Ok(())
    }

    fn validate_joints(&self) -> Result<(), Invalid> {
        for (slot, joint) in self.joints.iter() {
            let bodies = [joint.def.a, joint.def.b];
            for body in bodies {
                let linked = self.bodies.try_get(body).is_some_and(|record| {
                    self.joint_links.iter(record.joints).any(|(joint, _)| joint == slot)
                });
                ensure!(linked, "joint {slot} does not hang on body {body}");
            }
            let awake = bodies.iter().any(|&body| self.bodies[body].is_awake());
            let entry = self.awake_joints.get(joint.awake as usize);
            let listed = entry.is_some_and(|entry| entry.slot == slot && entry.count == joint.count);
            ensure!(awake == listed, "joint {slot}: bodies awake {awake}, listed {listed}");
        }
        Ok(())
    }
}
