//! Where a point lies with respect to a shape.

use crate::Point;
use crate::double::to_f64;

/// Where a point lies with respect to an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In the interior.
    Inside,
    /// Exactly on the border.
    Border,
    /// Beyond the border.
    Outside,
}

impl Location {
    /// Whether the point lies in the interior or on the border.
    #[must_use]
    pub fn is_in(self) -> bool {
        self != Self::Outside
    }
}

/// Where `point` (m) lies with respect to a circle (m); outside if `radius` is negative. The squares are
/// exact in double precision, and their sum to half a unit in the last place. *Sotirov 2022* squares the
/// point instead of its distance from the centre.
///
/// ```
/// use geom::{Location, point_in_circle};
/// assert_eq!(point_in_circle([10.0, 0.0], 5.0, [13.0, 4.0]), Location::Border);
/// assert_eq!(point_in_circle([10.0, 0.0], 5.0, [1.0, 1.0]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_circle(center: impl Into<Point>, radius: f32, point: impl Into<Point>) -> Location {
    let distance_squared = (to_f64(point.into()) - to_f64(center.into())).norm_squared();
    let radius_squared = f64::from(radius) * f64::from(radius);
    if radius >= 0.0 && distance_squared < radius_squared {
        Location::Inside
    } else if radius >= 0.0 && distance_squared == radius_squared {
        Location::Border
    } else {
        Location::Outside
    }
}
