//! Queries: what a ray hits, what lies at a point, what overlaps a box, and how far a shape can move.
//!
//! `cargo run -p physics --example queries`

use physics::prelude::*;
use std::ops::ControlFlow;

const SCENERY: u32 = 1;
const ENEMY: u32 = 2;

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let add = |world: &mut World, x: f32, shape: Shape, category: u32| {
        let body = world.add_body(BodyDef::fixed().position([x, 0.0]))?;
        let filter = Filter { category, ..Filter::default() };
        world.add_collider(body, ColliderDef::new(shape).filter(filter))
    };
    let wall = add(&mut world, 4.0, Shape::rectangle(0.5, 2.0)?, SCENERY)?;
    let enemy = add(&mut world, 8.0, Shape::circle(1.0)?, ENEMY)?;

    // A ray from the origin, 20 m to the right: the wall is hit first, at x = 3.5.
    let ray = Ray::new([0.0, 0.0], [20.0, 0.0]);
    let (collider, hit) = world.cast_ray(&ray, QueryFilter::default())?.expect("the wall is in the way");
    println!("the ray hits {:?} at x = {:.2} m, normal {:?}", collider.id(), hit.point.x, hit.normal);
    assert_eq!(collider.id(), wall);

    // The same ray, which tests only enemies.
    let enemies = QueryFilter::mask(ENEMY);
    let (collider, hit) = world.cast_ray(&ray, enemies)?.expect("the enemy is behind");
    println!("the enemy is hit at x = {:.2} m", hit.point.x);
    assert_eq!(collider.id(), enemy);

    // A point: what did the mouse click on?
    let clicked = world.collider_at([8.2, 0.3], QueryFilter::default()).map(physics::world::ColliderRef::id);
    assert_eq!(clicked, Some(enemy));

    // A box: everything in a selection rectangle.
    let mut selected = Vec::new();
    world.overlap_aabb(Aabb::new([3.0, -1.0], [9.0, 1.0]), QueryFilter::default(), |collider| {
        selected.push(collider.id());
        ControlFlow::Continue(())
    });
    selected.sort_unstable();
    println!("{} colliders overlap the selection", selected.len());
    assert_eq!(selected.len(), 2);

    // A moving circle: how far can a ball of 0.5 m move to the right?
    let ball = Shape::circle(0.5)?;
    let cast = ShapeCast::new(&ball, Pose::at([0.0, 0.0]), [20.0, 0.0]);
    let (_, hit) = world.cast_shape(&cast, QueryFilter::default())?.expect("the wall stops it");
    println!("the ball moves {:.2} m until it meets the wall", hit.fraction * 20.0);
    assert!((hit.fraction * 20.0 - 3.0).abs() < 0.01);
    Ok(())
}
