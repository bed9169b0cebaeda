//! The part of a body in front of a plane: its share of the mass, and where its centroid is.
//!
//! Each collider's outline is clipped at the plane (Sutherland and Hodgman 1974), and areas are weighted by
//! density. Sums in f64, about the middle of the opening. A body whose mass the program has set has it spread
//! over its colliders in the same way.

use super::opening::Mouth;
use crate::outline::outline;
use geom::{Pose, Vec2, polygon_measures};
use world::BodyRef;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// Its share of the mass, 0 to 1.
    pub(super) share: f32,
    /// From the centroid of the body to that of the part, times the share, in world axes, m.
    pub(super) moment: Vec2,
}

/// The part of `body` in front of an opening, `lead` seconds from now.
pub(super) fn part_in_front(body: BodyRef<'_>, mouth: &Mouth, lead: f32) -> Part {
    let now = body.pose_from(mouth.center);
    let pose = Pose { position: now.position + body.velocity() * lead, ..now };
    // Of the whole and of the part: mass and first moment, along and height.
    let (mut whole, mut part) = ([0.0_f64; 3], [0.0_f64; 3]);
    for collider in body.colliders().filter(|c| !c.is_sensor() && c.is_enabled()) {
        let corners: Vec<[f32; 2]> =
            outline(collider.shape(), pose).into_iter().map(|p| [mouth.along(p), mouth.height(p)]).collect();
        let density = f64::from(collider.material().density);
        add(&mut whole, &corners, density);
        add(&mut part, &clipped(&corners), density);
    }
    if whole[0] <= 0.0 {
        return Part { share: 0.5, moment: Vec2::zeros() };
    }
    let share = part[0] / whole[0];
    let moment = |i: usize| ((part[i] - share * whole[i]) / whole[0]) as f32;
    Part { share: share as f32, moment: mouth.vector(moment(1), moment(2)) }
}

fn add(sum: &mut [f64; 3], corners: &[[f32; 2]], density: f64) {
    if corners.len() < 3 {
        return;
    }
    let measures = polygon_measures(corners.iter().copied());
    let mass = f64::from(measures.area) * density;
    if mass > 0.0 {
        sum[0] += mass;
        sum[1] += mass * f64::from(measures.centroid.x);
        sum[2] += mass * f64::from(measures.centroid.y);
    }
}

/// The part of a convex polygon of non-negative height.
fn clipped(corners: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut kept = Vec::with_capacity(corners.len() + 2);
    for (i, &[s, h]) in corners.iter().enumerate() {
        let [next_s, next_h] = corners[(i + 1) % corners.len()];
        if h >= 0.0 {
            kept.push([s, h]);
        }
        if (h >= 0.0) != (next_h >= 0.0) {
            let t = h / (h - next_h);
            kept.push([s + t * (next_s - s), 0.0]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::opening::mouths;
    use super::super::{Opening, PortalDef};
    use super::*;
    use geom::Shape;
    use world::{BodyDef, ColliderDef, World};

    /// A rod of 4 m along the normal with 1 m behind the plane: three quarters are in front, and their
    /// centroid is 0.5 m above that of the rod. A half disc of radius 1 has its centroid 4 / (3 pi) m above
    /// the plane.
    #[test]
    fn share_and_centroid_are_those_of_the_part() {
        let mut world = World::default();
        let opening = Opening::new([5.0, 2.0], [1.0, 0.0]);
        let [mouth, _] = mouths(&PortalDef::new(opening, opening, 1.0)).unwrap();
        let mut part = |shape: Shape, x: f32| {
            let body = world.add_body(BodyDef::dynamic().position([x, 2.0])).unwrap();
            world.add_collider(body, ColliderDef::new(shape).density(3.0)).unwrap();
            part_in_front(world.body(body).unwrap(), &mouth, 0.0)
        };
        let rod = part(Shape::rectangle(2.0, 0.1).unwrap(), 6.0);
        assert!((rod.share - 0.75).abs() < 1e-6 && (rod.moment - Vec2::new(0.375, 0.0)).norm() < 1e-6);
        let disc = part(Shape::circle(1.0).unwrap(), 5.0);
        assert!((disc.share - 0.5).abs() < 1e-4, "{disc:?}");
        // 1e-3 m: the outline has 32 corners.
        assert!((disc.moment.x - 0.5 * 4.0 / (3.0 * std::f32::consts::PI)).abs() < 1e-3, "{disc:?}");
        let beside = part(Shape::circle(1.0).unwrap(), 7.0);
        assert!((beside.share - 1.0).abs() < 1e-6 && beside.moment.norm() < 1e-6);
    }
}
