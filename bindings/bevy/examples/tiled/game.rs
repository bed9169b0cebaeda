//! The bodies of a map of Tiled become entities. The crate `import` reads it.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_physics2d::physics::prelude::Level;
use bevy_physics2d::prelude::*;

/// What was read, and its entities in the same order.
#[derive(Resource)]
pub struct Loaded {
    /// The level.
    pub level: Level,
    /// One for each body.
    pub bodies: Vec<Entity>,
}

/// With the file of the map.
pub struct GamePlugin(pub &'static str);

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        let file = self.0;
        app.add_plugins(PhysicsPlugin::default().interpolate_all());
        app.add_systems(Startup, move |commands: Commands<'_, '_>| load(commands, file));
    }
}

fn load(mut commands: Commands<'_, '_>, file: &str) -> Result {
    let mut level = import::read(file)?.level;
    // In the order of their bodies, as entities have them: then the bits are those of `World::load`.
    level.colliders.sort_by_key(|collider| collider.body);
    let bodies = spawn_level(&mut commands, &level);
    commands.insert_resource(Loaded { level, bodies });
    Ok(())
}
