//! Lanes as a plain array: the reference whose bits every other width must reproduce.

#![allow(unsafe_code)]

use super::traits::{Column, LANES, Lanes};
use crate::Shared;
use crate::math;
use core::array::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub(super) struct ScalarLanes(Column);

macro_rules! each_lane {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for ScalarLanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
each_lane!(Add, add, +);
each_lane!(Sub, sub, -);
each_lane!(Mul, mul, *);
each_lane!(Div, div, /);

impl Neg for ScalarLanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(from_fn(|i| -self.0[i]))
    }
}

impl Lanes for ScalarLanes {
    type Mask = [bool; LANES];

    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; LANES])
    }

    #[inline(always)]
    fn load(column: &Column) -> Self {
        Self(*column)
    }

    #[inline(always)]
    fn store(self, column: &mut Column) {
        *column = self.0;
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(from_fn(|i| math::sqrt(self.0[i])))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(from_fn(|i| math::min(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(from_fn(|i| math::max(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        from_fn(|i| self.0[i] < other.0[i])
    }

    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        from_fn(|i| self.0[i] <= other.0[i])
    }

    #[inline(always)]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Self(from_fn(|i| if mask[i] { yes.0[i] } else { no.0[i] }))
    }

    #[inline(always)]
    fn read_from<const N: usize>(records: &[[f32; N]], first: usize, at: &[u32; LANES]) -> [Self; 4] {
        let mut columns = [Self([0.0; LANES]); 4];
        for lane in 0..LANES {
            let record = &records[at[lane] as usize];
            for k in 0..4 {
                columns[k].0[lane] = record[first + k];
            }
        }
        columns
    }

    #[inline(always)]
    fn write_to<const N: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        for lane in 0..LANES {
            if write & (1 << lane) != 0 {
                let record = &mut records[at[lane] as usize];
                for k in 0..4 {
                    record[first + k] = values[k].0[lane];
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn read_from_shared<const N: usize>(
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
    ) -> [Self; 4] {
        let mut columns = [Self([0.0; LANES]); 4];
        for lane in 0..LANES {
            // SAFETY: the caller's promise. It reads only these four numbers.
            let quad = unsafe {
                records.read_at(at[lane] as usize).cast::<f32>().add(first).cast::<[f32; 4]>().read()
            };
            for k in 0..4 {
                columns[k].0[lane] = quad[k];
            }
        }
        columns
    }

    #[inline(always)]
    unsafe fn write_to_shared<const N: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        for lane in 0..LANES {
            if write & (1 << lane) != 0 {
                let quad = [values[0].0[lane], values[1].0[lane], values[2].0[lane], values[3].0[lane]];
                // SAFETY: the caller's promise. It writes only these four numbers.
                unsafe {
                    records
                        .write_at(at[lane] as usize)
                        .cast::<f32>()
                        .add(first)
                        .cast::<[f32; 4]>()
                        .write(quad);
                };
            }
        }
    }
}
