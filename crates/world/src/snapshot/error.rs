//! The error of snapshots.

use crate::error::DefError;
use thiserror::Error;

/// Why a snapshot was not restored or not read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SnapshotError {
    /// Nothing has been saved in the snapshot yet.
    #[error("the snapshot is empty: save a world in it first")]
    Empty,
    /// The bytes do not begin as those of a snapshot do.
    #[error("these bytes are not a snapshot")]
    NotASnapshot,
    /// A later version of this crate has written the bytes.
    #[error("the snapshot has version {found} of the format: this crate reads versions 1 to {newest}")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The newest version that can be read.
        newest: u32,
    },
    /// The bytes are not those that were written.
    #[error("the check sum of the snapshot is wrong: its bytes have changed since they were written")]
    CheckSum,
    /// The bytes end too early.
    #[error("the snapshot ends after {length} bytes, before it is complete")]
    Truncated {
        /// How many bytes there are.
        length: usize,
    },
    /// Bytes follow the snapshot.
    #[error("{extra} bytes follow the snapshot")]
    TooLong {
        /// How many.
        extra: usize,
    },
    /// A number is out of its range, or two parts of the snapshot contradict each other.
    #[error("the {field} in the snapshot is impossible")]
    Value {
        /// What the number means.
        field: &'static str,
    },
    /// A definition is refused.
    #[error("{of} {index} in the snapshot is refused: {error}")]
    Definition {
        /// Body, collider, shape, joint or settings.
        of: &'static str,
        /// Its slot, if it has one.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: DefError,
    },
}
