//! A fixed time step at any frame rate.
//!
//! ```text
//!   frames     |------|---|---------|--|------|        as long as the display and the machine make them
//!   steps      |----|----|----|----|----|----|         all of 1 / hertz s
//!                                        ^---^ alpha   share of the next step that has passed
//! ```
//!
//! The clock counts in units of 1 / hertz ns, as integers: a frame of n nanoseconds adds n x hertz units, and
//! a step takes 10^9 of them. Nothing is rounded, so after T nanoseconds floor(T x hertz / 10^9) steps have
//! been taken, however T was divided into frames: the simulation has the same bits at every frame rate.
//!
//! Turned down: an accumulator of seconds in floating point, in which 1/60 s is rounded: two frame rates may
//! be one step apart at the same time. Steps as long as the frames: the result depends on the frame rate.
//!
//! Source: Fiedler 2004, "Fix Your Timestep!".

use compute::math;
use std::time::Duration;
use world::DefError;

/// Units in a step, and nanoseconds in a second.
const STEP: u128 = 1_000_000_000;

/// Greatest number of steps in a second: at more, a step would be shorter than the clock's nanoseconds.
const MAX_HERTZ: u32 = 1_000_000;

/// Tells how many steps of a fixed length are due in each frame.
///
/// ```
/// use std::time::Duration;
/// use toolkit::FixedStep;
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let stone = world.add_body(BodyDef::dynamic())?;
/// let mut clock = FixedStep::new(60)?; // steps in a second
/// for _frame in 0..100 {
///     for _ in 0..clock.advance(Duration::from_millis(7)) {
///         world.step(clock.dt());
///     }
///     // Draw the world `clock.alpha()` of a step after the step before the last: see `Interpolator`.
/// }
/// assert_eq!(clock.steps(), 42); // 0.7 s
/// # assert!(world.body(stone)?.pose().position.y < -2.0);
/// # Ok::<(), world::DefError>(())
/// ```
///
/// For slow motion, advance by a part of the frame's time; for a pause, do not advance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "accumulator")]
pub struct FixedStep {
    /// Steps in a second.
    hertz: u32,
    /// Greatest number of steps in a frame.
    max_steps: u32,
    /// The part of a step that has passed since the last one, in units of 1 / hertz ns; below [`STEP`].
    rest: u128,
    /// All steps that were due.
    steps: u64,
    /// All steps that were left out.
    skipped: u64,
}

impl FixedStep {
    /// `hertz` steps in a second, 1 to 1,000,000; at most 8 steps in a frame.
    ///
    /// # Errors
    /// [`DefError::Value`] for a `hertz` out of its range.
    pub fn new(hertz: u32) -> Result<Self, DefError> {
        if (1..=MAX_HERTZ).contains(&hertz) {
            Ok(Self { hertz, max_steps: 8, rest: 0, steps: 0, skipped: 0 })
        } else {
            Err(DefError::Value { field: "hertz", value: hertz as f32, expected: "from 1 to 1,000,000" })
        }
    }

    /// Sets the greatest number of steps in a frame, at least 1. If more are due, because a frame took long,
    /// the others are left out, and the simulation falls behind real time. Without a limit, a program whose
    /// steps take longer than they simulate has ever more steps to take, and stops responding.
    ///
    /// # Errors
    /// [`DefError::Value`] for zero: the world would stand still. For a pause, do not advance the clock.
    pub fn max_steps(mut self, max_steps: u32) -> Result<Self, DefError> {
        if max_steps == 0 {
            return Err(DefError::Value { field: "max_steps", value: 0.0, expected: "at least 1" });
        }
        self.max_steps = max_steps;
        Ok(self)
    }

    /// Advances the clock by the time that the last frame took; returns how many steps are due.
    #[must_use = "the world has to be stepped that often"]
    pub fn advance(&mut self, elapsed: Duration) -> u32 {
        // Below 2^94 for nanoseconds of 64 bits of seconds, times 2^20 hertz: no overflow.
        let units = self.rest + elapsed.as_nanos() * u128::from(self.hertz);
        self.rest = units % STEP;
        let due = units / STEP;
        let taken = due.min(u128::from(self.max_steps)) as u32;
        self.steps += u64::from(taken);
        self.skipped =
            self.skipped.saturating_add(u64::try_from(due - u128::from(taken)).unwrap_or(u64::MAX));
        taken
    }

    /// [`FixedStep::advance`] for engines that give the time of a frame in seconds, rounded to nanoseconds. A
    /// time that is negative or not finite counts as zero.
    #[must_use = "the world has to be stepped that often"]
    pub fn advance_seconds(&mut self, elapsed: f64) -> u32 {
        self.advance(Duration::try_from_secs_f64(elapsed).unwrap_or_default())
    }

    /// The length of a step, s: the argument of [`World::step`](world::World::step).
    #[must_use]
    pub fn dt(&self) -> f32 {
        1.0 / self.hertz as f32
    }

    /// The share of the next step that has passed, from 0 to below 1: where between the last two states of
    /// the world a frame should show it. See [`Interpolator`](crate::Interpolator).
    #[must_use]
    pub fn alpha(&self) -> f32 {
        // Rounding to f32 must not reach 1.
        math::min(self.rest as f32 / STEP as f32, 1.0 - f32::EPSILON)
    }

    /// How many steps were due so far, without those that were left out.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many steps were left out so far, because more than [`FixedStep::max_steps`] were due in a frame.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::geom::Shape;
    use world::{BodyDef, ColliderDef, World, WorldSettings};

    /// Runs a world for 5 s in frames of these lengths, ns, again and again; returns its hash and the clock.
    fn run(hertz: u32, frames: &[u64]) -> (u64, FixedStep) {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
        for i in 0..8 {
            let body = BodyDef::dynamic().position([0.1 * i as f32, 1.0 + 1.1 * i as f32]).angle(0.3);
            let body = world.add_body(body).unwrap();
            world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.3).unwrap())).unwrap();
        }
        let mut clock = FixedStep::new(hertz).unwrap();
        let mut left = 5_000_000_000;
        for frame in frames.iter().cycle() {
            let frame = (*frame).min(left);
            for _ in 0..clock.advance(Duration::from_nanos(frame)) {
                world.step(clock.dt());
            }
            left -= frame;
            if left == 0 {
                break;
            }
        }
        (world.state_hash(), clock)
    }

    /// After the same time, all frame rates have taken the same steps and the world has the same bits.
    #[test]
    fn simulation_has_the_same_bits_at_every_frame_rate() {
        let expected = run(60, &[16_666_667]);
        assert_eq!(expected.1.steps(), 300);
        let rates: [&[u64]; 5] =
            [&[33_333_333], &[6_944_444], &[1_000_000], &[100_000_007], &[3, 40_000_001, 7_654_321, 0, 1]];
        for frames in rates {
            assert_eq!(run(60, frames), expected, "frames of {frames:?} ns");
        }
    }

    /// So they have with frames of random lengths, up to 50 ms.
    #[test]
    fn simulation_has_the_same_bits_with_random_frames() {
        let expected = run(60, &[16_666_667]);
        let mut seed = 1_u64;
        for _ in 0..20 {
            let frames: Vec<u64> = std::iter::repeat_with(|| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) % 50_000_000
            })
            .take(400)
            .collect();
            assert_eq!(run(60, &frames), expected, "frames of {frames:?} ns");
        }
    }

    /// After T nanoseconds floor(T hertz / 10^9) steps were due, for rates that do not divide 10^9 as well.
    #[test]
    fn steps_are_the_whole_periods_of_the_elapsed_time() {
        for hertz in [1, 7, 60, 144, 1_000_000] {
            let mut clock = FixedStep::new(hertz).unwrap().max_steps(u32::MAX).unwrap();
            let mut total = 0_u64;
            for i in 0..10_000_u64 {
                let frame = (i * 7_919) % 5_000_000;
                total += frame;
                let _ = clock.advance(Duration::from_nanos(frame));
                assert_eq!(clock.steps(), (u128::from(total) * u128::from(hertz) / STEP) as u64);
                assert!((0.0..1.0).contains(&clock.alpha()));
            }
        }
    }

    /// A frame that took long gives no more steps than allowed, and the frames after it none more.
    #[test]
    fn catching_up_is_limited_to_max_steps() {
        let mut clock = FixedStep::new(100).unwrap().max_steps(5).unwrap();
        assert_eq!(clock.advance(Duration::from_millis(1_005)), 5);
        assert_eq!((clock.steps(), clock.skipped()), (5, 95));
        assert!((clock.alpha() - 0.5).abs() < 1e-6);
        assert_eq!(clock.advance(Duration::from_millis(5)), 1);
        assert_eq!(clock.advance(Duration::MAX), 5);
    }

    /// The time of a frame may be anything, and a rate must be in its range.
    #[test]
    fn bad_seconds_count_as_zero_and_bad_rates_are_refused() {
        let mut clock = FixedStep::new(60).unwrap();
        for seconds in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(clock.advance_seconds(seconds), 0);
        }
        assert_eq!(clock.advance_seconds(0.051), 3);
        let error = FixedStep::new(0).unwrap_err();
        assert_eq!(error.to_string(), "hertz is 0: it must be from 1 to 1,000,000");
        let error = clock.max_steps(0).unwrap_err();
        assert_eq!(error.to_string(), "max_steps is 0: it must be at least 1");
    }
}
