//! What a collider has to do with a portal: which of its contacts count while a body is half through.
//!
//! ```text
//!      body (Passing)                 n ^      The wall in which the portal is set does not know of it. The
//!        +-----+                        |      rims stand for it: a segment on each side of the opening.
//!   =====|.....|=====  plane        ____|____
//!   //// |     | ////  wall             ^      Passing:  points behind the plane do not count (that part of
//!        +-----+                      point              the body is at the other end of the portal), nor do
//!   =====+     +=====  rims                              those of static colliders in the plane (the wall)
//!        |     |                               Rim:      touches only what passes through its portal
//! ```
//!
//! The rules are about single contact points and need no list of walls. `toolkit::Portals` sets the roles.
//! Turned down: a [`ContactHook`](crate::ContactHook), which decides about whole contacts, and belongs to the
//! program; a filter between body and wall, since walls may be one body and meet in the opening.

use crate::definition::{self, FREE};
use crate::error::{DefError, finite_vector};
use collide::Manifold;
use geom::{Point, Position, Vec2};
use properties::{Properties, Visitor, Word, property};

/// See [`ColliderDef::portal`](crate::ColliderDef::portal).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum PortalRole {
    /// Its body passes through an opening. Contact points behind the plane do not count, nor do those of
    /// static colliders in the plane, except of the rims of this opening.
    Passing {
        /// The number of the opening.
        portal: u32,
        /// A point of the plane, m.
        point: Position,
        /// The normal of the plane, out of the wall, of unit length.
        normal: Vec2,
    },
    /// The rim of an opening: it touches only colliders that pass through this opening, and in front of the
    /// plane.
    Rim {
        /// The number of the opening.
        portal: u32,
    },
}

impl Properties for PortalRole {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let mut index = usize::from(matches!(self, Self::Rim { .. }));
        visitor.variant("kind", 2, &mut index)?;
        if (index == 1) != matches!(self, Self::Rim { .. }) {
            *self = if index == 1 { Self::Rim { portal: 0 } } else { Self::BLANK };
        }
        match self {
            Self::Passing { portal, point, normal } => {
                visitor.word(property("portal", "", FREE), Word::Whole, portal)?;
                definition::position(visitor, property("point", "m", FREE), point)?;
                definition::vector(visitor, property("normal", "", FREE), normal)
            }
            Self::Rim { portal } => visitor.word(property("portal", "", FREE), Word::Whole, portal),
        }
    }
}

impl PortalRole {
    pub(crate) const BLANK: Self =
        Self::Passing { portal: 0, point: Position::ORIGIN, normal: Vec2::new(0.0, 0.0) };

    /// With a normal of unit length.
    ///
    /// # Errors
    /// [`DefError::Value`] for a number that is not finite or a normal that is zero.
    pub(crate) fn validated(self) -> Result<Self, DefError> {
        let Self::Passing { portal, point, normal } = self else { return Ok(self) };
        finite_vector("point of the portal", point.to_point().coords)?;
        finite_vector("normal of the portal", normal)?;
        let length = normal.norm();
        if !(length > 0.0 && length.is_finite()) {
            let (field, expected) = ("length of the normal of the portal", "finite and above zero");
            return Err(DefError::Value { field, value: length, expected });
        }
        // Keeps its bits.
        let is_unit = (length - 1.0).abs() < 4.0 * f32::EPSILON;
        Ok(Self::Passing { portal, point, normal: if is_unit { normal } else { normal / length } })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PortalSide {
    pub(crate) role: Option<PortalRole>,
    pub(crate) is_static: bool,
    /// The anchors of the points are measured from here, m.
    pub(crate) center: Point,
    /// Of its opening, as the centre is seen, m.
    pub(crate) plane: Point,
}

/// Without the points that do not count; `None` if all count. A point up to `slop` (m) from the plane still
/// lies in it.
pub(crate) fn clip(manifold: &Manifold, sides: [PortalSide; 2], slop: f32) -> Option<Manifold> {
    let [a, b] = sides;
    let counts = |index: usize| {
        let point = &manifold.points[index];
        let half_gap = manifold.normal * (0.5 * point.separation);
        let on_a = a.center + (point.anchor_a - half_gap);
        let on_b = b.center + (point.anchor_b + half_gap);
        accepts(a, b, on_b, slop) && accepts(b, a, on_a, slop)
    };
    let kept = match manifold.count {
        2 => [counts(0), counts(1)],
        _ => [counts(0), false],
    };
    match (kept, manifold.count) {
        ([true, true], _) | ([true, false], 1) => None,
        ([true, false], _) => Some(Manifold { count: 1, ..*manifold }),
        ([false, true], _) => {
            let [first, second] = manifold.points;
            Some(Manifold { points: [second, first], count: 1, ..*manifold })
        }
        ([false, false], _) => Some(Manifold::EMPTY),
    }
}

fn accepts(this: PortalSide, other: PortalSide, point: Point, slop: f32) -> bool {
    match (this.role, other.role) {
        (None, _) => true,
        (Some(PortalRole::Rim { portal }), Some(PortalRole::Passing { portal: passed, .. })) => {
            portal == passed
        }
        (Some(PortalRole::Rim { .. }), _) => false,
        (Some(PortalRole::Passing { normal, .. }), role) => {
            let is_rim = matches!(role, Some(PortalRole::Rim { .. }));
            let height = normal.dot(&(point - this.plane));
            if other.is_static && !is_rim { height > slop } else { height >= -slop }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collide::{FeatureId, ManifoldPoint};

    const SLOP: f32 = 0.005;

    /// A manifold of A above B with two points at these places, and sides at the origin.
    fn contact(points: [[f32; 2]; 2], roles: [Option<PortalRole>; 2], is_static: bool) -> Vec<[f32; 2]> {
        let normal = Vec2::new(0.0, -1.0);
        let point = |index: usize| {
            let anchor = Vec2::from(points[index]);
            let feature = FeatureId::new(index, 0);
            ManifoldPoint { anchor_a: anchor, anchor_b: anchor, separation: 0.0, feature }
        };
        let manifold = Manifold { normal, points: [point(0), point(1)], count: 2 };
        let side = |index: usize| PortalSide {
            role: roles[index],
            is_static: is_static && index == 1,
            center: Point::origin(),
            plane: Point::origin(),
        };
        let clipped = clip(&manifold, [side(0), side(1)], SLOP).unwrap_or(manifold);
        clipped.points().iter().map(|point| point.anchor_a.into()).collect()
    }

    fn passing(portal: u32) -> Option<PortalRole> {
        Some(PortalRole::Passing { portal, point: Position::ORIGIN, normal: Vec2::new(0.0, 1.0) })
    }

    /// Points behind the plane are dropped one by one, and those of static colliders in the plane, too.
    #[test]
    fn points_behind_the_plane_do_not_count() {
        let both = [[-1.0, -0.5], [1.0, 0.5]];
        assert_eq!(contact(both, [passing(1), None], false), [[1.0, 0.5]]);
        assert_eq!(contact([both[1], both[0]], [passing(1), None], true), [[1.0, 0.5]]);
        let in_plane = [[-1.0, 0.0], [1.0, 0.0]];
        assert_eq!(contact(in_plane, [passing(1), None], false), in_plane);
        assert!(contact(in_plane, [passing(1), None], true).is_empty());
        assert_eq!(contact(both, [None, None], true), both);
    }

    /// A rim touches what passes through its own portal, and nothing else.
    #[test]
    fn rim_touches_what_passes_through_its_portal() {
        let rim = Some(PortalRole::Rim { portal: 1 });
        let points = [[-1.0, -0.5], [1.0, 0.0]];
        assert_eq!(contact(points, [passing(1), rim], true), [[1.0, 0.0]]);
        assert!(contact(points, [passing(2), rim], true).is_empty());
        assert!(contact(points, [None, rim], true).is_empty());
    }

    /// An error names the field and the value; a normal becomes a unit vector.
    #[test]
    fn role_is_validated() {
        let role = |y: f32| {
            PortalRole::Passing { portal: 0, point: Position::ORIGIN, normal: Vec2::new(0.0, y) }.validated()
        };
        assert_eq!(role(2.0), role(1.0));
        assert_eq!(
            role(0.0).unwrap_err().to_string(),
            "length of the normal of the portal is 0: it must be finite and above zero"
        );
        assert!(role(f32::NAN).is_err());
    }
}
