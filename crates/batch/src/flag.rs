//! Whether a world goes on, and if not, why.

use thiserror::Error;
use world::{BodyId, DefError};

/// Whether a world goes on. A world that has another flag than [`Flag::Running`] is not stepped until it is
/// reset; the others go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Flag {
    /// It is stepped.
    #[default]
    Running = 0,
    /// A number of its action was NaN or infinite: it was not stepped.
    BadAction = 1,
    /// The motion of one of its bodies was no longer finite, or led out of the world.
    BodyStopped = 2,
    /// The world refused a call of the task, such as a force whose sum with others is not finite.
    Refused = 3,
    /// The program has interrupted the call that stepped it: [`Interrupt`](crate::Interrupt).
    Interrupted = 4,
}

/// Why a world does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A number of its action is NaN or infinite.
    #[error("number {index} of the action is {value}: it must be finite")]
    BadAction {
        /// Its index in the action of the world.
        index: usize,
        /// The number.
        value: f32,
    },
    /// The motion of this body was not finite or led out of the world:
    /// [`StepWarning::BodyStopped`](world::StepWarning::BodyStopped).
    #[error("the motion of {0:?} was not finite or led out of the world")]
    BodyStopped(BodyId),
    /// The world refused a call of the task.
    #[error("the world refused a call of the task: {0}")]
    Refused(#[from] DefError),
    /// The program has interrupted the call before all steps of the action were made.
    #[error("the call was interrupted before step {frame} of the action")]
    Interrupted {
        /// How many steps of the action were made.
        frame: u32,
    },
}

impl Fault {
    /// The flag of a world with this fault.
    #[must_use]
    pub fn flag(&self) -> Flag {
        match self {
            Self::BadAction { .. } => Flag::BadAction,
            Self::BodyStopped(_) => Flag::BodyStopped,
            Self::Refused(_) => Flag::Refused,
            Self::Interrupted { .. } => Flag::Interrupted,
        }
    }
}
