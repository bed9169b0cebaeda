//! The mass of a body, which is the sum over its colliders unless the program has set it.
//!
//! ```text
//!   collider added, removed, changed   -->  the mass is stale                        O(1)
//!   it is read through a view          -->  the sum, computed for the reader         O(colliders)
//!   the step begins, a push acts       -->  the sum is stored, the body has settled  O(colliders), once
//! ```
//!
//! A static body has no mass, and its centre is its origin: otherwise an editor that changes one of 100,000
//! tiles would wait for a sum that nothing reads. The sum runs over all colliders, the last added first:
//! corrected by each change it would depend on the history of the body.
//!
//! **What a body carries** in a step ([`Moving`]) joins its mass when the step begins, and leaves it when it
//! ends with the velocity of its point, since both moved as one.
//!
//! The velocity of a body is that of its centre of mass. When the centre moves within the body, the velocity
//! changes to that of the new centre. Turned down (`docs/experiments/world.md`): the sum at each change of a
//! collider; sums in a tree over the colliders.

use super::Stores;
use super::bodies::{Bodies, Body, Measures, Moving};
use crate::body::BodyKind;
use crate::slot::BodySlot;
use compute::math::{clamp, max, min};
use geom::{MassProperties, Point, Shape, Vec2, cross, left_normal};

impl Bodies {
    pub(super) fn mark_stale_mass(&mut self, slot: BodySlot) {
        if self.records[slot].kind != BodyKind::Static {
            self.make_mass_stale(slot);
        }
    }

    /// Whatever its kind is.
    pub(super) fn make_mass_stale(&mut self, slot: BodySlot) {
        if !std::mem::replace(&mut self.records[slot].has_stale_mass, true) {
            self.stale_masses.push(slot);
        }
    }
}

impl Stores {
    pub(crate) fn mass(&self, slot: BodySlot) -> MassProperties {
        let body = &self.bodies[slot];
        if body.has_stale_mass { self.new_mass(slot) } else { body.mass }
    }

    /// Of the next step: 1/kg, 1/(kg m^2), and the centre of mass in the body's frame (m).
    pub(crate) fn inverse_masses_now(&self, slot: BodySlot) -> ([f32; 2], Vec2) {
        let body = &self.bodies[slot];
        if body.has_stale_mass {
            let mass = self.new_mass(slot);
            (Body { mass, ..body.clone() }.inverse_masses(), mass.center.coords)
        } else {
            (body.inverse_masses(), self.bodies.frame(slot).local_center)
        }
    }

    pub(crate) fn arm(&self, slot: BodySlot) -> Vec2 {
        let frame = self.bodies.frame(slot);
        if self.bodies[slot].has_stale_mass {
            frame.rotation * self.mass(slot).center.coords
        } else {
            frame.arm()
        }
    }

    /// m/s and rad/s; zero for a body that is not awake.
    pub(crate) fn velocity(&self, slot: BodySlot) -> (Vec2, f32) {
        let (velocity, angular_velocity) = self.bodies.velocity(slot);
        if !self.bodies[slot].has_stale_mass {
            return (velocity, angular_velocity);
        }
        let shift = self.shift_of_center(slot, self.mass(slot));
        (moved(velocity, shift, angular_velocity), angular_velocity)
    }

    /// For the step that begins. The mass of a body with a load is stale again at once, so that readers
    /// between the steps find its own.
    pub(crate) fn settle_masses(&mut self) {
        let mut slots = std::mem::take(&mut self.bodies.stale_masses);
        slots.retain(|&slot| {
            self.bodies.try_get(slot).is_some() && {
                self.settle_mass(slot);
                self.take_up_load(slot)
            }
        });
        for &slot in &slots {
            self.bodies[slot].has_stale_mass = true;
        }
        self.bodies.stale_masses = slots;
    }

    /// Returns false if it has none, or does not move.
    fn take_up_load(&mut self, slot: BodySlot) -> bool {
        if self.bodies.extra(slot).load.is_none() {
            return false;
        }
        let Some(load) = self.bodies.extra_mut(slot).load.take() else { return false };
        let (body, rotation) = (&self.bodies[slot], self.bodies.frame(slot).rotation);
        if !body.is_dynamic() || !body.is_awake() || body.has_left_world {
            return false;
        }
        let mut mass = body.mass;
        let turns = mass.inertia > 0.0;
        if mass.mass <= 0.0 {
            mass.mass = 1.0; // As in `Body::inverse_masses`.
        }
        let (velocity, angular_velocity) = self.bodies.velocity(slot);
        let own = Moving { mass, velocity, angular_momentum: mass.inertia * angular_velocity };
        let mut both = own.joined(load, rotation);
        let (arm, approach) = (rotation * (load.mass.center - mass.center), load.velocity - velocity);
        let is_on_rail = body.locks.x || body.locks.y;
        if is_on_rail {
            // A locked centre stays.
            both.mass.center = mass.center;
            both.mass.inertia = mass.inertia + load.mass.inertia_about(mass.center);
            both.angular_momentum =
                own.angular_momentum + load.angular_momentum + load.mass.mass * cross(arm, approach);
        }
        let mut turn = both.angular_momentum / both.mass.inertia;
        if !turns {
            (both.mass.inertia, turn) = (0.0, angular_velocity);
        }
        let mut torque = 0.0;
        if is_on_rail {
            // The load turns about the centre, and its weight turns the body.
            both.velocity =
                velocity + (approach - left_normal(arm) * turn) * (load.mass.mass / both.mass.mass);
            torque = load.mass.mass * cross(arm, body.acceleration_by(self.settings.gravity));
        }
        if !both.is_sound() || !turn.is_finite() {
            return false;
        }
        let shift = self.store_mass(slot, both.mass);
        if let Some(state) = self.bodies.state_mut(slot) {
            (state.velocity, state.angular_velocity) = (both.velocity, turn);
        }
        if let Some(motion) = self.bodies.motion_mut(slot) {
            // Forces act where they were applied.
            motion.torque += torque - cross(shift, motion.force);
        }
        self.lock_velocity(slot);
        true
    }

    pub(crate) fn settle_mass(&mut self, slot: BodySlot) {
        if !std::mem::take(&mut self.bodies[slot].has_stale_mass) {
            return;
        }
        self.store_mass(slot, self.new_mass(slot));
    }

    /// Returns how far the centre of mass has moved, m.
    fn store_mass(&mut self, slot: BodySlot, mass: MassProperties) -> Vec2 {
        let measures = self.measures_from(slot, mass.center);
        let shift = self.shift_of_center(slot, mass);
        let body = &mut self.bodies[slot];
        body.mass = mass;
        body.set_measures(measures);
        self.bodies.update_extent(slot);
        self.bodies.frame_mut(slot).local_center = mass.center.coords;
        if let Some(state) = self.bodies.state_mut(slot) {
            state.velocity = moved(state.velocity, shift, state.angular_velocity);
        } else if !self.bodies[slot].is_enabled {
            let (velocity, angular_velocity) = &mut self.bodies.extra_mut(slot).kept_velocity;
            *velocity = moved(*velocity, shift, *angular_velocity);
        }
        if shift != Vec2::zeros() {
            // Anchors are measured from the centre of mass.
            let mut cursor = self.bodies[slot].contacts.cursor();
            while let Some((contact, _)) = self.contacts.advance(&mut cursor) {
                self.contacts.forget_cache(contact);
            }
        }
        shift
    }

    /// Of the colliders that push, from a point in its frame.
    pub(super) fn measures_from(&self, slot: BodySlot, center: Point) -> Measures {
        let mut measures = Measures::NONE;
        if self.bodies[slot].kind == BodyKind::Static {
            return measures;
        }
        let colliders = self.colliders.on_body(&self.bodies[slot]).map(|collider| &self.colliders[collider]);
        for collider in colliders.filter(|collider| collider.counts()) {
            let reach = collider.shape.reach(center);
            let spin_reach = match &collider.shape {
                Shape::Circle(circle) => (circle.center() - center).norm(),
                _ => reach,
            };
            measures.reach = max(measures.reach, reach);
            measures.spin_reach = max(measures.spin_reach, spin_reach);
            measures.fast_way = min(measures.fast_way, collider.fast_way);
            measures.very_fast_way = min(measures.very_fast_way, collider.very_fast_way);
        }
        measures
    }

    /// As the program has set it, or the sum over the colliders; none for a static body.
    pub(super) fn new_mass(&self, slot: BodySlot) -> MassProperties {
        if self.bodies[slot].kind == BodyKind::Static {
            return MassProperties::ZERO;
        }
        if let Some(mass) = self.bodies.extra(slot).mass {
            return mass;
        }
        let colliders = self.colliders.on_body_last_first(&self.bodies[slot]);
        let masses = colliders.map(|collider| self.colliders[collider].mass);
        masses.fold(MassProperties::ZERO, MassProperties::combined)
    }

    /// From the stored one, m.
    fn shift_of_center(&self, slot: BodySlot, mass: MassProperties) -> Vec2 {
        let frame = self.bodies.frame(slot);
        frame.rotation * (mass.center.coords - frame.local_center)
    }
}

/// m/s, at a point `shift` away from one with this velocity, clamped to finite numbers.
fn moved(velocity: Vec2, shift: Vec2, angular_velocity: f32) -> Vec2 {
    (velocity + left_normal(shift) * angular_velocity).map(|x| clamp(x, -f32::MAX, f32::MAX))
}

#[cfg(test)]
mod tests {
    use crate::body::BodyDef;
    use crate::collider::ColliderDef;
    use crate::error::DefError;
    use crate::stores::colliders::visits;
    use crate::view::ColliderRef;
    use crate::world::World;
    use geom::{Point, Shape};

    const DT: f32 = 1.0 / 60.0;

    /// How many colliders all edits of one tile visit, with a ball on the tiles, and what is read after each.
    fn visits_of_edits(tiles: usize) -> Result<usize, DefError> {
        let tile = |i: usize| {
            let shape = Shape::rectangle(0.5, 0.5)?;
            Ok::<_, DefError>(ColliderDef::new(shape).offset([i as f32 + 10.0, -0.5], 0.0))
        };
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed())?;
        for i in 0..tiles {
            world.add_collider(ground, tile(i)?)?;
        }
        let ball = world.add_body(BodyDef::dynamic().position([20.5, 0.5]).can_sleep(false))?;
        world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
        for _ in 0..10 {
            world.step(DT);
        }
        let edited = world.body(ground)?.colliders().nth(10).map(ColliderRef::id);
        let edited = edited.expect("there are more tiles");
        visits::take();
        let settle = |world: &mut World| {
            let body = world.body(ground)?;
            assert_eq!((body.center(), body.mass_properties().mass), (Point::origin(), 0.0));
            world.step(DT);
            Ok::<_, DefError>(())
        };
        world.collider_mut(edited)?.set_density(3.0)?;
        settle(&mut world)?;
        world.collider_mut(edited)?.set_shape(Shape::circle(0.5)?)?;
        settle(&mut world)?;
        world.collider_mut(edited)?.set_sensor(true)?.set_sensor(false)?;
        settle(&mut world)?;
        world.collider_mut(edited)?.set_enabled(false);
        settle(&mut world)?;
        world.collider_mut(edited)?.set_enabled(true).set_offset([20.0, -0.5], 0.0)?;
        settle(&mut world)?;
        world.remove_collider(edited)?;
        settle(&mut world)?;
        world.add_collider(ground, tile(10)?)?;
        settle(&mut world)?;
        Ok(visits::take())
    }

    /// An edit of one tile of a static body visits as many colliders whether the body has 50 or 5,000: the
    /// ball, whose contacts change.
    #[test]
    fn edit_of_a_static_body_visits_as_many_colliders_whatever_their_number() -> Result<(), DefError> {
        let few = visits_of_edits(50)?;
        assert_eq!(visits_of_edits(5_000)?, few);
        assert!(few < 50, "{few} colliders visited by 9 edits");
        Ok(())
    }
}
