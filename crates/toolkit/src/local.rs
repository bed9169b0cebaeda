//! Positions that tools compute near a place, in `f32`, and keep.
//!
//! A tool computes in coordinates measured from a place near it, so that it works in the same way anywhere in
//! the world. What it keeps or returns is a [`Position`], in which a far place plus a small vector has fewer
//! digits than the vector. So the vector is first rounded to a multiple of 2^-26 length units (15 nm), which
//! a [`Position`] holds up to the bound of the world:
//!
//! ```text
//!   position  =  place + round(vector)        exact, and so the same vector at every place
//! ```

use geom::{Point, Position};

/// Grid steps in a length unit: at 1e8 length units, 2^27, the last digit of an `f64` is worth 2^-26.
const STEPS: f64 = 67_108_864.0;

/// The position of a point (m) that is seen from `origin`, in a world of this length unit.
pub(crate) fn position(origin: Position, point: Point, length_unit: f32) -> Position {
    // The least power of two that is not less than the unit: the grid is the same in units that are powers
    // of two.
    let unit = f32::from_bits((length_unit.to_bits() + 0x007f_ffff) & 0xff80_0000);
    let step = f64::from(unit) / STEPS;
    let rounded = |x: f32| (f64::from(x) / step).round() * step;
    Position { x: origin.x + rounded(point.x), y: origin.y + rounded(point.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector to a position does not depend on the place, up to the bound of the world, and is that which
    /// was given, to half a grid step; also in units of 1/8 and 128.
    #[test]
    fn position_keeps_the_vector_at_every_place() {
        for unit in [0.125_f32, 1.0, 128.0] {
            for case in 0..200_u32 {
                let x = |k: u32| unit * (((case * 7_919 + k * 104_729) % 20_011) as f32 / 7_001.0 - 1.4);
                let point = Point::new(x(0), x(1));
                let near = position(Position::ORIGIN, point, unit);
                let step = f64::from(unit) / STEPS;
                assert!((near.x - f64::from(point.x)).abs() <= 0.5 * step);
                for far in [1024.0 * 97_000.0, -1024.0 * 9_765.0, 1024.0] {
                    let origin = Position::new(far * f64::from(unit), -far * f64::from(unit));
                    let found = position(origin, point, unit);
                    assert_eq!([found.x - origin.x, found.y - origin.y], [near.x, near.y]);
                }
            }
        }
    }
}
