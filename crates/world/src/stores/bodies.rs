//! The store of bodies: records, frames, and the dense rows of those that are awake.
//!
//! ```text
//!                                                                                     read by
//!   by BodySlot    records   kind, mass, heads of the lists of colliders and so on    edits, solve
//!                  frames    place, rotation and centre of mass                       narrow phase
//!                  extras    user data and what only few bodies have                    edits
//!                  slack     how far it may move before its fat boxes are checked     finalize
//!                  kinds_and_rows   whether it is dynamic, and its row                narrow phase
//!   by BodyRow     awake     velocities, forces: awake bodies only (`awake.rs`)       solver
//! ```
//!
//! What must stay true:
//!
//! - **A body is static or disabled, awake or asleep, and exactly one of these**: it is awake if it has a
//!   row, and asleep if it is in the ring of a sleeping island.
//! - **A record knows its row and the row knows its body.**
//! - **The sleeping bodies of an island form one ring** of `next_asleep`.

mod record;

pub(crate) use record::{Body, KindAndRow, Target};
pub(super) use record::{BodyExtra, BodyProgress, ExtraProgress, Measures, Moving};

use super::awake::{AwakeBodies, Motion};
use crate::aabb_slack::AabbSlack;
use crate::body::{BodyDef, BodyKind, Locks, unit_rotation};
use crate::frame::{Frame, FramePair};
use crate::id::{BodyId, Slots, forward_to_records};
use crate::invalid::{Invalid, ensure};
use crate::paged::Paged;
use crate::place::{Grid, Place};
use crate::slot::{BodySlot, Slot};
use compute::math::max;
use geom::{Point, Pose, Rot, Vec2};
use solver::{BodyRow, BodyState, Contact, Dominant};
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    pub(crate) grid: Grid,
    pub(crate) records: Slots<BodyId, Body>,
    /// As long as the records; never read at the slot of a removed body.
    pub(crate) frames: Paged<Frame>,
    pub(super) extras: Paged<BodyExtra>,
    /// *Derived*: [`AabbSlack::UNKNOWN`] is always right, but makes the next step check the fat boxes.
    pub(crate) slack: Paged<AabbSlack>,
    /// *Derived* from the records.
    pub(super) kinds_and_rows: Paged<KindAndRow>,
    pub(crate) awake: AwakeBodies,
    /// *Derived*: it may also hold bodies without a stale mass, and slots of removed bodies.
    pub(super) stale_masses: Vec<BodySlot>,
    /// *Derived*: bodies with locks, a bound of speed or a target, in the order of slots, for
    /// `step/restrict.rs`.
    pub(super) restricted: Vec<BodySlot>,
    /// *Derived*: the greatest of all bodies, m/s, or more.
    pub(crate) greatest_sleep_speed: f32,
    /// *Derived*; `true` is always right.
    pub(crate) may_dominate: bool,
    /// *Derived*: since rows were last written into the contacts; `true` is always right.
    pub(super) rows_changed: bool,
    /// *Derived*: no awake island has been slow for longer, s (`step/sleep.rs`). Infinity is always right,
    /// but causes one search for islands.
    pub(crate) longest_slow: f32,
}

forward_to_records!(Bodies, BodyId, BodySlot, Body);

impl Bodies {
    pub(super) fn prefetch(&self) {
        self.records.prefetch_all();
        self.frames.prefetch();
        self.slack.prefetch();
        self.kinds_and_rows.prefetch();
        let AwakeBodies { solver, motions, extents } = &self.awake;
        compute::prefetch_slice(solver.states());
        compute::prefetch_slice(solver.inputs());
        compute::prefetch_slice(motions);
        compute::prefetch_slice(extents);
    }

    pub(super) fn new(world: u32, grid: Grid) -> Self {
        Self {
            grid,
            records: Slots::new(world),
            frames: Paged::default(),
            extras: Paged::default(),
            slack: Paged::default(),
            kinds_and_rows: Paged::default(),
            awake: AwakeBodies::new(),
            stale_masses: Vec::new(),
            restricted: Vec::new(),
            greatest_sleep_speed: 0.0,
            may_dominate: false,
            rows_changed: false,
            longest_slow: 0.0,
        }
    }

    /// In a contact.
    pub(crate) fn dominant(&self, [a, b]: [BodySlot; 2]) -> Option<Dominant> {
        if !self.may_dominate || !self.records[a].is_dynamic() || !self.records[b].is_dynamic() {
            return None;
        }
        match self.extra(a).dominance.cmp(&self.extra(b).dominance) {
            Ordering::Greater => Some(Dominant::A),
            Ordering::Less => Some(Dominant::B),
            Ordering::Equal => None,
        }
    }

    /// 1/kg: zero for one that dominates.
    pub(crate) fn inverse_masses_in(&self, contact: &Contact, bodies: [BodySlot; 2]) -> [f32; 2] {
        let [a, b] = bodies.map(|body| self.records[body].inverse_masses()[0]);
        match contact.dominant() {
            None => [a, b],
            Some(Dominant::A) => [0.0, b],
            Some(Dominant::B) => [a, 0.0],
        }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self {
            grid,
            records,
            frames,
            extras,
            slack,
            kinds_and_rows,
            awake,
            stale_masses,
            restricted,
            greatest_sleep_speed,
            may_dominate,
            rows_changed: _,
            longest_slow,
        } = other;
        self.grid = *grid;
        self.records.copy_from(records);
        self.frames.copy_from(frames);
        self.extras.copy_from(extras);
        self.slack.copy_from(slack);
        self.kinds_and_rows.copy_from(kinds_and_rows);
        self.awake.copy_from(awake);
        self.stale_masses.clone_from(stale_masses);
        self.restricted.clone_from(restricted);
        self.greatest_sleep_speed = *greatest_sleep_speed;
        self.may_dominate = *may_dominate;
        self.rows_changed = true;
        self.longest_slow = *longest_slow;
    }

    /// One that is not static begins asleep, as an island of its own.
    pub(super) fn insert(&mut self, def: &BodyDef) -> BodySlot {
        let place = self.grid.place(def.position.into());
        if self.records.len() == 0 {
            self.grid.anchor_near(place);
        }
        let slot = self.records.insert(Body::new(def));
        let frame = Frame { place, rotation: unit_rotation(def.rotation), local_center: Vec2::zeros() };
        if self.frames.len() < self.records.capacity() {
            self.frames.push(frame);
            self.extras.push(BodyExtra::new(def));
            self.slack.push(AabbSlack::UNKNOWN);
            self.kinds_and_rows.push(KindAndRow::STATIC);
        } else {
            self.frames[slot.index()] = frame;
            self.extras[slot.index()] = BodyExtra::new(def);
            self.slack[slot.index()] = AabbSlack::UNKNOWN;
        }
        self.update_kind_and_row(slot);
        self.update_restricted(slot);
        self.greatest_sleep_speed = max(self.greatest_sleep_speed, def.sleep_speed);
        self.may_dominate |= def.dominance != 0;
        if def.mass.is_some() {
            self.mark_stale_mass(slot);
        }
        if def.kind != BodyKind::Static && def.enabled {
            self.close_ring(&[slot]);
        }
        slot
    }

    /// It must be neither asleep nor have colliders, contacts or joints.
    pub(super) fn remove(&mut self, slot: BodySlot) {
        self.remove_row(slot);
        self.records.remove(slot);
        self.set_restricted(slot, false);
    }

    pub(crate) fn restricted(&self) -> &[BodySlot] {
        &self.restricted
    }

    /// After its locks, its bound or its target have changed.
    pub(crate) fn update_restricted(&mut self, slot: BodySlot) {
        let extra = self.extra(slot);
        let is_restricted = match self.records[slot].kind {
            BodyKind::Static => false,
            BodyKind::Kinematic => extra.target.is_some(),
            BodyKind::Dynamic => self.records[slot].locks != Locks::NONE || extra.has_speed_bound(),
        };
        self.set_restricted(slot, is_restricted);
    }

    fn set_restricted(&mut self, slot: BodySlot, is_restricted: bool) {
        match (self.restricted.binary_search(&slot), is_restricted) {
            (Ok(index), false) => drop(self.restricted.remove(index)),
            (Err(index), true) => self.restricted.insert(index, slot),
            _ => {}
        }
    }

    pub(crate) fn extra(&self, slot: BodySlot) -> &BodyExtra {
        &self.extras[slot.index()]
    }

    pub(crate) fn extra_mut(&mut self, slot: BodySlot) -> &mut BodyExtra {
        &mut self.extras[slot.index()]
    }

    #[inline]
    pub(crate) fn kind_and_row(&self, slot: BodySlot) -> KindAndRow {
        self.kinds_and_rows[slot.index()]
    }

    /// After the record has changed.
    pub(super) fn update_kind_and_row(&mut self, slot: BodySlot) {
        self.kinds_and_rows[slot.index()] = KindAndRow::of(&self.records[slot]);
    }

    #[inline]
    pub(crate) fn frame(&self, slot: BodySlot) -> &Frame {
        &self.frames[slot.index()]
    }

    /// As seen from the first.
    #[inline(always)]
    pub(crate) fn pair(&self, [a, b]: [BodySlot; 2]) -> FramePair<'_> {
        let (a, b) = (self.frame(a), self.frame(b));
        FramePair { frames: [a, b], between: self.grid.vector(a.place, b.place) }
    }

    /// As seen from a place.
    #[inline]
    pub(crate) fn pose_from(&self, origin: Place, slot: BodySlot) -> Pose {
        let frame = self.frame(slot);
        Pose { position: self.grid.vector(origin, frame.place).into(), rotation: frame.rotation }
    }

    /// In the world, rounded.
    pub(crate) fn pose(&self, slot: BodySlot) -> Pose {
        let frame = self.frame(slot);
        Pose { position: self.grid.point(frame.place), rotation: frame.rotation }
    }

    /// As seen from the anchor, m.
    #[inline]
    pub(crate) fn near_center(&self, slot: BodySlot) -> Point {
        let frame = self.frame(slot);
        self.grid.near(frame.place) + frame.arm()
    }

    /// After a change of place or rotation call [`Bodies::forget_slack`].
    #[inline]
    pub(crate) fn frame_mut(&mut self, slot: BodySlot) -> &mut Frame {
        &mut self.frames[slot.index()]
    }

    /// The next step checks the fat boxes.
    pub(crate) fn forget_slack(&mut self, slot: BodySlot) {
        // One that gets new boxes is checked anyway.
        if !self.slack[slot.index()].holds_way() {
            self.slack[slot.index()] = AabbSlack::UNKNOWN;
        }
    }

    /// The end of the step gives the body ordinary fat boxes.
    pub(crate) fn expect_new_boxes(&mut self, slot: BodySlot) {
        self.slack[slot.index()] = AabbSlack::HOLDS_WAY;
    }

    pub(super) fn set_kind(&mut self, slot: BodySlot, kind: BodyKind) {
        self.remove_row(slot);
        self.records[slot].kind = kind;
        self.update_kind_and_row(slot);
        self.extra_mut(slot).target = None;
        self.update_restricted(slot);
        if kind != BodyKind::Static && self.records[slot].is_enabled {
            self.close_ring(&[slot]);
        }
    }

    pub(crate) fn state(&self, slot: BodySlot) -> Option<&BodyState> {
        let body = &self.records[slot];
        body.is_awake().then(|| &self.awake.solver.states()[body.row.index()])
    }

    pub(crate) fn state_mut(&mut self, slot: BodySlot) -> Option<&mut BodyState> {
        let body = &self.records[slot];
        body.is_awake().then(|| &mut self.awake.solver.states_mut()[body.row.index()])
    }

    pub(crate) fn motion_mut(&mut self, slot: BodySlot) -> Option<&mut Motion> {
        let body = &self.records[slot];
        body.is_awake().then(|| &mut self.awake.motions[body.row.index()])
    }

    /// Of the centre of mass (m/s), and angular (rad/s); zero for a body that is static or asleep, and for a
    /// disabled one what it will have again. [`Stores::velocity`](super::Stores::velocity) is right while the
    /// mass is stale, too.
    pub(super) fn velocity(&self, slot: BodySlot) -> (Vec2, f32) {
        if !self.records[slot].is_enabled {
            return self.extra(slot).kept_velocity;
        }
        self.state(slot).map_or((Vec2::zeros(), 0.0), |state| (state.velocity, state.angular_velocity))
    }

    pub(super) fn disable(&mut self, slot: BodySlot) {
        let velocity = self.velocity(slot);
        self.remove_row(slot);
        self.records[slot].is_enabled = false;
        self.extra_mut(slot).kept_velocity = velocity;
    }

    /// Static, or asleep as an island of its own.
    pub(super) fn enable(&mut self, slot: BodySlot) {
        self.records[slot].is_enabled = true;
        if self.records[slot].kind != BodyKind::Static {
            self.close_ring(&[slot]);
        }
    }

    pub(super) fn push_row(&mut self, slot: BodySlot) {
        debug_assert!(!self.records[slot].is_awake(), "body {slot} is awake already");
        let extent = self.records[slot].extent();
        self.records[slot].row = self.awake.push(slot, extent);
        self.update_kind_and_row(slot);
        self.rows_changed = true;
    }

    pub(crate) fn set_continuous(&mut self, slot: BodySlot, is_continuous: bool) {
        self.records[slot].is_continuous = is_continuous;
        self.update_extent(slot);
    }

    /// After the record has changed.
    pub(super) fn update_extent(&mut self, slot: BodySlot) {
        let body = &self.records[slot];
        if body.is_awake() {
            self.awake.extents[body.row.index()] = body.extent();
        }
    }

    pub(super) fn remove_row(&mut self, slot: BodySlot) {
        let row = std::mem::replace(&mut self.records[slot].row, BodyRow::STATIC);
        if row == BodyRow::STATIC {
            return;
        }
        self.update_kind_and_row(slot);
        if let Some(moved) = self.awake.swap_remove(row) {
            self.records[moved].row = row;
            self.update_kind_and_row(moved);
        }
        self.rows_changed = true;
    }

    /// Since the last call.
    pub(crate) fn take_rows_changed(&mut self) -> bool {
        std::mem::take(&mut self.rows_changed)
    }

    pub(super) fn close_ring(&mut self, island: &[BodySlot]) {
        for (i, &body) in island.iter().enumerate() {
            self.records[body].next_asleep = Some(island[(i + 1) % island.len()]);
        }
    }

    /// Rows, rings and frames.
    ///
    /// # Errors
    /// [`Invalid`] with the first disagreement.
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        let (rows, states) = (self.awake.motions.len(), self.awake.solver.len());
        ensure!(states == rows, "{states} states of bodies, {rows} motions");
        let of_row_0 = &self.awake.solver.states()[0];
        ensure!(*of_row_0 == BodyState::REST, "row 0, which stands for static bodies, moves: {of_row_0:?}");
        for (row, motion) in self.awake.motions.iter().enumerate().skip(1) {
            let body = self.try_get(motion.body);
            ensure!(body.is_some_and(|body| body.row.index() == row), "row {row} has no body");
        }
        for (slot, body) in self.records.iter() {
            let of_table = self.kind_and_row(slot);
            ensure!(of_table == KindAndRow::of(body), "kind and row of body {slot} are {of_table:?}");
            let frame = self.frame(slot);
            ensure!(self.grid.contains(frame.place), "body {slot} is at {:?}", frame.place);
            let Rot { cos, sin } = frame.rotation;
            let length = cos * cos + sin * sin;
            ensure!((length - 1.0).abs() < 1e-5, "rotation of body {slot} has length {length}");
            if body.is_awake() {
                let extent = &self.awake.extents[body.row.index()];
                ensure!(*extent == body.extent(), "the extent of body {slot} is {extent:?}");
                let motion = &self.awake.motions[body.row.index()];
                ensure!(
                    motion.body == slot,
                    "row {} of body {slot} belongs to body {}",
                    body.row.0,
                    motion.body
                );
            }
            self.validate_sleep(slot, body)?;
        }
        Ok(())
    }

    fn validate_sleep(&self, slot: BodySlot, body: &Body) -> Result<(), Invalid> {
        let (is_static, is_asleep) = (body.kind == BodyKind::Static, body.next_asleep.is_some());
        let is_disabled = !body.is_enabled;
        ensure!(
            [is_static || is_disabled, is_asleep, body.is_awake()].iter().filter(|&&is| is).count() == 1,
            "body {slot} must be one of static ({is_static}) or disabled ({is_disabled}), asleep ({is_asleep}), \
             awake ({})",
            body.is_awake()
        );
        let dominance = self.extra(slot).dominance;
        ensure!(dominance == 0 || self.may_dominate, "body {slot} has a dominance");
        ensure!(body.sleep_speed <= self.greatest_sleep_speed, "body {slot} has the greatest sleep speed");
        let (mut next, mut steps) = (body.next_asleep, 0);
        while let Some(body) = next.filter(|&next| next != slot) {
            steps += 1;
            ensure!(steps <= self.records.len(), "the ring of the island of body {slot} does not close");
            next = self.records[body].next_asleep;
        }
        ensure!(!is_asleep || next == Some(slot), "the ring of the island of body {slot} is open");
        Ok(())
    }
}
