//! What was refused: a line of the log, a message, and a component as long as it stands.

use super::scene::All;
use crate::collider::Collider;
use crate::components::{ExternalForce, Part, PhysicsError, RigidBody};
use crate::joint::Joint;
use crate::messages::PhysicsProblem;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// Collects what was refused.
#[derive(SystemParam)]
pub(crate) struct Problems<'w, 's> {
    pub commands: Commands<'w, 's>,
    messages: MessageWriter<'w, PhysicsProblem>,
    marked: Query<'w, 's, (Entity, &'static mut PhysicsError, Holds), All>,
    /// Of entities that had no error before this step.
    fresh: Local<'s, EntityHashMap<PhysicsError>>,
}

/// Whether the entity has a body, a collider, a joint, a force.
type Holds = (Has<RigidBody>, Has<Collider>, Has<Joint>, Has<ExternalForce>);

impl Problems<'_, '_> {
    /// Tells of an error of a component that stands until it is replaced; not again while it is the same.
    /// What is accepted ends it.
    pub fn tell<T>(&mut self, entity: Entity, part: Part, result: Result<T, impl ToString>) -> Option<T> {
        let reason = match &result {
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        let is_news = match (self.marked.get_mut(entity), &reason) {
            (Ok((_, mut errors, _)), _) => {
                errors.of(part) != reason.as_deref() && errors.set(part, reason.clone())
            }
            (Err(_), Some(_)) => self.fresh.entry(entity).or_default().set(part, reason.clone()),
            (Err(_), None) => self.fresh.get_mut(&entity).is_some_and(|errors| errors.set(part, None)),
        };
        if let (true, Some(error)) = (is_news, reason) {
            self.say(entity, error);
        }
        result.ok()
    }

    /// Tells of an error of what acts once.
    pub fn tell_once(&mut self, entity: Entity, result: Result<(), impl ToString>) {
        if let Err(error) = result {
            self.say(entity, error.to_string());
        }
    }

    fn say(&mut self, entity: Entity, error: String) {
        log::error!("entity {entity}: {error}");
        self.messages.write(PhysicsProblem { entity, error });
    }

    /// Writes the components. An error of what the entity does not have any more is none.
    pub fn finish(&mut self) {
        for (entity, mut errors, (body, collider, joint, force)) in &mut self.marked {
            for part in Part::ALL {
                let is_held = match part {
                    Part::Collider => collider,
                    Part::Joint => joint,
                    Part::Force => force,
                    Part::Body | Part::Place | Part::Velocity | Part::AngularVelocity => body,
                };
                if !is_held && errors.of(part).is_some() {
                    errors.set(part, None);
                }
            }
            if errors.is_empty() {
                self.commands.entity(entity).try_remove::<PhysicsError>();
            }
        }
        for (entity, errors) in self.fresh.drain() {
            if !errors.is_empty() {
                self.commands.entity(entity).try_insert(errors);
            }
        }
    }
}
