//! Without threads, a team is one worker without progress to share, so the compiler removes all that waits
//! for others.

use super::{Phase, Share};

/// No program can make one.
pub(crate) type Progress = core::convert::Infallible;

impl Phase<'_, '_> {
    /// Never called.
    pub(super) fn next_of(&mut self, progress: &Progress) -> Option<Share> {
        let _ = (self.number, self.is_busy, self.member.index, self.member.count, self.member.own);
        match *progress {}
    }
}
