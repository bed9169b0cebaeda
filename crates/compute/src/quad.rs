//! Four `f32` in one register, with instructions that every processor of the platform has.
//!
//! A [`Quad`] is for one small object: two points, the sides of a box. It is an ordinary value without a
//! kernel or a width. [`Lanes`](crate::Lanes) are for many objects at a time.
//!
//! ```text
//!   two points            [x0 y0 x1 y1]    as they lie in memory
//!   swapped               [y0 x0 y1 x1]    v . w  =  v * w + swapped(v * w), in both numbers of each point
//!   low, high, turned     [x0 y0 x0 y0]    [x1 y1 x1 y1]    [x1 y1 x0 y0]
//!   columns of two quads  [x0 x1 x2 x3]    [y0 y1 y2 y3]
//! ```
//!
//! Every operation is the IEEE operation on each number, so its bits are those of the scalar formula on every
//! platform. Every x86-64 has SSE2 and every aarch64 has NEON; WebAssembly has registers with `simd128`.
//! Elsewhere a quad is an array. The compiler does not vectorize well enough (`docs/experiments/compute.md`).

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[path = "quad/neon.rs"]
mod imp;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
#[path = "quad/plain.rs"]
mod imp;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "quad/simd128.rs"]
mod imp;
#[cfg(target_arch = "x86_64")]
#[path = "quad/sse2.rs"]
mod imp;
#[cfg(test)]
mod plain;

use imp::Register;

/// `None` if quads are arrays.
pub(crate) const INSTRUCTION_SET_NAME: Option<&str> = imp::INSTRUCTION_SET_NAME;

/// Four `f32`, each computed independently. Many methods treat them as two points.
///
/// ```
/// use compute::Quad;
/// let (v, w) = (Quad::new([1.0, 2.0, 3.0, 4.0]), Quad::new([5.0, 6.0, 7.0, 8.0]));
/// assert_eq!((v + w).numbers(), [6.0, 8.0, 10.0, 12.0]);
/// // The dot products (1, 2) . (5, 6) and (3, 4) . (7, 8).
/// assert_eq!(v.dots(w).numbers(), [17.0, 17.0, 53.0, 53.0]);
/// assert_eq!(Quad::select(v.lt(Quad::splat(2.5)), v, -v).numbers(), [1.0, 2.0, -3.0, -4.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quad(Register);

/// A truth value for each number of a [`Quad`].
#[derive(Clone, Copy, Debug)]
pub struct QuadMask(Register);

crate::register::operations!(Quad, QuadMask, [f32; 4], Add add, Sub sub, Mul mul, Div div);

impl Quad {
    /// The same number four times.
    #[inline(always)]
    #[must_use]
    pub fn splat(x: f32) -> Self {
        Self(imp::splat(x))
    }

    /// The square root of each number.
    #[inline(always)]
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self(imp::sqrt(self.0))
    }

    /// The numbers 1, 0, 3, 2: x and y exchanged.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Self {
        Self(imp::swapped(self.0))
    }

    /// The numbers 0, 1, 0, 1: the first point twice.
    #[inline(always)]
    #[must_use]
    pub fn low(self) -> Self {
        self.firsts(self)
    }

    /// The numbers 2, 3, 2, 3: the second point twice.
    #[inline(always)]
    #[must_use]
    pub fn high(self) -> Self {
        self.seconds(self)
    }

    /// The first points of both quads.
    #[inline(always)]
    #[must_use]
    pub fn firsts(self, other: Self) -> Self {
        Self(imp::firsts(self.0, other.0))
    }

    /// The second points of both quads.
    #[inline(always)]
    #[must_use]
    pub fn seconds(self, other: Self) -> Self {
        Self(imp::seconds(self.0, other.0))
    }

    /// The numbers 2, 3, 0, 1: the points exchanged.
    #[inline(always)]
    #[must_use]
    pub fn turned(self) -> Self {
        Self(imp::turned(self.0))
    }

    /// The x and the y coordinates of four points, two in each quad.
    #[inline(always)]
    #[must_use]
    pub fn columns(first: Self, last: Self) -> [Self; 2] {
        imp::columns(first.0, last.0).map(Self)
    }

    /// Element `i` of the result has number `i` of each quad.
    #[inline(always)]
    #[must_use]
    pub fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let ([even_ab, odd_ab], [even_cd, odd_cd]) = (Self::columns(a, b), Self::columns(c, d));
        let ([first, third], [second, fourth]) =
            (Self::columns(even_ab, even_cd), Self::columns(odd_ab, odd_cd));
        [first, second, third, fourth]
    }

    /// The dot product of the first points of both quads, twice, and that of the second points, twice.
    #[inline(always)]
    #[must_use]
    pub fn dots(self, other: Self) -> Self {
        let products = self * other;
        products + products.swapped()
    }

    /// Both points rotated by the angle of this cosine and sine.
    #[inline(always)]
    #[must_use]
    pub fn rotated(self, cos: f32, sin: f32) -> Self {
        self * Self::splat(cos) + self.swapped() * Self::new([-sin, sin, -sin, sin])
    }

    /// The index of the greatest number, of equal ones the first, and the number. NaN counts as minus
    /// infinity.
    #[inline(always)]
    #[must_use]
    pub fn greatest(self) -> (usize, f32) {
        // `max` returns its second operand if the first is NaN.
        let numbers = self.max(Self::splat(f32::NEG_INFINITY));
        // Each number is compared with the others at once, so the index does not wait for the maximum.
        let [one, two] = [numbers.swapped(), numbers.turned()];
        let three = two.swapped();
        let is_greatest = one.le(numbers).and(two.le(numbers)).and(three.le(numbers));
        let of_pairs = numbers.max(one);
        let greatest = of_pairs.max(of_pairs.turned());
        let index = is_greatest.bits().trailing_zeros();
        (index as usize, greatest.numbers()[0])
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

    /// Equal to the bit, or both NaN: IEEE 754 does not define the payload of NaN.
    fn same(a: [f32; 4], b: [f32; 4]) -> bool {
        a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
    }

    proptest! {
        /// Every operation on the registers of this platform gives the bits of the same operation on arrays.
        #[test]
        fn register_operations_equal_array_operations(a in [number(), number(), number(), number()], b in [number(), number(), number(), number()]) {
            prop_assert_eq!(plain::INSTRUCTION_SET_NAME, None);
            let (x, y) = (imp::new(a), imp::new(b));
            let numbers = imp::numbers;
            prop_assert!(same(numbers(x), plain::numbers(plain::new(a))));
            prop_assert!(same(numbers(imp::splat(a[0])), plain::splat(a[0])));
            prop_assert!(same(numbers(imp::add(x, y)), plain::add(a, b)));
            prop_assert!(same(numbers(imp::sub(x, y)), plain::sub(a, b)));
            prop_assert!(same(numbers(imp::mul(x, y)), plain::mul(a, b)));
            prop_assert!(same(numbers(imp::div(x, y)), plain::div(a, b)));
            prop_assert!(same(numbers(imp::min(x, y)), plain::min(a, b)));
            prop_assert!(same(numbers(imp::max(x, y)), plain::max(a, b)));
            prop_assert!(same(numbers(imp::negated(x)), plain::negated(a)));
            prop_assert!(same(numbers(imp::sqrt(x)), plain::sqrt(a)));
            prop_assert!(same(numbers(imp::swapped(x)), plain::swapped(a)));
            prop_assert!(same(numbers(imp::firsts(x, y)), plain::firsts(a, b)));
            prop_assert!(same(numbers(imp::seconds(x, y)), plain::seconds(a, b)));
            prop_assert!(same(numbers(imp::turned(x)), plain::turned(a)));
            for (column, plain) in imp::columns(x, y).into_iter().zip(plain::columns(a, b)) {
                prop_assert!(same(numbers(column), plain));
            }
            let (mask, plain_mask) = (imp::less_or_equal(x, y), plain::less_or_equal(a, b));
            prop_assert_eq!(imp::bits(mask), plain::bits(plain_mask));
            prop_assert!(same(numbers(imp::select(mask, x, y)), plain::select(plain_mask, a, b)));
            let (both, plain_both) = (imp::and(mask, imp::less_or_equal(y, x)), plain::and(plain_mask, plain::less_or_equal(b, a)));
            prop_assert_eq!(imp::bits(both), plain::bits(plain_both));
            let (less, plain_less) = (imp::less(x, y), plain::less(a, b));
            prop_assert_eq!(imp::bits(less), plain::bits(plain_less));
            prop_assert_eq!(imp::bits(imp::or(less, both)), plain::bits(plain::or(plain_less, plain_both)));
        }

        /// Number i of row k is number k of column i.
        #[test]
        fn transposed_exchanges_rows_and_columns(rows in [[number(), number(), number(), number()], [number(), number(), number(), number()], [number(), number(), number(), number()], [number(), number(), number(), number()]]) {
            let columns = Quad::transposed(rows.map(Quad::new)).map(Quad::numbers);
            for (i, column) in columns.into_iter().enumerate() {
                prop_assert!(same(column, rows.map(|row| row[i])));
            }
        }

        #[test]
        fn greatest_equals_a_linear_search(numbers in [number(), number(), number(), number()]) {
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
