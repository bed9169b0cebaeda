//! Runs a plugin without a window, in frames of one step.

use bevy_app::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use std::time::Duration;

/// An app whose frames are one step of 1/64 s long.
pub fn app(game: impl Plugin) -> App {
    let step = Duration::from_micros(15_625);
    let mut app = App::new();
    app.add_plugins((TimePlugin, game));
    app.insert_resource(Time::<Fixed>::from_duration(step));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.finish();
    app.cleanup();
    // The first frame of Bevy's clock has no length.
    app.update();
    app
}

/// So many seconds.
pub fn run(app: &mut App, seconds: usize) {
    (0..64 * seconds).for_each(|_| app.update());
}
