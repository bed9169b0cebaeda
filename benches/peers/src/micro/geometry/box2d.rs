//! Box2D's geometry.

#![allow(unsafe_code)]

use super::Geometry;
use crate::engine::Unsupported;
use boxdd_sys::ffi;
use physics::prelude::*;

pub(super) struct Box2d;

/// A shape and the points from which a distance is computed.
pub(super) struct Kept {
    shape: Kind,
    proxy: ffi::b2ShapeProxy,
}

enum Kind {
    Circle(ffi::b2Circle),
    Polygon(ffi::b2Polygon),
}

fn vector(vector: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: vector.x, y: vector.y }
}

/// The pose of B in A, which Box2D's functions on pairs need.
fn relative(pose_a: Pose, pose_b: Pose) -> ffi::b2Transform {
    let Pose { position, rotation } = pose_a.relative(pose_b);
    ffi::b2Transform { p: vector(position.coords), q: ffi::b2Rot { c: rotation.cos, s: rotation.sin } }
}

impl Geometry for Box2d {
    type Shape = Kept;

    fn shape(shape: &Shape) -> Result<Kept, Unsupported> {
        let hull = shape.hull().ok_or_else(|| Unsupported::because("a shape without a hull"))?;
        let points: Vec<ffi::b2Vec2> = hull.vertices.iter().map(|point| vector(point.coords)).collect();
        // SAFETY: each pointer leads to as many points as are said to be there; Box2D copies them.
        unsafe {
            let count = points.len() as i32;
            let proxy = ffi::b2MakeProxy(points.as_ptr(), count, hull.radius);
            let shape = match points.as_slice() {
                &[center] => Kind::Circle(ffi::b2Circle { center, radius: hull.radius }),
                _ => {
                    let wrapped = ffi::b2ComputeHull(points.as_ptr(), count);
                    if wrapped.count != count {
                        return Err(Unsupported::because("a polygon whose vertices are too close"));
                    }
                    Kind::Polygon(ffi::b2MakePolygon(&raw const wrapped, hull.radius))
                }
            };
            Ok(Kept { shape, proxy })
        }
    }

    fn manifold(a: &Kept, pose_a: Pose, b: &Kept, pose_b: Pose) -> bool {
        let relative = relative(pose_a, pose_b);
        // SAFETY: reads two shapes, and makes a value.
        let manifold = unsafe {
            match (&a.shape, &b.shape) {
                (Kind::Polygon(a), Kind::Polygon(b)) => ffi::b2CollidePolygons(a, b, relative),
                (Kind::Polygon(a), Kind::Circle(b)) => ffi::b2CollidePolygonAndCircle(a, b, relative),
                (Kind::Circle(a), Kind::Circle(b)) => ffi::b2CollideCircles(a, b, relative),
                (Kind::Circle(_), Kind::Polygon(_)) => return false,
            }
        };
        manifold.points[..manifold.pointCount as usize].iter().any(|point| point.separation <= 0.02)
    }

    fn distance(a: &Kept, pose_a: Pose, b: &Kept, pose_b: Pose) -> f32 {
        let input = ffi::b2DistanceInput {
            proxyA: a.proxy,
            proxyB: b.proxy,
            transform: relative(pose_a, pose_b),
            useRadii: true,
        };
        let mut cache = ffi::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };
        // SAFETY: reads the input, writes the cache, and no simplices, of which none are asked for.
        unsafe { ffi::b2ShapeDistance(&raw const input, &raw mut cache, std::ptr::null_mut(), 0).distance }
    }

    fn ray(shape: &Kept, pose: Pose, origin: Point, translation: Vec2) -> Option<f32> {
        let input = ffi::b2RayCastInput {
            origin: vector(pose.inverse_transform(origin).coords),
            translation: vector(pose.rotation.inverse_rotate(translation)),
            maxFraction: 1.0,
        };
        // SAFETY: reads shape and input, and makes a value.
        let output = unsafe {
            match &shape.shape {
                Kind::Circle(circle) => ffi::b2RayCastCircle(circle, &raw const input),
                Kind::Polygon(polygon) => ffi::b2RayCastPolygon(polygon, &raw const input),
            }
        };
        output.hit.then_some(output.fraction)
    }

    fn hull(points: &[Point]) -> Result<usize, Unsupported> {
        let most = ffi::B2_MAX_POLYGON_VERTICES as usize;
        if points.len() > most {
            return Err(Unsupported::because(format!("hulls of up to {most} points")));
        }
        let points: Vec<ffi::b2Vec2> = points.iter().map(|point| vector(point.coords)).collect();
        // SAFETY: the pointer leads to as many points as are said to be there.
        Ok(unsafe { ffi::b2ComputeHull(points.as_ptr(), points.len() as i32) }.count as usize)
    }

    fn decompose(_: &[Point]) -> Result<usize, Unsupported> {
        Err(Unsupported::because("no decomposition"))
    }
}
