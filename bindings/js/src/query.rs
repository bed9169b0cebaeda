//! Queries: rays, shapes that move, points, boxes, what is nearest.
//!
//! The input holds the filter (category and mask, of two words each, whether sensors count, whether initial
//! overlap is ignored, how many bodies and how many colliders are left out, their slots and generations),
//! then the place, then what the query needs besides. Everything is measured from the place, so a query is as
//! exact far from the origin as near it.

use crate::body::vector;
use crate::engine::{Engine, parts};
use crate::exchange::{self, Failure, try_list};
use crate::{shape, wire};
use physics::collide::{Ray, ShapeCast};
use physics::geom::{Aabb, Point, Pose, Position};
use physics::world::{CastHit, ClosestHit, QueryFilter};
use wasm_bindgen::prelude::wasm_bindgen;

/// The numbers of a filter before the handles.
const HEAD: usize = 8;

/// The numbers of a hit.
const HIT: usize = 11;

fn put_hit(output: &mut Vec<f64>, origin: Position, hit: &CastHit<'_>) {
    output.extend(parts(hit.collider.id().to_bits()));
    output.extend(parts(hit.collider.body().id().to_bits()));
    let [x, y] = [hit.point.x, hit.point.y].map(f64::from);
    output.extend([origin.x + x, origin.y + y]);
    output.extend([hit.normal.x, hit.normal.y, hit.fraction, hit.distance].map(f64::from));
    output.push(hit.initial_overlap.map_or(f64::NAN, f64::from));
}

fn put_closest(output: &mut Vec<f64>, origin: Position, hit: &ClosestHit<'_>) {
    output.extend(parts(hit.collider.id().to_bits()));
    output.extend(parts(hit.collider.body().id().to_bits()));
    let [x, y] = [hit.point.x, hit.point.y].map(f64::from);
    output.extend([origin.x + x, origin.y + y]);
    output.extend([hit.normal.x, hit.normal.y, hit.distance].map(f64::from));
}

#[wasm_bindgen]
impl Engine {
    /// Lists what a query finds: 0 the first hit of a ray, 1 all hits, 2 the first hit of a shape, 3 all, 4
    /// what contains a point, 5 what is in a box, 6 what overlaps a shape, 7 what is nearest to a point, 8 to
    /// a shape; 9 the first hit of each of many rays, or, if a shape follows them, of that shape: eleven
    /// numbers each, -1 and zeros for none.
    pub fn query(&self, kind: u32, count: usize) -> i32 {
        exchange::read(|input| try_list(|output| self.find(kind, &input[..count], output)))
    }
}

impl Engine {
    fn find(&self, kind: u32, input: &[f64], output: &mut Vec<f64>) -> Result<(), Failure> {
        let short = || Failure::new("TypeError", "query", "", &"the query is incomplete");
        let (&[category, category_high, mask, mask_high, sensors, ignores, of_bodies, of_colliders], rest) =
            input.split_first_chunk::<HEAD>().ok_or_else(short)?;
        let (handles, rest) =
            rest.split_at_checked(2 * (of_bodies + of_colliders) as usize).ok_or_else(short)?;
        let (&[x, y], rest) = rest.split_first_chunk::<2>().ok_or_else(short)?;
        let (bodies, colliders) = handles.split_at(2 * of_bodies as usize);
        let pairs = |numbers: &[f64]| numbers.as_chunks::<2>().0.to_vec();
        let bodies: Vec<_> = pairs(bodies)
            .into_iter()
            .map(|[slot, generation]| self.body_id(slot as u32, generation as u32))
            .collect::<Result<_, _>>()?;
        let colliders: Vec<_> = pairs(colliders)
            .into_iter()
            .map(|[slot, generation]| self.collider_id(slot as u32, generation as u32))
            .collect::<Result<_, _>>()?;
        let at = Position::new(x, y);
        let mut filter = QueryFilter::new()
            .category(wire::mask(category, category_high))
            .mask(wire::mask(mask, mask_high))
            .seen_from(at);
        if sensors != 0.0 {
            filter = filter.include_sensors();
        }
        if ignores != 0.0 {
            filter = filter.ignore_initial_overlap();
        }
        if !bodies.is_empty() {
            filter = filter.exclude_bodies(&bodies);
        }
        if !colliders.is_empty() {
            filter = filter.exclude_colliders(&colliders);
        }
        let number = |at: usize| rest.get(at).copied().unwrap_or(f64::NAN);
        let ray = || Ray::new(Point::origin(), vector(number(0), number(1)));
        let turned = |angle: f64| Pose::new([0.0, 0.0], angle as f32);
        let given_shape = |from: usize| shape::from_numbers(rest.get(from..).unwrap_or_default());
        // The angle, how far it turns, and about which point stand at `from`.
        let cast = |moved, way, from| {
            let center = Point::from(vector(number(from + 2), number(from + 3)));
            ShapeCast::new(moved, turned(number(from)), way).turning(number(from + 1) as f32).about(center)
        };
        let world = &self.world;
        match kind {
            0 => {
                if let Some(hit) = world.cast_ray(&ray(), filter)? {
                    put_hit(output, at, &hit);
                }
            }
            1 => world.cast_ray_all(&ray(), filter)?.iter().for_each(|hit| put_hit(output, at, hit)),
            2 | 3 => {
                let (moved, _) = given_shape(6)?;
                let cast = cast(&moved, vector(number(0), number(1)), 2);
                if kind == 2 {
                    if let Some(hit) = world.cast_shape(&cast, filter)? {
                        put_hit(output, at, &hit);
                    }
                } else {
                    world.cast_shape_all(&cast, filter)?.iter().for_each(|hit| put_hit(output, at, hit));
                }
            }
            4..=6 => {
                let found = match kind {
                    4 => world.overlap_point_all(Point::origin(), filter)?,
                    5 => {
                        let upper = Point::new((number(0) - x) as f32, (number(1) - y) as f32);
                        world.overlap_aabb_all(Aabb { lower: Point::origin(), upper }, filter)?
                    }
                    _ => {
                        let (shape, _) = given_shape(1)?;
                        world.overlap_shape_all(&shape, turned(number(0)), filter)?
                    }
                };
                output.extend(found.iter().flat_map(|one| parts(one.id().to_bits())));
            }
            9 => {
                let many = rest.get(1..1 + 4 * number(0) as usize).ok_or_else(short)?;
                let from = 1 + many.len();
                let shape = (rest.len() > from).then(|| given_shape(from + 4)).transpose()?;
                for &[x, y, dx, dy] in many.as_chunks::<4>().0 {
                    let (origin, way) = (Position::new(x, y), vector(dx, dy));
                    let filter = filter.seen_from(origin);
                    let hit = match &shape {
                        None => world.cast_ray(&Ray::new(Point::origin(), way), filter)?,
                        Some((moved, _)) => world.cast_shape(&cast(moved, way, from), filter)?,
                    };
                    match hit {
                        Some(hit) => put_hit(output, origin, &hit),
                        None => {
                            output.push(-1.0);
                            output.resize(output.len() + HIT - 1, 0.0);
                        }
                    }
                }
            }
            7 => {
                if let Some(hit) = world.closest_to_point(Point::origin(), number(0) as f32, filter)? {
                    put_closest(output, at, &hit);
                }
            }
            _ => {
                let (shape, _) = given_shape(2)?;
                let pose = turned(number(1));
                if let Some(hit) = world.closest_to_shape(&shape, pose, number(0) as f32, filter)? {
                    put_closest(output, at, &hit);
                }
            }
        }
        Ok(())
    }
}
