//! A batch with its task's type erased: what a binding holds.

use crate::canvas::{Camera, Canvas, MAX_SIZE, draw_picture};
use crate::spec::Spec;
use batch::{Batch, BatchError, Flag, Interrupt, Task};
use std::fmt;
use world::World;

/// A task that says what its actions and observations are.
pub trait Described: Task {
    /// What it takes and gives.
    fn spec(&self) -> Spec;

    /// What a picture of a world shows.
    fn camera(&self, world: &World, state: &Self::State) -> Camera;

    /// Draws a picture of a world. By default bodies and joints on white, as the camera sees them.
    fn paint(&self, world: &World, state: &Self::State, canvas: &mut Canvas<'_>) {
        canvas.look(self.camera(world, state));
        canvas.clear([255; 3]);
        canvas.world(world);
    }
}

/// How many worlds, on how many threads, with which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many worlds, at least 1.
    pub worlds: usize,
    /// How many threads step them, at least 1. No result depends on it.
    pub threads: usize,
    /// With the index of a world and the number of its episode it decides what is drawn.
    pub seed: u64,
    /// How many worlds a worker steps together, at least 1. No result depends on it.
    pub chunk: usize,
}

impl Default for Options {
    /// One world on one thread, with seed 0.
    fn default() -> Self {
        Self { worlds: 1, threads: 1, seed: 0, chunk: 64 }
    }
}

/// Many worlds of one task, whichever it is. All arrays are flat, in the order of the worlds.
///
/// A step and a reset are apart, so a program chooses how episodes follow each other:
///
/// | mode of Gymnasium's vector environments | what to call |
/// |---|---|
/// | `NEXT_STEP` | keep the mask of the ended worlds; after the next `step`, `reset` it |
/// | `SAME_STEP` | after `step`, copy what ended worlds show, then `reset_ended` |
/// | `DISABLED` | `reset` with a mask, when the program likes |
#[allow(clippy::len_without_is_empty, reason = "there is at least one world")]
pub trait Environment: Send + fmt::Debug {
    /// What an action and an observation are.
    fn spec(&self) -> Spec;

    /// How many worlds there are, at least one.
    fn len(&self) -> usize;

    /// Gives each world its action: [`Batch::step`].
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    fn step(&mut self, actions: &[f32]) -> Result<(), BatchError>;

    /// [`Environment::step`] that writes the observations into an array of the program.
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError>;

    /// Begins a new episode in each world that the mask names: [`Batch::reset`].
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    fn reset(&mut self, mask: &[bool]) -> Result<(), BatchError>;

    /// [`Environment::reset`] that writes the observations into an array of the program; rows of the other
    /// worlds are left as they are.
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError>;

    /// Begins a new episode in each world.
    fn reset_all(&mut self);

    /// Begins a new episode in each world whose episode is over: [`Batch::reset_ended`].
    fn reset_ended(&mut self);

    /// Sets what ends a long step early: [`Batch::set_interrupt`].
    fn set_interrupt(&mut self, interrupt: Option<Interrupt>);

    /// The observations, as many numbers for each world as [`Spec::observations`] has entries.
    fn observations(&self) -> &[f32];

    /// The rewards of the last step.
    fn rewards(&self) -> &[f32];

    /// Which worlds have come to an end of their task.
    fn terminated(&self) -> &[bool];

    /// Which episodes were cut short.
    fn truncated(&self) -> &[bool];

    /// Whether each world goes on, and if not, why.
    fn flags(&self) -> &[Flag];

    /// A world, to be drawn or asked.
    ///
    /// # Errors
    /// [`BatchError::World`] if there is none with this index.
    fn world(&self, index: usize) -> Result<&World, BatchError>;

    /// Draws a picture of each world, `width` times `height` pixels, each 1 to 4096: rows from the top, three
    /// bytes for each pixel, red, green and blue. The threads of the batch draw.
    ///
    /// ```
    /// use tasks::{Options, find};
    ///
    /// let mut cars = find("car_racing").unwrap().make(Options { worlds: 4, ..Options::default() })?;
    /// let mut pictures = vec![0; 4 * 96 * 96 * 3];
    /// cars.pictures([96, 96], &mut pictures)?;
    /// # Ok::<(), tasks::batch::BatchError>(())
    /// ```
    ///
    /// # Errors
    /// [`BatchError::Count`] for a width or a height out of its range, [`BatchError::Length`] for an array of
    /// another length; nothing is written.
    fn pictures(&mut self, size: [usize; 2], to: &mut [u8]) -> Result<(), BatchError>;
}

impl<T: Described> Environment for Batch<T> {
    fn spec(&self) -> Spec {
        self.task().spec()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn step(&mut self, actions: &[f32]) -> Result<(), BatchError> {
        self.step(actions)
    }

    fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError> {
        self.step_into(actions, observations)
    }

    fn reset(&mut self, mask: &[bool]) -> Result<(), BatchError> {
        self.reset(mask)
    }

    fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError> {
        self.reset_into(mask, observations)
    }

    fn reset_all(&mut self) {
        self.reset_all();
    }

    fn reset_ended(&mut self) {
        self.reset_ended();
    }

    fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.set_interrupt(interrupt);
    }

    fn observations(&self) -> &[f32] {
        self.observations()
    }

    fn rewards(&self) -> &[f32] {
        self.rewards()
    }

    fn terminated(&self) -> &[bool] {
        self.terminated()
    }

    fn truncated(&self) -> &[bool] {
        self.truncated()
    }

    fn flags(&self) -> &[Flag] {
        self.flags()
    }

    fn world(&self, index: usize) -> Result<&World, BatchError> {
        self.world(index)
    }

    fn pictures(&mut self, size: [usize; 2], to: &mut [u8]) -> Result<(), BatchError> {
        for (field, value) in ["width", "height"].into_iter().zip(size) {
            if !(1..=MAX_SIZE).contains(&value) {
                return Err(BatchError::Count { field, value, expected: "1 to 4096" });
            }
        }
        let each = 3 * size[0] * size[1];
        self.write_rows("pictures", to, each, |task, world, state, row, buffer: &mut Vec<u8>| {
            draw_picture(size, row, buffer, |canvas| task.paint(world, state, canvas));
        })
    }
}
