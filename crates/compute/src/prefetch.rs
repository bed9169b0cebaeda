//! Memory that is asked for before it is read.
//!
//! Safety, for the `unsafe` block of this file: a prefetch reads nothing that the program can see, and faults
//! at no address.

#![allow(unsafe_code)]

/// Bytes, of most processors.
const LINE: usize = 64;

/// Bytes: a core has a few dozen requests open at a time.
const MOST: usize = 4096;

/// Asks for the cache lines of a value that is read some hundred cycles later, so that many such values are
/// waited for at once. It needs only the reference, and does nothing on processors other than x86-64, for
/// which no stable function exists.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    prefetch_lines(core::ptr::from_ref(value).cast(), size_of::<T>());
}

/// [`prefetch`] for the first 4 KiB of a slice.
#[inline(always)]
pub fn prefetch_slice<T>(values: &[T]) {
    prefetch_lines(values.as_ptr().cast(), size_of_val(values).min(MOST));
}

#[inline(always)]
fn prefetch_lines(first: *const i8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        for line in 0..bytes.div_ceil(LINE) {
            // SAFETY: see above.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (first, bytes, LINE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_any_size_are_as_before() {
        let (none, one, many) = ((), 7_u8, [3_u32; 1000]);
        prefetch(&none);
        prefetch(&one);
        prefetch(&many);
        prefetch_slice(&many);
        prefetch_slice::<u8>(&[]);
        assert!(one == 7 && many == [3; 1000]);
    }
}
