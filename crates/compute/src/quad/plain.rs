//! Four numbers in an array, where there are no vector instructions; elsewhere the reference in tests.

use crate::math;
use core::array::from_fn;

pub(super) type Register = [f32; 4];

pub(super) const INSTRUCTION_SET_NAME: Option<&str> = None;

#[inline(always)]
pub(super) fn new(numbers: [f32; 4]) -> Register {
    numbers
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f32; 4] {
    r
}

#[inline(always)]
pub(super) fn splat(x: f32) -> Register {
    [x; 4]
}

macro_rules! binary {
    ($($name:ident $operation:expr),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            from_fn(|i| $operation(a[i], b[i]))
        }
    )*};
}
binary!(add |a, b| a + b, sub |a, b| a - b, mul |a, b| a * b, div |a, b| a / b, min math::min, max math::max);
binary!(less | a, b | truth(a < b), less_or_equal | a, b | truth(a <= b));

#[inline(always)]
pub(super) fn and(a: Register, b: Register) -> Register {
    from_fn(|i| truth(a[i].to_bits() != 0 && b[i].to_bits() != 0))
}

#[inline(always)]
pub(super) fn or(a: Register, b: Register) -> Register {
    from_fn(|i| truth(a[i].to_bits() != 0 || b[i].to_bits() != 0))
}

#[inline(always)]
pub(super) fn sqrt(r: Register) -> Register {
    r.map(math::sqrt)
}

/// All bits set, or none, as in a register.
#[inline(always)]
fn truth(value: bool) -> f32 {
    f32::from_bits(if value { u32::MAX } else { 0 })
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    r.map(|number| -number)
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    from_fn(|i| if mask[i].to_bits() == 0 { no[i] } else { yes[i] })
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    (0..4).fold(0, |bits, i| bits | u8::from(mask[i].to_bits() != 0) << i)
}

#[inline(always)]
pub(super) fn swapped([a, b, c, d]: Register) -> Register {
    [b, a, d, c]
}

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    [a[0], a[1], b[0], b[1]]
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    [a[2], a[3], b[2], b[3]]
}

#[inline(always)]
pub(super) fn turned([a, b, c, d]: Register) -> Register {
    [c, d, a, b]
}

/// Even numbers of both, and odd ones.
#[inline(always)]
pub(super) fn columns(a: Register, b: Register) -> [Register; 2] {
    [[a[0], a[2], b[0], b[2]], [a[1], a[3], b[1], b[3]]]
}
