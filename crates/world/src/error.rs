//! The errors of definitions. Each error names the field and its value.

use crate::id::HandleError;
use geom::{MassError, ShapeError, Vec2};
use thiserror::Error;

/// Why something was not added or changed. The world is unchanged.
///
/// ```
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let error = world.add_body(BodyDef::dynamic().damping(-1.0, 0.0)).unwrap_err();
/// assert_eq!(error.to_string(), "damping is -1: it must be finite and not negative");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum DefError {
    /// A number is out of its range.
    #[error("{field} is {value}: it must be {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f32,
        /// The range of the field.
        expected: &'static str,
    },
    /// A coordinate is out of its range, and too large for `f32`.
    #[error("{field} is {value:e}: it must be {expected}")]
    Large {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
        /// The range of the field.
        expected: &'static str,
    },
    /// The limits of a joint are NaN, in the wrong order, or leave no place: `inf` below, `-inf` above.
    #[error(
        "limits are {lower} and {upper}: the lower one must not be above the upper one, and each from -1e18 \
         to 1e18, or -inf and inf for none"
    )]
    Limits {
        /// The lower limit.
        lower: f32,
        /// The upper limit.
        upper: f32,
    },
    /// A body is of a kind on which the call has no effect.
    #[error("the body is {found}: it must be {expected}")]
    BodyKind {
        /// The kind of the body.
        found: &'static str,
        /// The kinds for which the call is made.
        expected: &'static str,
    },
    /// A joint is of another kind than the one asked for.
    #[error("the joint is a {found} joint: it must be a {expected} joint")]
    JointKind {
        /// The kind of the joint.
        found: &'static str,
        /// The kind asked for.
        expected: &'static str,
    },
    /// A joint of this kind has no anchors to be moved.
    #[error("a {kind} joint has no anchors: it acts {acts}, so leave the points out")]
    NoAnchors {
        /// The kind of the joint.
        kind: &'static str,
        /// Where or on what it acts without anchors.
        acts: &'static str,
    },
    /// A joint has the same body at both ends.
    #[error("both bodies of the joint are the same: a joint needs two different bodies")]
    SameBody,
    /// A gear would act on a body that cannot turn, and so hold the other one, such as a rack, which
    /// [`RackJoint`](crate::RackJoint) joins.
    #[error(
        "a gear acts on rotations, but {body} {reason}, so it would lock the other body: for a rack and \
         pinion, use a rack joint with the pinion as body B"
    )]
    GearWithoutTurn {
        /// Which of the bodies, as `"body A of the gear"`.
        body: &'static str,
        /// Why it cannot turn.
        reason: &'static str,
    },
    /// A half-space, which has no mass, was put on a dynamic body.
    #[error("a half-space has no finite mass: put it on a static or kinematic body")]
    EndlessOnDynamic,
    /// A level refers to something that it does not hold.
    #[error("{field} has index {index}, but the level has only {len}")]
    Index {
        /// The reference.
        field: &'static str,
        /// The index that it names.
        index: u32,
        /// How many items of this sort the level has.
        len: usize,
    },
    /// A handle of a removed thing or of another world.
    #[error(transparent)]
    Handle(#[from] HandleError),
    /// The numbers do not make a shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The shape and the density do not make a finite mass.
    #[error(transparent)]
    Mass(#[from] MassError),
}

fn check(ok: bool, field: &'static str, value: f32, expected: &'static str) -> Result<f32, DefError> {
    if ok { Ok(value) } else { Err(DefError::Value { field, value, expected }) }
}

pub(crate) fn finite(field: &'static str, value: f32) -> Result<f32, DefError> {
    check(value.is_finite(), field, value, "finite")
}

pub(crate) fn positive(field: &'static str, value: f32) -> Result<f32, DefError> {
    check(value.is_finite() && value > 0.0, field, value, "finite and above zero")
}

pub(crate) fn zero(field: &'static str, value: f32) -> Result<f32, DefError> {
    check(value == 0.0, field, value, "zero")
}

pub(crate) fn finite_vector(field: &'static str, v: Vec2) -> Result<Vec2, DefError> {
    finite(field, v.x)?;
    finite(field, v.y)?;
    Ok(v)
}
