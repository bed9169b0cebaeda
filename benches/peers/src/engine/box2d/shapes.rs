//! Translates the colliders of a level to Box2D's shapes.
//!
//! Box2D has no half-space, and its polygons have at most eight vertices: levels with more are refused, since
//! a replacement would be another scene. A two-sided chain segment is a plain segment: Box2D's chains are
//! one-sided.

use super::{Unsupported, vector};
use crate::engine::collider::{axis_aligned_box, is_massive, mass};
use boxdd_sys::ffi;
use physics::geom::MassProperties;
use physics::geom::{Segment, Sides};
use physics::prelude::*;
use physics::world::LevelCollider;

/// A shape in its body's frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Built {
    Circle(ffi::b2Circle),
    Segment(ffi::b2Segment),
    ChainSegment(ffi::b2ChainSegment),
    Capsule(ffi::b2Capsule),
    Polygon(ffi::b2Polygon),
}

impl Built {
    /// Adds the shape to an existing body.
    pub(super) fn create(&self, body: ffi::b2BodyId, def: &ffi::b2ShapeDef) {
        let def = &raw const *def;
        // SAFETY: the body is there, and Box2D copies what the pointers lead to.
        unsafe {
            match self {
                Self::Circle(circle) => ffi::b2CreateCircleShape(body, def, circle),
                Self::Segment(segment) => ffi::b2CreateSegmentShape(body, def, segment),
                Self::ChainSegment(segment) => ffi::b2CreateChainSegmentShape(body, def, segment),
                Self::Capsule(capsule) => ffi::b2CreateCapsuleShape(body, def, capsule),
                Self::Polygon(polygon) => ffi::b2CreatePolygonShape(body, def, polygon),
            }
        };
    }
}

/// Translates the shape of a collider.
pub(super) fn shape(collider: &LevelCollider) -> Result<Built, Unsupported> {
    if collider.def.material.static_friction != collider.def.material.friction {
        return Err(Unsupported::because("static friction that differs from sliding friction"));
    }
    let ends = |segment: &Segment| segment.ends().map(|end| vector(end.coords));
    Ok(match collider.def.placed_shape() {
        Shape::Circle(circle) => {
            Built::Circle(ffi::b2Circle { center: vector(circle.center().coords), radius: circle.radius() })
        }
        Shape::Segment(segment) => {
            let [point1, point2] = ends(&segment);
            Built::Segment(ffi::b2Segment { point1, point2 })
        }
        Shape::ChainSegment(chain) => {
            let [point1, point2] = ends(chain.segment());
            let segment = ffi::b2Segment { point1, point2 };
            if chain.sides() == Sides::Two {
                return Ok(Built::Segment(segment));
            }
            // The end of a chain must turn to the inside. If its neighbour is the end point itself, Box2D
            // treats it as continuing straight, and lets a body fall past the corner.
            let inside = ffi::b2Vec2 { x: point1.y - point2.y, y: point2.x - point1.x };
            let ghost = |neighbour: Option<Point>, end: ffi::b2Vec2| match neighbour {
                Some(neighbour) => vector(neighbour.coords),
                None => ffi::b2Vec2 { x: end.x + inside.x, y: end.y + inside.y },
            };
            let (ghost1, ghost2) = (ghost(chain.before(), point1), ghost(chain.after(), point2));
            Built::ChainSegment(ffi::b2ChainSegment { ghost1, segment, ghost2, chainId: -1 })
        }
        Shape::Capsule(capsule) => {
            let [center1, center2] = ends(&capsule.segment());
            Built::Capsule(ffi::b2Capsule { center1, center2, radius: capsule.radius() })
        }
        Shape::Polygon(shape) => Built::Polygon(match axis_aligned_box(shape.vertices()) {
            Some((center, half)) => aligned_box(center, half, shape.radius()),
            None => {
                let vertices: Vec<_> = shape.vertices().iter().map(|point| vector(point.coords)).collect();
                polygon(&vertices, shape.radius())?
            }
        }),
        Shape::HalfSpace(_) => return Err(Unsupported::because("a half-space")),
    })
}

/// Boxes are not welded, so a wall may be one centimetre thin.
fn aligned_box(center: Point, half: Vec2, radius: f32) -> ffi::b2Polygon {
    // SAFETY: makes a value.
    unsafe {
        ffi::b2MakeOffsetRoundedBox(
            half.x,
            half.y,
            vector(center.coords),
            super::rotation(Rot::IDENTITY),
            radius,
        )
    }
}

fn polygon(vertices: &[ffi::b2Vec2], radius: f32) -> Result<ffi::b2Polygon, Unsupported> {
    let most = ffi::B2_MAX_POLYGON_VERTICES as usize;
    if vertices.len() > most {
        return Err(Unsupported::because(format!(
            "a polygon of {} vertices: {most} at most",
            vertices.len()
        )));
    }
    // SAFETY: the pointer leads to as many vertices as are said to be there; a hull of no points is not used.
    unsafe {
        let hull = ffi::b2ComputeHull(vertices.as_ptr(), vertices.len() as i32);
        if hull.count as usize != vertices.len() {
            return Err(Unsupported::because("a polygon whose vertices Box2D finds too close or in line"));
        }
        Ok(ffi::b2MakePolygon(&raw const hull, radius))
    }
}

/// The box of an existing shape; none for a kind that is never made here.
pub(super) fn tight_box(shape: ffi::b2ShapeId) -> Option<ffi::b2AABB> {
    // SAFETY: the shape is there, and only asked for what its type says it is.
    unsafe {
        let at = ffi::b2Body_GetTransform(ffi::b2Shape_GetBody(shape));
        Some(match ffi::b2Shape_GetType(shape) {
            ffi::b2ShapeType_b2_circleShape => ffi::b2ComputeCircleAABB(&ffi::b2Shape_GetCircle(shape), at),
            ffi::b2ShapeType_b2_capsuleShape => {
                ffi::b2ComputeCapsuleAABB(&ffi::b2Shape_GetCapsule(shape), at)
            }
            ffi::b2ShapeType_b2_segmentShape => {
                ffi::b2ComputeSegmentAABB(&ffi::b2Shape_GetSegment(shape), at)
            }
            ffi::b2ShapeType_b2_polygonShape => {
                ffi::b2ComputePolygonAABB(&ffi::b2Shape_GetPolygon(shape), at)
            }
            ffi::b2ShapeType_b2_chainSegmentShape => {
                ffi::b2ComputeSegmentAABB(&ffi::b2Shape_GetChainSegment(shape).segment, at)
            }
            _ => return None,
        })
    }
}

/// Sets material and filter of a collider.
pub(super) fn definition(collider: &LevelCollider) -> ffi::b2ShapeDef {
    let Material { density, friction, restitution, rolling_resistance, surface_speed, .. } =
        collider.def.material;
    let Filter { category, mask, group } = collider.def.filter;
    // SAFETY: makes a value.
    let mut def = unsafe { ffi::b2DefaultShapeDef() };
    (def.material.friction, def.material.restitution) = (friction, restitution);
    (def.material.rollingResistance, def.material.tangentSpeed) = (rolling_resistance, surface_speed);
    def.density = density;
    def.filter = ffi::b2Filter { categoryBits: category, maskBits: mask, groupIndex: group };
    // The mass of a body is computed once, when it has all its shapes.
    def.updateBodyMass = false;
    def
}

/// For each body, the mass that Box2D would not compute by itself: a body without a shape that has mass is a
/// point of 1 kg that does not turn in this engine, and Box2D approximates the mass of rounded polygons. All
/// engines must move the same masses.
pub(super) fn masses(level: &Level) -> Result<Vec<Option<ffi::b2MassData>>, Unsupported> {
    let mut sums: Vec<Option<MassProperties>> = vec![None; level.bodies.len()];
    let mut approximated = vec![false; level.bodies.len()];
    for collider in &level.colliders {
        let body = collider.body as usize;
        if is_massive(collider) && level.bodies[body].kind == BodyKind::Dynamic {
            let own = mass(collider)?;
            sums[body] = Some(sums[body].map_or(own, |sum| sum.combined(own)));
            approximated[body] |=
                matches!(&collider.def.shape, Shape::Polygon(polygon) if polygon.radius() > 0.0);
        }
    }
    let mass = |((def, sum), approximated): ((&BodyDef, Option<MassProperties>), bool)| match sum {
        _ if def.kind != BodyKind::Dynamic => None,
        Some(MassProperties { mass, center, inertia }) => approximated.then_some(ffi::b2MassData {
            mass,
            center: vector(center.coords),
            rotationalInertia: inertia,
        }),
        None => Some(ffi::b2MassData { mass: 1.0, center: super::ZERO, rotationalInertia: 0.0 }),
    };
    Ok(level.bodies.iter().zip(sums).zip(approximated).map(mass).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Box2d, BuildOptions};

    /// Box2D's mass, centre and inertia equal ours for every shape that has mass, wherever it lies.
    #[test]
    fn masses_are_ours() -> Result<(), Box<dyn std::error::Error>> {
        let corner = [[0.0, 0.0], [1.0, 0.0], [0.2, 0.7]].map(Point::from);
        let shapes = [
            Shape::circle(0.5)?,
            Shape::rectangle(0.6, 0.3)?,
            Shape::capsule([-0.4, 0.1], [0.4, 0.2], 0.3)?,
            Shape::Polygon(Polygon::regular(6, 0.5)?),
            Shape::Polygon(Polygon::new(corner)?),
            Shape::Polygon(Polygon::new(corner)?.rounded(0.1)?),
        ];
        for shape in shapes {
            for angle in [0.0, 0.7] {
                let def = ColliderDef::new(shape.clone()).density(3.0).offset([2.0, -1.0], angle);
                let ours = def.placed_shape().mass_properties(3.0)?;
                let mut level = Level::default();
                level.body_with(BodyDef::dynamic(), def);
                let built = Box2d::build(&level, BuildOptions::default()).map_err(|error| error.0)?;
                // SAFETY: the world and its body are there.
                let theirs = unsafe { ffi::b2Body_GetMassData(built.bodies[0]) };
                let near = |a: f32, b: f32| (a - b).abs() < 1e-4 * (1.0 + b.abs());
                assert!(near(theirs.mass, ours.mass), "mass of {shape:?}");
                assert!(near(theirs.rotationalInertia, ours.inertia), "inertia of {shape:?}");
                let (x, y) = (theirs.center.x, theirs.center.y);
                assert!(near(x, ours.center.x) && near(y, ours.center.y), "centre of {shape:?}");
            }
        }
        Ok(())
    }
}
