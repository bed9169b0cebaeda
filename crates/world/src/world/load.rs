//! Levels are added to a world: all of a level or nothing.

use super::World;
use crate::error::DefError;
use crate::id::JointId;
use crate::level::{Level, LevelIds};
use crate::recording::Call;
use broadphase::{Broadphase, DynamicTree};

impl<B: Broadphase> World<B> {
    /// [`World::load`] with this broad phase, which must be empty.
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level.
    pub fn load_with(level: &Level, broadphase: B) -> Result<(Self, LevelIds), DefError> {
        let mut world = Self::with_broadphase(level.settings, broadphase)?;
        let mut ids = LevelIds::default();
        world.add_parts(level, &mut ids)?;
        world.stores.colliders.flush(&mut world.broadphase);
        Ok((world, ids))
    }

    /// Adds the bodies, colliders and joints of a level and ignores its settings.
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level.
    pub fn add_level(&mut self, level: &Level) -> Result<LevelIds, DefError> {
        level.check(self.stores.settings.length_unit).map_err(|(.., error)| error)?;
        let mut ids = LevelIds::default();
        self.add_parts(level, &mut ids)?;
        self.stores.colliders.flush(&mut self.broadphase);
        Ok(ids)
    }

    /// [`World::add_level`] which also closes the joints of the level as [`World::close_joints`] does.
    /// Returns also the greatest error left, m or rad.
    ///
    /// ```
    /// use world::{BodyDef, JointDef, Level, RevoluteJoint, World};
    ///
    /// let mut level = Level::default();
    /// let post = level.body(BodyDef::fixed());
    /// let gate = level.body(BodyDef::dynamic().position([1.5, 0.2])); // 0.54 m beside its hinge
    /// level.joint(JointDef::new(post, gate, RevoluteJoint::new().anchors([0.0, 0.0], [-1.0, 0.0])));
    /// let mut world = World::default();
    /// let (ids, left) = world.add_level_closed(&level, 1e-4, 1_000)?;
    /// assert!(left < 1e-4 && world.joint(ids.joints[0])?.error() < 1e-4);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level, for a tolerance that is not above zero, or if a
    /// body would leave the world.
    pub fn add_level_closed(
        &mut self,
        level: &Level,
        tolerance: f32,
        max_sweeps: u32,
    ) -> Result<(LevelIds, f32), DefError> {
        // First in a world of its own: a refused level leaves no trace here.
        let mut trial = World::with_broadphase(self.stores.settings, DynamicTree::default())?;
        let ids = trial.add_level(level)?;
        trial.close_some(&ids.joints, tolerance, max_sweeps)?;
        let ids = self.add_level(level)?;
        let left = self.close_some(&ids.joints, tolerance, max_sweeps)?;
        Ok((ids, left))
    }

    fn close_some(&mut self, joints: &[JointId], tolerance: f32, max_sweeps: u32) -> Result<f32, DefError> {
        let slots = joints.iter().map(|&id| self.stores.joints.check(id)).collect::<Result<Vec<_>, _>>()?;
        self.close(&slots, tolerance, max_sweeps)
    }

    /// With boxes not yet given to the broad phase. After an error, the lists of `ids` end before the refused
    /// part.
    pub(crate) fn add_parts(&mut self, level: &Level, ids: &mut LevelIds) -> Result<(), DefError> {
        let LevelIds { bodies, colliders, joints } = ids;
        for def in &level.bodies {
            bodies.push(self.add_body(*def)?);
        }
        let body = |field, index: u32| {
            bodies.get(index as usize).copied().ok_or(DefError::Index { field, index, len: bodies.len() })
        };
        for collider in &level.colliders {
            let body = body("body of a collider", collider.body)?;
            colliders.push(self.put_collider(body, collider.def.clone())?);
        }
        if level.velocities_of_centers {
            for (def, &id) in level.bodies.iter().zip(&*bodies) {
                // Colliders have moved its centre of mass, which has another velocity.
                let slot = self.stores.bodies.check(id)?;
                self.stores.restore_velocity(slot, def.velocity);
                self.note(|| Call::SetCenterVelocity(id, def.velocity));
            }
        }
        for joint in &level.joints {
            let (a, b) = (body("first body of a joint", joint.a)?, body("second body of a joint", joint.b)?);
            joints.push(self.put_joint(joint.between(a, b))?);
        }
        Ok(())
    }
}
