//! The error that `validate()` returns, and the macro that every `validate()` uses.

use thiserror::Error;

/// Parts of a world that contradict each other. This is a bug in the engine, never a mistake of its user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the world is inconsistent: {0}")]
pub struct Invalid(pub(crate) String);

/// Returns [`Invalid`] with a formatted message unless the condition holds. NaN fails comparisons, and is
/// reported.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        let holds: bool = $condition;
        if !holds {
            return Err(crate::invalid::Invalid(format!($($message)+)));
        }
    };
}

pub(crate) use ensure;
