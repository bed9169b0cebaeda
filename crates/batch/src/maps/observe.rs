//! Poses, velocities, joints, touches and rays that become numbers of an observation.

use crate::error::BatchError;
use crate::parameters::find;
use collide::Ray;
use geom::{Point, Rot, Vec2};
use world::{BodyId, ColliderId, DefError, JointId, LevelIds, QueryFilter, World};

/// What some numbers of an observation are. Bodies, colliders and joints are indices into those of the level.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// The pose of a body: four numbers, x and y in m, and the cosine and the sine of its angle, which do not
    /// jump where an angle does.
    Pose {
        /// The body.
        body: u32,
    },
    /// The velocity of the centre of mass of a body, m/s, and its angular velocity, rad/s: three numbers.
    Velocity {
        /// The body.
        body: u32,
    },
    /// The angle of a joint: one number, rad ([`JointRef::angle`](world::JointRef::angle)).
    JointAngle {
        /// The joint.
        joint: u32,
    },
    /// The angular speed of a joint: one number, rad/s.
    JointAngularSpeed {
        /// The joint.
        joint: u32,
    },
    /// The translation of a joint: one number, m ([`JointRef::translation`](world::JointRef::translation)).
    JointTranslation {
        /// The joint.
        joint: u32,
    },
    /// The speed of the translation of a joint: one number, m/s.
    JointTranslationSpeed {
        /// The joint.
        joint: u32,
    },
    /// Whether a collider touches another, or a sensor has one inside: one number, 1 or 0.
    Touch {
        /// The collider.
        collider: u32,
    },
    /// How far rays from a body reach: a number for each, from 0 (at the origin of the ray) to 1 (nothing
    /// within its length).
    Rays(RayFan),
}

impl Observation {
    /// How many numbers it has.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a fan without rays is refused")]
    pub fn len(&self) -> usize {
        match self {
            Self::Pose { .. } => 4,
            Self::Velocity { .. } => 3,
            Self::JointAngle { .. }
            | Self::JointAngularSpeed { .. }
            | Self::JointTranslation { .. }
            | Self::JointTranslationSpeed { .. }
            | Self::Touch { .. } => 1,
            Self::Rays(fan) => fan.count as usize,
        }
    }
}

/// Rays from one point of a body, spread evenly between two directions. They pass the body itself and
/// sensors.
///
/// ```
/// use batch::{BatchDef, Observation, RayFan};
/// use batch::geom::Shape;
/// use batch::world::{BodyDef, ColliderDef, Level};
///
/// let mut level = Level::default();
/// let ground = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?);
/// level.body_with(BodyDef::fixed(), ground);
/// let kite = level.body(BodyDef::fixed().position([0.0, 3.0]));
/// let down = -std::f32::consts::FRAC_PI_2;
/// let fan = RayFan { from: down, to: 0.0, ..RayFan::new(kite, 2, 6.0) };
/// let batch = BatchDef::new(&level).observations(vec![Observation::Rays(fan)]).build()?;
/// assert_eq!(batch.observations(), [0.5, 1.0]); // straight down, and along the ground
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFan {
    /// The body.
    pub body: u32,
    /// How many rays, at least 1.
    pub count: u32,
    /// How long they are, m, above zero.
    pub length: f32,
    /// The point of the body where they begin, in its frame, m.
    pub origin: Point,
    /// The direction of the first ray, rad.
    pub from: f32,
    /// The direction of the last ray, rad.
    pub to: f32,
    /// Whether the directions turn with the body.
    pub turns: bool,
    /// The categories of colliders that the rays hit.
    pub mask: u64,
}

impl RayFan {
    /// `count` rays of `length` m all around the origin of a body, which turn with it and hit everything. The
    /// first is along its x axis.
    #[must_use]
    pub fn new(body: u32, count: u32, length: f32) -> Self {
        let from = 0.0;
        let to = if count > 0 { std::f32::consts::TAU * (1.0 - 1.0 / count as f32) } else { 0.0 };
        Self { body, count, length, origin: Point::origin(), from, to, turns: true, mask: u64::MAX }
    }

    /// The translation of each ray in the frame of the body, or of the world if it does not turn, m.
    fn translations(&self) -> Vec<Vec2> {
        let gaps = if self.count > 1 { (self.count - 1) as f32 } else { 1.0 };
        let angle = |i: u32| self.from + (self.to - self.from) * (i as f32 / gaps);
        (0..self.count).map(|i| Rot::from_angle(angle(i)) * Vec2::new(self.length, 0.0)).collect()
    }

    fn check(&self) -> Result<(), DefError> {
        let numbers = [
            ("origin.x", self.origin.x),
            ("origin.y", self.origin.y),
            ("from", self.from),
            ("to", self.to),
            ("length", self.length),
        ];
        for (field, value) in numbers {
            if !value.is_finite() {
                return Err(DefError::Value { field, value, expected: "finite" });
            }
        }
        if self.length <= 0.0 {
            return Err(DefError::Value { field: "length", value: self.length, expected: "above zero" });
        }
        if self.count == 0 {
            return Err(DefError::Value { field: "count", value: 0.0, expected: "at least 1" });
        }
        Ok(())
    }
}

/// What is read, by handle.
#[derive(Clone, Debug)]
enum Bound {
    Pose(BodyId),
    Velocity(BodyId),
    JointAngle(JointId),
    JointAngularSpeed(JointId),
    JointTranslation(JointId),
    JointTranslationSpeed(JointId),
    Touch(ColliderId),
    Rays { body: BodyId, fan: RayFan, translations: Vec<Vec2> },
}

/// An observation whose handles have been checked.
#[derive(Clone, Debug)]
pub(super) struct BoundObservation {
    len: usize,
    bound: Bound,
}

impl BoundObservation {
    pub(super) fn new(index: usize, observation: &Observation, ids: &LevelIds) -> Result<Self, BatchError> {
        let find_body = |body| find("observation", index, "body", body, &ids.bodies);
        let find_joint = |joint| find("observation", index, "joint", joint, &ids.joints);
        let bound = match *observation {
            Observation::Pose { body } => Bound::Pose(find_body(body)?),
            Observation::Velocity { body } => Bound::Velocity(find_body(body)?),
            Observation::JointAngle { joint } => Bound::JointAngle(find_joint(joint)?),
            Observation::JointAngularSpeed { joint } => Bound::JointAngularSpeed(find_joint(joint)?),
            Observation::JointTranslation { joint } => Bound::JointTranslation(find_joint(joint)?),
            Observation::JointTranslationSpeed { joint } => Bound::JointTranslationSpeed(find_joint(joint)?),
            Observation::Touch { collider } => {
                Bound::Touch(find("observation", index, "collider", collider, &ids.colliders)?)
            }
            Observation::Rays(fan) => {
                let refused = |error| BatchError::Refused { list: "observation", index, error };
                fan.check().map_err(refused)?;
                Bound::Rays { body: find_body(fan.body)?, fan, translations: fan.translations() }
            }
        };
        Ok(Self { len: observation.len(), bound })
    }

    /// How many numbers it writes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Writes its numbers.
    pub(super) fn observe(&self, world: &World, to: &mut [f32]) -> Result<(), DefError> {
        match &self.bound {
            Bound::Pose(body) => {
                let pose = world.body(*body)?.pose();
                let (position, rotation) = (pose.position, pose.rotation);
                to.copy_from_slice(&[position.x, position.y, rotation.cos, rotation.sin]);
            }
            Bound::Velocity(body) => {
                let body = world.body(*body)?;
                let velocity = body.velocity();
                to.copy_from_slice(&[velocity.x, velocity.y, body.angular_velocity()]);
            }
            Bound::JointAngle(joint) => to[0] = world.joint(*joint)?.angle(),
            Bound::JointAngularSpeed(joint) => to[0] = world.joint(*joint)?.angular_speed(),
            Bound::JointTranslation(joint) => to[0] = world.joint(*joint)?.translation(),
            Bound::JointTranslationSpeed(joint) => to[0] = world.joint(*joint)?.translation_speed(),
            Bound::Touch(collider) => to[0] = if is_touched(world, *collider)? { 1.0 } else { 0.0 },
            Bound::Rays { body, fan, translations } => {
                let view = world.body(*body)?;
                let pose = view.world_pose();
                // Seen from the body, so that the rays are as exact far from the origin of the world.
                let filter = QueryFilter::new().seen_from(pose.position).exclude_body(*body).mask(fan.mask);
                let origin = Point::from(pose.rotation * fan.origin.coords);
                for (number, &translation) in to.iter_mut().zip(translations) {
                    let along = if fan.turns { pose.rotation * translation } else { translation };
                    let hit = world.cast_ray(&Ray::new(origin, along), filter)?;
                    *number = hit.map_or(1.0, |hit| hit.fraction);
                }
            }
        }
        Ok(())
    }
}

/// Whether a collider touches another. For a sensor: whether something is inside it.
fn is_touched(world: &World, id: ColliderId) -> Result<bool, DefError> {
    let collider = world.collider(id)?;
    if collider.is_sensor() {
        return Ok(collider.overlaps().next().is_some());
    }
    let is_of = |colliders: [world::ColliderRef<'_>; 2]| colliders.iter().any(|other| other.id() == id);
    Ok(collider.body().contacts().any(|contact| contact.is_touching() && is_of(contact.colliders())))
}
