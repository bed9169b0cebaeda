//! Counts the colliders that the lists of bodies lead to, for tests of what an edit costs. Only tests count.

#[cfg(test)]
thread_local! {
    static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts one collider.
#[inline(always)]
pub(super) fn add() {
    #[cfg(test)]
    COUNT.set(COUNT.get() + 1);
}

/// How many colliders this thread has visited since the last call.
#[cfg(test)]
pub(in crate::stores) fn take() -> usize {
    COUNT.take()
}
