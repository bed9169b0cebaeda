//! Every operation of `Quad`, `F64x2` and the lanes of every width gives what the formula of its
//! documentation gives number by number, for each pair of numbers of every kind.
//!
//! Without random numbers, so that it also runs in WebAssembly (`cargo xtask ci wasm`): there `Width::all`
//! has one width, and no other to compare it with.

use compute::lanes::Column;
use compute::{F64x2, Kernel, LANES, Lanes, Quad, Width};

/// Numbers of every kind; the second NaN has a sign and a payload. Their quotients and roots are rounded.
const NUMBERS: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -3.0,
    1e-20,
    7e37,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45, // the smallest above zero
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::from_bits(0xffc1_2345),
];

/// A number whose bits can be compared.
trait Bits: Copy {
    fn bits(self) -> u64;
    fn is_nan(self) -> bool;
}

impl Bits for f32 {
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Bits for f64 {
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

/// Of a sum, a product, a quotient, a root: IEEE 754 does not define the payload of NaN.
#[track_caller]
fn assert_rounded<T: Bits, const N: usize>(found: [T; N], expected: [T; N], operation: &str) {
    for (found, expected) in found.into_iter().zip(expected) {
        let is_same = found.bits() == expected.bits() || found.is_nan() && expected.is_nan();
        assert!(is_same, "{operation}: {:#x} in place of {:#x}", found.bits(), expected.bits());
    }
}

/// Of an operation that chooses or moves numbers: every bit, also of NaN and of zero.
#[track_caller]
fn assert_moved<T: Bits, const N: usize>(found: [T; N], expected: [T; N], operation: &str) {
    assert_eq!(found.map(T::bits), expected.map(T::bits), "{operation}");
}

/// Calls `check` with arrays that hold each pair of numbers at each index.
fn for_each_pair<const N: usize>(mut check: impl FnMut([f32; N], [f32; N])) {
    for first in 0..NUMBERS.len() {
        for second in 0..NUMBERS.len() {
            let from =
                |first: usize, step| std::array::from_fn(|i| NUMBERS[(first + i * step) % NUMBERS.len()]);
            check(from(first, 1), from(second, 3));
        }
    }
}

/// The operations that `Quad`, `F64x2` and lanes have in common, beside the formulas of their documentation.
macro_rules! check_common {
    ($a:ident, $b:ident, $x:ident, $y:ident, $select:path, $and:path, $or:path, $numbers:expr) => {{
        let each = |f: fn(_, _) -> _| std::array::from_fn(|i| f($a[i], $b[i]));
        let numbers = $numbers;
        assert_moved(numbers($x), $a, "new");
        assert_rounded(numbers($x + $y), each(|a, b| a + b), "+");
        assert_rounded(numbers($x - $y), each(|a, b| a - b), "-");
        assert_rounded(numbers($x * $y), each(|a, b| a * b), "*");
        assert_moved(numbers(-$x), each(|a, _| -a), "neg");
        assert_moved(numbers($x.min($y)), each(|a, b| if a < b { a } else { b }), "min");
        assert_moved(numbers($x.max($y)), each(|a, b| if a > b { a } else { b }), "max");
        let (lt, le) = ($x.lt($y), $x.le($y));
        assert_moved(numbers($select(lt, $x, $y)), each(|a, b| if a < b { a } else { b }), "lt");
        assert_moved(numbers($select(le, $x, $y)), each(|a, b| if a <= b { a } else { b }), "le");
        assert_moved(numbers($select($and(le, lt), $y, $x)), each(|a, b| if a < b { b } else { a }), "and");
        let either = each(|a, b| if a < b || b < -a { b } else { a });
        assert_moved(numbers($select($or(lt, $y.lt(-$x)), $y, $x)), either, "or");
    }};
}

#[test]
fn quad_operations_equal_their_formulas_for_all_pairs() {
    use compute::QuadMask;
    let and = QuadMask::and;
    let or = QuadMask::or;
    for_each_pair(|a: [f32; 4], b: [f32; 4]| {
        let (x, y) = (Quad::new(a), Quad::new(b));
        check_common!(a, b, x, y, Quad::select, and, or, Quad::numbers);
        let [a0, a1, a2, a3] = a;
        let [b0, b1, b2, b3] = b;
        assert_moved(Quad::splat(a0).numbers(), [a0; 4], "splat");
        assert_rounded((x / y).numbers(), std::array::from_fn(|i| a[i] / b[i]), "/");
        assert_rounded(x.sqrt().numbers(), a.map(f32::sqrt), "sqrt");
        assert_moved(x.swapped().numbers(), [a1, a0, a3, a2], "swapped");
        assert_moved(x.turned().numbers(), [a2, a3, a0, a1], "turned");
        assert_moved(x.firsts(y).numbers(), [a0, a1, b0, b1], "firsts");
        assert_moved(x.seconds(y).numbers(), [a2, a3, b2, b3], "seconds");
        let [xs, ys] = Quad::columns(x, y).map(Quad::numbers);
        assert_moved(xs, [a0, a2, b0, b2], "columns");
        assert_moved(ys, [a1, a3, b1, b3], "columns");
        let rows = Quad::transposed([x, y, -x, -y]).map(Quad::numbers);
        for (i, row) in rows.into_iter().enumerate() {
            assert_moved(row, [a[i], b[i], -a[i], -b[i]], "transposed");
        }
        let bits = (0..4).fold(0, |bits, i| bits | u8::from(a[i] < b[i]) << i);
        assert_eq!(x.lt(y).bits(), bits);
    });
}

#[test]
fn pair_operations_equal_their_formulas_for_all_pairs() {
    use compute::F64x2Mask;
    let and = F64x2Mask::and;
    let or = F64x2Mask::or;
    for_each_pair(|a: [f32; 2], b: [f32; 2]| {
        // Squares of numbers near the ends of `f32`, so that `f64` is near its own.
        let widened = |number: f32| f64::from(number) * f64::from(number).abs();
        let (a, b) = (a.map(widened), b.map(widened));
        let (x, y) = (F64x2::new(a), F64x2::new(b));
        check_common!(a, b, x, y, F64x2::select, and, or, F64x2::numbers);
        assert_moved(F64x2::splat(a[0]).numbers(), [a[0]; 2], "splat");
        assert_moved(x.abs().numbers(), a.map(f64::abs), "abs");
        assert_moved(x.firsts(y).numbers(), [a[0], b[0]], "firsts");
        assert_moved(x.seconds(y).numbers(), [a[1], b[1]], "seconds");
        let equal = std::array::from_fn(|i| if a[i] == b[i] { a[i] } else { b[i] });
        assert_moved(F64x2::select(x.eq(y), x, y).numbers(), equal, "eq");
        let bits = (0..2).fold(0, |bits, i| bits | u8::from(a[i] <= b[i]) << i);
        assert_eq!(x.le(y).bits(), bits);
    });
}

struct EveryOperation(Column, Column);

impl Kernel for EveryOperation {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self(a, b) = self;
        let (x, y) = (L::load(&a), L::load(&b));
        let numbers = |lanes: L| {
            let mut column = [0.0; LANES];
            lanes.store(&mut column);
            column
        };
        check_common!(a, b, x, y, L::select, L::and, L::or, numbers);
        assert_moved(numbers(L::splat(a[0])), [a[0]; LANES], "splat");
        assert_rounded(numbers(x / y), std::array::from_fn(|i| a[i] / b[i]), "/");
        assert_rounded(numbers(x.sqrt()), a.map(f32::sqrt), "sqrt");
        assert_eq!(L::any(x.lt(y)), a.iter().zip(&b).any(|(a, b)| a < b), "any");

        let mut records: [[f32; 8]; LANES] = std::array::from_fn(|i| if i % 2 == 0 { a } else { b });
        let before = records;
        let at = [7, 2, 5, 0, 1, 6, 3, 4];
        let read = L::gather::<1>(&records, &at);
        for (k, lanes) in read.into_iter().enumerate() {
            assert_moved(numbers(lanes), at.map(|index| before[index as usize][4 + k]), "gather");
        }
        // The numbers 4 to 7 of the records of lanes 1, 2 and 6 go to the numbers 0 to 3.
        L::write::<8, 0>(read, &mut records, &at, 0b0100_0110);
        for (lane, &index) in at.iter().enumerate() {
            let (record, before) = (records[index as usize], before[index as usize]);
            let is_written = |k: usize| k < 4 && [1, 2, 6].contains(&lane);
            let expected = std::array::from_fn(|k| before[if is_written(k) { 4 + k } else { k }]);
            assert_moved(record, expected, "write");
        }
    }
}

#[test]
fn lanes_of_every_width_equal_their_formulas_for_all_pairs() {
    for width in Width::all() {
        for_each_pair(|a, b| width.run(EveryOperation(a, b)));
    }
}

/// The name says with which instructions a program was compiled.
#[cfg(target_family = "wasm")]
#[test]
fn one_width_in_webassembly() {
    let name = if cfg!(target_feature = "simd128") { "simd128" } else { "scalar" };
    assert_eq!(Width::all().map(Width::name).collect::<Vec<_>>(), [name]);
    assert_eq!(Width::SCALAR, Width::best());
}
