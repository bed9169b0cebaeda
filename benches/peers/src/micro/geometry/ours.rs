//! This engine's geometry.

use super::Geometry;
use crate::engine::Unsupported;
use physics::collide;
use physics::geom::{DecomposeSettings, Outline, convex_hull};
use physics::prelude::*;

pub(super) struct Ours;

fn wrong(error: impl std::fmt::Display) -> Unsupported {
    Unsupported::because(error.to_string())
}

impl Geometry for Ours {
    type Shape = Shape;

    fn shape(shape: &Shape) -> Result<Shape, Unsupported> {
        Ok(shape.clone())
    }

    fn manifold(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
        collide::manifold(a, pose_a, b, pose_b, 0.02).count > 0
    }

    fn distance(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> f32 {
        collide::distance(a, pose_a, b, pose_b).map_or(0.0, |found| found.separation)
    }

    fn ray(shape: &Shape, pose: Pose, origin: Point, translation: Vec2) -> Option<f32> {
        let ray = collide::Ray { origin, translation, max_fraction: 1.0 };
        collide::cast_ray(shape, pose, &ray).map(|hit| hit.fraction)
    }

    fn hull(points: &[Point]) -> Result<usize, Unsupported> {
        Ok(convex_hull(points.iter().copied()).map_err(wrong)?.len())
    }

    fn decompose(border: &[Point]) -> Result<usize, Unsupported> {
        let outline = Outline::new(border.iter().copied()).map_err(wrong)?;
        Ok(outline.decompose(DecomposeSettings::default()).map_err(wrong)?.pieces.len())
    }
}
