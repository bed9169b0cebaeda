//! Every operation of every width gives the bits of the scalar reference, for all kinds of numbers.

use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes, Shared, Width};
use proptest::prelude::*;

/// The reference comes first and the widest width last; each is found by its name.
#[test]
fn widths_are_ordered_and_found_by_name() {
    assert_eq!(Width::all().next(), Some(Width::SCALAR));
    assert_eq!(Width::all().last(), Some(Width::best()));
    for width in Width::all() {
        assert_eq!(Width::named(width.name()), Some(width));
    }
    assert_eq!(Width::named("mmx"), None);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn x86_64_has_sse2_and_avx2_if_detected_and_scalar_if_asked_for() {
    let names: Vec<_> = Width::all().map(Width::name).collect();
    assert!(names.contains(&"sse2"));
    assert_eq!(names.contains(&"scalar"), cfg!(feature = "scalar"));
    assert_eq!(names.contains(&"avx2"), std::arch::is_x86_feature_detected!("avx2"));
}

/// Computes one result column with each operation.
struct EveryOperation<'a> {
    a: &'a Column,
    b: &'a Column,
    records: &'a mut [[f32; 8]],
    at: &'a [u32; LANES],
    write: u8,
}

impl Kernel for EveryOperation<'_> {
    type Output = Vec<Column>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<Column> {
        let (a, b) = (L::load(self.a), L::load(self.b));
        let one = L::splat(1.0);
        let gathered = L::gather::<1>(self.records, self.at);
        L::write::<8, 0>(gathered, self.records, self.at, self.write);
        [
            a + b,
            a - b,
            a * b,
            a / b,
            -a,
            a.sqrt(),
            a.min(b),
            a.max(b),
            a.clamp(-one, one),
            L::select(a.lt(b), a, b),
            L::select(a.le(b), a, b),
            L::select(L::and(a.lt(b), a.lt(one)), a, one),
            L::select(L::or(a.lt(b), a.lt(one)), a, one),
            L::splat(if L::any(a.lt(b)) { 1.0 } else { 0.0 }),
        ]
        .into_iter()
        .chain(gathered)
        .map(|lanes| {
            let mut column = [0.0; LANES];
            lanes.store(&mut column);
            column
        })
        .collect()
    }
}

/// The bits, and the same bits for every NaN: IEEE 754 does not define the payload of NaN.
fn bits(x: f32) -> u32 {
    if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() }
}

fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![
        -10.0_f32..10.0,
        any::<u32>().prop_map(f32::from_bits),
        prop::sample::select(vec![0.0, -0.0, f32::INFINITY, f32::NAN, 1e-40, f32::MAX]),
    ]
}

proptest! {
    #[test]
    fn all_widths_give_the_same_bits(
        a in prop::array::uniform8(any_number()),
        b in prop::array::uniform8(any_number()),
        records in prop::collection::vec(prop::array::uniform8(-5.0_f32..5.0), 8..20),
        shuffle in prop::collection::vec(any::<prop::sample::Index>(), 8),
        write in any::<u8>(),
    ) {
        // The eight records are distinct, as in a block of the solver.
        let mut order: Vec<u32> = (0..records.len() as u32).collect();
        for (i, pick) in shuffle.iter().enumerate() {
            let j = i + pick.index(order.len() - i);
            order.swap(i, j);
        }
        let at: [u32; LANES] = std::array::from_fn(|i| order[i]);

        let mut reference: Option<(Vec<Column>, Vec<[f32; 8]>)> = None;
        for width in Width::all() {
            let mut records = records.clone();
            let columns =
                width.run(EveryOperation { a: &a, b: &b, records: &mut records, at: &at, write });
            match &reference {
                None => reference = Some((columns, records)),
                Some((expected, expected_records)) => {
                    for (operation, (x, y)) in columns.iter().zip(expected).enumerate() {
                        for lane in 0..LANES {
                            prop_assert_eq!(bits(x[lane]), bits(y[lane]), "{} {}", operation, lane);
                        }
                    }
                    prop_assert_eq!(&records, expected_records);
                }
            }
        }
    }

    /// A mask is true in any lane if it is in one, whichever.
    #[test]
    fn any_finds_a_mask_in_each_lane(lane in 0..LANES, is_set in any::<bool>()) {
        struct IsBelowZero(Column);
        impl Kernel for IsBelowZero {
            type Output = bool;
            #[inline(always)]
            fn run<L: Lanes>(self) -> bool {
                L::any(L::load(&self.0).lt(L::splat(0.0)))
            }
        }
        let mut column = [0.0; LANES];
        column[lane] = if is_set { -1.0 } else { f32::NAN };
        for width in Width::all() {
            prop_assert_eq!(width.run(IsBelowZero(column)), is_set);
        }
    }

    /// `write` changes only the lanes of its mask, and restores what `gather` read.
    #[test]
    fn write_changes_only_masked_lanes_and_undoes_gather(records in prop::collection::vec(prop::array::uniform8(-5.0_f32..5.0), 8)) {
        struct RoundTrip<'a>(&'a mut [[f32; 8]]);
        impl Kernel for RoundTrip<'_> {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self) {
                let at = [7, 6, 5, 4, 3, 2, 1, 0];
                let one = L::splat(1.0);
                let low = L::gather::<0>(self.0, &at);
                L::write::<8, 0>(low.map(|x| x + one), self.0, &at, 0b1111_0000);
                L::write::<8, 0>(low, self.0, &at, 0b0101_0000);
            }
        }
        for width in Width::all() {
            let mut changed = records.clone();
            width.run(RoundTrip(&mut changed));
            for (i, (before, after)) in records.iter().zip(&changed).enumerate() {
                // Lane i uses record 7 - i. Lanes 4 to 7, records 3 to 0, get 1 added; lanes 4 and 6, records
                // 3 and 1, are restored.
                let added = if i < 4 && i % 2 == 0 { 1.0 } else { 0.0 };
                for k in 0..8 {
                    let expected = if k < 4 { before[k] + added } else { before[k] };
                    prop_assert_eq!(after[k], expected);
                }
            }
        }
    }

    /// Records that several workers use are read as those of one.
    #[test]
    fn read_shared_equals_read(
        records in prop::collection::vec(prop::array::uniform7(-5.0_f32..5.0), 8..20),
        picks in prop::array::uniform8(any::<prop::sample::Index>()),
    ) {
        struct Read<'a>(&'a mut [[f32; 7]], [u32; LANES]);
        impl Kernel for Read<'_> {
            type Output = [[Column; 4]; 2];
            #[inline(always)]
            #[allow(unsafe_code)]
            fn run<L: Lanes>(self) -> Self::Output {
                let Self(records, at) = self;
                let mut read = [[[0.0; LANES]; 4]; 2];
                for (columns, column) in L::read::<7, 3>(records, &at).into_iter().zip(&mut read[0]) {
                    columns.store(column);
                }
                // SAFETY: indices are below the number of records, and nobody else uses them.
                let shared = unsafe { L::read_shared::<7, 3>(Shared::new(records), &at) };
                for (columns, column) in shared.into_iter().zip(&mut read[1]) {
                    columns.store(column);
                }
                read
            }
        }
        let at = picks.map(|pick| pick.index(records.len()) as u32);
        for width in Width::all() {
            let [read, shared] = width.run(Read(&mut records.clone(), at));
            prop_assert_eq!(read, shared);
            for (lane, &index) in at.iter().enumerate() {
                prop_assert_eq!(&read.map(|column| column[lane]), &records[index as usize][3..]);
            }
        }
    }
}
