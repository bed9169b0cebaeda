//! A question that ends a long call.

use std::fmt;
use std::sync::Arc;

/// A function of the program that says whether a call of a batch should end early. Each worker asks it before
/// each step of each chunk of worlds: some thousand times a second, and from several threads at once. Once it
/// has said yes, it must do so until the call has returned.
///
/// Worlds that have not made all steps of their action get the flag
/// [`Flag::Interrupted`](crate::Flag::Interrupted), and are truncated until they are reset.
///
/// ```
/// use batch::{BatchDef, Flag, Interrupt};
/// use batch::world::Level;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let is_enough = Arc::new(AtomicBool::new(false));
/// let level = Level::default();
/// let mut batch = BatchDef::new(&level).worlds(4).frame_skip(10_000).build()?;
/// let asked = Arc::clone(&is_enough);
/// batch.set_interrupt(Some(Interrupt::new(move || asked.load(Ordering::Relaxed))));
/// is_enough.store(true, Ordering::Relaxed); // as another thread would do
/// batch.step(&[])?;
/// assert_eq!(batch.flags(), [Flag::Interrupted; 4]);
/// # Ok::<(), batch::BatchError>(())
/// ```
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// With this function.
    pub fn new(asks: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(asks))
    }

    /// Whether the call should end.
    pub(crate) fn asks(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt(..)")
    }
}
