//! Push a pile of stones into a goal, seen from above.
//!
//! ```text
//!   +----------------------+
//!   |        o o    |      |
//!   |  |    o o o   | goal |    a blade with two forces and a torque, ten stones
//!   |      o  o     |      |
//!   +----------------------+
//! ```
//!
//! There is no gravity. Stones and blade are braked by their speed, as on a wet floor.

use crate::canvas::Camera;
use crate::environment::{Described, Options};
use crate::parts::build;
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchError, Outcome, Random, Task};
use geom::{Pose, Shape};
use world::{BodyDef, BodyId, ColliderDef, DefError, Level, LevelIds, World, WorldSettings};

/// s, of one step.
const STEP: f32 = 1.0 / 50.0;
/// m, half of the floor.
const FLOOR: [f32; 2] = [2.0, 1.5];
/// m, from this x on lies the goal.
const GOAL: f32 = 1.2;
/// Stones.
const STONES: usize = 10;
/// m.
const STONE_RADIUS: f32 = 0.12;
/// m, half of the blade.
const BLADE: [f32; 2] = [0.06, 0.5];
/// 1/s, with which everything is braked.
const DAMPING: f32 = 4.0;
/// m/s^2 and rad/s^2, of the blade without stones before it: it reaches 2 m/s and 5 rad/s.
const PUSH: [f32; 2] = [8.0, 20.0];

const ACTIONS: Actions = Actions::Continuous(&[
    Quantity::new("push to the right", "8 m/s^2", -1.0, 1.0),
    Quantity::new("push upwards", "8 m/s^2", -1.0, 1.0),
    Quantity::new("turn counter-clockwise", "20 rad/s^2", -1.0, 1.0),
]);
const PLACE: [Quantity; 2] =
    [Quantity::new("x of a stone", "2 m", -1.0, 1.0), Quantity::new("y of a stone", "1.5 m", -1.0, 1.0)];
const BLADE_NUMBERS: usize = 7;
const OBSERVATIONS: &[Quantity] = &{
    let mut list = [Quantity::new("x of the blade", "2 m", -1.0, 1.0); BLADE_NUMBERS + 2 * STONES];
    list[1] = Quantity::new("y of the blade", "1.5 m", -1.0, 1.0);
    list[2] = Quantity::new("cosine of its angle", "", -1.0, 1.0);
    list[3] = Quantity::new("sine of its angle", "", -1.0, 1.0);
    list[4] = Quantity::new("its velocity to the right", "2 m/s", -2.0, 2.0);
    list[5] = Quantity::new("its velocity upwards", "2 m/s", -2.0, 2.0);
    list[6] = Quantity::new("its angular velocity", "5 rad/s", -4.0, 4.0);
    let mut index = BLADE_NUMBERS;
    while index < list.len() {
        list[index] = PLACE[(index - BLADE_NUMBERS) % 2];
        index += 1;
    }
    list
};

/// What of the task may be chosen.
///
/// ```
/// use tasks::{Options, PileDef};
///
/// let mut batch = PileDef::default().build(Options { worlds: 2, ..Options::default() })?;
/// batch.step(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0])?;
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileDef {
    /// Steps after which an episode is truncated; 0 for never, 1000 by default.
    pub max_steps: u32,
}

impl Default for PileDef {
    fn default() -> Self {
        Self { max_steps: 1000 }
    }
}

impl PileDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn build(self, options: Options) -> Result<Batch<Pile>, BatchError> {
        build(&level()?, STEP, options, |ids| Pile::new(self, ids))
    }
}

fn level() -> Result<Level, DefError> {
    let mut settings = WorldSettings::default().gravity([0.0, 0.0]).sleeping(false);
    settings.hit_speed = f32::INFINITY;
    let mut level = Level::new(settings);
    let walls = level.body(BodyDef::fixed());
    for (normal, distance) in
        [([1.0, 0.0], FLOOR[0]), ([-1.0, 0.0], FLOOR[0]), ([0.0, 1.0], FLOOR[1]), ([0.0, -1.0], FLOOR[1])]
    {
        level.collider(walls, ColliderDef::new(Shape::half_space(normal, -distance)?).friction(0.1));
    }
    level.body_with(
        BodyDef::dynamic().position([-1.6, 0.0]).damping(DAMPING, DAMPING),
        ColliderDef::new(Shape::rectangle(BLADE[0], BLADE[1])?).density(20.0).friction(0.3),
    );
    for index in 0..STONES {
        level.body_with(
            BodyDef::dynamic().position([0.3 * index as f32 - 1.0, 1.0]).damping(DAMPING, DAMPING),
            ColliderDef::new(Shape::circle(STONE_RADIUS)?).density(10.0).friction(0.3),
        );
    }
    Ok(level)
}

/// The task. [`PileDef::build`] makes a batch of it.
///
/// An action has three numbers, each taken as -1 to 1 if it is beyond: how the blade is pushed to the right
/// and upwards, as shares of 8 m/s^2, and turned counter-clockwise, as a share of 20 rad/s^2. Ten stones of
/// 0.45 kg before the blade of 2.4 kg slow it accordingly.
///
/// | observation | meaning | unit | range |
/// |---|---|---|---|
/// | 0, 1 | place of the blade | 2 m, 1.5 m | -1 to 1 |
/// | 2, 3 | cosine and sine of its angle | | -1 to 1 |
/// | 4, 5 | its velocity | 2 m/s | |
/// | 6 | its angular velocity | 5 rad/s | |
/// | 7 to 26 | place of each stone, x and y | 2 m, 1.5 m | -1 to 1 |
///
/// The goal begins 1.2 m to the right of the middle. The reward is the gain of the potential `-10 d + n`: d
/// is the mean distance of the stones' centres from the goal (m), n counts those in it. It is 20 more in the
/// step in which the last one is in; that ends the episode.
#[derive(Debug)]
pub struct Pile {
    def: PileDef,
    blade: BodyId,
    stones: [BodyId; STONES],
}

/// What the task keeps for each world.
#[derive(Clone, Copy, Debug, Default)]
pub struct PileState {
    potential: f32,
    steps: u32,
}

impl Pile {
    fn new(def: PileDef, ids: &LevelIds) -> Self {
        Self { def, blade: ids.bodies[1], stones: std::array::from_fn(|i| ids.bodies[2 + i]) }
    }

    /// The blade.
    #[must_use]
    pub fn blade(&self) -> BodyId {
        self.blade
    }
}

impl Task for Pile {
    type State = PileState;

    fn action_len(&self) -> usize {
        ACTIONS.len()
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut PileState, random: &mut Random) -> Result<(), DefError> {
        *state = PileState::default();
        let y = random.between(-0.9, 0.9);
        world.body_mut(self.blade)?.set_pose(Pose::at([-1.6, y]))?;
        // A heap: a square of 4 by 3 places less two, each stone a little beside its place. The centre is
        // drawn.
        let center = [random.between(-0.6, 0.3), random.between(-0.7, 0.7)];
        let spacing = 2.0 * STONE_RADIUS + 0.04;
        for (index, id) in self.stones.iter().enumerate() {
            let mut along =
                |place: f32, center: f32| center + place * spacing + random.between(-0.019, 0.019);
            let x = along((index % 4) as f32 - 1.5, center[0]);
            let y = along((index / 4) as f32 - 1.0, center[1]);
            world.body_mut(*id)?.set_pose(Pose::at([x, y]))?;
        }
        Ok(())
    }

    fn act(&self, world: &mut World, state: &mut PileState, action: &[f32], _: u32) -> Result<(), DefError> {
        state.steps += 1;
        let [x, y, turn] = [action[0], action[1], action[2]].map(|number| number.clamp(-1.0, 1.0));
        let mut blade = world.body_mut(self.blade)?;
        let own = blade.view().mass_properties();
        let push = own.mass * PUSH[0];
        blade.apply_central_force([push * x, push * y])?.apply_torque(own.inertia * PUSH[1] * turn)?;
        Ok(())
    }

    fn observe(&self, world: &World, state: &mut PileState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let blade = world.body(self.blade)?;
        let (Pose { position, rotation }, velocity) = (blade.pose(), blade.velocity());
        to[..BLADE_NUMBERS].copy_from_slice(&[
            position.x / FLOOR[0],
            position.y / FLOOR[1],
            rotation.cos,
            rotation.sin,
            velocity.x / 2.0,
            velocity.y / 2.0,
            blade.angular_velocity() / 5.0,
        ]);
        let (mut distance, mut inside) = (0.0, 0);
        for (id, row) in self.stones.iter().zip(to[BLADE_NUMBERS..].chunks_mut(2)) {
            let place = world.body(*id)?.pose().position;
            row.copy_from_slice(&[place.x / FLOOR[0], place.y / FLOOR[1]]);
            let missing = GOAL - place.x;
            if missing > 0.0 {
                distance += missing / STONES as f32;
            } else {
                inside += 1;
            }
        }
        let potential = -10.0 * distance + inside as f32;
        let gain = potential - state.potential;
        state.potential = potential;
        let is_done = inside == STONES;
        Ok(Outcome {
            reward: if is_done { gain + 20.0 } else { gain },
            terminated: is_done,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

impl Described for Pile {
    fn spec(&self) -> Spec {
        Spec { actions: ACTIONS, observations: OBSERVATIONS, seconds: STEP, max_steps: self.def.max_steps }
    }

    fn camera(&self, _: &World, _: &PileState) -> Camera {
        Camera::of([-2.1, -1.6, 2.1, 1.6])
    }
}

/// A simple pusher for tests and first steps: goes behind the stone that is farthest from the goal, then
/// pushes it there with the blade across.
pub fn pile_pusher(observation: &[f32], action: &mut [f32]) {
    if observation.len() < OBSERVATIONS.len() || action.len() < ACTIONS.len() {
        return;
    }
    let place = |row: &[f32]| [row[0] * FLOOR[0], row[1] * FLOOR[1]];
    let blade = place(observation);
    let velocity = [2.0 * observation[4], 2.0 * observation[5]];
    let mut last = [f32::INFINITY, 0.0];
    for row in observation[BLADE_NUMBERS..].chunks(2) {
        let stone = place(row);
        if stone[0] < last[0] {
            last = stone;
        }
    }
    let behind = last[0] - STONE_RADIUS - BLADE[0];
    let is_across = (blade[1] - last[1]).abs() < 0.3;
    let goal = if blade[0] < behind + 0.05 && is_across {
        // Push, and stop where the goal is reached.
        [GOAL + 0.1, last[1]]
    } else if blade[0] < behind {
        [blade[0], last[1]]
    } else {
        // Back first, turned along its way so that it takes nothing with it.
        [behind - 0.15, blade[1]]
    };
    for axis in 0..2 {
        action[axis] = (4.0 * (goal[axis] - blade[axis]) - 0.5 * velocity[axis]).clamp(-1.0, 1.0);
    }
    let is_on_way_back = goal[0] < blade[0] - 0.1;
    let sine = observation[3] * observation[2].signum();
    // Edge on for the way back, across for pushing.
    let wrong = if is_on_way_back { -observation[2] * observation[3].signum() } else { sine };
    action[2] = (-3.0 * wrong - 1.0 * observation[6]).clamp(-1.0, 1.0);
}
