//! Rollback with GGRS: the world, what waits for it, and the components go back together.
//!
//! ```text
//!   save   world, links, pending changes, and which RollbackId each entity has
//!   load   restores them; an entity that had to be spawned again has another name, which is replaced
//! ```
//!
//! Names are looked up by `RollbackId` in each load. Turned down: `update_resource_with_map_entities` of
//! `bevy_ggrs` 0.22, whose map knows an entity that this load has spawned, but not one of an earlier load.

use crate::collider::Collider;
use crate::components::*;
use crate::joint::Joint;
use crate::pending::Pending;
use crate::resource::{Physics, PhysicsSnapshot};
use bevy_app::prelude::*;
use bevy_ecs::component::Mutable;
use bevy_ecs::entity::{EntityHashMap, EntityMapper, MapEntities};
use bevy_ecs::prelude::*;
use bevy_ggrs::{
    GgrsSnapshots, LoadWorld, LoadWorldSystems, RollbackApp, RollbackFrameCount, RollbackId, SaveWorld,
    SaveWorldSystems,
};
use bevy_transform::components::Transform;
use std::collections::HashMap;

/// Lets [`PhysicsPlugin::new(GgrsSchedule)`](crate::PhysicsPlugin::new) be rolled back by `bevy_ggrs`: saves
/// and restores [`Physics`] and all components of this crate, and `Transform`; adds `Rollback` to each entity
/// with a body, a collider or a joint; and gives the hash of the world to the comparison of the peers. After
/// `GgrsPlugin` and `PhysicsPlugin`.
///
/// Systems that write components of physics run before [`PhysicsSystems::Prepare`](crate::PhysicsSystems).
/// Messages of steps that are taken again are sent again.
///
/// ```no_run
/// use bevy_app::prelude::*;
/// use bevy_ggrs::prelude::*;
/// use bevy_physics2d::{PhysicsPlugin, PhysicsRollbackPlugin};
///
/// App::new().add_plugins((
///     GgrsPlugin::<GgrsConfig<u8>>::default(),
///     PhysicsPlugin::new(GgrsSchedule),
///     PhysicsRollbackPlugin,
/// ));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PhysicsRollbackPlugin;

impl Plugin for PhysicsRollbackPlugin {
    fn build(&self, app: &mut App) {
        app.require_rollback::<RigidBody>().require_rollback::<Collider>().require_rollback::<Joint>();
        app.checksum_resource::<Physics>(|physics| physics.world.sync_hash());
        app.init_resource::<Frames>();
        let keep = (Frames::sync_depth, Frames::discard_old_snapshots, save).chain();
        app.add_systems(SaveWorld, keep.in_set(SaveWorldSystems::Snapshot));
        // After the data: what their hooks have noted in `Pending` while they were put back does not count.
        app.add_systems(LoadWorld, load.in_set(LoadWorldSystems::Mapping));
        register(app);
    }
}

/// The components of the plugin.
fn register(app: &mut App) {
    fn one<T: Component<Mutability = Mutable> + Clone>(app: &mut App) {
        app.rollback_component_with_clone::<T>();
    }
    macro_rules! components {
        ($($name:ident)+) => { $(one::<$name>(app);)+ };
    }
    for_each_component!(components);
    components!(Transform PhysicsError);
}

/// A frame: everything that the plugin keeps.
struct Frame {
    physics: PhysicsSnapshot,
    pending: Pending,
    ids: EntityHashMap<RollbackId>,
}

type Frames = GgrsSnapshots<Physics, Frame>;

fn save(
    mut frames: ResMut<'_, Frames>,
    frame: Res<'_, RollbackFrameCount>,
    physics: Res<'_, Physics>,
    pending: Res<'_, Pending>,
    entities: Query<'_, '_, (Entity, &RollbackId)>,
) {
    let ids = entities.iter().map(|(entity, id)| (entity, *id)).collect();
    frames.push(frame.0, Frame { physics: physics.save(), pending: pending.clone(), ids });
}

/// What an entity of a saved frame is called now.
struct Names(EntityHashMap<Entity>);

impl EntityMapper for Names {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        self.0.get(&source).copied().unwrap_or(source)
    }

    fn set_mapped(&mut self, _: Entity, _: Entity) {}
}

fn load(
    mut frames: ResMut<'_, Frames>,
    frame: Res<'_, RollbackFrameCount>,
    mut physics: ResMut<'_, Physics>,
    mut pending: ResMut<'_, Pending>,
    entities: Query<'_, '_, (Entity, &RollbackId)>,
    mut joints: Query<'_, '_, &mut Joint>,
) {
    let saved = frames.rollback(frame.0).get();
    let now: HashMap<RollbackId, Entity> = entities.iter().map(|(entity, id)| (*id, entity)).collect();
    let renamed = saved.ids.iter().filter_map(|(&old, id)| Some((old, *now.get(id)?)));
    let mut names = Names(renamed.filter(|(old, new)| old != new).collect());
    physics.restore(&saved.physics);
    pending.clone_from(&saved.pending);
    if !names.0.is_empty() {
        physics.map_entities(&mut names);
        pending.map_entities(&mut names);
        joints.iter_mut().for_each(|mut joint| joint.map_entities(&mut names));
    }
}
