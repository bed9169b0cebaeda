//! The bodies of a project of LDtk become entities. The crate `import` reads it.

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

pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PhysicsPlugin::default().interpolate_all()).add_systems(Startup, load);
    }
}

fn load(mut commands: Commands<'_, '_>) -> Result {
    let project = include_str!("../../../../crates/import/tests/files/sample.ldtk");
    let mut level = import::read_text(project, &import::Options::default(), |_| None)?.level;
    // In the order of their bodies, as entities have them: then the bits are those of `World::load`.
    level.colliders.sort_by_key(|collider| collider.body);
    let bodies = spawn_level(&mut commands, &level);
    commands.insert_resource(Loaded { level, bodies });
    Ok(())
}
