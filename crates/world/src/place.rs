//! Positions that are as exact far from the origin as near it.
//!
//! A coordinate is a whole number of *grid steps*, 64 bits. With a length unit of 1 m a step is 2^-35 m, 29
//! pm, and the world reaches to 1e8 m on each side. Both scale with the unit, the step with its next power of
//! two.
//!
//! ```text
//!    place of A       place of B          i64     the difference of two places has no rounding,
//!       |----------------->|                      however far from the origin they are
//!            vector        =  f32(B - A) * step   one rounding, relative to the distance
//! ```
//!
//! So what happens between bodies does not depend on where they are. A box of the broad phase is measured
//! from the *anchor*: of the places with multiples of 1,024 m as coordinates, the nearest to the first body.
//! A world moved by such a multiple moves its anchor along, and runs with the same bits.
//!
//! Turned down (`docs/experiments/world.md`): pairs of `f32`, and `f64`, whose rounding depends on the place;
//! cells with coordinates of their own.

use bytemuck::{Pod, Zeroable};
use compute::math::{max, min};
use geom::{Aabb, Point, Position, Vec2};

/// 2^35 grid steps make a length unit that is a power of two.
const FINENESS: i32 = 35;

const ANCHOR_EXPONENT: i32 = 10;

/// In length units. The difference of two places, 2e8 * 2^35, is still an `i64`.
pub(crate) const WORLD_EXTENT: f64 = 1e8;

/// In steps of the grid of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Place {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// m: a power of two.
    step: f32,
    per_meter: f64,
    bound: i64,
    /// *State.* What boxes are measured from.
    pub(crate) anchor: Place,
}

const QUICK_BOUND: f64 = 2_251_799_813_685_248.0;

/// For numbers below [`QUICK_BOUND`]; ties to even.
#[inline(always)]
fn rounded_quickly(x: f64) -> i64 {
    /// 1.5 * 2^52. From 2^52 to 2^53 `f64` has just the integers, in the order of their bits: the addition
    /// rounds, and the difference of the bits is the integer.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (x + SHIFT).to_bits().cast_signed() - SHIFT.to_bits().cast_signed()
}

/// For numbers below 2^63; ties to even.
#[inline(always)]
fn rounded(x: f64) -> i64 {
    if x.abs() < QUICK_BOUND { rounded_quickly(x) } else { x.round_ties_even() as i64 }
}

impl Grid {
    pub(crate) const UNIT: Self = Self {
        step: 1.0 / (1_u64 << FINENESS) as f32,
        per_meter: (1_u64 << FINENESS) as f64,
        bound: WORLD_EXTENT as i64 * (1_i64 << FINENESS),
        anchor: Place { x: 0, y: 0 },
    };

    pub(crate) fn new(length_unit: f32) -> Self {
        let mut exponent = 0;
        let unit = f64::from(length_unit);
        while power_of_two(exponent) < unit {
            exponent += 1;
        }
        while power_of_two(exponent - 1) >= unit {
            exponent -= 1;
        }
        let per_meter = power_of_two(FINENESS - exponent);
        Self {
            step: power_of_two(exponent - FINENESS) as f32,
            per_meter,
            bound: (WORLD_EXTENT * unit * per_meter) as i64,
            anchor: Place::default(),
        }
    }

    #[inline(always)]
    pub(crate) fn vector(&self, from: Place, to: Place) -> Vec2 {
        Vec2::new(to.x.wrapping_sub(from.x) as f32 * self.step, to.y.wrapping_sub(from.y) as f32 * self.step)
    }

    #[inline(always)]
    pub(crate) fn exact_vector(&self, from: Place, to: Place) -> [f64; 2] {
        [to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y)].map(|x| x as f64 * f64::from(self.step))
    }

    #[inline(always)]
    pub(crate) fn near(&self, place: Place) -> Point {
        self.vector(self.anchor, place).into()
    }

    #[inline(always)]
    pub(crate) fn near_exact(&self, place: Place) -> [f64; 2] {
        self.exact_vector(self.anchor, place)
    }

    /// `own` as seen from a place, as seen from the anchor, rounded outward.
    #[inline]
    pub(crate) fn aabb(&self, place: Place, own: Aabb) -> Aabb {
        moved_aabb(self.near_exact(place), own)
    }

    /// `near` as seen from the anchor, as seen from a position, rounded outward.
    pub(crate) fn aabb_from(&self, origin: Position, near: Aabb) -> Aabb {
        let way = self.way_from(origin, self.anchor);
        if way == [0.0; 2] { near } else { moved_aabb(way, near) }
    }

    /// As seen from the anchor, along x (0) or y (1), m.
    #[inline(always)]
    pub(crate) fn near_along(&self, place: Place, axis: usize) -> f32 {
        let steps =
            if axis == 0 { place.x.wrapping_sub(self.anchor.x) } else { place.y.wrapping_sub(self.anchor.y) };
        steps as f32 * self.step
    }

    pub(crate) fn anchor_along(&self, axis: usize) -> f64 {
        let steps = if axis == 0 { self.anchor.x } else { self.anchor.y };
        steps as f64 * f64::from(self.step)
    }

    /// A point seen from a place, as seen from the anchor, m; rounded once, so that a box of [`Grid::aabb`]
    /// around it contains it.
    #[inline]
    pub(crate) fn near_point(&self, place: Place, own: Point) -> Point {
        let [x, y] = self.near_exact(place);
        Point::new((x + f64::from(own.x)) as f32, (y + f64::from(own.y)) as f32)
    }

    pub(crate) fn seen_from(&self, origin: Place, point: Position) -> Point {
        self.vector(origin, self.place(point.into())).into()
    }

    /// In `f64`, m. Outside the world, the position's own digits count.
    fn way_from(&self, origin: Position, place: Place) -> [f64; 2] {
        let Position { x, y } = origin;
        // False for NaN.
        if x.abs() <= self.extent() && y.abs() <= self.extent() {
            self.exact_vector(self.place(origin.into()), place)
        } else {
            let [to_x, to_y] = self.position(place);
            [to_x - x, to_y - y]
        }
    }

    pub(crate) fn point_from(&self, origin: Position, place: Place) -> Point {
        let [x, y] = self.way_from(origin, place);
        Point::new(x as f32, y as f32)
    }

    pub(crate) fn world_point(&self, place: Place, own: Point) -> Point {
        self.point(self.moved(place, [own.x, own.y].map(f64::from)))
    }

    /// Both are within the bound.
    #[inline(always)]
    pub(crate) fn moved(&self, place: Place, [x, y]: [f64; 2]) -> Place {
        Place {
            x: place.x.wrapping_add(rounded(x * self.per_meter)),
            y: place.y.wrapping_add(rounded(y * self.per_meter)),
        }
    }

    pub(crate) fn place(&self, position: [f64; 2]) -> Place {
        self.moved(Place::default(), position)
    }

    /// m: exact within 131 km (length unit 1), beyond to half of the last digit of an `f64`.
    pub(crate) fn position(&self, place: Place) -> [f64; 2] {
        [place.x, place.y].map(|x| x as f64 * f64::from(self.step))
    }

    #[inline(always)]
    pub(crate) fn point(&self, place: Place) -> Point {
        Point::new(place.x as f32 * self.step, place.y as f32 * self.step)
    }

    pub(crate) fn extent(&self) -> f64 {
        self.bound as f64 * f64::from(self.step)
    }

    /// `None` outside the world and for NaN.
    #[inline(always)]
    pub(crate) fn moved_within(&self, place: Place, by: Vec2) -> Option<Place> {
        let [x, y] = [by.x, by.y].map(|by| f64::from(by) * self.per_meter);
        if !(x.abs() < QUICK_BOUND && y.abs() < QUICK_BOUND) {
            return self.moved_far(place, [x, y]);
        }
        let after = Place { x: place.x + rounded_quickly(x), y: place.y + rounded_quickly(y) };
        self.contains(after).then_some(after)
    }

    #[cold]
    fn moved_far(&self, place: Place, steps: [f64; 2]) -> Option<Place> {
        let most = self.bound as f64;
        let is_possible = steps.iter().all(|steps| steps.abs() <= 2.0 * most);
        is_possible
            .then(|| Place {
                x: place.x.wrapping_add(rounded(steps[0])),
                y: place.y.wrapping_add(rounded(steps[1])),
            })
            .filter(|&place| self.contains(place))
    }

    #[inline(always)]
    pub(crate) fn contains(&self, place: Place) -> bool {
        let is_within = |x: i64| x.wrapping_add(self.bound).cast_unsigned() <= 2 * self.bound.cast_unsigned();
        is_within(place.x) && is_within(place.y)
    }

    /// Not in the outermost part, a share 1 - 1 / `parts`.
    pub(crate) fn contains_within(&self, place: Place, parts: i64) -> bool {
        let bound = self.bound - self.bound / parts;
        [place.x, place.y].iter().all(|&x| -bound <= x && x <= bound)
    }

    /// A coordinate equal to that of `now`, rounded to `f32`, stays: what was read from a body can be given
    /// back.
    pub(crate) fn place_of_point(&self, point: Point, now: Place) -> Place {
        let rounded = self.point(now);
        let Place { x, y } = self.place([point.x, point.y].map(f64::from));
        Place {
            x: if point.x == rounded.x { now.x } else { x },
            y: if point.y == rounded.y { now.y } else { y },
        }
    }

    /// The same in `f64`.
    pub(crate) fn place_of_position(&self, position: [f64; 2], now: Place) -> Place {
        let rounded = self.position(now);
        let Place { x, y } = self.place(position);
        Place {
            x: if position[0] == rounded[0] { now.x } else { x },
            y: if position[1] == rounded[1] { now.y } else { y },
        }
    }

    pub(crate) fn anchor_near(&mut self, place: Place) {
        let length = 1_i64 << (FINENESS + ANCHOR_EXPONENT);
        let nearest = |x: i64| x.saturating_add(length / 2).div_euclid(length) * length;
        self.anchor = Place { x: nearest(place.x), y: nearest(place.y) };
    }
}

/// Rounded outward.
#[inline(always)]
pub(crate) fn moved_aabb([x, y]: [f64; 2], own: Aabb) -> Aabb {
    let nearest = |base: f64, own: f32| (base + f64::from(own)) as f32;
    // One or two units in the last place; finite, if a half-space reaches to the last f32.
    let up = |x: f32| min(x + x.abs() * f32::EPSILON, f32::MAX);
    let down = |x: f32| max(x - x.abs() * f32::EPSILON, f32::MIN);
    Aabb {
        lower: Point::new(down(nearest(x, own.lower.x)), down(nearest(y, own.lower.y))),
        upper: Point::new(up(nearest(x, own.upper.x)), up(nearest(y, own.upper.y))),
    }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
