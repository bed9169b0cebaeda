//! Lanes in two registers of four ([`Quad`]), which every x86-64 and aarch64 has.
//!
//! With four lanes instead of eight, blocks would differ from those of AVX2, so constraints would be solved
//! in another order and give other bits.

#![allow(unsafe_code)]

use super::traits::{Column, LANES, Lanes};
use crate::{Quad, QuadMask, Shared};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Lanes 0 to 3 and 4 to 7.
#[derive(Clone, Copy)]
pub(super) struct QuadLanes(Quad, Quad);

macro_rules! binary {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for QuadLanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0), $trait::$method(self.1, other.1))
            }
        }
    )*};
}
binary!(Add add, Sub sub, Mul mul, Div div);

impl Neg for QuadLanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Lanes for QuadLanes {
    type Mask = [QuadMask; 2];

    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self(Quad::splat(x), Quad::splat(x))
    }

    #[inline(always)]
    fn load(column: &Column) -> Self {
        let [a, b, c, d, e, f, g, h] = *column;
        Self(Quad::new([a, b, c, d]), Quad::new([e, f, g, h]))
    }

    #[inline(always)]
    fn store(self, column: &mut Column) {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.numbers(), self.1.numbers());
        *column = [a, b, c, d, e, f, g, h];
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt(), self.1.sqrt())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.min(other.1))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0), self.1.max(other.1))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        [self.0.lt(other.0), self.1.lt(other.1)]
    }

    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        [self.0.le(other.0), self.1.le(other.1)]
    }

    #[inline(always)]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        [a[0].and(b[0]), a[1].and(b[1])]
    }

    #[inline(always)]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        [a[0].or(b[0]), a[1].or(b[1])]
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Self(Quad::select(mask[0], yes.0, no.0), Quad::select(mask[1], yes.1, no.1))
    }

    #[inline(always)]
    fn read_from<const N: usize>(records: &[[f32; N]], first: usize, at: &[u32; LANES]) -> [Self; 4] {
        let mut rows = [Quad::splat(0.0); LANES];
        for lane in 0..LANES {
            let record = &records[at[lane] as usize];
            rows[lane] = Quad::new([record[first], record[first + 1], record[first + 2], record[first + 3]]);
        }
        Self::from_rows(rows)
    }

    #[inline(always)]
    fn write_to<const N: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        let rows = Self::into_rows(values);
        for lane in 0..LANES {
            if write & (1 << lane) != 0 {
                records[at[lane] as usize][first..first + 4].copy_from_slice(&rows[lane].numbers());
            }
        }
    }

    #[inline(always)]
    unsafe fn read_from_shared<const N: usize>(
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
    ) -> [Self; 4] {
        let mut rows = [Quad::splat(0.0); LANES];
        for lane in 0..LANES {
            // SAFETY: the caller's promise. It reads only these four numbers.
            let numbers = unsafe {
                records.read_at(at[lane] as usize).cast::<f32>().add(first).cast::<[f32; 4]>().read()
            };
            rows[lane] = Quad::new(numbers);
        }
        Self::from_rows(rows)
    }

    #[inline(always)]
    unsafe fn write_to_shared<const N: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        let rows = Self::into_rows(values);
        for lane in 0..LANES {
            if write & (1 << lane) != 0 {
                // SAFETY: the caller's promise. It writes only these four numbers.
                unsafe {
                    let numbers = records.write_at(at[lane] as usize).cast::<f32>().add(first);
                    numbers.cast::<[f32; 4]>().write(rows[lane].numbers());
                }
            }
        }
    }
}

impl QuadLanes {
    /// Each row is a lane.
    #[inline(always)]
    fn from_rows([a, b, c, d, e, f, g, h]: [Quad; LANES]) -> [Self; 4] {
        let ([x, y, z, w], [p, q, r, s]) = (Quad::transposed([a, b, c, d]), Quad::transposed([e, f, g, h]));
        [Self(x, p), Self(y, q), Self(z, r), Self(w, s)]
    }

    #[inline(always)]
    fn into_rows([x, y, z, w]: [Self; 4]) -> [Quad; LANES] {
        let [a, b, c, d] = Quad::transposed([x.0, y.0, z.0, w.0]);
        let [e, f, g, h] = Quad::transposed([x.1, y.1, z.1, w.1]);
        [a, b, c, d, e, f, g, h]
    }
}
