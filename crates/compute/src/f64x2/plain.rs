//! Two numbers in an array: for platforms without vector instructions. On all other platforms it is the
//! reference in tests.

use core::array::from_fn;

pub(super) type Register = [f64; 2];

#[inline(always)]
pub(super) fn new(numbers: [f64; 2]) -> Register {
    numbers
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f64; 2] {
    r
}

macro_rules! binary {
    ($($name:ident $operation:expr),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            from_fn(|i| $operation(a[i], b[i]))
        }
    )*};
}
binary!(add | a, b | a + b, sub | a, b | a - b, mul | a, b | a * b);
binary!(min | a, b | if a < b { a } else { b }, max | a, b | if a > b { a } else { b });

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    [a[0], b[0]]
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    [a[1], b[1]]
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    r.map(|number| -number)
}

#[inline(always)]
pub(super) fn abs(r: Register) -> Register {
    r.map(f64::abs)
}

#[inline(always)]
pub(super) fn are_less(a: Register, b: Register) -> bool {
    a[0] < b[0] && a[1] < b[1]
}

#[inline(always)]
pub(super) fn are_within(r: Register, lower: Register, upper: Register) -> bool {
    are_less(lower, r) && are_less(r, upper)
}
