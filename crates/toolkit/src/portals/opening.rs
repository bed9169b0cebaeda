//! The geometry of an opening: its frame, the map to the other opening, its rims, and what reaches it.
//!
//! ```text
//!            normal n  ^                     along  s = t . (p - center)
//!                      |  tangent t          height h = n . (p - center)
//!   ----------(--------x------->)--------
//!          -width/2          +width/2        map: n -> -n', t -> -t', center -> center'
//! ```
//!
//! With t = n turned clockwise the frame (t, n) is right-handed, and so is (-t', -n'): the map is a rotation
//! and a translation, never a reflection. As complex numbers R = -t' conj(t).

use super::PortalDef;
use geom::{Aabb, Point, Position, Rot, Vec2, WorldPose, cross, right_normal};
use world::{BodyRef, DefError};

/// The rims lie farther out than the opening by this, m: a body that rests on a floor at the level of the
/// rim, and in it by what contacts allow, must not meet the rim as a step.
const RIM_RECESS: f32 = 0.01;

/// The least length of a rim, as a share of half of the width.
const LEAST_RIM: f32 = 0.2;

#[derive(Clone, Copy, Debug)]
pub(super) struct Mouth {
    pub(super) center: Position,
    /// Of unit length.
    pub(super) normal: Vec2,
    tangent: Vec2,
    /// Half of the width, m.
    pub(super) half_width: f32,
    wall: [f32; 2],
    /// From in front of this opening to in front of the other.
    pub(super) map: WorldPose,
}

/// The two openings of a definition.
///
/// # Errors
/// [`DefError::Value`] that names a number out of its range.
pub(super) fn mouths(def: &PortalDef) -> Result<[Mouth; 2], DefError> {
    let check = |ok: bool, field: &'static str, value: f32, expected: &'static str| {
        if ok { Ok(()) } else { Err(DefError::Value { field, value, expected }) }
    };
    let width = def.width;
    check(width.is_finite() && width > 0.0, "width", width, "finite and above zero")?;
    let mut mouths = [Mouth {
        center: Position::ORIGIN,
        normal: Vec2::zeros(),
        tangent: Vec2::zeros(),
        half_width: 0.5 * width,
        wall: [width; 2],
        map: WorldPose::IDENTITY,
    }; 2];
    for (mouth, opening) in mouths.iter_mut().zip(&def.openings) {
        for x in [opening.center.x, opening.center.y] {
            check(x.is_finite(), "center of an opening", x as f32, "finite")?;
        }
        let length = opening.normal.norm();
        let is_direction = length.is_finite() && length > 0.0;
        check(is_direction, "length of the normal of an opening", length, "finite and above zero")?;
        for x in opening.wall.into_iter().flatten() {
            check(x.is_finite() && x >= 0.0, "wall beside an opening", x, "finite and not negative")?;
        }
        mouth.center = opening.center;
        mouth.normal = opening.normal / length;
        mouth.tangent = right_normal(mouth.normal);
        mouth.wall = opening.wall.unwrap_or([width; 2]);
    }
    let [a, b] = mouths;
    let rotation = Rot { cos: -a.tangent.dot(&b.tangent), sin: -cross(a.tangent, b.tangent) }.normalized();
    mouths[0].map = map_between(a.center, b.center, rotation);
    mouths[1].map = map_between(b.center, a.center, rotation.inverse());
    Ok(mouths)
}

/// The rotation about `from`, which goes to `to`.
fn map_between(from: Position, to: Position, rotation: Rot) -> WorldPose {
    let Position { x, y } = WorldPose { position: Position::ORIGIN, rotation } * from;
    WorldPose { position: Position { x: to.x - x, y: to.y - y }, rotation }
}

impl Mouth {
    /// How far a point, which is seen from the middle, is in front of the plane, m; negative behind it.
    pub(super) fn height(&self, p: Point) -> f32 {
        self.normal.dot(&p.coords)
    }

    /// How far a point, which is seen from the middle, is from there along the tangent, m.
    pub(super) fn along(&self, p: Point) -> f32 {
        self.tangent.dot(&p.coords)
    }

    /// The vector with these components along the tangent and the normal.
    pub(super) fn vector(&self, along: f32, height: f32) -> Vec2 {
        self.tangent * along + self.normal * height
    }

    /// The two rims, relative to the center, for a world of this length unit.
    pub(super) fn rims(&self, unit: f32) -> [[Point; 2]; 2] {
        let rim = self.half_width + RIM_RECESS * unit;
        [(-1.0, self.wall[0]), (1.0, self.wall[1])].map(|(side, wall)| {
            let end = rim + compute::math::max(wall, LEAST_RIM * self.half_width);
            [rim, end].map(|along| Point::from(self.vector(side * along, 0.0)))
        })
    }

    /// Whether the fat boxes of a body that moves by `way` (m) come near: a quick test.
    pub(super) fn may_be_reached(&self, body: BodyRef<'_>, way: Vec2, margin: f32) -> bool {
        let ends = [-self.half_width, self.half_width].map(|along| Point::from(self.vector(along, 0.0)));
        let opening = Aabb::of_points(ends).expanded(margin);
        body.colliders().any(|c| c.is_enabled() && c.fat_aabb_from(self.center).swept(way).overlaps(opening))
    }
}

/// Of a body in the frame of an opening, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extents {
    pub(super) along: [f32; 2],
    pub(super) height: [f32; 2],
}

impl Extents {
    pub(super) fn reach(&self, mouth: &Mouth, margin: f32) -> bool {
        let w = mouth.half_width;
        self.height[0] < margin && self.along[0] < w && self.along[1] > -w
    }
}

/// The range of a body's colliders, sensors and disabled ones apart; `None` if it has none.
pub(super) fn extents(body: BodyRef<'_>, mouth: &Mouth) -> Option<Extents> {
    let pose = body.pose_from(mouth.center);
    let mut extents = Extents { along: EMPTY, height: EMPTY };
    for collider in body.colliders().filter(|c| !c.is_sensor() && c.is_enabled()) {
        let Some(hull) = collider.shape().hull() else { continue };
        for vertex in hull.vertices {
            let p = pose * *vertex;
            include(&mut extents.along, mouth.along(p), hull.radius);
            include(&mut extents.height, mouth.height(p), hull.radius);
        }
    }
    (extents.height[0] <= extents.height[1]).then_some(extents)
}

/// The range of a body within the next `dt` seconds, if nothing stops it.
pub(super) fn swept_extents(body: BodyRef<'_>, mouth: &Mouth, dt: f32) -> Option<Extents> {
    let Extents { mut along, mut height } = extents(body, mouth)?;
    // No point of it turns by more than this.
    let reach = (along[1] - along[0]) + (height[1] - height[0]);
    let turn = compute::math::min(body.angular_velocity().abs() * dt, 2.0) * reach;
    let way = body.velocity() * dt;
    for (range, way) in [(&mut along, mouth.tangent.dot(&way)), (&mut height, mouth.normal.dot(&way))] {
        range[0] += compute::math::min(way, 0.0) - turn;
        range[1] += compute::math::max(way, 0.0) + turn;
    }
    Some(Extents { along, height })
}

const EMPTY: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

fn include(range: &mut [f32; 2], x: f32, radius: f32) {
    range[0] = compute::math::min(range[0], x - radius);
    range[1] = compute::math::max(range[1], x + radius);
}

#[cfg(test)]
mod tests {
    use super::super::Opening;
    use super::*;

    /// What is in front of one opening is mapped to the same place behind the plane of the other: heights and
    /// places along the opening change their signs, and the two maps are inverse to each other.
    #[test]
    fn map_turns_one_opening_into_the_other() {
        for case in 0..100_u32 {
            let x = |k: u32| ((case * 37 + k * 61) % 101) as f32 / 50.0 - 1.0;
            let opening = |k: u32| {
                let normal = Rot::from_angle(3.0 * x(k)) * Vec2::new(0.0, 2.0);
                Opening::new([9.0 * x(k + 1), 9.0 * x(k + 2)], normal)
            };
            let [a, b] = mouths(&PortalDef::new(opening(0), opening(3), 1.0)).unwrap();
            let (along, height) = (2.0 * x(6), 2.0 * x(7));
            let point = a.center + a.vector(along, height);
            let image = a.map * point;
            let seen = Point::from(image - b.center);
            assert!((b.along(seen) + along).abs() < 1e-5, "{} {along}", b.along(seen));
            assert!((b.height(seen) + height).abs() < 1e-5, "{} {height}", b.height(seen));
            assert!((b.map * image - point).norm() < 1e-5);
            assert!((a.map.rotation * a.normal + b.normal).norm() < 1e-6);
        }
    }

    /// Each error names the field and the value.
    #[test]
    fn invalid_portal_error_names_field_and_value() {
        let good = Opening::new([0.0, 0.0], [0.0, 1.0]);
        let error = |a: Opening, width: f32| mouths(&PortalDef::new(a, good, width)).unwrap_err().to_string();
        assert_eq!(error(good, 0.0), "width is 0: it must be finite and above zero");
        assert_eq!(
            error(Opening::new([0.0, 0.0], [0.0, 0.0]), 1.0),
            "length of the normal of an opening is 0: it must be finite and above zero"
        );
        assert_eq!(
            error(Opening::new([f32::NAN, 0.0], [0.0, 1.0]), 1.0),
            "center of an opening is NaN: it must be finite"
        );
        assert_eq!(
            error(good.wall(1.0, -1.0), 1.0),
            "wall beside an opening is -1: it must be finite and not negative"
        );
    }
}
