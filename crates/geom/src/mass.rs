//! Area, centroid and rotational inertia of a simple polygon, and mass properties that add up.
//!
//! Every quantity is a sum over the triangles (p0, p_i, p_i+1), signed by their turning sense, so that the
//! parts outside a concave outline cancel:
//!
//! ```text
//!   with u = p_i - p0, v = p_i+1 - p0, and the doubled area of the triangle d = u x v:
//!   area      A = sum d / 2
//!   centroid  c = p0 + sum d (u + v) / (6 A)
//!   inertia   I = rho sum d (u.u + u.v + v.v) / 12     about p0, then about c: I - m |c - p0|^2
//! ```
//!
//! Measuring from p0 instead of the origin keeps the products small: from the origin, a 1 m box 10 km away
//! loses its inertia to rounding.
//!
//! Source: seed 001, sections Mass, Centroid and Rotational Inertia, there about the origin. Two errata: its
//! inertia formula names |a|^2 twice where its code, and this one, have a.a + b.b + a.b; and its code sums
//! the magnitudes of the triangles, which is only right if the origin lies inside (see the tests).
//! Turned down: Green's theorem over edges. Same sums, but it hides the triangles one can draw.

use crate::tolerance::MIN_AREA;
use crate::{Point, Vec2, cross};
use bytemuck::{Pod, Zeroable};
use thiserror::Error;

/// Why there are no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MassError {
    /// The density must be finite and not negative, kg/m^2.
    #[error("density is {0} kg/m^2: it must be finite and not negative")]
    Density(f32),
    /// The mass or inertia that come out are too large for f32.
    #[error(
        "mass {mass} kg and inertia {inertia} kg m^2 must be finite: the shape is too large or too dense"
    )]
    TooLarge {
        /// Mass, kg.
        mass: f32,
        /// Inertia, kg m^2.
        inertia: f32,
    },
    /// The outline encloses next to nothing, m^2.
    #[error("the outline encloses {0} m^2: at least {MIN_AREA} m^2 make a mass")]
    NoArea(f32),
}

/// Mass, centre of mass and inertia of a body or of one of its shapes.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct MassProperties {
    /// Mass, kg. Zero stands for a body that nothing can move.
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

    /// From an area (m^2), the centroid, and the second moment of area about the centroid (m^4), of even
    /// `density` (kg/m^2).
    ///
    /// # Errors
    /// [`MassError::Density`] unless the density is finite and not negative, [`MassError::TooLarge`] if a
    /// result is not finite.
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

    /// Of a polygon of even `density` (kg/m^2), vertices in metres, counter-clockwise; simple, not
    /// necessarily convex.
    ///
    /// # Errors
    /// As [`MassProperties::from_moments`]; [`MassError::NoArea`] if the outline encloses less than
    /// [`MIN_AREA`] or runs clockwise.
    ///
    /// ```
    /// # use geom::{MassProperties, Point};
    /// let house = [[3.0, 1.0], [3.0, 3.0], [2.0, 4.0], [1.0, 3.0], [1.0, 1.0]].map(Point::from);
    /// assert_eq!(MassProperties::of_polygon(&house, 2.0).unwrap().mass, 10.0);
    /// ```
    pub fn of_polygon(vertices: &[Point], density: f32) -> Result<Self, MassError> {
        let measures = polygon_measures(vertices);
        if measures.area.is_nan() || measures.area < MIN_AREA {
            return Err(MassError::NoArea(measures.area));
        }
        Self::from_moments(measures.area, measures.centroid, measures.second_moment, density)
    }

    /// Of two bodies welded together: masses add, inertias add about the common centre
    /// (parallel-axis theorem: a mass at distance d from the centre adds m d^2).
    #[must_use]
    pub fn combined(self, other: Self) -> Self {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return self;
        }
        let apart = other.center - self.center;
        Self {
            mass,
            center: self.center + apart * (other.mass / mass),
            // Both distances at once: m1 d1^2 + m2 d2^2 = (m1 m2 / m) d^2.
            inertia: self.inertia + other.inertia + self.mass * (other.mass / mass) * apart.norm_squared(),
        }
    }

    /// The inertia about another point, kg m^2.
    #[must_use]
    pub fn inertia_about(self, point: Point) -> f32 {
        self.inertia + self.mass * (point - self.center).norm_squared()
    }
}

/// What the shoelace sums give for one outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonMeasures {
    /// Enclosed area, m^2; negative for a clockwise outline.
    pub area: f32,
    /// Centroid, m; the first vertex if the area is zero.
    pub centroid: Point,
    /// Second moment of area about the centroid, m^4.
    pub second_moment: f32,
}

/// Area, centroid and second moment of the outline through `vertices` (m): the sums at the head of this
/// file. An outline of fewer than three vertices encloses nothing.
///
/// ```
/// # use geom::{Point, polygon_measures};
/// let triangle = [[4.0, 1.0], [2.0, 4.0], [1.0, 1.0]].map(Point::from);
/// assert_eq!(polygon_measures(&triangle).area, 4.5);
/// ```
#[must_use]
pub fn polygon_measures(vertices: &[Point]) -> PolygonMeasures {
    let Some((&p0, rest)) = vertices.split_first() else {
        return PolygonMeasures { area: 0.0, centroid: Point::origin(), second_moment: 0.0 };
    };
    let mut doubled_area = 0.0;
    let mut weighted = Vec2::zeros();
    let mut moment = 0.0;
    for edge in rest.windows(2) {
        let (u, v) = (edge[0] - p0, edge[1] - p0);
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

    fn points<const N: usize>(p: [[f32; 2]; N]) -> Vec<Point> {
        p.into_iter().map(Point::from).collect()
    }

    /// Seed 001: the house has area 5.0, the triangle 4.5, the pentagon its centroid at
    /// (0.56995885, 0.2962963).
    #[test]
    fn worked_examples_of_the_seed() {
        let house = points([[3., 1.], [3., 3.], [2., 4.], [1., 3.], [1., 1.]]);
        assert_eq!(polygon_measures(&house).area, 5.0);
        let triangle = points([[4., 1.], [2., 4.], [1., 1.]]);
        assert_eq!(polygon_measures(&triangle).area, 4.5);
        let pentagon = points([[2., -1.], [2.2, 1.], [1.5, 2.], [-1.2, 1.], [-1., -1.]]);
        let centroid = polygon_measures(&pentagon).centroid;
        assert!((centroid - Point::new(0.569_958_85, 0.296_296_3)).norm() < 2e-7, "{centroid}");
    }

    /// An erratum of seed 001. For its hexagon it prints the inertia 315.3639166666666 about the origin,
    /// since its code takes the *magnitude* of each triangle's area; with the origin outside, the triangles
    /// on the near side must be taken away instead, which leaves 139.50575. Both sums are done here in f64,
    /// and a grid of small squares decides between them.
    #[test]
    fn inertia_of_the_seeds_hexagon_takes_triangles_with_their_sign() {
        let seed = [[3., 1.], [3., 2.], [2.2, 3.], [1.5, 3.], [0.8, 2.], [1., 1.]]
            .map(|[x, y]: [f64; 2]| [x + 2.5, y + 2.5]);
        let (mut magnitudes, mut signed) = (0.0, 0.0);
        for (i, a) in seed.iter().enumerate() {
            let b = seed[(i + 1) % seed.len()];
            let doubled = a[0] * b[1] - a[1] * b[0];
            let square = a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1] + a[0] * b[0] + a[1] * b[1];
            magnitudes += 0.5 * doubled.abs() * square / 6.0;
            signed += 0.5 * doubled * square / 6.0;
        }
        assert!((magnitudes - 315.363_916_666_666_6).abs() < 1e-9);
        assert!((signed - 139.505_75).abs() < 1e-9);

        let hexagon: Vec<Point> = seed.iter().map(|p| Point::new(p[0] as f32, p[1] as f32)).collect();
        let inertia = MassProperties::of_polygon(&hexagon, 1.0).unwrap().inertia_about(Point::origin());
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

    /// A box of a metre keeps its area, centroid and inertia to five digits at 10 km from the origin, where
    /// sums about the origin would lose them all.
    #[test]
    fn nothing_is_lost_far_from_the_origin() {
        let far = 10_000.0;
        let square =
            points([[0., 0.], [1., 0.], [1., 1.], [0., 1.]]).into_iter().map(|p| p + Vec2::new(far, -far));
        let measures = polygon_measures(&square.collect::<Vec<_>>());
        assert!((measures.area - 1.0).abs() < 1e-5);
        assert!((measures.second_moment - 1.0 / 6.0).abs() < 1e-5);
        assert!((measures.centroid - Point::new(far + 0.5, 0.5 - far)).norm() < 1e-2);
    }

    #[test]
    fn outlines_without_area_are_refused_by_name() {
        let flat = points([[0., 0.], [1., 0.], [2., 0.]]);
        assert_eq!(MassProperties::of_polygon(&flat, 1.0), Err(MassError::NoArea(0.0)));
        assert_eq!(MassProperties::of_polygon(&[], 1.0), Err(MassError::NoArea(0.0)));
        let square = points([[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        for bad in [-1.0, f32::INFINITY, f32::NAN] {
            let error = MassProperties::of_polygon(&square, bad).unwrap_err();
            assert!(alloc::format!("{error}").contains("density"), "{error}");
        }
        assert!(matches!(MassProperties::of_polygon(&square, 3e38).map(|m| m.mass), Ok(m) if m > 1e38));
    }

    /// A star-shaped outline around the origin: simple, and often concave.
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
        /// Cutting a polygon in two along a diagonal and welding the parts gives the whole back. For a
        /// concave outline one part may lie outside; the sums do not mind.
        #[test]
        fn parts_combine_to_the_whole(outline in outline(), cut in any::<prop::sample::Index>()) {
            prop_assume!(outline.len() >= 4);
            let whole = MassProperties::of_polygon(&outline, 1.5).unwrap();
            let k = 2 + cut.index(outline.len() - 3);
            let first = polygon_measures(&outline[..=k]);
            let mut rest = outline[k..].to_vec();
            rest.push(outline[0]);
            let second = polygon_measures(&rest);
            // Not `of_polygon`: a part outside has negative area, which is no mass of its own.
            let part = |m: PolygonMeasures| MassProperties {
                mass: 1.5 * m.area, center: m.centroid, inertia: 1.5 * m.second_moment,
            };
            prop_assume!(whole.mass > 0.1);
            let welded = part(first).combined(part(second));
            prop_assert!((welded.mass - whole.mass).abs() < 1e-4 * whole.mass.max(1.0));
            prop_assert!((welded.center - whole.center).norm() < 2e-3);
            prop_assert!((welded.inertia - whole.inertia).abs() < 2e-3 * whole.inertia.max(1.0));
        }

        /// Mass properties do not depend on where the shape lies, but for the centre, which moves along.
        #[test]
        fn moving_moves_only_the_centre(outline in outline(), x in -30.0_f32..30.0, y in -30.0_f32..30.0) {
            let offset = Vec2::new(x, y);
            let moved: Vec<Point> = outline.iter().map(|p| p + offset).collect();
            let (a, b) = (polygon_measures(&outline), polygon_measures(&moved));
            prop_assert!((a.area - b.area).abs() < 1e-3);
            prop_assert!((a.centroid + offset - b.centroid).norm() < 1e-3);
            prop_assert!((a.second_moment - b.second_moment).abs() < 2e-3 * a.second_moment.max(1.0));
        }
    }
}
