//! Counts the colliders that lists of bodies lead to, for tests of what an edit costs.

#[cfg(test)]
thread_local! {
    static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[inline(always)]
pub(super) fn add() {
    #[cfg(test)]
    COUNT.set(COUNT.get() + 1);
}

/// Of this thread, since the last call.
#[cfg(test)]
pub(in crate::stores) fn take() -> usize {
    COUNT.take()
}
