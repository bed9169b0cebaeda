//! Numbers of an action that become forces, targets and motors.

use crate::error::BatchError;
use crate::parameters::find;
use geom::{Pose, Vec2};
use world::{
    BodyId, BodyKind, DefError, JointId, JointKind, LevelIds, PrismaticJoint, RevoluteJoint, WheelJoint,
    World,
};

/// What an action drives. Bodies and joints are indices into those of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive {
    /// A force at the centre of mass of a dynamic body, along the axes of the world: two numbers, N.
    Force {
        /// The body.
        body: u32,
    },
    /// A torque on a dynamic body: one number, N m.
    Torque {
        /// The body.
        body: u32,
    },
    /// A pose that a kinematic body reaches, at even velocity, after all steps of the action: three numbers,
    /// x and y in m, and the angle in rad.
    Target {
        /// The body.
        body: u32,
    },
    /// The speed of the motor of a revolute, prismatic or wheel joint: one number, rad/s or m/s. The joint
    /// needs a motor with a greatest torque or force above zero.
    MotorSpeed {
        /// The joint.
        joint: u32,
    },
    /// A torque on body B of a revolute or wheel joint, N m, or a force on body B of a prismatic joint along
    /// its axis, N, and the opposite on body A. One number. The motor of the level is not used.
    MotorTorque {
        /// The joint.
        joint: u32,
    },
}

impl Drive {
    /// How many numbers of the action it takes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it always takes some")]
    pub fn len(self) -> usize {
        match self {
            Self::Force { .. } => 2,
            Self::Torque { .. } | Self::MotorSpeed { .. } | Self::MotorTorque { .. } => 1,
            Self::Target { .. } => 3,
        }
    }
}

/// Some numbers of an action, and what they drive.
///
/// ```
/// use batch::{Action, BatchDef};
/// use batch::geom::Shape;
/// use batch::world::{BodyDef, ColliderDef, Level};
///
/// let mut level = Level::default();
/// let cart = level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::rectangle(0.5, 0.25)?));
/// let push = Action::force(cart).scaled(10.0); // an action of 1 is a force of 10 N
/// let mut batch = BatchDef::new(&level).worlds(2).actions(vec![push]).build()?;
/// batch.step(&[1.0, 0.0, -1.0, 0.0])?; // x and y of world 0, of world 1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    /// What it drives.
    pub drive: Drive,
    /// What its numbers are multiplied by, finite.
    pub scale: f32,
}

impl Action {
    fn new(drive: Drive) -> Self {
        Self { drive, scale: 1.0 }
    }

    /// [`Drive::Force`].
    #[must_use]
    pub fn force(body: u32) -> Self {
        Self::new(Drive::Force { body })
    }

    /// [`Drive::Torque`].
    #[must_use]
    pub fn torque(body: u32) -> Self {
        Self::new(Drive::Torque { body })
    }

    /// [`Drive::Target`].
    #[must_use]
    pub fn target(body: u32) -> Self {
        Self::new(Drive::Target { body })
    }

    /// [`Drive::MotorSpeed`].
    #[must_use]
    pub fn motor_speed(joint: u32) -> Self {
        Self::new(Drive::MotorSpeed { joint })
    }

    /// [`Drive::MotorTorque`].
    #[must_use]
    pub fn motor_torque(joint: u32) -> Self {
        Self::new(Drive::MotorTorque { joint })
    }

    /// Multiplies its numbers by `scale`.
    #[must_use]
    pub fn scaled(self, scale: f32) -> Self {
        Self { scale, ..self }
    }
}

/// What is driven, by handle.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Force(BodyId),
    Torque(BodyId),
    /// With the time to reach it, s.
    Target(BodyId, f32),
    MotorSpeed(JointId),
    Twist(JointId),
    Thrust(JointId),
}

/// An action whose handles and kinds have been checked.
#[derive(Clone, Debug)]
pub(super) struct BoundAction {
    action: Action,
    bound: Bound,
}

impl BoundAction {
    pub(super) fn new(
        index: usize,
        action: &Action,
        world: &World,
        ids: &LevelIds,
        action_seconds: f32,
    ) -> Result<Self, BatchError> {
        let refused = |error| BatchError::Refused { list: "action", index, error };
        let find_body = |body| find("action", index, "body", body, &ids.bodies);
        let find_joint = |joint| find("action", index, "joint", joint, &ids.joints);
        if !action.scale.is_finite() {
            let error = DefError::Value { field: "scale", value: action.scale, expected: "finite" };
            return Err(refused(error));
        }
        let expect_kind = |id, kind, expected| match world.body(id)?.kind() {
            found if found == kind => Ok(id),
            found => Err(refused(DefError::BodyKind { found: name_of(found), expected })),
        };
        let bound = match action.drive {
            Drive::Force { body } => {
                Bound::Force(expect_kind(find_body(body)?, BodyKind::Dynamic, "dynamic")?)
            }
            Drive::Torque { body } => {
                Bound::Torque(expect_kind(find_body(body)?, BodyKind::Dynamic, "dynamic")?)
            }
            Drive::Target { body } => {
                let body = expect_kind(find_body(body)?, BodyKind::Kinematic, "kinematic")?;
                Bound::Target(body, action_seconds)
            }
            Drive::MotorSpeed { joint } => {
                let joint = find_joint(joint)?;
                let kind = world.joint(joint)?.kind();
                let (field, value) = match kind {
                    JointKind::Revolute(hinge) => ("max_motor_torque", hinge.max_motor_torque),
                    JointKind::Wheel(wheel) => ("max_motor_torque", wheel.max_motor_torque),
                    JointKind::Prismatic(slider) => ("max_motor_force", slider.max_motor_force),
                    other => return Err(refused(without_motor(other))),
                };
                if value <= 0.0 {
                    let expected = "above zero, or the motor does nothing";
                    return Err(refused(DefError::Value { field, value, expected }));
                }
                Bound::MotorSpeed(joint)
            }
            Drive::MotorTorque { joint } => {
                let joint = find_joint(joint)?;
                match world.joint(joint)?.kind() {
                    JointKind::Revolute(_) | JointKind::Wheel(_) => Bound::Twist(joint),
                    JointKind::Prismatic(_) => Bound::Thrust(joint),
                    other => return Err(refused(without_motor(other))),
                }
            }
        };
        Ok(Self { action: *action, bound })
    }

    /// How many numbers it takes.
    pub(super) fn len(&self) -> usize {
        self.action.drive.len()
    }

    /// Does what the numbers say, before one of the steps with them.
    pub(super) fn act(&self, world: &mut World, numbers: &[f32], frame: u32) -> Result<(), DefError> {
        let number = |i: usize| numbers[i] * self.action.scale;
        match self.bound {
            Bound::Force(body) => {
                world.body_mut(body)?.apply_central_force([number(0), number(1)])?;
            }
            Bound::Torque(body) => {
                world.body_mut(body)?.apply_torque(number(0))?;
            }
            // What stays is set in the first step.
            Bound::Target(..) | Bound::MotorSpeed(_) if frame > 0 => {}
            Bound::Target(body, seconds) => {
                let pose = Pose::new([number(0), number(1)], number(2));
                world.body_mut(body)?.set_target_pose(pose, seconds)?;
            }
            Bound::MotorSpeed(joint) => set_motor_speed(world, joint, number(0))?,
            Bound::Twist(joint) => {
                let [a, b] = world.joint(joint)?.bodies().map(|body| (body.id(), body.kind()));
                for ((body, kind), torque) in [(a, -number(0)), (b, number(0))] {
                    if kind == BodyKind::Dynamic {
                        world.body_mut(body)?.apply_torque(torque)?;
                    }
                }
            }
            Bound::Thrust(joint) => apply_thrust(world, joint, number(0))?,
        }
        Ok(())
    }
}

fn set_motor_speed(world: &mut World, joint: JointId, speed: f32) -> Result<(), DefError> {
    let kind = world.joint(joint)?.kind();
    let mut joint = world.joint_mut(joint)?;
    match kind {
        JointKind::Revolute(_) => {
            joint.change(|hinge: RevoluteJoint| RevoluteJoint { motor_speed: speed, ..hinge })?;
        }
        JointKind::Prismatic(_) => {
            joint.change(|slider: PrismaticJoint| PrismaticJoint { motor_speed: speed, ..slider })?;
        }
        JointKind::Wheel(_) => {
            joint.change(|wheel: WheelJoint| WheelJoint { motor_speed: speed, ..wheel })?;
        }
        other => return Err(without_motor(other)),
    }
    Ok(())
}

/// Pushes the bodies of a prismatic joint along its axis, both at the anchor of B, so that they get no
/// torque together.
fn apply_thrust(world: &mut World, joint: JointId, force: f32) -> Result<(), DefError> {
    let view = world.joint(joint)?;
    let JointKind::Prismatic(slider) = view.kind() else { return Err(without_motor(view.kind())) };
    let [a, b] = view.bodies();
    let axis: Vec2 = a.world_pose().rotation * slider.axis;
    let place = b.world_pose();
    let point = place.position + place.rotation * slider.anchor_b.coords;
    let ends = [(a.id(), a.kind(), axis * -force), (b.id(), b.kind(), axis * force)];
    for (body, kind, force) in ends {
        if kind == BodyKind::Dynamic {
            world.body_mut(body)?.apply_force(force, point)?;
        }
    }
    Ok(())
}

fn name_of(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    }
}

fn without_motor(kind: JointKind) -> DefError {
    DefError::JointKind { found: kind.name(), expected: "revolute, prismatic or wheel" }
}
