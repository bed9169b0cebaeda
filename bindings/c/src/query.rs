//! Queries: rays, moving shapes, what overlaps, what is nearest.
//!
//! Each is measured from its own start, so it is as exact far from the origin of the world as near it.

mod calls;

use crate::error::{self, Failure, Outcome, P2_OUT_OF_RANGE, P2Result, guard};
use crate::handle::{P2BodyId, P2ColliderId, P2WorldId};
use crate::registry::{self, Host};
use crate::shape::{self, P2Shape};
use crate::values::{P2Position, P2Vec2, P2WorldPose};
use physics::collide::{Ray, ShapeCast};
use physics::geom::{Aabb, Point, Pose, Position, Vec2};
use physics::world::{BodyId, CastHit, ClosestHit, ColliderId, ColliderRef, QueryFilter};
use std::ffi::c_void;

/// Whether a query counts a collider. It is called during the query, by the thread that asks; it may read the
/// world, and must not change it or throw.
pub type P2Accept = Option<unsafe extern "C" fn(collider: P2ColliderId, context: *mut c_void) -> u8>;

/// What a query counts. Where a query takes a pointer to a filter, NULL stands for
/// `p2_query_filter_default()`: every collider but sensors. One without any category and mask, as a struct of
/// zeros is, is refused.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2QueryFilter {
    /// The categories that the query belongs to: colliders whose mask has none of them are left out. Default:
    /// all.
    pub category: u64,
    /// The categories that it looks for: colliders of none of them are left out. Default: all.
    pub mask: u64,
    /// Whether sensors count. Default: 0.
    pub include_sensors: u8,
    /// Whether a cast leaves out what it overlaps where it starts. Default: 0.
    pub ignore_initial_overlap: u8,
    /// Bodies that are left out; may be NULL.
    pub exclude_bodies: *const P2BodyId,
    /// How many they are.
    pub exclude_bodies_count: u32,
    /// How many colliders are left out.
    pub exclude_colliders_count: u32,
    /// Colliders that are left out; may be NULL.
    pub exclude_colliders: *const P2ColliderId,
    /// Whether a collider counts that the rest of the filter accepts; may be NULL.
    pub accept: P2Accept,
    /// What that function gets.
    pub accept_context: *mut c_void,
}

/// Every collider but sensors.
#[unsafe(no_mangle)]
pub extern "C" fn p2_query_filter_default() -> P2QueryFilter {
    P2QueryFilter {
        category: u64::MAX,
        mask: u64::MAX,
        include_sensors: 0,
        ignore_initial_overlap: 0,
        exclude_bodies: std::ptr::null(),
        exclude_bodies_count: 0,
        exclude_colliders_count: 0,
        exclude_colliders: std::ptr::null(),
        accept: None,
        accept_context: std::ptr::null_mut(),
    }
}

/// Where a ray or a moving shape hits a collider.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2CastHit {
    /// The collider; null if nothing was hit.
    pub collider: P2ColliderId,
    /// Its body.
    pub body: P2BodyId,
    /// The point of its surface that is hit, m.
    pub point: P2Position,
    /// The outward unit normal there. If the cast starts in overlap: the way out.
    pub normal: P2Vec2,
    /// The fraction of the translation, 0 to 1.
    pub fraction: f32,
    /// How far the cast has come, m.
    pub distance: f32,
    /// How deep the cast is in the collider where it starts, m; negative if it starts outside.
    pub initial_overlap: f32,
}

/// What is nearest to a point or to a shape.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ClosestHit {
    /// The collider; null if nothing is so near.
    pub collider: P2ColliderId,
    /// Its body.
    pub body: P2BodyId,
    /// The nearest point of its surface, m.
    pub point: P2Position,
    /// The unit normal from the collider to the point or shape.
    pub normal: P2Vec2,
    /// The distance, m; negative inside.
    pub distance: f32,
}

const NO_HIT: P2CastHit = P2CastHit {
    collider: 0,
    body: 0,
    point: P2Position { x: 0.0, y: 0.0 },
    normal: P2Vec2 { x: 0.0, y: 0.0 },
    fraction: 1.0,
    distance: 0.0,
    initial_overlap: -1.0,
};

/// A ray of many.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2Ray {
    /// Where it starts, m.
    pub origin: P2Position,
    /// How far and in which direction it goes, m.
    pub translation: P2Vec2,
}

/// The function of the program that accepts colliders.
struct Accept {
    call: unsafe extern "C" fn(P2ColliderId, *mut c_void) -> u8,
    context: *mut c_void,
}

// SAFETY: a query of a world calls its predicate from the calling thread only.
unsafe impl Sync for Accept {}

/// Makes a query with the engine's filter.
fn query<R>(
    world: P2WorldId,
    filter: *const P2QueryFilter,
    origin: Position,
    ask: impl FnOnce(&Host, QueryFilter<'_>) -> Outcome<R>,
) -> Outcome<R> {
    let given = if filter.is_null() { p2_query_filter_default() } else { *error::input(filter, "filter")? };
    if given.category == 0 && given.mask == 0 {
        // A filter of zeros: nothing would be found, whatever there is.
        let expected = "a set of categories: start from p2_query_filter_default(), or give NULL";
        return Err(Failure::range("mask", 0.0, expected));
    }
    let bodies = error::array(given.exclude_bodies, given.exclude_bodies_count, "exclude_bodies")?;
    let colliders =
        error::array(given.exclude_colliders, given.exclude_colliders_count, "exclude_colliders")?;
    registry::read(world, |host| {
        for (name, x) in [("origin.x", origin.x), ("origin.y", origin.y)] {
            if !x.is_finite() {
                let message = format_args!("{name} is {x}: it must be finite");
                return Err(Failure::new(P2_OUT_OF_RANGE, message).at(name, x));
            }
        }
        let bodies: Vec<BodyId> =
            bodies.iter().map(|&body| host.body_id(body, "exclude_bodies")).collect::<Outcome<_>>()?;
        let colliders: Vec<ColliderId> = colliders
            .iter()
            .map(|&collider| host.collider_id(collider, "exclude_colliders"))
            .collect::<Outcome<_>>()?;
        let mut own = QueryFilter::new().category(given.category).mask(given.mask).seen_from(origin);
        if given.include_sensors != 0 {
            own = own.include_sensors();
        }
        if given.ignore_initial_overlap != 0 {
            own = own.ignore_initial_overlap();
        }
        if !bodies.is_empty() {
            own = own.exclude_bodies(&bodies);
        }
        if !colliders.is_empty() {
            own = own.exclude_colliders(&colliders);
        }
        let Some(call) = given.accept else { return ask(host, own) };
        let accept = Accept { call, context: given.accept_context };
        let accept = &accept;
        let predicate = move |collider: ColliderRef<'_>| {
            // SAFETY: the program promises that this is a function of this type.
            unsafe { (accept.call)(host.handle(collider.id()), accept.context) != 0 }
        };
        ask(host, own.predicate_ref(&predicate))
    })
}

fn seen_from(origin: Position, point: Point) -> P2Position {
    P2Position { x: origin.x + f64::from(point.x), y: origin.y + f64::from(point.y) }
}

/// Answers what a query finds.
fn one<T>(to: *mut T, name: &str, find: impl FnOnce() -> Outcome<T>) -> P2Result {
    guard(|| {
        error::output(to, name)?.put(find()?);
        Ok(())
    })
}

/// Lists what a query finds.
fn many<T>(
    to: *mut T,
    capacity: u32,
    count: *mut u32,
    name: &str,
    find: impl FnOnce() -> Outcome<Vec<T>>,
) -> P2Result {
    guard(|| error::fill(to, capacity, count, name)?.put(find()?.into_iter()))
}

fn handles(host: &Host, found: Vec<ColliderRef<'_>>) -> Vec<P2ColliderId> {
    found.into_iter().map(|one| host.handle(one.id())).collect()
}

impl P2CastHit {
    fn first(host: &Host, origin: Position, hit: Option<CastHit<'_>>) -> Self {
        hit.map_or(NO_HIT, |hit| Self::of(host, origin, &hit))
    }

    fn all(host: &Host, origin: Position, hits: Vec<CastHit<'_>>) -> Vec<Self> {
        hits.iter().map(|hit| Self::of(host, origin, hit)).collect()
    }

    fn of(host: &Host, origin: Position, hit: &CastHit<'_>) -> Self {
        Self {
            collider: host.handle(hit.collider.id()),
            body: host.handle(hit.collider.body().id()),
            point: seen_from(origin, hit.point),
            normal: hit.normal.into(),
            fraction: hit.fraction,
            distance: hit.distance,
            initial_overlap: hit.initial_overlap.unwrap_or(-1.0),
        }
    }
}

impl P2ClosestHit {
    fn of(host: &Host, origin: Position, hit: Option<ClosestHit<'_>>) -> Self {
        let Some(hit) = hit else {
            let (point, normal) = (P2Position::default(), P2Vec2::default());
            return Self { collider: 0, body: 0, point, normal, distance: f32::INFINITY };
        };
        Self {
            collider: host.handle(hit.collider.id()),
            body: host.handle(hit.collider.body().id()),
            point: seen_from(origin, hit.point),
            normal: hit.normal.into(),
            distance: hit.distance,
        }
    }
}

/// Casts `count` rays with one filter, in one call: `hits` has room for as many.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_cast_rays(
    world: P2WorldId,
    rays: *const P2Ray,
    count: u32,
    filter: *const P2QueryFilter,
    hits: *mut P2CastHit,
) -> P2Result {
    guard(|| {
        let rays = error::array(rays, count, "rays")?;
        let mut written = 0;
        let out = error::fill(hits, count, &raw mut written, "hits")?;
        query(world, filter, Position::ORIGIN, |host, filter| {
            let mut found = Vec::with_capacity(rays.len());
            for ray in rays {
                let from = Position::from(ray.origin);
                host.world.check_position(["origin.x", "origin.y"], from)?;
                let hit = host
                    .world
                    .cast_ray(&Ray::new(Point::origin(), ray.translation), filter.seen_from(from))?;
                found.push(P2CastHit::first(host, from, hit));
            }
            out.put(found.into_iter())
        })
    })
}

/// A shape at a pose, as seen from the place of that pose.
fn turned(pose: P2WorldPose) -> Outcome<(Position, Pose)> {
    let P2WorldPose { position, rotation } = pose;
    let length = rotation.cos * rotation.cos + rotation.sin * rotation.sin;
    if !(0.99..=1.01).contains(&length) {
        return Err(Failure::range("rotation", length, "a cosine and a sine, whose squares add up to 1"));
    }
    Ok((position.into(), Pose { position: Point::origin(), rotation: rotation.into() }))
}
