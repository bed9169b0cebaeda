//! Taking hold of a body, dragging it and throwing it, in two ways.
//!
//! **By a spring** (soft): a joint pulls the point that was grabbed towards the pointer. What is in the way
//! stops it, what hangs on it comes along, and it flies on with the velocity that it has when let go.
//!
//! **Carried** (seed 001, Grabbing Bodies with the Mouse): the body is kinematic while it is held, so nothing stops
//! it, and follows the pointer exactly. When let go it is dynamic again, at rest, and the force
//! F = (p - p_last) k acts for one step at the point that was grabbed, p and p_last being the last two positions of
//! the pointer.
//! The seed has k = 5000 N/m for every body; here it is 5000 N/m for each kilogram, so that a pebble and a
//! boulder fly alike: a step h later v = 5000 h |p - p_last|, which at h = 1/60 s is 1.4 times the pointer's own
//! speed. The seed takes the positions of the last two frames; here they are those of the last two steps, so that
//! a throw does not depend on how fast the screen is.

use physics::prelude::*;
use std::ops::ControlFlow;

/// Hz. How fast the spring draws a body to the pointer: in about a tenth of a second.
const HERTZ: f32 = 5.0;
/// Critical: the body does not swing about the pointer.
const DAMPING_RATIO: f32 = 1.0;
/// m/s^2. What the spring can do for the mass that it holds: lift a hundred others of its kind, but not draw
/// it through a wall.
const STRENGTH: f32 = 1000.0;
/// N/m for each kilogram: seed 001's factor.
const THROW: f32 = 5000.0;
/// m/s. A body that is carried is not faster, so that what it hits is not shot out of the world.
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
    /// Both, with their names.
    pub const ALL: [(&str, Self); 2] = [("spring", Self::Spring), ("carry", Self::Carry)];
}

/// A hand that holds a body.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    body: BodyId,
    /// Where it holds, in the body's frame, m.
    local: Point,
    /// Where the pointer is, m.
    pointer: Point,
    /// Where it was at the last two steps, the later first, m.
    at_steps: [Point; 2],
    hold: Hold,
}

#[derive(Clone, Copy, Debug)]
enum Hold {
    /// A body to hang the joint on, which is there only as long as the hand holds.
    Spring {
        hook: BodyId,
        joint: JointId,
    },
    Carry,
}

impl Hand {
    /// Takes hold of the dynamic body at `pointer` (m), of several that with the lowest slot. `None` if there is
    /// none.
    pub fn grab<B: Broadphase>(world: &mut World<B>, pointer: Point, grip: Grip) -> Option<Self> {
        let body = body_at(world, pointer)?;
        let local = world.body(body).ok()?.pose().inverse_transform(pointer);
        let hold = match grip {
            Grip::Spring => hang(world, body, pointer, local).ok()?,
            Grip::Carry => {
                world.set_kind(body, BodyKind::Kinematic).ok()?;
                Hold::Carry
            }
        };
        Some(Self { body, local, pointer, at_steps: [pointer; 2], hold })
    }

    /// The body it holds.
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// The pointer is elsewhere now, m.
    pub fn point_to(&mut self, pointer: Point) {
        self.pointer = pointer;
    }

    /// The pointer, and the point of the body that it holds, m; `None` if the body is gone.
    pub fn line<B: Broadphase>(&self, world: &World<B>) -> Option<[Point; 2]> {
        let body = world.body(self.body).ok()?;
        Some([self.pointer, body.pose() * self.local])
    }

    /// Pulls or carries the body through the step that comes.
    ///
    /// # Errors
    /// [`DefError`] if the body is gone.
    pub fn before_step<B: Broadphase>(&mut self, world: &mut World<B>, dt: f32) -> Result<(), DefError> {
        self.at_steps = [self.pointer, self.at_steps[0]];
        match self.hold {
            Hold::Spring { joint, .. } => {
                world.set_anchors(joint, self.pointer, self.local)?;
                world.wake(self.body)?;
            }
            Hold::Carry => {
                let held = world.body(self.body)?.pose() * self.local;
                let velocity = ((self.pointer - held) / dt).cap_magnitude(CARRY_SPEED);
                world.set_velocity(self.body, velocity, 0.0)?;
            }
        }
        Ok(())
    }

    /// Lets go, and throws.
    ///
    /// # Errors
    /// [`DefError`] if the body is gone.
    pub fn release<B: Broadphase>(self, world: &mut World<B>) -> Result<(), DefError> {
        match self.hold {
            Hold::Spring { hook, .. } => world.remove_body(hook)?,
            Hold::Carry => {
                world.set_kind(self.body, BodyKind::Dynamic)?;
                world.set_velocity(self.body, [0.0; 2], 0.0)?;
                let body = world.body(self.body)?;
                let (mass, held) = (body.mass_properties().mass, body.pose() * self.local);
                let [last, before] = self.at_steps;
                world.apply_force(self.body, (last - before) * (THROW * mass), held)?;
            }
        }
        Ok(())
    }
}

/// Hangs the body's point `local` on a spring to `pointer`.
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
    let mut best: Option<BodyId> = None;
    world.visit_at_point(point, |collider| {
        let body = collider.body();
        if body.kind() == BodyKind::Dynamic && best.is_none_or(|old| body.id().index() < old.index()) {
            best = Some(body.id());
        }
        ControlFlow::Continue(())
    });
    best
}
