//! Four `f32` in one register of the instructions that every processor of the platform has.
//!
//! For a single small thing: two points, the edges of a box. There is nothing to choose when the program runs and no
//! kernel to enter, so a [`Quad`] is an ordinary value that any function may hold. [`Lanes`](crate::Lanes) are for
//! many things at a time.
//!
//! ```text
//!   two points            [x0 y0 x1 y1]    as they lie in memory
//!   swapped               [y0 x0 y1 x1]    v . w  =  v * w + swapped(v * w), in both numbers of each point
//!   low, high, turned     [x0 y0 x0 y0]    [x1 y1 x1 y1]    [x1 y1 x0 y0]
//!   columns of two quads  [x0 x1 x2 x3]    [y0 y1 y2 y3]
//! ```
//!
//! Every operation is the IEEE one on each number, so the bits are those of the formula written out, on every platform:
//! x86-64 has SSE2 and aarch64 has NEON by definition, and elsewhere they are loops over an array.
//!
//! Turned down: leaving it to the compiler on x86-64 too. From plain loops over points it makes shuffles, twice as many
//! as there is arithmetic, and from selects it makes branches: a manifold of two boxes took half as long again.

use core::ops::{Add, Div, Mul, Neg, Sub};

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[path = "quad/neon.rs"]
mod imp;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
#[path = "quad/plain.rs"]
mod imp;
#[cfg(target_arch = "x86_64")]
#[path = "quad/sse2.rs"]
mod imp;
#[cfg(test)]
mod plain;

use imp::Register;

/// The instructions in use, or none where quads are loops over an array.
pub(crate) const INSTRUCTIONS: Option<&str> = imp::INSTRUCTIONS;

/// Four `f32`, each computed on its own.
#[derive(Clone, Copy, Debug)]
pub struct Quad(Register);

/// A truth value for each number of a [`Quad`].
#[derive(Clone, Copy, Debug)]
pub struct QuadMask(Register);

impl Quad {
    /// Of four numbers.
    #[inline(always)]
    #[must_use]
    pub fn new(numbers: [f32; 4]) -> Self {
        Self(imp::of(numbers))
    }

    /// The same number four times.
    #[inline(always)]
    #[must_use]
    pub fn splat(x: f32) -> Self {
        Self(imp::splat(x))
    }

    /// The four numbers.
    #[inline(always)]
    #[must_use]
    pub fn numbers(self) -> [f32; 4] {
        imp::numbers(self.0)
    }

    /// `if self < other { self } else { other }` of each number.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(imp::min(self.0, other.0))
    }

    /// `if self > other { self } else { other }` of each number.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(imp::max(self.0, other.0))
    }

    /// The square root of each number.
    #[inline(always)]
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self(imp::sqrt(self.0))
    }

    /// Where `self < other`; false for NaN.
    #[inline(always)]
    #[must_use]
    pub fn lt(self, other: Self) -> QuadMask {
        QuadMask(imp::less(self.0, other.0))
    }

    /// Where `self <= other`; false for NaN.
    #[inline(always)]
    #[must_use]
    pub fn le(self, other: Self) -> QuadMask {
        QuadMask(imp::less_or_equal(self.0, other.0))
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(mask: QuadMask, yes: Self, no: Self) -> Self {
        Self(imp::select(mask.0, yes.0, no.0))
    }

    /// Numbers 1, 0, 3, 2: each point with its coordinates exchanged.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Self {
        Self(imp::swapped(self.0))
    }

    /// Numbers 0, 1, 0, 1: the first point twice.
    #[inline(always)]
    #[must_use]
    pub fn low(self) -> Self {
        self.firsts(self)
    }

    /// Numbers 2, 3, 2, 3: the second point twice.
    #[inline(always)]
    #[must_use]
    pub fn high(self) -> Self {
        self.seconds(self)
    }

    /// The first points of both.
    #[inline(always)]
    #[must_use]
    pub fn firsts(self, other: Self) -> Self {
        Self(imp::firsts(self.0, other.0))
    }

    /// The second points of both.
    #[inline(always)]
    #[must_use]
    pub fn seconds(self, other: Self) -> Self {
        Self(imp::seconds(self.0, other.0))
    }

    /// Numbers 2, 3, 0, 1: the points exchanged.
    #[inline(always)]
    #[must_use]
    pub fn turned(self) -> Self {
        Self(imp::turned(self.0))
    }

    /// Of four points, two in each quad: the first numbers of all, and the second numbers.
    #[inline(always)]
    #[must_use]
    pub fn columns(first: Self, last: Self) -> [Self; 2] {
        imp::columns(first.0, last.0).map(Self)
    }

    /// Of four quads the first numbers, the second, the third and the fourth: rows become columns.
    #[inline(always)]
    #[must_use]
    pub fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let ([even_ab, odd_ab], [even_cd, odd_cd]) = (Self::columns(a, b), Self::columns(c, d));
        let ([first, third], [second, fourth]) =
            (Self::columns(even_ab, even_cd), Self::columns(odd_ab, odd_cd));
        [first, second, third, fourth]
    }

    /// The products of each point of `self` with each of `other`, x x' + y y', in both of its numbers.
    #[inline(always)]
    #[must_use]
    pub fn dots(self, other: Self) -> Self {
        let products = self * other;
        products + products.swapped()
    }

    /// The greatest number, and which of the four it is, of equals the first. NaN is less than all others; four of it
    /// give the first and minus infinity.
    #[inline(always)]
    #[must_use]
    pub fn greatest(self) -> (usize, f32) {
        // The maximum with a number is that number where there is none.
        let numbers = self.max(Self::splat(f32::NEG_INFINITY));
        // Compared with all others at once: the index does not wait for the maximum.
        let [one, two] = [numbers.swapped(), numbers.turned()];
        let three = two.swapped();
        let first = one.le(numbers).and(two.le(numbers)).and(three.le(numbers));
        let of_pairs = numbers.max(one);
        let greatest = of_pairs.max(of_pairs.turned());
        let at = first.bits().trailing_zeros();
        (at as usize, greatest.numbers()[0])
    }
}

impl QuadMask {
    /// Where both hold.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(imp::and(self.0, other.0))
    }

    /// Where either holds.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(imp::or(self.0, other.0))
    }

    /// Bit `i` is set if it holds for number `i`.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u8 {
        imp::bits(self.0)
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Quad {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(imp::$method(self.0, other.0))
            }
        }
    )*};
}
operator!(Add add, Sub sub, Mul mul, Div div);

impl Neg for Quad {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(imp::negated(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Quad, imp, plain};
    use proptest::prelude::*;

    const SPECIAL: [f32; 8] =
        [0.0, -0.0, 1.0, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MIN_POSITIVE];

    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![prop::sample::select(&SPECIAL[..]), any::<i16>().prop_map(|n| f32::from(n) / 128.0)]
    }

    fn same(a: [f32; 4], b: [f32; 4]) -> bool {
        a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
    }

    proptest! {
        /// The registers of this platform do what arrays do, bit for bit.
        #[test]
        fn registers_are_arrays(a in [number(), number(), number(), number()], b in [number(), number(), number(), number()]) {
            prop_assert_eq!(plain::INSTRUCTIONS, None);
            let (x, y) = (imp::of(a), imp::of(b));
            let of = imp::numbers;
            prop_assert!(same(of(x), plain::numbers(plain::of(a))));
            prop_assert!(same(of(imp::splat(a[0])), plain::splat(a[0])));
            prop_assert!(same(of(imp::add(x, y)), plain::add(a, b)));
            prop_assert!(same(of(imp::sub(x, y)), plain::sub(a, b)));
            prop_assert!(same(of(imp::mul(x, y)), plain::mul(a, b)));
            prop_assert!(same(of(imp::div(x, y)), plain::div(a, b)));
            prop_assert!(same(of(imp::min(x, y)), plain::min(a, b)));
            prop_assert!(same(of(imp::max(x, y)), plain::max(a, b)));
            prop_assert!(same(of(imp::negated(x)), plain::negated(a)));
            prop_assert!(same(of(imp::sqrt(x)), plain::sqrt(a)));
            prop_assert!(same(of(imp::swapped(x)), plain::swapped(a)));
            prop_assert!(same(of(imp::firsts(x, y)), plain::firsts(a, b)));
            prop_assert!(same(of(imp::seconds(x, y)), plain::seconds(a, b)));
            prop_assert!(same(of(imp::turned(x)), plain::turned(a)));
            for (column, plain) in imp::columns(x, y).into_iter().zip(plain::columns(a, b)) {
                prop_assert!(same(of(column), plain));
            }
            let (mask, plain_mask) = (imp::less_or_equal(x, y), plain::less_or_equal(a, b));
            prop_assert_eq!(imp::bits(mask), plain::bits(plain_mask));
            prop_assert!(same(of(imp::select(mask, x, y)), plain::select(plain_mask, a, b)));
            let (both, plain_both) = (imp::and(mask, imp::less_or_equal(y, x)), plain::and(plain_mask, plain::less_or_equal(b, a)));
            prop_assert_eq!(imp::bits(both), plain::bits(plain_both));
            let (less, plain_less) = (imp::less(x, y), plain::less(a, b));
            prop_assert_eq!(imp::bits(less), plain::bits(plain_less));
            prop_assert_eq!(imp::bits(imp::or(less, both)), plain::bits(plain::or(plain_less, plain_both)));
        }

        /// Number i of row k is number k of column i.
        #[test]
        fn rows_become_columns(rows in [[number(), number(), number(), number()], [number(), number(), number(), number()], [number(), number(), number(), number()], [number(), number(), number(), number()]]) {
            let columns = Quad::transposed(rows.map(Quad::new)).map(Quad::numbers);
            for (i, column) in columns.into_iter().enumerate() {
                prop_assert!(same(column, rows.map(|row| row[i])));
            }
        }

        /// The first of the greatest, found as one would by hand.
        #[test]
        fn the_first_of_the_greatest(numbers in [number(), number(), number(), number()]) {
            let (mut at, mut most) = (0, f32::NEG_INFINITY);
            for (index, &number) in numbers.iter().enumerate() {
                if number > most {
                    (at, most) = (index, number);
                }
            }
            prop_assert_eq!(Quad::new(numbers).greatest(), (at, most));
        }
    }
}
