//! Bodies slide over the seams of flush shapes as over one shape, and real corners stay real.
//!
//! | file | laws |
//! |---|---|
//! | `sliders.rs` | a slider moves over tiles of any sort as over one long box |
//! | `chains.rs` | a slider moves over the segments of a chain as over a single line |
//! | `corners.rs` | steps, walls, inside corners and ledges stop, hold and drop bodies as without seams |
//! | `floors.rs` | floors that move, come and go: crates, platforms, rafts, tiles |
//! | `pieces.rs` | bodies of several pieces land, rest and pile up as without seams |

mod chains;
mod corners;
mod floors;
mod pieces;
mod sliders;

use geom::{Pose, Shape};
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// A box whose upper side reaches from one place to another at height 0, m.
fn tile(from: f32, to: f32, depth: f32) -> Shape {
    let middle = Pose::at([0.5 * (from + to), -0.5 * depth]);
    Shape::rectangle(0.5 * (to - from), 0.5 * depth).unwrap().transformed(middle)
}

fn rectangle(half_width: f32, half_height: f32) -> Shape {
    Shape::rectangle(half_width, half_height).unwrap()
}

/// Adds a body with colliders of friction `friction`.
fn add_with(
    world: &mut World,
    body: BodyDef,
    shapes: impl IntoIterator<Item = Shape>,
    friction: f32,
) -> BodyId {
    let id = world.add_body(body.can_sleep(false)).unwrap();
    for shape in shapes {
        world.add_collider(id, ColliderDef::new(shape).friction(friction)).unwrap();
    }
    id
}

fn add(world: &mut World, body: BodyDef, shapes: impl IntoIterator<Item = Shape>) -> BodyId {
    add_with(world, body, shapes, 0.0)
}

/// Adds a floor of tiles of a metre, each on a body of its own.
fn add_floor(world: &mut World, from: i32, to: i32) -> Vec<BodyId> {
    (from..to).map(|i| add(world, BodyDef::fixed(), [tile(i as f32, i as f32 + 1.0, 1.0)])).collect()
}

fn world() -> World {
    World::new(WorldSettings::default())
}

fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds / DT).round() as u32 {
        world.step(DT);
    }
}

/// Position, angle and velocity.
fn state(world: &World, body: BodyId) -> [f32; 5] {
    let body = world.body(body).unwrap();
    let (pose, velocity) = (body.pose(), body.velocity());
    [pose.position.x, pose.position.y, pose.rotation.angle(), velocity.x, velocity.y]
}
