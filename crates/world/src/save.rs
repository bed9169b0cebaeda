//! A running world written as a level: what an editor saves, and what a program sends to another.
//!
//! All that definitions can say is kept, bit for bit. The rest is lost: the impulses that warm-start contacts
//! and joints, how far a gear has slipped, and which bodies sleep as one island. So a loaded world begins in
//! the same state, but does not go on to the last bit. Counted turns become start angles
//! ([`RevoluteJoint::start_angle`](crate::RevoluteJoint::start_angle)).

use crate::joint::JointDef;
use crate::level::Level;
use crate::view::BodyRef;
use crate::world::World;
use broadphase::Broadphase;
use geom::Point;

impl<B: Broadphase> World<B> {
    /// This world as a level. Bodies and joints come in the order of their slots; so do colliders, but those
    /// of one body in the order in which they were added. A world that is loaded from it has the same
    /// [`World::state_hash`].
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Level, World, WorldSettings};
    ///
    /// let mut level = Level::new(WorldSettings::default());
    /// level.body_with(BodyDef::dynamic().user_data(7), ColliderDef::new(Shape::circle(0.25)?));
    /// let (mut world, _) = World::load(&level)?;
    /// assert_eq!(world.to_level(), level);
    ///
    /// world.step(1.0 / 60.0);
    /// let (again, _) = World::load(&world.to_level())?;
    /// assert_eq!(again.state_hash(), world.state_hash());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn to_level(&self) -> Level {
        let mut level = Level::new(*self.settings());
        let mut indices = Vec::new();
        for body in self.bodies() {
            indices.resize(body.id().index() + 1, 0);
            indices[body.id().index()] = level.body(body.def());
            level.velocities_of_centers |=
                body.angular_velocity() != 0.0 && body.mass_properties().center != Point::origin();
        }
        // Slots are used again: they tell only the order of different bodies' colliders.
        let mut of_body: Vec<_> = self.bodies().map(BodyRef::colliders).collect();
        for collider in self.colliders() {
            let body = indices[collider.body().id().index()];
            if let Some(next) = of_body[body as usize].next() {
                level.collider(body, next.def());
            }
        }
        for joint in self.joints() {
            let [a, b] = joint.bodies().map(|body| indices[body.id().index()]);
            level.joint(JointDef { kind: joint.kind_to_start(), ..joint.def() }.between(a, b));
        }
        level
    }
}
