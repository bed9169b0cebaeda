//! An app without a window, with a clock that the test moves.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::{Collider, PhysicsPlugin, RigidBody};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use std::time::Duration;

/// 1/64 s: a power of two, so that frames are exact multiples of steps.
pub const STEP: Duration = Duration::from_micros(15625);
pub const DT: f32 = 1.0 / 64.0;

/// An app whose frames are `frame` long. The first frame of Bevy's clock has no length.
pub fn app(plugin: PhysicsPlugin, frame: Duration) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, plugin));
    app.insert_resource(Time::<Fixed>::from_duration(STEP));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app.finish();
    app.cleanup();
    app.update();
    app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(Duration::from_secs(1));
    app
}

pub fn step_app() -> App {
    app(PhysicsPlugin::default(), STEP)
}

pub fn run(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update());
}

pub fn at(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

pub fn ball(x: f32, y: f32) -> impl Bundle {
    (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(x, y, 7.0))
}

/// What a system has read of one kind of message.
#[derive(Resource)]
pub struct Heard<M: Message>(pub Vec<M>);

/// Collects the messages of a kind from now on.
pub fn listen<M: Message + Clone>(app: &mut App) {
    app.insert_resource(Heard::<M>(Vec::new()));
    let read = |mut heard: ResMut<'_, Heard<M>>, mut messages: MessageReader<'_, '_, M>| {
        heard.0.extend(messages.read().cloned());
    };
    // After the step, so that a message is there in the frame in which it was written.
    app.add_systems(Update, read);
}

/// What `listen` has collected.
pub fn heard<M: Message>(app: &App) -> &[M] {
    &app.world().resource::<Heard<M>>().0
}
