//! A slice that several workers change at once, each its own places.
//!
//! The solver's colours say which places those are: constraints of one colour have no moving body in common. No type
//! can know that, so whoever reaches into a [`Shared`] promises it, and the promise is `unsafe`. Everything goes by
//! pointer; a Rust reference to a place lives only while its owner works on it.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ops::Range;

/// A slice to be changed by several workers.
#[derive(Debug)]
pub struct Shared<'a, T> {
    start: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<'_, T> {}

// SAFETY: it is an exclusive slice of `T: Send`, of which each worker takes places of its own.
unsafe impl<T: Send> Send for Shared<'_, T> {}
// SAFETY: the same.
unsafe impl<T: Send> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    /// Of a slice that nobody else can see meanwhile.
    pub fn new(slice: &'a mut [T]) -> Self {
        Self { start: slice.as_mut_ptr(), len: slice.len(), slice: PhantomData }
    }

    /// How many items there are.
    #[must_use]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A run of items.
    ///
    /// # Safety
    /// As long as the reference lives nobody else reads or writes these items.
    ///
    /// # Panics
    /// If the run is not in the slice.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    #[must_use]
    pub unsafe fn slice(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len, "a run beyond the slice");
        // SAFETY: the run lies in the slice, and is the caller's alone.
        unsafe { core::slice::from_raw_parts_mut(self.start.add(range.start), range.len()) }
    }

    /// All items, to be read.
    ///
    /// # Safety
    /// As long as the reference lives nobody writes to any of them.
    #[inline(always)]
    #[must_use]
    pub unsafe fn read(&self) -> &'a [T]
    where
        T: Sync,
    {
        // SAFETY: it is the whole slice, which nobody changes.
        unsafe { core::slice::from_raw_parts(self.start, self.len) }
    }

    /// The same memory as items of another type of the same size.
    ///
    /// # Panics
    /// When compiled, if size or alignment do not fit.
    #[must_use]
    #[inline(always)]
    pub fn cast<U>(self) -> Shared<'a, U>
    where
        T: bytemuck::Pod,
        U: bytemuck::Pod,
    {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() >= align_of::<U>()) };
        Shared { start: self.start.cast(), len: self.len, slice: PhantomData }
    }

    /// Where item `index` lies.
    ///
    /// # Safety
    /// `index` is less than [`Shared::len`].
    #[inline(always)]
    pub(crate) unsafe fn place(&self, index: usize) -> *mut T {
        debug_assert!(index < self.len);
        // SAFETY: the caller's promise.
        unsafe { self.start.add(index) }
    }
}
