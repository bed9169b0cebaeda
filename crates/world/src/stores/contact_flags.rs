//! What the world notes about a contact in [`Contact::user`], beside the bits of the solver.
//!
//! *State* is in snapshots and lasts from step to step; *derived* follows from the definitions; *scratch* is
//! of one step, and cleared before the narrow phase of the next.

use core::ops::BitOr;
use solver::Contact;

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u32);

impl Flags {
    /// *State*: the colliders touch, or overlap if one is a sensor.
    pub(crate) const TOUCHING: Self = Self(1);
    /// *Scratch*: touching has begun or ended.
    pub(crate) const CHANGED: Self = Self(1 << 1);
    /// *Scratch*: a body of the contact is asleep and has to wake.
    pub(crate) const WAKES: Self = Self(1 << 2);
    /// *Scratch*: the fat boxes no longer overlap.
    pub(crate) const SEPARATED: Self = Self(1 << 3);
    /// *Scratch*: it has lost its last point, and no longer connects its bodies.
    pub(crate) const DISCONNECTED: Self = Self(1 << 4);
    /// *Scratch*: the points approach fast, so the contact may be hit.
    pub(crate) const CANDIDATE: Self = Self(1 << 5);
    /// *Derived*: a one-way collider or a hook decides about the contact (`step/conditional.rs`).
    pub(crate) const CONDITIONAL: Self = Self(1 << 6);
    /// *State*: a body passes through a one-way collider, until they are apart.
    pub(crate) const PASSING: Self = Self(1 << 7);
    /// *State*: the program lets a body fall through a one-way collider, until the contact has no points.
    pub(crate) const DROPPING: Self = Self(1 << 8);
    /// *Scratch*: the contact has points and does not touch yet: it may begin to.
    pub(crate) const MAY_BEGIN: Self = Self(1 << 9);
    /// *Scratch*: the manifold is that of an impact within the step (`step/sweep.rs`).
    pub(crate) const SWEPT: Self = Self(1 << 10);
    /// Of a pair with a sensor, *scratch*: a fast body has passed through the sensor.
    pub(crate) const PASSED: Self = Self(1 << 11);
    /// *Scratch*: the bounce makes a body very fast (`step/sweep/order.rs`).
    pub(crate) const IMPACT: Self = Self(1 << 12);
    /// *Scratch*: the contact has no points in this step, because an earlier impact sends one of its bodies
    /// another way (`step/sweep/order.rs`).
    pub(crate) const DEFERRED: Self = Self(1 << 13);
    /// *Scratch*: it has lost its last point, and carried a load until then (`unload.rs`).
    pub(crate) const UNLOADED: Self = Self(1 << 14);
    /// *Scratch*: a body of infinite mass bears so much here that a tall column may stand on it
    /// (`step/columns.rs`).
    pub(crate) const BASE: Self = Self(1 << 15);
    /// *State*: the colliders touch, and nobody asked for an event when they began to, so none is reported
    /// when they part. Of a sensor: an entering that was not reported.
    pub(crate) const SILENT: Self = Self(1 << 16);
    /// *Scratch*: neighbours cover a part of the contact (`step/seams.rs`).
    pub(crate) const SEAM: Self = Self(1 << 17);
    /// *Scratch*: one body is static or sleeps, and overlapped the other deeply a step ago (`step/jam.rs`).
    pub(crate) const DEEP: Self = Self(1 << 18);

    /// What is in snapshots.
    pub(crate) const WRITTEN: Self =
        Self(Self::TOUCHING.0 | Self::SILENT.0 | Self::CONDITIONAL.0 | Self::PASSING.0 | Self::DROPPING.0);
    /// What is not scratch, with [`Contact::DOMINANCE`], which follows from the bodies.
    pub(crate) const STATE: Self = Self(Self::WRITTEN.0 | Contact::DOMINANCE);

    /// Whether it has one of these.
    #[inline(always)]
    pub(crate) fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// As in [`Contact::user`].
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are in both.
    #[inline(always)]
    pub(crate) fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the other.
    #[inline(always)]
    pub(crate) fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A contact with its flags.
pub(crate) trait Flagged {
    fn flags(&self) -> Flags;

    fn set_flags(&mut self, flags: Flags);

    /// Whether it has one of these.
    #[inline(always)]
    fn has(&self, any: Flags) -> bool {
        self.flags().has(any)
    }

    #[inline(always)]
    fn add(&mut self, flags: Flags) {
        self.set_flags(self.flags() | flags);
    }

    #[inline(always)]
    fn add_if(&mut self, is_so: bool, flags: Flags) {
        self.add(if is_so { flags } else { Flags::default() });
    }

    #[inline(always)]
    fn clear(&mut self, flags: Flags) {
        self.set_flags(self.flags().difference(flags));
    }

    /// Clears all others.
    #[inline(always)]
    fn keep(&mut self, flags: Flags) {
        self.set_flags(self.flags().intersection(flags));
    }

    /// Clears those that it has of these, and adds the others.
    #[inline(always)]
    fn toggle(&mut self, flags: Flags) {
        self.set_flags(Flags(self.flags().0 ^ flags.0));
    }
}

impl Flagged for Contact {
    #[inline(always)]
    fn flags(&self) -> Flags {
        Flags(self.user)
    }

    #[inline(always)]
    fn set_flags(&mut self, flags: Flags) {
        self.user = flags.0;
    }
}
