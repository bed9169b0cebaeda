//! The world without its broad phase: all data, and the notes that the broad phase is to be given.
//!
//! Whatever changes a box only notes it; [`Core::flush`] hands the notes to the broad phase. So everything that works
//! on a world is compiled once, whichever broad phase is in use, and none can influence it. How the world is edited is
//! in `edit.rs`, how bodies wake and fall asleep in `rest.rs`, how they are moved in `step/`.

use crate::awake::{Awake, Motion};
use crate::body::{Body, BodyKind, Frame};
use crate::collider::Collider;
use crate::contact::{ContactSet, Contacts, Pair};
use crate::events::Events;
use crate::id::{BodyId, ColliderId, JointId, Slots};
use crate::joint::{AwakeJoint, Joint, Memory};
use crate::links::{Links, NONE};
use crate::room::Room;
use crate::settings::{MOST_GROWTH, WorldSettings};
use broadphase::{Broadphase, Mobility};
use compute::math::min;
use geom::{Aabb, Vec2};
use solver::{BodyState, Contact};

/// A note for the broad phase, about a collider's slot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoxChange {
    Insert(u32, Mobility),
    Update(u32),
    Remove(u32),
}

impl BoxChange {
    /// Whether the two are handed over together, if they follow each other.
    fn goes_with(&self, other: &Self) -> bool {
        let both = (self, other);
        matches!(both, (Self::Insert(..), Self::Insert(..)) | (Self::Update(_), Self::Update(_)))
    }
}

pub(crate) fn mobility(kind: BodyKind) -> Mobility {
    if kind == BodyKind::Fixed { Mobility::Static } else { Mobility::Moving }
}

/// What the impulses of sub-steps of `before` seconds, zero if there were none, are multiplied by to begin one of `h` with
/// them: a load acts for as long as the sub-step. Exactly 1 where nothing has changed.
pub(crate) fn growth(before: f32, h: f32) -> f32 {
    if before > 0.0 { min(h / before, MOST_GROWTH) } else { 1.0 }
}

/// Everything but the broad phase.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) settings: WorldSettings,
    pub(crate) bodies: Slots<BodyId, Body>,
    /// By body slot.
    pub(crate) frames: Vec<Frame>,
    /// How far each body may move before its boxes have to be looked at, by slot.
    pub(crate) rooms: Vec<Room>,
    pub(crate) colliders: Slots<ColliderId, Collider>,
    /// Fat boxes, by collider slot.
    pub(crate) boxes: Vec<Aabb>,
    pub(crate) joints: Slots<JointId, Joint>,
    pub(crate) joint_links: Links,
    /// Joints with an awake body.
    pub(crate) awake_joints: Vec<AwakeJoint>,
    /// Whether that list, or how many rows one of them has, is not what it was in the last step.
    pub(crate) joints_changed: bool,
    /// The time over which the impulses of awake contacts acted, s; zero before the first step.
    pub(crate) substep: f32,
    pub(crate) contacts: Contacts,
    pub(crate) awake: Awake,
    /// No island that is awake has been slow for longer than this, s: whether it pays to look for one (`step/sleep.rs`).
    pub(crate) longest_rest: f32,
    /// Colliders to look for partners for: those that [`Core::has_moved`] marks; may name others, and some twice.
    pub(crate) moved: Vec<u32>,
    /// By collider slot, whether the box is new or has changed since pairs were last looked for. Apart from the colliders,
    /// whose records are too large to be read for this alone.
    pub(crate) has_moved: Vec<bool>,
    pub(crate) events: Events,
    pub(crate) changes: Vec<BoxChange>,
    /// Scratch of [`Core::flush`].
    updates: Vec<(u32, Aabb)>,
}

impl Core {
    pub(crate) fn new(settings: WorldSettings, tag: u16) -> Self {
        Self {
            settings,
            bodies: Slots::new(tag),
            frames: Vec::new(),
            rooms: Vec::new(),
            colliders: Slots::new(tag),
            boxes: Vec::new(),
            joints: Slots::new(tag),
            joint_links: Links::default(),
            awake_joints: Vec::new(),
            joints_changed: false,
            substep: 0.0,
            contacts: Contacts::default(),
            awake: Awake::new(),
            longest_rest: 0.0,
            moved: Vec::new(),
            has_moved: Vec::new(),
            events: Events::default(),
            changes: Vec::new(),
            updates: Vec::new(),
        }
    }

    /// Notes that steps are divided into parts of `h` seconds from now on, and returns what that makes of the impulses of
    /// awake contacts.
    pub(crate) fn take_substeps_of(&mut self, h: f32) -> f32 {
        growth(std::mem::replace(&mut self.substep, h), h)
    }

    /// Whether there is nothing that a step could move.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.awake.motions.len() == 1 && self.contacts.awake.pairs.is_empty()
    }

    /// Hands the changed boxes to the broad phase, those that follow each other all at once.
    pub(crate) fn flush(&mut self, broadphase: &mut impl Broadphase) {
        let boxes = &self.boxes;
        for run in self.changes.chunk_by(BoxChange::goes_with) {
            let result = match *run {
                [BoxChange::Insert(slot, mobility)] => {
                    broadphase.insert(slot, boxes[slot as usize], mobility)
                }
                [BoxChange::Remove(slot)] => broadphase.remove(slot),
                [BoxChange::Update(_), ..] => {
                    self.updates.clear();
                    self.updates.extend(run.iter().filter_map(|change| match *change {
                        BoxChange::Update(slot) => Some((slot, boxes[slot as usize])),
                        _ => None,
                    }));
                    broadphase.update_many(&self.updates)
                }
                ref several => {
                    let new = several.iter().filter_map(|change| match *change {
                        BoxChange::Insert(slot, mobility) => Some((slot, boxes[slot as usize], mobility)),
                        _ => None,
                    });
                    broadphase.insert_many(&new.collect::<Vec<_>>())
                }
            };
            debug_assert!(result.is_ok(), "{run:?}: {result:?}");
        }
        self.changes.clear();
    }

    /// Stores all boxes in another, empty broad phase.
    pub(crate) fn fill(&mut self, broadphase: &mut impl Broadphase) {
        self.changes.clear();
        for (slot, collider) in self.colliders.iter() {
            let mobility = mobility(self.bodies[collider.body].kind);
            self.changes.push(BoxChange::Insert(slot, mobility));
        }
        self.flush(broadphase);
    }

    /// Makes new fat boxes for all colliders of a body, so that partners are looked for.
    pub(crate) fn look_for_partners(&mut self, body: u32) {
        self.rooms[body as usize] = Room::UNKNOWN;
        let mut collider = self.bodies[body].first_collider;
        while collider != NONE {
            let aabb = self.colliders[collider].shape.aabb(self.frames[body as usize].pose);
            let fat = aabb.expanded(self.colliders[collider].margin);
            self.set_box(collider, fat);
            collider = self.colliders[collider].next;
        }
    }

    /// Gives a collider a new fat box.
    pub(crate) fn set_box(&mut self, slot: u32, fat: Aabb) {
        self.boxes[slot as usize] = fat;
        self.changes.push(BoxChange::Update(slot));
        if !std::mem::replace(&mut self.has_moved[slot as usize], true) {
            self.moved.push(slot);
        }
    }

    /// The solver's state of a body, if it is awake.
    pub(crate) fn state(&self, slot: u32) -> Option<&BodyState> {
        let body = &self.bodies[slot];
        body.is_awake().then(|| &self.awake.bodies.states()[body.awake.index()])
    }

    /// The solver's state of a body, if it is awake.
    pub(crate) fn state_mut(&mut self, slot: u32) -> Option<&mut BodyState> {
        let body = &self.bodies[slot];
        body.is_awake().then(|| &mut self.awake.bodies.states_mut()[body.awake.index()])
    }

    /// The motion of a body, if it is awake.
    pub(crate) fn motion_mut(&mut self, slot: u32) -> Option<&mut Motion> {
        let body = &self.bodies[slot];
        body.is_awake().then(|| &mut self.awake.motions[body.awake.index()])
    }

    /// Tells the awake contacts in which rows of the solver their bodies are, if any has changed.
    pub(crate) fn renew_rows(&mut self) {
        if std::mem::take(&mut self.awake.rows_changed) {
            let ContactSet { contacts, pairs, .. } = &mut self.contacts.awake;
            for (contact, pair) in contacts.iter_mut().zip(pairs) {
                [contact.a, contact.b] = pair.bodies.map(|body| self.bodies[body].awake);
            }
        }
    }

    /// Velocity (m/s) and angular velocity (rad/s) of a body.
    pub(crate) fn velocity(&self, slot: u32) -> (Vec2, f32) {
        self.state(slot).map_or((Vec2::zeros(), 0.0), |state| (state.velocity, state.angular_velocity))
    }

    /// What a joint remembers, wherever it is.
    pub(crate) fn joint_memory(&self, slot: u32) -> &Memory {
        let joint = &self.joints[slot];
        self.awake_joints.get(joint.awake as usize).map_or(&joint.memory, |awake| &awake.memory)
    }

    /// The same, to be changed.
    pub(crate) fn joint_memory_mut(&mut self, slot: u32) -> &mut Memory {
        let joint = &mut self.joints[slot];
        self.awake_joints.get_mut(joint.awake as usize).map_or(&mut joint.memory, |awake| &mut awake.memory)
    }

    /// All contacts with their pairs, awake ones first.
    pub(crate) fn all_contacts(&self) -> impl Iterator<Item = (&Contact, &Pair)> {
        [&self.contacts.awake, &self.contacts.asleep]
            .into_iter()
            .flat_map(|set| set.contacts.iter().zip(&set.pairs))
    }
}
