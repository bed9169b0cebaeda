//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

/// Finds the first collider on the way from `origin` (m) by `translation` (m).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_ray(
    world: P2WorldId,
    origin: P2Position,
    translation: P2Vec2,
    filter: *const P2QueryFilter,
    hit: *mut P2CastHit,
) -> P2Result {
    one(hit, "hit", || {
        let from = Position::from(origin);
        let translation = Vec2::from(translation);
        query(world, filter, from, |host, filter| {
            let found = host.world.cast_ray(&Ray::new(Point::origin(), translation), filter)?;
            Ok(P2CastHit::first(host, from, found))
        })
    })
}

/// Finds all colliders on the way of a ray, the nearest first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_ray_all(
    world: P2WorldId,
    origin: P2Position,
    translation: P2Vec2,
    filter: *const P2QueryFilter,
    hits: *mut P2CastHit,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    many(hits, capacity, count, "hits", || {
        let from = Position::from(origin);
        let translation = Vec2::from(translation);
        query(world, filter, from, |host, filter| {
            let found = host.world.cast_ray_all(&Ray::new(Point::origin(), translation), filter)?;
            Ok(P2CastHit::all(host, from, found))
        })
    })
}

/// Finds the first collider that a shape hits on its way from a pose by `translation` (m).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_shape(
    world: P2WorldId,
    shape: *const P2Shape,
    pose: P2WorldPose,
    translation: P2Vec2,
    filter: *const P2QueryFilter,
    hit: *mut P2CastHit,
) -> P2Result {
    one(hit, "hit", || {
        let shape = shape::read(shape)?;
        let (from, pose) = turned(pose)?;
        let translation = Vec2::from(translation);
        query(world, filter, from, |host, filter| {
            let found = host.world.cast_shape(&ShapeCast::new(&shape, pose, translation), filter)?;
            Ok(P2CastHit::first(host, from, found))
        })
    })
}

/// Finds the first collider that a shape hits that moves by `translation` (m) and turns by `turn` (rad,
/// counter-clockwise, more than a full turn too) about `center`, a point of its frame (m).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_turning_shape(
    world: P2WorldId,
    shape: *const P2Shape,
    pose: P2WorldPose,
    translation: P2Vec2,
    turn: f32,
    center: P2Vec2,
    filter: *const P2QueryFilter,
    hit: *mut P2CastHit,
) -> P2Result {
    one(hit, "hit", || {
        let shape = shape::read(shape)?;
        let (from, pose) = turned(pose)?;
        let translation = Vec2::from(translation);
        let center = Point::from(center);
        query(world, filter, from, |host, filter| {
            let found = host.world.cast_shape(
                &ShapeCast { turn, center, ..ShapeCast::new(&shape, pose, translation) },
                filter,
            )?;
            Ok(P2CastHit::first(host, from, found))
        })
    })
}

/// Finds all colliders that a shape hits on its way, the nearest first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_shape_all(
    world: P2WorldId,
    shape: *const P2Shape,
    pose: P2WorldPose,
    translation: P2Vec2,
    filter: *const P2QueryFilter,
    hits: *mut P2CastHit,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    many(hits, capacity, count, "hits", || {
        let shape = shape::read(shape)?;
        let (from, pose) = turned(pose)?;
        let translation = Vec2::from(translation);
        query(world, filter, from, |host, filter| {
            let found = host.world.cast_shape_all(&ShapeCast::new(&shape, pose, translation), filter)?;
            Ok(P2CastHit::all(host, from, found))
        })
    })
}

/// Finds what contains a position (m).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_overlap_point(
    world: P2WorldId,
    position: P2Position,
    filter: *const P2QueryFilter,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    many(colliders, capacity, count, "colliders", || {
        let from = Position::from(position);
        query(world, filter, from, |host, filter| {
            let found = host.world.overlap_point_all(Point::origin(), filter)?;
            Ok(handles(host, found))
        })
    })
}

/// Finds what reaches into a box with these corners, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_overlap_aabb(
    world: P2WorldId,
    lower: P2Position,
    upper: P2Position,
    filter: *const P2QueryFilter,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    many(colliders, capacity, count, "colliders", || {
        let from = Position::from(lower);
        let upper = Position::from(upper);
        query(world, filter, from, |host, filter| {
            let found = host.world.overlap_aabb_all(
                Aabb {
                    lower: Point::origin(),
                    upper: Point::new((upper.x - lower.x) as f32, (upper.y - lower.y) as f32),
                },
                filter,
            )?;
            Ok(handles(host, found))
        })
    })
}

/// Finds what overlaps a shape at a pose.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_overlap_shape(
    world: P2WorldId,
    shape: *const P2Shape,
    pose: P2WorldPose,
    filter: *const P2QueryFilter,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    many(colliders, capacity, count, "colliders", || {
        let shape = shape::read(shape)?;
        let (from, pose) = turned(pose)?;
        query(world, filter, from, |host, filter| {
            let found = host.world.overlap_shape_all(&shape, pose, filter)?;
            Ok(handles(host, found))
        })
    })
}

/// Finds the collider that is nearest to a position (m), not farther than `max_distance` (m, not
/// negative).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_closest_to_point(
    world: P2WorldId,
    position: P2Position,
    max_distance: f32,
    filter: *const P2QueryFilter,
    hit: *mut P2ClosestHit,
) -> P2Result {
    one(hit, "hit", || {
        let from = Position::from(position);
        query(world, filter, from, |host, filter| {
            let found = host.world.closest_to_point(Point::origin(), max_distance, filter)?;
            Ok(P2ClosestHit::of(host, from, found))
        })
    })
}

/// Finds the collider that is nearest to a shape at a pose, not farther than `max_distance` (m, not
/// negative).
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_closest_to_shape(
    world: P2WorldId,
    shape: *const P2Shape,
    pose: P2WorldPose,
    max_distance: f32,
    filter: *const P2QueryFilter,
    hit: *mut P2ClosestHit,
) -> P2Result {
    one(hit, "hit", || {
        let shape = shape::read(shape)?;
        let (from, pose) = turned(pose)?;
        query(world, filter, from, |host, filter| {
            let found = host.world.closest_to_shape(&shape, pose, max_distance, filter)?;
            Ok(P2ClosestHit::of(host, from, found))
        })
    })
}
