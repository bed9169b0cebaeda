//! The operations of registers of any kind of number, for `Quad` and `F64x2`.

/// For a type around an `imp::Register`, and for its mask; `numbers` is the array that a register holds. The
/// operators are methods of `imp` by the names of their traits.
macro_rules! operations {
    ($type:ident, $mask:ident, $numbers:ty, $($trait:ident $method:ident),+) => {
        impl $type {
            /// From its numbers.
            #[inline(always)]
            #[must_use]
            pub fn new(numbers: $numbers) -> Self {
                Self(imp::new(numbers))
            }

            /// Its numbers.
            #[inline(always)]
            #[must_use]
            pub fn numbers(self) -> $numbers {
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

            /// True where `self < other`; false for NaN.
            #[inline(always)]
            #[must_use]
            pub fn lt(self, other: Self) -> $mask {
                $mask(imp::less(self.0, other.0))
            }

            /// True where `self <= other`; false for NaN.
            #[inline(always)]
            #[must_use]
            pub fn le(self, other: Self) -> $mask {
                $mask(imp::less_or_equal(self.0, other.0))
            }

            /// `yes` where the mask is true, `no` elsewhere.
            #[inline(always)]
            #[must_use]
            pub fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self(imp::select(mask.0, yes.0, no.0))
            }
        }

        impl $mask {
            /// True where both masks are.
            #[inline(always)]
            #[must_use]
            pub fn and(self, other: Self) -> Self {
                Self(imp::and(self.0, other.0))
            }

            /// True where either mask is.
            #[inline(always)]
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self(imp::or(self.0, other.0))
            }

            /// Bit `i` is set if the mask is true for number `i`.
            #[inline(always)]
            #[must_use]
            pub fn bits(self) -> u8 {
                imp::bits(self.0)
            }
        }

        $(
            impl core::ops::$trait for $type {
                type Output = Self;
                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    Self(imp::$method(self.0, other.0))
                }
            }
        )+

        impl core::ops::Neg for $type {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(imp::negated(self.0))
            }
        }
    };
}

pub(crate) use operations;
