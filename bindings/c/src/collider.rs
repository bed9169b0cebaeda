//! Colliders: shapes on bodies.

mod calls;

use crate::body::full;
use crate::definitions::{P2ColliderDef, P2Filter, P2Material};
use crate::error::{self, Outcome, P2Result, guard};
use crate::handle::{Kind, P2BodyId, P2ColliderId};
use crate::registry::{self, Host};
use crate::shape::{self, P2Shape};
use crate::values::{P2Aabb, P2MassProperties, P2Position, P2Vec2};
use crate::wire;
use physics::geom::{MassProperties, Position, Shape, Sides, chain};
use physics::world::{BodyId, ColliderDef, ColliderId, ColliderMut, ColliderRef};

registry::access!(
    collider,
    Collider,
    P2ColliderId,
    ColliderId,
    collider_id,
    ColliderRef,
    ColliderMut,
    collider_mut
);

/// Adds a collider; removes it again if there is no handle for it.
fn add(host: &mut Host, body: BodyId, def: ColliderDef) -> Outcome<(ColliderId, P2ColliderId)> {
    let id = host.world.add_collider(body, def)?;
    if let Some(handle) = host.new_handle(id) {
        return Ok((id, handle));
    }
    host.world.remove_collider(id)?;
    Err(full())
}

/// Adds a collider to a body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_create(
    body: P2BodyId,
    def: *const P2ColliderDef,
    shape: *const P2Shape,
    collider: *mut P2ColliderId,
) -> P2Result {
    guard(|| {
        let (def, out) = (error::input(def, "def")?, error::output(collider, "collider")?);
        let mut own = ColliderDef::new(shape::read(shape)?);
        wire::read(def, &mut own)?;
        registry::change_of(body, Kind::Body, "body", |host| {
            let body = host.body_id(body, "body")?;
            out.put(add(host, body, own)?.1);
            Ok(())
        })
    })
}

/// Adds a chain of segments through `count` points (m) to a body, all with the same properties, or nothing:
/// one segment fewer than points, or as many if it is closed. Bodies slide along it without catching on its
/// points. With `both_sides` of 0 it pushes only to the right of its direction, which is outside if it runs
/// counter-clockwise.
#[unsafe(no_mangle)]
pub extern "C" fn p2_chain_create(
    body: P2BodyId,
    def: *const P2ColliderDef,
    points: *const P2Vec2,
    points_count: u32,
    closed: u8,
    both_sides: u8,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let def = error::input(def, "def")?;
        let out = error::fill(colliders, capacity, count, "colliders")?;
        let sides = if both_sides == 0 { Sides::One } else { Sides::Two };
        let segments = chain(shape::points(points, points_count)?, closed != 0, sides)?;
        let mut defs = Vec::with_capacity(segments.len());
        for segment in segments {
            let mut own = ColliderDef::new(Shape::ChainSegment(segment));
            wire::read(def, &mut own)?;
            defs.push(own);
        }
        registry::change_of(body, Kind::Body, "body", |host| {
            let body = host.body_id(body, "body")?;
            let mut added = Vec::with_capacity(defs.len());
            for def in defs {
                match add(host, body, def) {
                    Ok(both) => added.push(both),
                    Err(failure) => {
                        for (id, _) in added {
                            host.world.remove_collider(id)?;
                        }
                        return Err(failure);
                    }
                }
            }
            out.put(added.into_iter().map(|(_, handle)| handle))
        })
    })
}

/// Removes a collider.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_destroy(collider: P2ColliderId) -> P2Result {
    change(collider, |host, id| Ok(host.world.remove_collider(id)?))
}

/// Whether there is such a collider. Never waits: while another call changes the world, a step for one, it
/// says yes for all that the world may have given out, so that nothing alive is taken for removed.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_is_valid(collider: P2ColliderId) -> u8 {
    registry::is_valid(collider, Kind::Collider, |host| host.collider(collider, "collider").is_ok())
}

/// Mass, centre of mass and inertia of the shape of a collider with its density, in the frame of the body. A
/// sensor or a collider that is disabled has them, too, but adds nothing to its body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_mass_properties(
    collider: P2ColliderId,
    mass: *mut P2MassProperties,
) -> P2Result {
    get(collider, mass, "mass", |_, collider| {
        let density = collider.material().density;
        // A collider may be without weight, which no mass of a shape is.
        let all = match density {
            0.0 => MassProperties::default(),
            _ => collider.shape().mass_properties(density)?,
        };
        Ok(P2MassProperties { mass: all.mass, center: all.center.into(), inertia: all.inertia })
    })
}

/// Whether a position (m) is inside the shape of a collider.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_test_point(
    collider: P2ColliderId,
    position: P2Position,
    inside: *mut u8,
) -> P2Result {
    get(collider, inside, "inside", |host, collider| {
        host.world.check_position(["position.x", "position.y"], Position::from(position))?;
        let point = collider.body().world_pose().inverse_transform(Position::from(position));
        Ok(collider.shape().contains(point).into())
    })
}

/// All properties of a collider as they are now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_def(collider: P2ColliderId, def: *mut P2ColliderDef) -> P2Result {
    get(collider, def, "def", |_, collider| wire::write(collider.def()))
}

/// Makes a collider what a definition says: that of `p2_collider_get_def`, changed. What does not differ is
/// not set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_def(collider: P2ColliderId, def: *const P2ColliderDef) -> P2Result {
    set(collider, |collider| {
        let mut own = collider.view().def();
        wire::read(error::input(def, "def")?, &mut own)?;
        collider.set_def(own)?;
        Ok(())
    })
}

/// The shape of a collider, in the frame of its body. The points of a polygon are left out.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_shape(collider: P2ColliderId, shape: *mut P2Shape) -> P2Result {
    get(collider, shape, "shape", |_, collider| Ok(shape::write(collider.shape())))
}

/// The vertices of the shape of a collider, in the frame of its body, m: of a circle its centre, of a
/// half-space none.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_points(
    collider: P2ColliderId,
    points: *mut P2Vec2,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(points, capacity, count, "points")?;
        registry::read_of(collider, Kind::Collider, "collider", |host| {
            let hull = host.collider(collider, "collider")?.shape().hull();
            let vertices = hull.as_ref().map_or(&[][..], |hull| hull.vertices);
            out.put(vertices.iter().map(|&point| point.into()))
        })
    })
}

/// Gives a collider another shape.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_shape(collider: P2ColliderId, shape: *const P2Shape) -> P2Result {
    set(collider, |collider| {
        collider.set_shape(shape::read(shape)?)?;
        Ok(())
    })
}

/// The box of a collider with its margin, as the search for pairs knows it, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_fat_aabb(collider: P2ColliderId, aabb: *mut P2Aabb) -> P2Result {
    get(collider, aabb, "aabb", |_, collider| {
        let own = collider.fat_aabb();
        Ok(P2Aabb { lower: own.lower.into(), upper: own.upper.into() })
    })
}

/// Sets what a collider collides with.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_filter(collider: P2ColliderId, filter: *const P2Filter) -> P2Result {
    set(collider, |collider| {
        let mut own = collider.view().filter();
        wire::read(error::input(filter, "filter")?, &mut own)?;
        collider.set_filter(own);
        Ok(())
    })
}

/// Sets density, friction, restitution and the rest of the material of a collider.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_material(collider: P2ColliderId, material: *const P2Material) -> P2Result {
    set(collider, |collider| {
        let mut own = collider.view().material();
        wire::read(error::input(material, "material")?, &mut own)?;
        collider.set_material(own)?;
        Ok(())
    })
}

/// What overlaps a sensor.
#[unsafe(no_mangle)]
pub extern "C" fn p2_sensor_get_overlaps(
    sensor: P2ColliderId,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(colliders, capacity, count, "colliders")?;
        registry::read_of(sensor, Kind::Collider, "sensor", |host| {
            let sensor = host.collider(sensor, "sensor")?;
            out.put(sensor.overlaps().map(|one| host.handle(one.id())))
        })
    })
}
