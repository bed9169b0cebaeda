//! Joints: how one is described, its record, and the rows that it writes.

use crate::error::{DefError, finite_vector, not_negative};
use crate::id::BodyId;
use crate::links::NONE;
use geom::Point;
use solver::JointRows;
use solver::joint::{self, Firmness, JointFrame, MAX_ROWS};

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// The two anchors stay together; the bodies turn about them.
    Revolute,
    /// The two anchors keep a distance, as a rod or a spring.
    Distance,
}

/// A joint to be added. `B` names a body: a handle in a [`World`](crate::World), an index in a
/// [`Level`](crate::Level).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef<B = BodyId> {
    /// The first body.
    pub a: B,
    /// The second body.
    pub b: B,
    /// What it leaves free.
    pub kind: JointKind,
    /// The anchor in the first body's frame, m.
    pub anchor_a: Point,
    /// The anchor in the second body's frame, m.
    pub anchor_b: Point,
    /// Of a distance joint: the distance of the anchors, m, not negative.
    pub length: f32,
    /// Frequency as a spring, Hz; 0 for a joint that is as firm as the solver can make it.
    pub hertz: f32,
    /// Of a spring: damping ratio, not negative; 1 is critical.
    pub damping_ratio: f32,
    /// Of a revolute joint: the greatest force that it exerts, N, above zero; infinite for none.
    pub max_force: f32,
    /// Whether the two bodies still collide with each other.
    pub collide: bool,
}

impl<B> JointDef<B> {
    fn new(kind: JointKind, a: B, b: B) -> Self {
        Self {
            a,
            b,
            kind,
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            length: 0.0,
            hertz: 0.0,
            damping_ratio: 0.0,
            max_force: f32::INFINITY,
            collide: false,
        }
    }

    /// Two points stay together: see [`JointDef::anchors`].
    #[must_use]
    pub fn revolute(a: B, b: B) -> Self {
        Self::new(JointKind::Revolute, a, b)
    }

    /// Two points stay `length` (m) apart, as if by a rod.
    #[must_use]
    pub fn distance(a: B, b: B, length: f32) -> Self {
        Self { length, ..Self::new(JointKind::Distance, a, b) }
    }

    /// Where it holds, in each body's frame, m; the origins if not called.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// As a spring of `hertz` (above zero) with a damping ratio.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// With no more force than `max_force`, N.
    #[must_use]
    pub fn max_force(mut self, max_force: f32) -> Self {
        self.max_force = max_force;
        self
    }

    /// Whether the two bodies still collide; they do not, if not called.
    #[must_use]
    pub fn collide(mut self, collide: bool) -> Self {
        self.collide = collide;
        self
    }

    /// The same joint between bodies named in another way.
    pub(crate) fn between<C>(self, a: C, b: C) -> JointDef<C> {
        let Self { kind, anchor_a, anchor_b, length, hertz, damping_ratio, max_force, collide, .. } = self;
        JointDef { a, b, kind, anchor_a, anchor_b, length, hertz, damping_ratio, max_force, collide }
    }

    pub(crate) fn validate(&self) -> Result<(), DefError> {
        finite_vector("anchor_a", self.anchor_a.coords)?;
        finite_vector("anchor_b", self.anchor_b.coords)?;
        not_negative("length", self.length)?;
        not_negative("hertz", self.hertz)?;
        not_negative("damping_ratio", self.damping_ratio)?;
        if self.max_force.is_nan() || self.max_force <= 0.0 {
            return Err(DefError::Value {
                field: "max_force",
                value: self.max_force,
                expected: "above zero",
            });
        }
        Ok(())
    }
}

/// The record behind a joint's handle.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// As it was described; its bodies are slots.
    pub(crate) def: JointDef<u32>,
    pub(crate) impulses: [f32; MAX_ROWS],
    /// Place in the list of awake joints, or [`NONE`].
    pub(crate) awake: u32,
}

impl Joint {
    pub(crate) fn new(def: JointDef<u32>) -> Self {
        Self { def, impulses: [0.0; MAX_ROWS], awake: NONE }
    }

    /// The rows for bodies in the given rows of the solver.
    pub(crate) fn rows(&self, rows: [u32; 2], frame: &JointFrame) -> JointRows {
        let [a, b] = rows;
        let JointDef { kind, length, hertz, damping_ratio, max_force, .. } = self.def;
        let firmness = if hertz > 0.0 { Firmness::Spring { hertz, damping_ratio } } else { Firmness::Rigid };
        match kind {
            JointKind::Revolute => joint::revolute(a, b, frame, firmness, max_force, self.impulses),
            JointKind::Distance => joint::distance(a, b, frame, length, firmness, self.impulses),
        }
    }
}
