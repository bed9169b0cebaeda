//! What strangers who wrote games looked for, as laws over whole ranges of their parameters.

mod assembly;
mod bounce;
mod damage;
mod drag;
mod driven;
mod fields;
mod height_field;
mod links;
mod loops;
mod one_sided;
mod piston;
mod rates;
mod save_file;
mod shapes;
mod sleep;
mod sorting;
mod terrain;
mod touches;

use toolkit::geom::Shape;
use toolkit::world::{BodyDef, BodyId, ColliderDef, World};

/// s.
const DT: f32 = 1.0 / 60.0;

fn add(world: &mut World, def: BodyDef, shape: Shape, density: f32) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
    body
}
