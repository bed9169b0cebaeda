//! What was refused: a line of the log, a message and a component.

use crate::components::PhysicsError;
use crate::messages::PhysicsProblem;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// Collects what was refused.
#[derive(SystemParam)]
pub(crate) struct Problems<'w, 's> {
    pub commands: Commands<'w, 's>,
    messages: MessageWriter<'w, PhysicsProblem>,
    marked: Query<'w, 's, (), With<PhysicsError>>,
}

impl Problems<'_, '_> {
    /// Tells of an error, or that there is none any more.
    pub fn tell<T>(&mut self, entity: Entity, result: Result<T, impl ToString>) -> Option<T> {
        match result {
            Ok(value) => {
                if self.marked.contains(entity) {
                    self.commands.entity(entity).try_remove::<PhysicsError>();
                }
                Some(value)
            }
            Err(error) => {
                let error = error.to_string();
                log::error!("entity {entity}: {error}");
                self.commands.entity(entity).try_insert(PhysicsError(error.clone()));
                self.messages.write(PhysicsProblem { entity, error });
                None
            }
        }
    }
}
