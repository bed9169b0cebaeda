//! What several tasks need.

use batch::{Batch, BatchDef, BatchError, Random};
use geom::Rot;
use world::{BodyId, ContactRef, DefError, Filter, HandleError, Level, LevelIds, World};

use crate::environment::{Described, Options};

/// The category of the ground.
const GROUND: u64 = 1;
/// The category of what moves in the tasks of Gymnasium: it meets nothing but the ground.
const MACHINE: u64 = 2;

/// The filter of the ground.
pub(crate) fn ground() -> Filter {
    Filter { category: GROUND, ..Filter::default() }
}

/// The filter of what meets nothing but the ground.
pub(crate) fn machine() -> Filter {
    Filter { category: MACHINE, mask: GROUND, group: 0 }
}

/// Whether something touches the body.
pub(crate) fn is_touched(world: &World, body: BodyId) -> Result<bool, HandleError> {
    Ok(world.body(body)?.contacts().any(ContactRef::is_touching))
}

/// The batch of a level and its task.
pub(crate) fn build<T: Described>(
    level: &Level,
    dt: f32,
    options: Options,
    make: impl FnOnce(&LevelIds) -> T,
) -> Result<Batch<T>, BatchError> {
    BatchDef::new(level)
        .worlds(options.worlds)
        .threads(options.threads)
        .seed(options.seed)
        .chunk(options.chunk)
        .dt(dt)
        .build_task(|_, ids| Ok(make(ids)))
}

/// Which of `count` actions a number names.
pub(crate) fn choice(action: f32, count: u32, expected: &'static str) -> Result<u32, DefError> {
    // The cast is 0 for NaN and for what is below.
    let index = action as u32;
    if index as f32 == action && index < count {
        Ok(index)
    } else {
        Err(DefError::Value { field: "action", value: action, expected })
    }
}

/// An angle that counts whole turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CountedAngle {
    /// rad.
    pub(crate) value: f32,
}

impl CountedAngle {
    /// The angle of a rotation, with as many turns as bring it nearest to the last one.
    pub(crate) fn follow(&mut self, rotation: Rot) -> f32 {
        self.value += Rot::from_angle(self.value).angle_to(rotation);
        self.value
    }
}

/// Random numbers that a state may hold before its first reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draws(pub(crate) Random);

impl Default for Draws {
    fn default() -> Self {
        Self(Random::new(0, 0, 0))
    }
}
