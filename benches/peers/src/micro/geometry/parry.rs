//! Parry, Rapier's geometry.

use super::Geometry;
use crate::engine::Unsupported;
use physics::prelude as ours;
use rapier2d::parry::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray, distance,
};
use rapier2d::parry::shape::SharedShape;
use rapier2d::parry::transformation::convex_hull;
use rapier2d::prelude::{Pose2, Rotation, Vector};

pub(super) struct Parry;

fn vector(vector: ours::Vec2) -> Vector {
    Vector::new(vector.x, vector.y)
}

fn pose(pose: ours::Pose) -> Pose2 {
    let ours::Rot { cos, sin } = pose.rotation;
    Pose2::from_parts(vector(pose.position.coords), Rotation::from_cos_sin_unchecked(cos, sin))
}

impl Geometry for Parry {
    type Shape = SharedShape;

    fn shape(shape: &ours::Shape) -> Result<SharedShape, Unsupported> {
        let hull = shape.hull().ok_or_else(|| Unsupported::because("a shape without a hull"))?;
        let points: Vec<Vector> = hull.vertices.iter().map(|point| vector(point.coords)).collect();
        match points.as_slice() {
            [_] => Ok(SharedShape::ball(hull.radius)),
            [a, b, c, _] if a.y == b.y && b.x == c.x => Ok(SharedShape::cuboid(c.x, c.y)),
            _ => SharedShape::convex_polyline(points).ok_or_else(|| Unsupported::because("too thin")),
        }
    }

    fn manifold(a: &SharedShape, pose_a: ours::Pose, b: &SharedShape, pose_b: ours::Pose) -> bool {
        let relative = pose(pose_a).inv_mul(&pose(pose_b));
        // Computed anew for each pair: Parry only updates a manifold that it has kept, and here nothing
        // moves.
        let mut manifold = ContactManifold::<(), ()>::new();
        let found = DefaultQueryDispatcher.contact_manifold_convex_convex(
            &relative,
            &**a,
            &**b,
            None,
            None,
            0.02,
            &mut manifold,
        );
        found.is_ok() && manifold.points.iter().any(|point| point.dist <= 0.02)
    }

    fn distance(a: &SharedShape, pose_a: ours::Pose, b: &SharedShape, pose_b: ours::Pose) -> f32 {
        distance(&pose(pose_a), &**a, &pose(pose_b), &**b).map_or(f32::NAN, |found| found.distance)
    }

    fn ray(
        shape: &SharedShape,
        place: ours::Pose,
        origin: ours::Point,
        translation: ours::Vec2,
    ) -> Option<f32> {
        let ray = Ray::new(vector(origin.coords), vector(translation));
        shape.cast_ray_and_get_normal(&pose(place), &ray, 1.0, true).map(|hit| hit.time_of_impact)
    }

    fn hull(points: &[ours::Point]) -> Result<usize, Unsupported> {
        let points: Vec<Vector> = points.iter().map(|point| vector(point.coords)).collect();
        Ok(convex_hull(&points).len())
    }

    fn decompose(_: &[ours::Point]) -> Result<usize, Unsupported> {
        // VHACD is approximate: another task, and some hundred times as slow.
        Err(Unsupported::because("decomposes by voxels, approximately"))
    }
}
