//! Levels and actions for the tests.

use batch::geom::Shape;
use batch::world::{BodyDef, BodyKind, ColliderDef, Level, World};
use batch::{Action, BatchDef, Observation, Random};

/// The level of a scene.
pub fn scene(name: &str) -> Level {
    (scenes::find(name).unwrap_or_else(|| panic!("a scene {name}")).level)()
}

/// Indices of the first dynamic bodies of a level, at most `most`.
pub fn dynamic_bodies(level: &Level, most: usize) -> Vec<u32> {
    let dynamic = level.bodies.iter().zip(0..).filter(|(def, _)| def.kind == BodyKind::Dynamic);
    dynamic.map(|(_, index)| index).take(most).collect()
}

/// A force and a torque on each of these bodies.
pub fn pushes(bodies: &[u32]) -> Vec<Action> {
    bodies.iter().flat_map(|&body| [Action::force(body).scaled(3.0), Action::torque(body)]).collect()
}

/// Numbers from -1 to 1.
pub fn noise(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.between(-1.0, 1.0)).collect()
}

/// A ball above the ground: a level in which a world is blown up by a large force on body 1.
pub fn ball_level() -> Level {
    let mut level = Level::default();
    let ground = ColliderDef::new(Shape::rectangle(20.0, 0.5).expect("a shape"));
    level.body_with(BodyDef::fixed().position([0.0, -0.5]), ground);
    let ball = ColliderDef::new(Shape::circle(0.5).expect("a shape"));
    level.body_with(BodyDef::dynamic().position([0.0, 1.0]), ball);
    level
}

/// [`ball_level`] with a force on the ball, its pose and its velocity.
pub fn ball_def(level: &Level) -> BatchDef<'_> {
    BatchDef::new(level)
        .actions(vec![Action::force(1)])
        .observations(vec![Observation::Pose { body: 1 }, Observation::Velocity { body: 1 }])
}

/// The hash of each world.
pub fn hashes<T: batch::Task>(batch: &batch::Batch<T>) -> Vec<u64> {
    (0..batch.len()).map(|i| batch.world(i).map_or(0, World::full_hash)).collect()
}
