//! Translates the colliders of a level to Rapier's.
//!
//! A box along its body's axes becomes a cuboid, Rapier's fastest shape with corners. One-sided chain
//! segments that continue each other become one oriented polyline, Rapier's only one-sided shape that stores
//! its neighbours; so a body that touches two of its segments makes one contact.
//!
//! Turned down: one segment for each one-sided chain segment. It stops bodies that come from inside, and
//! bodies that slide over its ends catch on them, so Rapier would be measured with a worse ground than it
//! has.

use super::{Unsupported, vector};
use crate::engine::collider::{axis_aligned_box, mass};
use physics::geom::{Polygon, Segment, Sides};
use physics::prelude::*;
use physics::world::LevelCollider;
use rapier2d::prelude::{
    ActiveHooks, CoefficientCombineRule, Collider, ColliderBuilder, ColliderMassProps, InteractionGroups,
    InteractionTestMode, MassProperties, SharedShape, Vector,
};

/// The colliders of a level, each with the index of its body.
pub(super) fn colliders(level: &Level) -> Result<Vec<(u32, ColliderBuilder)>, Unsupported> {
    let mut made = Vec::with_capacity(level.colliders.len());
    let mut rest = level.colliders.as_slice();
    while let [first, others @ ..] = rest {
        let (shape, following) = if one_sided(first).is_some() {
            let length = 1 + rest.windows(2).take_while(|pair| continues(pair)).count();
            let (run, following) = rest.split_at(length);
            (polyline(run), following)
        } else {
            (single(first)?, others)
        };
        made.push((first.body, with_material(shape, first)?));
        rest = following;
    }
    Ok(made)
}

/// The filter that [`with_material`] has stored in a collider.
pub(super) fn filter_of(collider: &Collider) -> Filter {
    let data = collider.user_data;
    Filter {
        category: u64::from(data as u32),
        mask: u64::from((data >> 32) as u32),
        group: (data >> 64) as u32 as i32,
    }
}

fn single(collider: &LevelCollider) -> Result<ColliderBuilder, Unsupported> {
    let ends = |segment: &Segment| segment.ends().map(|end| vector(end.coords));
    Ok(match collider.def.placed_shape() {
        Shape::Circle(circle) => {
            ColliderBuilder::ball(circle.radius()).translation(vector(circle.center().coords))
        }
        Shape::Segment(segment) => {
            let [a, b] = ends(&segment);
            ColliderBuilder::segment(a, b)
        }
        Shape::ChainSegment(segment) => {
            let [a, b] = ends(segment.segment());
            ColliderBuilder::segment(a, b)
        }
        Shape::Capsule(capsule) => {
            let [a, b] = ends(&capsule.segment());
            let built = ColliderBuilder::capsule_from_endpoints(a, b, capsule.radius());
            with_our_mass(built, collider)?
        }
        Shape::Polygon(shape) => polygon(collider, &shape)?,
        Shape::HalfSpace(ground) => {
            let normal = vector(ground.normal());
            ColliderBuilder::new(SharedShape::halfspace(normal)).translation(normal * ground.offset())
        }
    })
}

fn polygon(collider: &LevelCollider, shape: &Polygon) -> Result<ColliderBuilder, Unsupported> {
    let (corners, radius) = (shape.vertices(), shape.radius());
    let vertices: Vec<Vector> = corners.iter().map(|point| vector(point.coords)).collect();
    let built = match axis_aligned_box(corners) {
        Some((center, half)) => if radius > 0.0 {
            ColliderBuilder::round_cuboid(half.x, half.y, radius)
        } else {
            ColliderBuilder::cuboid(half.x, half.y)
        }
        .translation(vector(center.coords)),
        None => if radius > 0.0 {
            ColliderBuilder::round_convex_polyline(vertices, radius)
        } else {
            ColliderBuilder::convex_polyline(vertices)
        }
        .ok_or_else(|| Unsupported::because("a polygon that Rapier finds too thin"))?,
    };
    if radius > 0.0 { with_our_mass(built, collider) } else { Ok(built) }
}

/// The ends of a collider that is a one-sided segment of a chain, in the frame of its body.
fn one_sided(collider: &LevelCollider) -> Option<[Point; 2]> {
    match collider.def.placed_shape() {
        Shape::ChainSegment(segment) if segment.sides() == Sides::One => Some(segment.segment().ends()),
        _ => None,
    }
}

/// Whether two neighbours in the list are segments of one chain.
fn continues(pair: &[LevelCollider]) -> bool {
    let [one, next] = pair else { return false };
    next.body == one.body
        && next.def.material == one.def.material
        && next.def.filter == one.def.filter
        && one_sided(one).zip(one_sided(next)).is_some_and(|([_, end], [start, _])| end == start)
}

fn polyline(run: &[LevelCollider]) -> ColliderBuilder {
    let mut vertices = Vec::with_capacity(run.len() + 1);
    for [a, b] in run.iter().filter_map(one_sided) {
        if vertices.is_empty() {
            vertices.push(vector(a.coords));
        }
        vertices.push(vector(b.coords));
    }
    // A loop must share its vertex: Rapier finds neighbours by their indices.
    if run.len() > 2 && vertices.first() == vertices.last() {
        vertices.pop();
    }
    let count = vertices.len() as u32;
    let indices = (0..run.len() as u32).map(|i| [i, (i + 1) % count]).collect();
    ColliderBuilder::oriented_polyline(vertices, Some(indices))
}

/// Parry 0.31 ignores the radius in the mass of a rounded shape. It also places the centroid of a capsule's
/// end cap at 3/8 of the radius, which is right for half a ball and not for half a disk (4/(3 pi)). All
/// engines must move the same masses.
fn with_our_mass(built: ColliderBuilder, collider: &LevelCollider) -> Result<ColliderBuilder, Unsupported> {
    let ours = mass(collider)?;
    // In the collider's frame, which for a cuboid is not that of the body.
    let center = vector(ours.center.coords) - built.position.translation;
    Ok(built.mass_properties(MassProperties::new(center, ours.mass, ours.inertia)))
}

fn with_material(built: ColliderBuilder, collider: &LevelCollider) -> Result<ColliderBuilder, Unsupported> {
    let Material { density, friction, static_friction, restitution, rolling_resistance, surface_speed } =
        collider.def.material;
    if static_friction != friction {
        return Err(Unsupported::because("static friction that differs from sliding friction"));
    }
    if (rolling_resistance, surface_speed) != (0.0, 0.0) {
        return Err(Unsupported::because("surfaces that run or resist rolling"));
    }
    let Filter { category, mask, group } = collider.def.filter;
    let category = u32::try_from(category).map_err(|_| Unsupported::because("more than 32 categories"))?;
    let mask = mask as u32;
    // A shared group above zero overrides the masks, so the hook alone must decide.
    let (memberships, filter) = if group > 0 { (u32::MAX, u32::MAX) } else { (category, mask) };
    let groups = InteractionGroups::new(memberships.into(), filter.into(), InteractionTestMode::And);
    let hooks = if group == 0 { ActiveHooks::empty() } else { ActiveHooks::FILTER_CONTACT_PAIRS };
    let data = u128::from(category) | u128::from(mask) << 32 | u128::from(group as u32) << 64;
    // A density would override the mass properties that are already set.
    let built = match built.mass_properties {
        ColliderMassProps::MassProperties(_) => built,
        _ => built.density(density),
    };
    Ok(built
        .friction(friction)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(restitution)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .collision_groups(groups)
        .active_hooks(hooks)
        .user_data(data))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rapier2d::prelude::ShapeType;

    /// Rapier's body frame, mass and inertia equal ours for every shape that has mass, wherever it lies.
    #[test]
    fn masses_are_ours() -> Result<(), Box<dyn std::error::Error>> {
        let shapes = [
            Shape::circle(0.5)?,
            Shape::rectangle(0.6, 0.3)?,
            Shape::capsule([-0.4, 0.1], [0.4, 0.2], 0.3)?,
            Shape::Polygon(Polygon::regular(6, 0.5)?),
            Shape::Polygon(
                Polygon::new([[0.0, 0.0], [1.0, 0.0], [0.2, 0.7]].map(Point::from))?.rounded(0.1)?,
            ),
            Shape::Polygon(
                Polygon::new([[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.5]].map(Point::from))?
                    .rounded(0.2)?,
            ),
        ];
        for shape in shapes {
            for angle in [0.0, 0.7] {
                let def = ColliderDef::new(shape.clone()).density(3.0).offset([2.0, -1.0], angle);
                let ours = def.placed_shape().mass_properties(3.0)?;
                let mut level = Level::default();
                level.body_with(BodyDef::dynamic(), def);
                let built = colliders(&level).map_err(|error| error.0)?;
                assert_eq!(built.len(), 1);
                let collider = built[0].1.build();
                let theirs = collider.mass_properties().transform_by(collider.position());
                let near = |a: f32, b: f32| (a - b).abs() < 1e-4 * (1.0 + b.abs());
                assert!(near(theirs.mass(), ours.mass), "mass of {shape:?}");
                assert!(near(theirs.principal_inertia(), ours.inertia), "inertia of {shape:?}");
                let center = vector(ours.center.coords);
                assert!((theirs.local_com - center).length() < 1e-4, "centre of {shape:?}");
            }
        }
        Ok(())
    }

    /// Axis-aligned boxes become cuboids wherever they lie; all others become polygons.
    #[test]
    fn boxes_along_the_axes_are_cuboids() -> Result<(), Box<dyn std::error::Error>> {
        let mut level = Level::default();
        let body = level.body(BodyDef::fixed());
        for (place, angle) in [([0.0, 0.0], 0.0), ([3.0, 1.0], 0.0), ([0.0, 0.0], 0.3)] {
            level.collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.25)?).offset(place, angle));
        }
        let built = colliders(&level).map_err(|error| error.0)?;
        let types: Vec<ShapeType> = built.iter().map(|(_, built)| built.shape.shape_type()).collect();
        assert_eq!(types, [ShapeType::Cuboid, ShapeType::Cuboid, ShapeType::ConvexPolygon]);
        assert_eq!(built[1].1.position.translation, Vector::new(3.0, 1.0));
        Ok(())
    }
}
