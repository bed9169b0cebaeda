//! A recording that can be wound to any frame at once.
//!
//! ```text
//!   frames   0 ---------- 40 ---------- 75 ------ 98 ------------------ 160 ...
//!   marks    #            #             #         #                     #       snapshots
//!                                                 '--> 121: 23 steps from the mark before it
//! ```
//!
//! The recording is played once. Each time that the steps since the last mark have together taken half of the
//! budget, another one is set; so a frame is reached within the budget, whether a step takes a microsecond or
//! a millisecond, if the machine is not slower by half than it was then.
//!
//! Turned down: marks at even distances: they are too many for a small world or too few for a heap that falls
//! over; playing backwards, which no step can.

use broadphase::{Broadphase, DynamicTree};
use std::time::{Duration, Instant};
use world::{Recording, Replay, ReplayError, ReplayMark, World};

/// Half of a frame at 60 Hz, so that there is time left to draw it.
const DEFAULT_BUDGET: Duration = Duration::from_millis(8);

/// WebAssembly without a system has no clock: `Instant::now` panics there.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// How long a step is taken to last where there is no clock: that of a scene of a thousand bodies.
const STEP_WITHOUT_CLOCK: Duration = Duration::from_millis(1);

/// A recording that was played, with snapshots on the way, for scrubbing.
///
/// ```
/// use toolkit::Timeline;
/// use toolkit::geom::Shape;
/// use toolkit::world::{BodyDef, ColliderDef, World};
///
/// let mut world = World::default();
/// let ball = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
/// world.start_recording();
/// let mut heights = vec![world.body(ball)?.pose().position.y];
/// for _ in 0..300 {
///     world.step(1.0 / 60.0);
///     heights.push(world.body(ball)?.pose().position.y);
/// }
/// let recording = world.stop_recording().expect("it was started");
/// let mut timeline = Timeline::new(recording.replay())?;
/// for frame in [200, 17, 299, 0] {
///     assert_eq!(timeline.seek(frame)?.body(ball)?.pose().position.y, heights[frame]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Timeline<B: Broadphase = DynamicTree> {
    replay: Replay<B>,
    /// By frame; the first one is of frame 0.
    marks: Vec<ReplayMark>,
}

impl<B: Broadphase> Timeline<B> {
    /// Plays a recording to its end, with a mark for each 4 ms of steps: any frame is then reached within
    /// 8 ms or so. `replay` stands at frame 0, with its contact hook and threads.
    ///
    /// # Errors
    /// [`ReplayError`] if the recording does not play as it was recorded.
    pub fn new(replay: Replay<B>) -> Result<Self, ReplayError> {
        Self::with_budget(replay, DEFAULT_BUDGET)
    }

    /// The same with another time in which a frame is to be reached. A longer one takes less memory.
    ///
    /// # Errors
    /// [`ReplayError`] if the recording does not play as it was recorded.
    pub fn with_budget(mut replay: Replay<B>, budget: Duration) -> Result<Self, ReplayError> {
        let mut marks = vec![mark(&replay)];
        let mut since = Duration::ZERO;
        loop {
            let start = HAS_CLOCK.then(Instant::now);
            if !replay.step()? {
                // Not after the calls that follow the last step: those belong to no frame.
                replay.restore(&marks[0]);
                return Ok(Self { replay, marks });
            }
            since += start.map_or(STEP_WITHOUT_CLOCK, |start| start.elapsed());
            if since > budget / 2 {
                since = Duration::ZERO;
                marks.push(mark(&replay));
            }
        }
    }

    /// Goes to a frame, or to the last one if there are fewer, and returns the world in it.
    ///
    /// # Errors
    /// [`ReplayError`], which cannot happen on the machine that has played the recording to its end.
    pub fn seek(&mut self, frame: usize) -> Result<&World<B>, ReplayError> {
        let frame = frame.min(self.frames());
        let after = self.marks.partition_point(|mark| mark.frame() <= frame);
        let before = &self.marks[after - 1];
        // Forwards from where it is, unless a mark is nearer.
        if !(before.frame()..=frame).contains(&self.replay.frame()) {
            self.replay.restore(before);
        }
        while self.replay.frame() < frame {
            self.replay.step()?;
        }
        Ok(self.replay.world())
    }

    /// The number of the last frame.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.replay.recording().frames()
    }

    /// The frame that the world is in.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.replay.frame()
    }

    /// The world in this frame.
    #[must_use]
    pub fn world(&self) -> &World<B> {
        self.replay.world()
    }

    /// The recording.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        self.replay.recording()
    }

    /// How many snapshots are kept.
    #[must_use]
    pub fn marks(&self) -> usize {
        self.marks.len()
    }
}

fn mark<B: Broadphase>(replay: &Replay<B>) -> ReplayMark {
    let mut mark = ReplayMark::default();
    replay.save(&mut mark);
    mark
}
