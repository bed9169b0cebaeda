//! What differs from world to world: masses, friction, gravity, strength, sizes, drawn anew in each episode.
//!
//! Each parameter is a factor of what the level says, drawn evenly from its range by seed, world and episode
//! alone (`random.rs`). So one number tells what a world is like, and a range of 1 to 1 changes nothing.

use crate::error::BatchError;
use crate::random::{Random, Stream};
use crate::scale::scaled;
use geom::{MassProperties, Shape, Vec2};
use world::{BodyId, ColliderId, DefError, LevelIds, World, WorldSettings};

/// What a [`Parameter`] multiplies. Bodies and colliders are indices into those of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// The mass and the inertia of a body. The range must be above zero.
    Mass {
        /// The body.
        body: u32,
    },
    /// The friction of a collider, static friction too. The range must not be negative.
    Friction {
        /// The collider.
        collider: u32,
    },
    /// The gravity of the world.
    Gravity,
    /// Some numbers of the action, all by the same factor.
    Strength {
        /// The index of the first.
        first: u32,
        /// How many.
        count: u32,
    },
    /// The size of a collider, about the origin of its frame. Its density stays, so its mass grows with the
    /// square. The range must be above zero. A polygon of more than eight vertices allocates memory when a
    /// world is reset.
    Size {
        /// The collider.
        collider: u32,
    },
}

/// A factor that each world draws anew in each episode.
///
/// ```
/// use batch::{BatchDef, Parameter, Varied, world::Level};
///
/// let level = Level::default();
/// let heavier = Parameter::new(Varied::Gravity, 1.0, 2.0);
/// let batch = BatchDef::new(&level).worlds(8).parameters(vec![heavier]).build()?;
/// let [g, of_level] = [batch.world(3)?.settings().gravity.y, level.settings.gravity.y];
/// assert_eq!(g, of_level * batch.parameters()[3]);
/// # Ok::<(), batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// What it multiplies.
    pub varied: Varied,
    /// The least factor.
    pub least: f32,
    /// The greatest factor, not below the least.
    pub greatest: f32,
}

impl Parameter {
    /// A factor from `least` to `greatest`.
    #[must_use]
    pub fn new(varied: Varied, least: f32, greatest: f32) -> Self {
        Self { varied, least, greatest }
    }

    /// Checks the range.
    fn check(&self) -> Result<(), DefError> {
        let (least_allowed, expected) = match self.varied {
            Varied::Mass { .. } | Varied::Size { .. } => (f32::MIN_POSITIVE, "finite and above zero"),
            Varied::Friction { .. } => (0.0, "finite and not negative"),
            Varied::Gravity | Varied::Strength { .. } => (-f32::MAX, "finite"),
        };
        for (field, value) in [("least", self.least), ("greatest", self.greatest)] {
            if !(value.is_finite() && value >= least_allowed) {
                return Err(DefError::Value { field, value, expected });
            }
        }
        if !(self.greatest - self.least).is_finite() {
            let expected = "so near to the least that the difference is finite";
            return Err(DefError::Value { field: "greatest", value: self.greatest, expected });
        }
        if self.least > self.greatest {
            let expected = "at least the least";
            return Err(DefError::Value { field: "greatest", value: self.greatest, expected });
        }
        Ok(())
    }
}

/// What is set in a world for a parameter: what the level says, and the handles.
#[derive(Clone, Debug)]
enum Change {
    Mass { body: BodyId, mass: Option<MassProperties>, densities: Vec<(ColliderId, f32)> },
    Friction { collider: ColliderId, sliding: f32, resting: f32 },
    Gravity(Vec2),
    Strength { first: usize, end: usize },
    Size { collider: ColliderId, shape: Shape },
}

/// The parameters of a batch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    list: Vec<Parameter>,
    changes: Vec<Change>,
}

impl Parameters {
    /// Checks the parameters of worlds like `world`, whose actions have `action_len` numbers.
    pub(crate) fn new(
        list: &[Parameter],
        world: &World,
        ids: &LevelIds,
        action_len: usize,
    ) -> Result<Self, BatchError> {
        let mut changes = Vec::with_capacity(list.len());
        for (index, parameter) in list.iter().enumerate() {
            let refused = |error| BatchError::Refused { list: "parameter", index, error };
            parameter.check().map_err(refused)?;
            if let Some(first) = list[..index].iter().position(|other| other.varied == parameter.varied) {
                return Err(BatchError::Twice { first, second: index });
            }
            changes.push(match parameter.varied {
                Varied::Mass { body } => {
                    let body = find("parameter", index, "body", body, &ids.bodies)?;
                    mass_change(world, body).map_err(refused)?
                }
                Varied::Friction { collider } => {
                    let collider = find("parameter", index, "collider", collider, &ids.colliders)?;
                    let material = world.collider(collider)?.material();
                    let (sliding, resting) = (material.friction, material.static_friction);
                    Change::Friction { collider, sliding, resting }
                }
                Varied::Gravity => Change::Gravity(world.settings().gravity),
                Varied::Strength { first, count } => {
                    let (first, end) = (first as usize, first as usize + count as usize);
                    if count == 0 || end > action_len {
                        let expected = "within the action, and at least one number";
                        let error =
                            DefError::Value { field: "end of the strength", value: end as f32, expected };
                        return Err(refused(error));
                    }
                    Change::Strength { first, end }
                }
                Varied::Size { collider } => {
                    let collider = find("parameter", index, "collider", collider, &ids.colliders)?;
                    let shape = world.collider(collider)?.local_shape().clone();
                    // Both ends make a shape, so what is between them does too.
                    for factor in [parameter.least, parameter.greatest] {
                        scaled(&shape, factor).map_err(|error| refused(error.into()))?;
                    }
                    Change::Size { collider, shape }
                }
            });
        }
        Ok(Self { list: list.to_vec(), changes })
    }

    /// How many factors each world has.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Draws the factors of a world in an episode.
    pub(crate) fn draw(&self, seed: u64, world: u64, episode: u64, factors: &mut [f32]) {
        let mut random = Random::of(seed, world, episode, Stream::Parameters);
        for (factor, parameter) in factors.iter_mut().zip(&self.list) {
            *factor = random.between(parameter.least, parameter.greatest);
        }
    }

    /// Multiplies what the factors stand for in a world that is as in the level.
    pub(crate) fn apply(&self, world: &mut World, factors: &[f32]) -> Result<(), DefError> {
        for (change, &factor) in self.changes.iter().zip(factors) {
            match change {
                Change::Mass { body, mass, densities } => {
                    if let Some(MassProperties { mass, center, inertia }) = *mass {
                        let new = MassProperties { mass: mass * factor, center, inertia: inertia * factor };
                        world.body_mut(*body)?.set_mass_override(Some(new))?;
                    }
                    for &(collider, density) in densities {
                        world.collider_mut(collider)?.set_density(density * factor)?;
                    }
                }
                Change::Friction { collider, sliding, resting } => {
                    let mut collider = world.collider_mut(*collider)?;
                    collider.set_friction(sliding * factor)?.set_static_friction(resting * factor)?;
                }
                Change::Gravity(gravity) => {
                    let settings = WorldSettings { gravity: *gravity * factor, ..*world.settings() };
                    world.set_settings(settings)?;
                }
                Change::Strength { .. } => {}
                Change::Size { collider, shape } => {
                    world.collider_mut(*collider)?.set_shape(scaled(shape, factor)?)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a factor multiplies numbers of the action.
    pub(crate) fn vary_strength(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, Change::Strength { .. }))
    }

    /// Multiplies numbers of an action by the factors.
    pub(crate) fn strengthen(&self, action: &mut [f32], factors: &[f32]) {
        for (change, &factor) in self.changes.iter().zip(factors) {
            if let Change::Strength { first, end } = *change {
                action[first..end].iter_mut().for_each(|number| *number *= factor);
            }
        }
    }
}

/// What a factor of a body's mass multiplies.
fn mass_change(world: &World, id: BodyId) -> Result<Change, DefError> {
    let body = world.body(id)?;
    let mass = body.mass_override();
    let densities = body.colliders().map(|collider| (collider.id(), collider.material().density));
    let densities: Vec<_> = densities.filter(|&(_, density)| density > 0.0).collect();
    if mass.is_none() && densities.is_empty() {
        return Err(DefError::Value { field: "mass", value: 0.0, expected: "above zero, to be multiplied" });
    }
    Ok(Change::Mass { body: id, mass, densities })
}

/// The handle of a part of the level, by its index.
pub(crate) fn find<Id: Copy>(
    list: &'static str,
    index: usize,
    part: &'static str,
    value: u32,
    ids: &[Id],
) -> Result<Id, BatchError> {
    let error = BatchError::Index { list, index, part, value, len: ids.len() };
    ids.get(value as usize).copied().ok_or(error)
}
