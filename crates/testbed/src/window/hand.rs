//! Grabbing, dragging and throwing a body, in two ways.
//!
//! **By a spring**: a joint pulls the grabbed point towards the pointer. Obstacles stop the body, joints drag
//! other bodies along, and on release the body keeps its velocity.
//!
//! **Carried** (the text "Impulse Responses" and its predecessor, section Grabbing Bodies with the Mouse):
//! the body is kinematic while it is held, so nothing stops it, and it follows the pointer exactly. On
//! release it is dynamic again and at rest, and the force F = (p - p_last) k acts on the grabbed point for
//! one step, where p and p_last are the last two positions of the pointer.
//!
//! The text uses k = 5000 N/m for every body. Here it is 5000 N/m for each kilogram, so that light and heavy
//! bodies fly alike: one step of h seconds later v = 5000 h |p - p_last|, at h = 1/60 s 1.4 times the speed
//! of the pointer. The positions are those of the last two steps, in the text those of the last two frames,
//! so that a throw does not depend on the frame rate.

use physics::prelude::*;

/// Frequency of the spring, Hz: the body reaches the pointer in about a tenth of a second.
const HERTZ: f32 = 5.0;
/// Critical damping: the body does not swing about the pointer.
const DAMPING_RATIO: f32 = 1.0;
/// Greatest acceleration that the spring gives the held mass, m/s^2: enough to lift a hundred similar bodies,
/// not enough to pull one through a wall.
const STRENGTH: f32 = 1000.0;
/// Factor of the throwing force, N/m per kilogram.
const THROW: f32 = 5000.0;
/// Greatest speed of a carried body, m/s, so that what it hits does not leave the world.
const CARRY_SPEED: f32 = 40.0;

/// How a body is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grip {
    /// By a soft joint.
    #[default]
    Spring,
    /// Kinematic while held.
    Carry,
}

impl Grip {
    pub const ALL: [(&str, Self); 2] = [("spring", Self::Spring), ("carry", Self::Carry)];
}

#[derive(Clone, Copy, Debug)]
pub struct Hand {
    body: BodyId,
    /// The grabbed point in the frame of the body, m.
    local: Point,
    /// Position of the pointer, m.
    pointer: Point,
    /// Positions of the pointer in the last two steps, m, the later one first.
    at_steps: [Point; 2],
    hold: Hold,
}

#[derive(Clone, Copy, Debug)]
enum Hold {
    /// The static body that the joint is attached to. It exists only while the body is held.
    Spring {
        hook: BodyId,
        joint: JointId,
    },
    Carry,
}

impl Hand {
    /// Grabs the dynamic body at `pointer` (m); if there are several, the one with the lowest slot. `None` if
    /// there is none.
    pub fn grab<B: Broadphase>(world: &mut World<B>, pointer: Point, grip: Grip) -> Option<Self> {
        let body = body_at(world, pointer)?;
        let local = world.body(body).ok()?.pose().inverse_transform(pointer);
        let hold = match grip {
            Grip::Spring => hang(world, body, pointer, local).ok()?,
            Grip::Carry => {
                world.body_mut(body).ok()?.set_kind(BodyKind::Kinematic).ok()?;
                Hold::Carry
            }
        };
        Some(Self { body, local, pointer, at_steps: [pointer; 2], hold })
    }

    pub fn body(&self) -> BodyId {
        self.body
    }

    /// m.
    pub fn point_to(&mut self, pointer: Point) {
        self.pointer = pointer;
    }

    /// The pointer and the grabbed point of the body, m; `None` if the body is gone.
    pub fn line<B: Broadphase>(&self, world: &World<B>) -> Option<[Point; 2]> {
        let body = world.body(self.body).ok()?;
        Some([self.pointer, body.pose() * self.local])
    }

    /// Pulls or carries the body in the coming step.
    ///
    /// # Errors
    /// [`DefError`] if the body is gone.
    pub fn before_step<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) -> Result<(), DefError> {
        self.at_steps = [self.pointer, self.at_steps[0]];
        match self.hold {
            Hold::Spring { joint, .. } => {
                world.joint_mut(joint)?.set_anchors(self.pointer, self.local)?;
                world.body_mut(self.body)?.wake();
            }
            Hold::Carry => {
                let held = world.body(self.body)?.pose() * self.local;
                let velocity = ((self.pointer - held) / dt).cap_magnitude(CARRY_SPEED);
                world.body_mut(self.body)?.set_velocity(velocity)?.set_angular_velocity(0.0)?;
            }
        }
        Ok(())
    }

    /// Releases the body and throws it.
    ///
    /// # Errors
    /// [`DefError`] if the body is gone.
    pub fn release<B: Broadphase>(self, world: &mut World<B>) -> Result<(), DefError> {
        match self.hold {
            Hold::Spring { hook, .. } => world.remove_body(hook)?,
            Hold::Carry => {
                let mut body = world.body_mut(self.body)?;
                body.set_kind(BodyKind::Dynamic)?.set_velocity([0.0; 2])?.set_angular_velocity(0.0)?;
                let (mass, held) = (body.view().mass_properties().mass, body.view().pose() * self.local);
                let [last, before] = self.at_steps;
                body.apply_force((last - before) * (THROW * mass), held)?;
            }
        }
        Ok(())
    }
}

/// Attaches the point `local` of the body to `pointer` by a spring.
fn hang<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    pointer: Point,
    local: Point,
) -> Result<Hold, DefError> {
    let mass = world.body(body)?.mass_properties().mass;
    let hook = world.add_body(BodyDef::fixed())?;
    let spring = MouseJoint::new(STRENGTH * mass).anchors(pointer, local).spring(HERTZ, DAMPING_RATIO);
    Ok(Hold::Spring { hook, joint: world.add_joint(JointDef::new(hook, body, spring))? })
}

fn body_at<B: Broadphase>(world: &World<B>, point: Point) -> Option<BodyId> {
    let is_dynamic = |collider: ColliderRef<'_>| collider.body().kind() == BodyKind::Dynamic;
    let found = world.collider_at(point, QueryFilter::default().predicate(&is_dynamic));
    // The point of a pointer on the canvas is finite.
    found.ok().flatten().map(|collider| collider.body().id())
}
