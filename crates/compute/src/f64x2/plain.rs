//! Two numbers in an array, where there are no vector instructions; elsewhere the reference in tests.

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

/// All bits set, or none, as in a register.
#[inline(always)]
fn truth(value: bool) -> f64 {
    f64::from_bits(if value { u64::MAX } else { 0 })
}

#[inline(always)]
pub(super) fn less(a: Register, b: Register) -> Register {
    from_fn(|i| truth(a[i] < b[i]))
}

#[inline(always)]
pub(super) fn less_or_equal(a: Register, b: Register) -> Register {
    from_fn(|i| truth(a[i] <= b[i]))
}

#[inline(always)]
pub(super) fn equal(a: Register, b: Register) -> Register {
    from_fn(|i| truth(a[i] == b[i]))
}

#[inline(always)]
pub(super) fn and(a: Register, b: Register) -> Register {
    from_fn(|i| f64::from_bits(a[i].to_bits() & b[i].to_bits()))
}

#[inline(always)]
pub(super) fn or(a: Register, b: Register) -> Register {
    from_fn(|i| f64::from_bits(a[i].to_bits() | b[i].to_bits()))
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    from_fn(|i| if mask[i].to_bits() == 0 { no[i] } else { yes[i] })
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    (0..2).fold(0, |bits, i| bits | u8::from(mask[i].to_bits() != 0) << i)
}
