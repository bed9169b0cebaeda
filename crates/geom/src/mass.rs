//! Area, centroid and rotational inertia of a simple polygon, and mass properties that can be added.
//!
//! Every quantity is a sum over the triangles (p0, p_i, p_i+1), signed by their winding, so the parts outside
//! a concave outline cancel; [`polygon_measures`] has the formulas. The inertia is the density times the
//! second moment. Measured from the origin instead of p0, the inertia of a 1 m box 10 km away would consist
//! of rounding errors.
//!
//! Source: *Sotirov 2022*, sections Mass, Centroid and Rotational Inertia, which measure from the origin.
//! Errata: its formula for the inertia names |a|^2 twice, where its code and this have a.a + b.b + a.b; its
//! code sums magnitudes, which is right only if the origin lies inside (see the tests).

use crate::tolerance::MIN_AREA;
use crate::{Point, Vec2, cross};
use bytemuck::{Pod, Zeroable};
use thiserror::Error;

/// Why mass properties cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MassError {
    /// The density (kg/m^2) is negative or not finite.
    #[error("density is {0} kg/m^2: it must be finite and not negative")]
    Density(f32),
    /// The mass or the inertia is too large for f32.
    #[error(
        "mass {mass} kg and inertia {inertia} kg m^2 must be finite: make the shape smaller or less dense"
    )]
    TooLarge {
        /// Mass, kg.
        mass: f32,
        /// Inertia, kg m^2.
        inertia: f32,
    },
    /// The outline encloses too little area, m^2; a clockwise one is negative.
    #[error("the outline encloses {0} m^2: it must be counter-clockwise and enclose at least {MIN_AREA} m^2")]
    NoArea(f32),
}

/// Mass, centre of mass and inertia of a body or of one of its shapes.
///
/// ```
/// use geom::{MassProperties, Point, Pose, Shape};
/// // A dumbbell: two discs and a bar.
/// let disc = Shape::circle(0.5)?;
/// let bar = Shape::rectangle(1.0, 0.1)?;
/// let dumbbell = [
///     disc.transformed(Pose::at([-1.0, 0.0])),
///     bar,
///     disc.transformed(Pose::at([1.0, 0.0])),
/// ]
/// .iter()
/// .try_fold(MassProperties::ZERO, |sum, part| part.mass_properties(2.0).map(|mass| sum.combined(mass)))?;
/// assert!((dumbbell.mass - 3.94).abs() < 0.01); // kg
/// assert!((dumbbell.center - Point::origin()).norm() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct MassProperties {
    /// Mass, kg, not negative.
    pub mass: f32,
    /// Centre of mass in the shape's frame, m.
    pub center: Point,
    /// Rotational inertia about `center`, kg m^2.
    pub inertia: f32,
}

impl Default for MassProperties {
    fn default() -> Self {
        Self::ZERO
    }
}

impl MassProperties {
    /// No mass, at the origin.
    pub const ZERO: Self = Self { mass: 0.0, center: Point::new(0.0, 0.0), inertia: 0.0 };

    /// From an area (m^2), its centroid (m), its second moment about that (m^4), and a uniform `density`
    /// (kg/m^2).
    ///
    /// # Errors
    /// [`MassError::Density`] if the density is negative or not finite, [`MassError::TooLarge`] if a result
    /// is not finite.
    pub fn from_moments(
        area: f32,
        center: Point,
        second_moment: f32,
        density: f32,
    ) -> Result<Self, MassError> {
        if !(density.is_finite() && density >= 0.0) {
            return Err(MassError::Density(density));
        }
        let (mass, inertia) = (density * area, density * second_moment);
        if !(mass.is_finite() && inertia.is_finite()) {
            return Err(MassError::TooLarge { mass, inertia });
        }
        Ok(Self { mass, center, inertia })
    }

    /// Of a simple polygon of uniform `density` (kg/m^2), vertices (m) counter-clockwise.
    ///
    /// # Errors
    /// As for [`MassProperties::from_moments`]; [`MassError::NoArea`] if the outline encloses less than
    /// [`MIN_AREA`] or runs clockwise.
    ///
    /// ```
    /// # use geom::MassProperties;
    /// let house = [[3.0, 1.0], [3.0, 3.0], [2.0, 4.0], [1.0, 3.0], [1.0, 1.0]];
    /// assert_eq!(MassProperties::of_polygon(house, 2.0)?.mass, 10.0);
    /// # Ok::<(), geom::MassError>(())
    /// ```
    pub fn of_polygon<P: Into<Point>>(
        vertices: impl IntoIterator<Item = P>,
        density: f32,
    ) -> Result<Self, MassError> {
        let measures = polygon_measures(vertices);
        if measures.area.is_nan() || measures.area < MIN_AREA {
            return Err(MassError::NoArea(measures.area));
        }
        Self::from_moments(measures.area, measures.centroid, measures.second_moment, density)
    }

    /// Of two bodies joined to one: masses add, and inertias about the common centre (parallel-axis theorem:
    /// a mass m at distance d from it adds m d^2).
    #[must_use]
    pub fn combined(self, other: Self) -> Self {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return self;
        }
        let offset = other.center - self.center;
        Self {
            mass,
            center: self.center + offset * (other.mass / mass),
            // Both distances at once: m1 d1^2 + m2 d2^2 = (m1 m2 / m) d^2.
            inertia: self.inertia + other.inertia + self.mass * (other.mass / mass) * offset.norm_squared(),
        }
    }

    /// The inertia about another point, kg m^2.
    #[must_use]
    pub fn inertia_about(self, point: Point) -> f32 {
        self.inertia + self.mass * (point - self.center).norm_squared()
    }
}

/// Area, centroid and second moment of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonMeasures {
    /// Enclosed area, m^2; negative for a clockwise outline.
    pub area: f32,
    /// The centroid, m; the first vertex if the area is zero.
    pub centroid: Point,
    /// Second moment of area about the centroid, m^4.
    pub second_moment: f32,
}

/// Area, centroid and second moment of the simple outline through `vertices` (m): the shoelace formula
///
/// ```text
///   with u = p_i - p0, v = p_i+1 - p0, and the doubled area of the triangle d = u x v:
///   area           A = sum d / 2
///   centroid       c = p0 + sum d (u + v) / (6 A)
///   second moment  I = sum d (u.u + u.v + v.v) / 12     about p0, then about c: I - A |c - p0|^2
/// ```
///
/// An outline of fewer than three vertices has the area zero.
///
/// ```
/// # use geom::polygon_measures;
/// assert_eq!(polygon_measures([[4.0, 1.0], [2.0, 4.0], [1.0, 1.0]]).area, 4.5);
/// ```
#[must_use]
#[doc(alias("area", "centroid", "shoelace", "second_moment"))]
pub fn polygon_measures<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> PolygonMeasures {
    let mut vertices = vertices.into_iter().map(Into::into);
    let Some(p0) = vertices.next() else {
        return PolygonMeasures { area: 0.0, centroid: Point::origin(), second_moment: 0.0 };
    };
    let mut doubled_area = 0.0;
    let mut weighted = Vec2::zeros();
    let mut moment = 0.0;
    let mut v = vertices.next().map_or_else(Vec2::zeros, |p| p - p0);
    for p in vertices {
        let u = v;
        v = p - p0;
        let d = cross(u, v);
        doubled_area += d;
        weighted += (u + v) * d;
        moment += d * (u.norm_squared() + u.dot(&v) + v.norm_squared());
    }
    let area = 0.5 * doubled_area;
    if area == 0.0 {
        return PolygonMeasures { area, centroid: p0, second_moment: 0.0 };
    }
    let from_p0 = weighted / (3.0 * doubled_area);
    PolygonMeasures {
        area,
        centroid: p0 + from_p0,
        second_moment: moment / 12.0 - area * from_p0.norm_squared(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn points<const N: usize>(p: [[f32; 2]; N]) -> [Point; N] {
        p.map(Point::from)
    }

    /// *Sotirov 2022*: the house has the area 5.0, the triangle 4.5, and the pentagon has its centroid at
    /// (0.56995885, 0.2962963).
    #[test]
    fn areas_and_centroid_equal_the_worked_examples_of_the_text() {
        let house = points([[3., 1.], [3., 3.], [2., 4.], [1., 3.], [1., 1.]]);
        assert_eq!(polygon_measures(house).area, 5.0);
        let triangle = points([[4., 1.], [2., 4.], [1., 1.]]);
        assert_eq!(polygon_measures(triangle).area, 4.5);
        let pentagon = points([[2., -1.], [2.2, 1.], [1.5, 2.], [-1.2, 1.], [-1., -1.]]);
        let centroid = polygon_measures(pentagon).centroid;
        assert!((centroid - Point::new(0.569_958_85, 0.296_296_3)).norm() < 2e-7, "{centroid}");
    }

    /// An erratum of *Sotirov 2022*, Mass: "in the end we take the absolute value", which its `shoelace` does
    /// not, so that a clockwise polygon has a negative area and mass. Here the sign is documented, and shapes
    /// and masses refuse a clockwise outline or turn it.
    #[test]
    fn clockwise_outline_has_no_negative_mass() {
        let clockwise = points([[1., 1.], [1., 3.], [2., 4.], [3., 3.], [3., 1.]]);
        let text: f32 = (0..5).map(|i| 0.5 * cross(clockwise[i].coords, clockwise[(i + 1) % 5].coords)).sum();
        assert_eq!(text, -5.0, "the error of the text");
        assert_eq!(MassProperties::of_polygon(clockwise, 1.0), Err(MassError::NoArea(-5.0)));
        assert!(crate::Polygon::new(clockwise).is_err());
        let turned = crate::Polygon::from_any_winding(clockwise).unwrap();
        assert_eq!(polygon_measures(turned.vertices().iter().copied()).area, 5.0);
    }

    /// An erratum of *Sotirov 2022*. The text prints the inertia 315.3639166666666 about the origin for its
    /// hexagon, because its code takes the *magnitude* of each triangle's area. The origin lies outside, so
    /// the triangles on the near side must be subtracted instead, which gives 139.50575. This test computes
    /// both sums in f64, and compares them with the sum over a grid of small squares.
    #[test]
    fn inertia_of_the_hexagon_counts_triangles_with_their_sign() {
        let text = [[3., 1.], [3., 2.], [2.2, 3.], [1.5, 3.], [0.8, 2.], [1., 1.]]
            .map(|[x, y]: [f64; 2]| [x + 2.5, y + 2.5]);
        let (mut magnitudes, mut signed) = (0.0, 0.0);
        for (i, a) in text.iter().enumerate() {
            let b = text[(i + 1) % text.len()];
            let doubled = a[0] * b[1] - a[1] * b[0];
            let square = a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1] + a[0] * b[0] + a[1] * b[1];
            magnitudes += 0.5 * doubled.abs() * square / 6.0;
            signed += 0.5 * doubled * square / 6.0;
        }
        assert!((magnitudes - 315.363_916_666_666_6).abs() < 1e-9);
        assert!((signed - 139.505_75).abs() < 1e-9);

        let hexagon = text.map(|p| Point::new(p[0] as f32, p[1] as f32));
        let inertia = MassProperties::of_polygon(hexagon, 1.0).unwrap().inertia_about(Point::origin());
        assert!((f64::from(inertia) - signed).abs() < 1e-4, "{inertia}");

        let shape = crate::Polygon::new(hexagon).unwrap();
        let (side, mut counted) = (0.01_f32, 0.0_f64);
        for (i, j) in (300..600).flat_map(|i| (300..600).map(move |j| (i, j))) {
            let p = Point::new((i as f32 + 0.5) * side, (j as f32 + 0.5) * side);
            if shape.hull().contains(p) {
                counted += f64::from(side * side * p.coords.norm_squared());
            }
        }
        assert!((counted - signed).abs() < 0.01 * signed, "{counted}");
    }

    /// A U is a box of 4 m by 3 m without a box of 2 m by 2 m at the middle of its top:
    ///
    /// ```text
    ///   area       12 - 4 = 8
    ///   centroid   (12 (2, 1.5) - 4 (2, 2)) / 8 = (2, 1.25)
    ///   moment     12 (16 + 9) / 12 + 12 (0.25)^2 - 4 (4 + 4) / 12 - 4 (0.75)^2 = 20 + 5/6
    /// ```
    ///
    /// Wherever the sums begin, some triangles lie outside and count as negative; adding magnitudes would
    /// give more. Clockwise, area and moment are negative, and the centroid is the same.
    #[test]
    fn measures_of_a_u_are_those_of_a_box_without_a_box() {
        let outline = [[0., 0.], [4., 0.], [4., 3.], [3., 3.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let exact = 20.0 + 5.0 / 6.0;
        for begin in 0..outline.len() {
            let mut turned = points(outline);
            turned.rotate_left(begin);
            let found = polygon_measures(turned);
            assert!((found.area - 8.0).abs() < 1e-5, "{found:?}");
            assert!((found.centroid - Point::new(2.0, 1.25)).norm() < 1e-5, "{found:?}");
            assert!((found.second_moment - exact).abs() < 1e-4, "{found:?}");
            let mass = MassProperties::of_polygon(turned, 3.0).unwrap();
            assert!((mass.inertia - 3.0 * exact).abs() < 3e-4 && (mass.mass - 24.0).abs() < 1e-5);
            turned.reverse();
            let clockwise = polygon_measures(turned);
            assert!((clockwise.area + 8.0).abs() < 1e-5 && (clockwise.second_moment + exact).abs() < 1e-4);
            assert!((clockwise.centroid - found.centroid).norm() < 1e-5, "{clockwise:?}");
        }
    }

    /// A box of 1 m keeps its area, centroid and inertia to five digits at 10 km from the origin, where sums
    /// about the origin would lose all digits.
    #[test]
    fn box_far_from_the_origin_keeps_five_digits() {
        let far = 10_000.0;
        let square = points([[0., 0.], [1., 0.], [1., 1.], [0., 1.]]).map(|p| p + Vec2::new(far, -far));
        let measures = polygon_measures(square);
        assert!((measures.area - 1.0).abs() < 1e-5);
        assert!((measures.second_moment - 1.0 / 6.0).abs() < 1e-5);
        assert!((measures.centroid - Point::new(far + 0.5, 0.5 - far)).norm() < 1e-2);
    }

    #[test]
    fn flat_outline_and_bad_density_give_errors_with_the_value() {
        let flat = points([[0., 0.], [1., 0.], [2., 0.]]);
        assert_eq!(MassProperties::of_polygon(flat, 1.0), Err(MassError::NoArea(0.0)));
        assert_eq!(MassProperties::of_polygon(points([]), 1.0), Err(MassError::NoArea(0.0)));
        let square = points([[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        for bad in [-1.0, f32::INFINITY, f32::NAN] {
            let error = MassProperties::of_polygon(square, bad).unwrap_err();
            assert!(alloc::format!("{error}").contains("density"), "{error}");
        }
        assert!(matches!(MassProperties::of_polygon(square, 3e38).map(|m| m.mass), Ok(m) if m > 1e38));
    }

    /// A density of zero gives no mass, and no error: of a sensor, or of what a heavier part holds. A mass
    /// or an inertia alone that is too large is an error with both; so is an outline of which no area can be
    /// told.
    #[test]
    fn mass_is_zero_for_no_density_and_an_error_beyond_f32() {
        let square = points([[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        let none = MassProperties::of_polygon(square, 0.0).unwrap();
        assert_eq!((none.mass, none.inertia, none.center), (0.0, 0.0, Point::new(0.5, 0.5)));
        let of = |area, moment| MassProperties::from_moments(area, Point::origin(), moment, 1e10);
        assert!(of(1e20, 1e20).is_ok());
        for (area, moment) in [(1e30, 1.0), (1.0, 1e30), (f32::NAN, 1.0), (1.0, f32::NAN)] {
            assert!(matches!(of(area, moment), Err(MassError::TooLarge { .. })), "{area} m^2, {moment} m^4");
        }
        let lost = points([[0., 0.], [f32::NAN, 0.], [1., 1.]]);
        assert!(
            matches!(MassProperties::of_polygon(lost, 1.0), Err(MassError::NoArea(area)) if area.is_nan())
        );
    }

    /// What has no mass adds none, on either side, wherever it is; and the centroid of an outline without
    /// area is its first vertex.
    #[test]
    fn parts_without_mass_change_nothing() {
        let square = points([[2., 2.], [3., 2.], [3., 3.], [2., 3.]]);
        let whole = MassProperties::of_polygon(square, 3.0).unwrap();
        let none = MassProperties { center: Point::new(-7.0, 4.0), ..MassProperties::ZERO };
        assert_eq!(
            [whole.combined(none), none.combined(whole)].map(|sum| (sum.mass, sum.inertia)),
            [(3.0, whole.inertia); 2]
        );
        assert!((none.combined(whole).center - whole.center).norm() < 1e-5 && whole.combined(none) == whole);
        assert_eq!(none.combined(MassProperties::ZERO), none);
        let line = points([[5., 1.], [6., 1.], [8., 1.]]);
        let flat = PolygonMeasures { area: 0.0, centroid: line[0], second_moment: 0.0 };
        assert_eq!(polygon_measures(line), flat);
        assert_eq!(polygon_measures(line[..2].iter().copied()), flat);
    }

    /// A star-shaped outline around the origin. It is simple and often concave.
    fn outline() -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec(0.3_f32..3.0, 3..12).prop_map(|radii| {
            let n = radii.len() as f32;
            radii
                .iter()
                .enumerate()
                .map(|(i, r)| {
                    crate::Rot::from_angle(i as f32 * core::f32::consts::TAU / n) * Vec2::new(*r, 0.0)
                })
                .map(Point::from)
                .collect()
        })
    }

    proptest! {
        /// The mass properties of two parts, cut along a diagonal, combine to those of the whole. In a
        /// concave outline the diagonal may lie outside; then one part has negative area, and the sums are
        /// still right.
        #[test]
        fn parts_on_both_sides_of_a_diagonal_combine_to_the_whole(outline in outline(), cut in any::<prop::sample::Index>()) {
            prop_assume!(outline.len() >= 4);
            let whole = MassProperties::of_polygon(outline.iter().copied(), 1.5).unwrap();
            let k = 2 + cut.index(outline.len() - 3);
            let first = polygon_measures(outline[..=k].iter().copied());
            let mut rest = outline[k..].to_vec();
            rest.push(outline[0]);
            let second = polygon_measures(rest);
            // Not `of_polygon`, which refuses a part of negative area.
            let part = |m: PolygonMeasures| MassProperties {
                mass: 1.5 * m.area, center: m.centroid, inertia: 1.5 * m.second_moment,
            };
            prop_assume!(whole.mass > 0.1);
            let combined = part(first).combined(part(second));
            prop_assert!((combined.mass - whole.mass).abs() < 1e-4 * whole.mass.max(1.0));
            prop_assert!((combined.center - whole.center).norm() < 2e-3);
            prop_assert!((combined.inertia - whole.inertia).abs() < 2e-3 * whole.inertia.max(1.0));
        }

        /// A translation moves the centroid and changes neither area nor second moment.
        #[test]
        fn translation_moves_only_the_centroid(outline in outline(), x in -30.0_f32..30.0, y in -30.0_f32..30.0) {
            let offset = Vec2::new(x, y);
            let moved: Vec<Point> = outline.iter().map(|p| p + offset).collect();
            let (a, b) = (polygon_measures(outline), polygon_measures(moved));
            prop_assert!((a.area - b.area).abs() < 1e-3);
            prop_assert!((a.centroid + offset - b.centroid).norm() < 1e-3);
            prop_assert!((a.second_moment - b.second_moment).abs() < 2e-3 * a.second_moment.max(1.0));
        }
    }
}
