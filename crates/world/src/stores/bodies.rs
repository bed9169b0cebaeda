//! The store of bodies: records, frames, and the dense rows of those that are awake.
//!
//! ```text
//!                                                                                     read by
//!   by BodySlot    records   kind, mass, heads of the lists of colliders and so on    edits, solve
//!                  frames    pose and centre of mass                                  narrow phase
//!                  extras    user data and what only few bodies have                    edits
//!                  slack     how far it may move before its fat boxes are checked     finalize
//!   by BodyRow     awake     velocities, forces: awake bodies only (`awake.rs`)       solver
//! ```
//!
//! What must stay true:
//!
//! - **A body is static, awake or asleep, and exactly one of these**: it is awake if it has a row, and asleep
//!   if it is in the ring of a sleeping island.
//! - **A record knows its row and the row knows its body.**
//! - **The sleeping bodies of an island form one ring** of `next_asleep`.

use super::awake::{AwakeBodies, Motion};
use crate::aabb_slack::AabbSlack;
use crate::body::{BodyDef, BodyKind, Locks, unit_rotation};
use crate::frame::Frame;
use crate::id::{BodyId, Slots, forward_to_records};
use crate::invalid::{Invalid, ensure};
use crate::links::List;
use crate::slot::{BodySlot, ColliderSlot, Slot};
use compute::math::min;
use geom::{MassProperties, Pose, Rot, Vec2};
use solver::{BodyRow, BodyState};

/// The record to which a body's handle refers.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    // State: what the user has set.
    pub(crate) kind: BodyKind,
    pub(crate) locks: Locks,
    pub(crate) can_sleep: bool,
    pub(crate) is_enabled: bool,
    pub(crate) damping: f32,
    pub(crate) angular_damping: f32,
    pub(crate) gravity_scale: f32,
    /// m/s, not scaled by the length unit.
    pub(crate) sleep_speed: f32,
    /// *Derived*: the sum over its colliders.
    pub(crate) mass: MassProperties,
    /// *Derived*: the greatest distance of a point of its colliders from the centre of mass, m.
    pub(crate) reach: f32,
    /// *State.* The head of the list of its colliders, which goes on in
    /// [`Collider::next`](crate::collider::Collider::next).
    pub(crate) first_collider: Option<ColliderSlot>,
    /// *State.* The list of its contacts.
    pub(crate) contacts: List,
    /// *State.* The list of its joints.
    pub(crate) joints: List,
    /// *Derived* from [`Motion::body`]: its row in the awake arrays, or [`BodyRow::STATIC`].
    row: BodyRow,
    /// *State.* The next body in the ring of its sleeping island; `None` for a body that is not asleep.
    pub(super) next_asleep: Option<BodySlot>,
}

impl Body {
    fn new(def: &BodyDef) -> Self {
        Self {
            kind: def.kind,
            locks: def.locks,
            can_sleep: def.can_sleep,
            is_enabled: def.enabled,
            damping: def.damping,
            angular_damping: def.angular_damping,
            gravity_scale: def.gravity_scale,
            sleep_speed: def.sleep_speed,
            mass: MassProperties::ZERO,
            reach: 0.0,
            first_collider: None,
            contacts: List::default(),
            joints: List::default(),
            row: BodyRow::STATIC,
            next_asleep: None,
        }
    }

    /// The row that stands for the body in the solver: its own if it is awake, else [`BodyRow::STATIC`].
    #[inline]
    pub(crate) fn row(&self) -> BodyRow {
        self.row
    }

    /// Whether the body is simulated. A static body never is.
    #[inline]
    pub(crate) fn is_awake(&self) -> bool {
        self.row != BodyRow::STATIC
    }

    #[inline]
    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// 1 / mass (1/kg) and 1 / inertia (1/(kg m^2)). A dynamic body whose colliders have no mass is a point
    /// of 1 kg that does not turn.
    pub(crate) fn inverse_masses(&self) -> [f32; 2] {
        if !self.is_dynamic() {
            return [0.0; 2];
        }
        let MassProperties { mass, inertia, .. } = self.mass;
        [
            if mass > 0.0 { 1.0 / mass } else { 1.0 },
            if inertia > 0.0 && !self.locks.rotation { 1.0 / inertia } else { 0.0 },
        ]
        // The inverse of a subnormal mass overflows; the greatest number is as good.
        .map(|inverse| min(inverse, f32::MAX))
    }
}

/// What no step reads of a body, or what only few bodies have. A record of its own, because a step reads the
/// [`Body`] of everything that is awake.
#[derive(Clone, Debug)]
pub(crate) struct BodyExtra {
    /// *State.*
    pub(crate) user_data: u128,
}

impl BodyExtra {
    fn new(def: &BodyDef) -> Self {
        Self { user_data: def.user_data }
    }
}

/// All bodies of a world.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    pub(crate) records: Slots<BodyId, Body>,
    /// By slot, as long as the records; what is at the slot of a removed body is never read.
    pub(crate) frames: Vec<Frame>,
    /// By slot, as long as the records.
    extras: Vec<BodyExtra>,
    /// *Derived*, by slot: [`AabbSlack::UNKNOWN`] is always right, but makes the next step check the fat
    /// boxes.
    pub(crate) slack: Vec<AabbSlack>,
    pub(crate) awake: AwakeBodies,
    /// *Derived.* Whether rows have changed since they were last written into the contacts; `true` is always
    /// right.
    rows_changed: bool,
    /// *Derived.* No awake island has been slow for longer than this, s (`step/sleep.rs`). Infinity is always
    /// right, but causes one search for islands.
    pub(crate) longest_slow: f32,
}

forward_to_records!(Bodies, BodyId, BodySlot, Body);

impl Bodies {
    pub(super) fn new(world: u16) -> Self {
        Self {
            records: Slots::new(world),
            frames: Vec::new(),
            extras: Vec::new(),
            slack: Vec::new(),
            awake: AwakeBodies::new(),
            rows_changed: false,
            longest_slow: 0.0,
        }
    }

    /// Adds a body without colliders. One that is not static begins asleep, as an island of its own.
    pub(super) fn insert(&mut self, def: &BodyDef) -> BodySlot {
        let slot = self.records.insert(Body::new(def));
        let pose = Pose { position: def.position, rotation: unit_rotation(def.rotation) };
        let frame = Frame { pose, local_center: Vec2::zeros() };
        if self.frames.len() < self.records.capacity() {
            self.frames.push(frame);
            self.extras.push(BodyExtra::new(def));
            self.slack.push(AabbSlack::UNKNOWN);
        } else {
            self.frames[slot.index()] = frame;
            self.extras[slot.index()] = BodyExtra::new(def);
            self.slack[slot.index()] = AabbSlack::UNKNOWN;
        }
        if def.kind != BodyKind::Static {
            self.close_ring(&[slot]);
        }
        slot
    }

    /// Removes a body, which must be neither asleep nor have colliders, contacts or joints.
    pub(super) fn remove(&mut self, slot: BodySlot) {
        self.remove_row(slot);
        self.records.remove(slot);
    }

    /// User data, and what only few bodies have.
    pub(crate) fn extra(&self, slot: BodySlot) -> &BodyExtra {
        &self.extras[slot.index()]
    }

    /// User data, and what only few bodies have.
    pub(crate) fn extra_mut(&mut self, slot: BodySlot) -> &mut BodyExtra {
        &mut self.extras[slot.index()]
    }

    /// Pose and centre of mass.
    #[inline]
    pub(crate) fn frame(&self, slot: BodySlot) -> &Frame {
        &self.frames[slot.index()]
    }

    /// Pose and centre of mass. A caller that changes the pose must also call [`Bodies::forget_slack`].
    #[inline]
    pub(crate) fn frame_mut(&mut self, slot: BodySlot) -> &mut Frame {
        &mut self.frames[slot.index()]
    }

    /// Lets the next step check the fat boxes of a body.
    pub(crate) fn forget_slack(&mut self, slot: BodySlot) {
        self.slack[slot.index()] = AabbSlack::UNKNOWN;
    }

    /// Makes a body static, or asleep and of another kind.
    pub(super) fn set_kind(&mut self, slot: BodySlot, kind: BodyKind) {
        self.remove_row(slot);
        self.records[slot].kind = kind;
        if kind != BodyKind::Static {
            self.close_ring(&[slot]);
        }
    }

    /// The solver's state of a body, if it is awake.
    pub(crate) fn state(&self, slot: BodySlot) -> Option<&BodyState> {
        let body = &self.records[slot];
        body.is_awake().then(|| &self.awake.solver.states()[body.row.index()])
    }

    /// The solver's state of a body, if it is awake.
    pub(crate) fn state_mut(&mut self, slot: BodySlot) -> Option<&mut BodyState> {
        let body = &self.records[slot];
        body.is_awake().then(|| &mut self.awake.solver.states_mut()[body.row.index()])
    }

    /// The motion of a body, if it is awake.
    pub(crate) fn motion_mut(&mut self, slot: BodySlot) -> Option<&mut Motion> {
        let body = &self.records[slot];
        body.is_awake().then(|| &mut self.awake.motions[body.row.index()])
    }

    /// Velocity of the centre of mass (m/s) and angular velocity (rad/s); zero for a body that is not awake.
    pub(crate) fn velocity(&self, slot: BodySlot) -> (Vec2, f32) {
        self.state(slot).map_or((Vec2::zeros(), 0.0), |state| (state.velocity, state.angular_velocity))
    }

    /// Gives a body a row, at rest.
    pub(super) fn push_row(&mut self, slot: BodySlot) {
        debug_assert!(!self.records[slot].is_awake(), "body {slot} is awake already");
        let center = self.frame(slot).center();
        self.records[slot].row = self.awake.push(slot, center);
        self.rows_changed = true;
    }

    /// Takes the row of a body away, if it has one.
    pub(super) fn remove_row(&mut self, slot: BodySlot) {
        let row = std::mem::replace(&mut self.records[slot].row, BodyRow::STATIC);
        if row == BodyRow::STATIC {
            return;
        }
        if let Some(moved) = self.awake.swap_remove(row) {
            self.records[moved].row = row;
        }
        self.rows_changed = true;
    }

    /// Whether a row was added, removed or changed since the last call.
    pub(crate) fn take_rows_changed(&mut self) -> bool {
        std::mem::take(&mut self.rows_changed)
    }

    /// Makes bodies without rows the ring of one sleeping island.
    pub(super) fn close_ring(&mut self, island: &[BodySlot]) {
        for (i, &body) in island.iter().enumerate() {
            self.records[body].next_asleep = Some(island[(i + 1) % island.len()]);
        }
    }

    /// Checks this store alone: rows, rings and frames.
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
            let frame = self.frame(slot);
            ensure!(frame.pose.is_finite(), "body {slot} is at {:?}", frame.pose);
            let Rot { cos, sin } = frame.pose.rotation;
            let length = cos * cos + sin * sin;
            ensure!((length - 1.0).abs() < 1e-5, "rotation of body {slot} has length {length}");
            if body.is_awake() {
                let motion = &self.awake.motions[body.row.index()];
                ensure!(
                    motion.body == slot,
                    "row {} of body {slot} belongs to body {}",
                    body.row.0,
                    motion.body
                );
                let off = (motion.center - frame.center()).norm();
                let size = 1.0 + motion.center.coords.norm() + frame.local_center.norm();
                ensure!(off <= 1e-5 * size, "the centre of body {slot} is {off} m from where its frame says");
            }
            self.validate_sleep(slot, body)?;
        }
        Ok(())
    }

    fn validate_sleep(&self, slot: BodySlot, body: &Body) -> Result<(), Invalid> {
        let (is_static, is_asleep) = (body.kind == BodyKind::Static, body.next_asleep.is_some());
        ensure!(
            [is_static, is_asleep, body.is_awake()].iter().filter(|&&is| is).count() == 1,
            "body {slot} must be one of static ({is_static}), asleep ({is_asleep}), awake ({})",
            body.is_awake()
        );
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
