//! The scene that runs: paused or not, step by step, with a hand in it. It knows nothing of windows.
//!
//! Real time comes in frames, the world's in steps of 1/60 s. What a frame brings is saved up, and spent in
//! whole steps:
//!
//! ```text
//!   frames   |----|---------|----|----|--------------------|--|
//!   steps    |-----|-----|-----|-----|-----|-----|              what does not fit is forgotten: a scene too
//!                                                               heavy for the machine runs slowly, not in jumps
//! ```

use super::any_world::{AnyWorld, with_world};
use super::hand::{Grip, Hand};
use super::knobs::{Knobs, Made};
use crate::options::BroadphaseKind;
use physics::prelude::*;
use physics::world::Method;
use scenes::Scene;
use std::time::Duration;

/// s. The step that the scenes are made for.
pub const DT: f32 = 1.0 / 60.0;

/// s. A frame that is short of a step by less still has one: frames and steps at the same rate keep pace.
const HAIR: f32 = 1e-4;

/// The most steps in a frame.
const CATCH_UP: u32 = 4;

/// The share of the newest step in the times that are shown: they can be read, and follow within a second.
const NEWEST: f64 = 0.08;

/// Names and times of the stages of a step, ms.
pub type StageMs = [(&'static str, f64); 5];

/// How scenes are computed, whichever it is.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Which solver; `None` for what the scene asks for.
    pub solver: Option<Method>,
    /// Which broad phase.
    pub broadphase: BroadphaseKind,
    /// How many threads.
    pub threads: usize,
}

/// A scene that runs.
#[derive(Debug)]
pub struct Session {
    scene: &'static Scene,
    level: Level,
    world: AnyWorld,
    made: Made,
    knobs: Knobs,
    means: Means,
    hand: Option<Hand>,
    steps: u64,
    /// s. Real time that is not spent yet.
    saved: f32,
    stages: StageMs,
    complaint: Option<String>,
    /// Whether time stands still.
    pub paused: bool,
    /// How bodies are held.
    pub grip: Grip,
}

impl Session {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// The scene and what is wrong with it, if its level cannot be.
    pub fn new(scene: &'static Scene, means: Means) -> Result<Self, String> {
        let level = (scene.level)();
        let mut knobs = Knobs::of(&level, means.broadphase);
        knobs.settings.method = means.solver.unwrap_or(knobs.settings.method);
        let mut session = Self {
            scene,
            level,
            world: AnyWorld::default(),
            made: Made::default(),
            knobs,
            means,
            hand: None,
            steps: 0,
            saved: 0.0,
            stages: Default::default(),
            complaint: None,
            paused: false,
            grip: Grip::default(),
        };
        session.begin().map_err(|error| format!("scene {}: {error}", scene.name))?;
        Ok(session)
    }

    /// Another scene at its beginning, as it is made; how it is computed stays.
    ///
    /// # Errors
    /// The scene and what is wrong with it, if its level cannot be; this one goes on.
    pub fn choose(&mut self, scene: &'static Scene) -> Result<(), String> {
        let mut next = Self::new(scene, self.means())?;
        (next.paused, next.grip) = (self.paused, self.grip);
        *self = next;
        Ok(())
    }

    /// How it is computed now. A solver that nobody has chosen is none for the next scene.
    fn means(&self) -> Means {
        let begun = self.means.solver.unwrap_or(self.level.settings.method);
        let Knobs { broadphase, settings, .. } = self.knobs;
        let solver = if settings.method == begun { self.means.solver } else { Some(settings.method) };
        Means { solver, broadphase, ..self.means }
    }

    /// The same scene from its beginning. Knobs stay as they are.
    pub fn restart(&mut self) {
        let outcome = self.begin();
        self.complain(outcome);
    }

    /// Loads the level, and turns the knobs from where its makers left them.
    fn begin(&mut self) -> Result<(), DefError> {
        let mut world = AnyWorld::load(&self.level, self.knobs.broadphase)?;
        with_world!(&mut world, world => world.set_threads(self.means.threads));
        let made = Made::of(&world, &self.level);
        self.knobs.turn(&Knobs::of(&self.level, self.knobs.broadphase), &mut world, &made)?;
        (self.world, self.made, self.hand) = (world, made, None);
        (self.steps, self.saved, self.stages) = (0, 0.0, Default::default());
        Ok(())
    }

    /// Lets `seconds` of real time pass.
    pub fn advance(&mut self, seconds: f32) {
        if self.paused {
            return;
        }
        self.saved += seconds;
        let mut left = if self.last_step().as_secs_f32() > DT { 1 } else { CATCH_UP };
        while self.saved + HAIR >= DT && left > 0 {
            self.step();
            self.saved -= DT;
            left -= 1;
        }
        self.saved = self.saved.clamp(-HAIR, DT);
    }

    /// One step, whether paused or not.
    pub fn step(&mut self) {
        let Self { world, hand, .. } = self;
        let outcome = with_world!(world, world => {
            let outcome = hand.as_mut().map_or(Ok(()), |hand| hand.before_step(world, DT));
            world.step(DT);
            outcome
        });
        self.complain(outcome);
        self.steps += 1;
        self.note_times();
    }

    /// Sets the knobs. A value that cannot be is complained of, and leaves them as they were.
    pub fn turn(&mut self, knobs: Knobs) {
        if knobs != self.knobs {
            let outcome = knobs.turn(&self.knobs, &mut self.world, &self.made);
            if outcome.is_ok() {
                self.knobs = knobs;
            }
            self.complain(outcome);
        }
    }

    /// Takes hold of the dynamic body at `pointer`, m. Whether there is one.
    pub fn grab(&mut self, pointer: Point) -> bool {
        self.release();
        let grip = self.grip;
        self.hand = with_world!(&mut self.world, world => Hand::grab(world, pointer, grip));
        self.hand.is_some()
    }

    /// The pointer is elsewhere now, m.
    pub fn point_to(&mut self, pointer: Point) {
        if let Some(hand) = &mut self.hand {
            hand.point_to(pointer);
        }
    }

    /// Lets go of what is held, if anything is, and throws it.
    pub fn release(&mut self) {
        if let Some(hand) = self.hand.take() {
            let outcome = with_world!(&mut self.world, world => hand.release(world));
            self.complain(outcome);
        }
    }

    /// The body that is held.
    pub fn held(&self) -> Option<BodyId> {
        self.hand.as_ref().map(Hand::body)
    }

    /// From the pointer to where it holds a body, m.
    pub fn hold_line(&self) -> Option<[Point; 2]> {
        with_world!(&self.world, world => self.hand.as_ref()?.line(world))
    }

    /// The scene.
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The world.
    pub fn world(&self) -> &AnyWorld {
        &self.world
    }

    /// The knobs as they stand.
    pub fn knobs(&self) -> Knobs {
        self.knobs
    }

    /// How many steps it has gone.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How long the stages of a step take at present, ms.
    pub fn stages(&self) -> &StageMs {
        &self.stages
    }

    /// What could not be done, until something can be done again.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    fn last_step(&self) -> Duration {
        with_world!(&self.world, world => world.stage_times().total())
    }

    fn note_times(&mut self) {
        let newest = with_world!(&self.world, world => world.stage_times().stages());
        let share = if self.steps == 1 { 1.0 } else { NEWEST };
        for (shown, (name, time)) in self.stages.iter_mut().zip(newest) {
            *shown = (name, shown.1 + share * (1e3 * time.as_secs_f64() - shown.1));
        }
    }

    fn complain(&mut self, outcome: Result<(), DefError>) {
        if let Err(error) = outcome {
            self.hand = None;
            self.complaint = Some(error.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::world::ColliderRef;

    fn session(scene: &str) -> Session {
        let means = Means { solver: None, broadphase: BroadphaseKind::Tree, threads: 1 };
        Session::new(scenes::find(scene).unwrap(), means).unwrap()
    }

    /// A crate that hangs in the air, and its middle.
    fn weightless() -> (Session, Point) {
        let mut session = session("falling_crate");
        let mut knobs = session.knobs();
        knobs.settings.gravity = Vec2::zeros();
        session.turn(knobs);
        let center = with_world!(&session.world, world => world.dynamic_bodies().next().unwrap().center());
        (session, center)
    }

    fn hash(session: &Session) -> u64 {
        with_world!(&session.world, world => world.state_hash())
    }

    fn velocity(session: &Session) -> Vec2 {
        with_world!(&session.world, world => world.dynamic_bodies().next().unwrap().velocity())
    }

    /// A hand that nobody uses and knobs that nobody turns do not show in a single bit.
    #[test]
    fn untouched_it_runs_as_it_does_headless() {
        let mut session = session("bridge");
        let mut world = World::load(&(session.scene.level)()).unwrap();
        for _ in 0..90 {
            session.advance(DT);
            world.step(DT);
        }
        assert_eq!((session.steps(), hash(&session)), (90, world.state_hash()));
    }

    /// A second has sixty steps, however it is cut into frames.
    #[test]
    fn frames_of_any_length_make_the_same_steps() {
        for rate in [30.0, 59.9, 60.0, 60.1, 75.0, 144.0] {
            let mut session = session("falling_crate");
            let frames = 2 * rate as u32;
            for _ in 0..frames {
                session.advance(1.0 / rate);
            }
            assert!(session.steps().abs_diff(120) <= 2, "{rate} Hz: {} steps", session.steps());
        }
    }

    /// After a stall it goes on; it does not jump.
    #[test]
    fn a_long_frame_is_not_made_up_for() {
        let mut session = session("falling_crate");
        session.advance(100.0);
        assert!(session.steps() <= u64::from(CATCH_UP));
        let before = session.steps();
        session.advance(DT);
        assert!(session.steps() - before <= 2);
    }

    /// Paused, time stands still, and a single step is one.
    #[test]
    fn a_single_step_is_one_step() {
        let mut session = session("tower");
        session.paused = true;
        session.advance(1.0);
        assert_eq!(session.steps(), 0);
        session.step();
        session.advance(1.0);
        assert_eq!(session.steps(), 1);
    }

    /// From the same beginning the same end; knobs stay.
    #[test]
    fn a_restart_begins_anew_with_the_knobs_as_they_are() {
        let mut session = session("pile");
        let mut knobs = session.knobs();
        (knobs.settings.gravity.y, knobs.friction) = (-2.0, Some(0.1));
        session.turn(knobs);
        let end = |session: &mut Session| {
            for _ in 0..40 {
                session.step();
            }
            hash(session)
        };
        let expected = end(&mut session);
        session.restart();
        assert_eq!((session.steps(), session.knobs()), (0, knobs));
        assert_eq!(end(&mut session), expected);
    }

    /// Another broad phase in the middle of a run does not show; another solver does, and both go on.
    #[test]
    fn the_broad_phase_changes_on_the_way_and_nobody_sees() {
        let run = |kinds: [BroadphaseKind; 3]| {
            let mut session = session("pyramid");
            for broadphase in kinds {
                session.turn(Knobs { broadphase, ..session.knobs() });
                assert_eq!(session.world().broadphase(), broadphase);
                (0..20).for_each(|_| session.step());
            }
            assert_eq!(session.complaint(), None);
            hash(&session)
        };
        assert_eq!(run(BroadphaseKind::ALL), run([BroadphaseKind::Tree; 3]));
    }

    #[test]
    fn another_solver_goes_on_from_where_the_first_was() {
        let mut session = session("tower");
        (0..60).for_each(|_| session.step());
        let mut knobs = session.knobs();
        knobs.settings.method = Method::Classic;
        session.turn(knobs);
        (0..120).for_each(|_| session.step());
        let top = with_world!(&session.world, world => {
            world.dynamic_bodies().map(|body| body.center().y).fold(0.0, f32::max)
        });
        assert!((9.2..9.6).contains(&top), "{top}");
        session.choose(scenes::find("pile").unwrap()).unwrap();
        assert_eq!(session.knobs().settings.method, Method::Classic, "how it is computed stays");
    }

    /// What a knob has changed, it gives back.
    #[test]
    fn a_knob_let_go_leaves_everything_as_it_was_made() {
        let materials = |session: &Session| -> Vec<Material> {
            with_world!(&session.world, world => world.colliders().map(ColliderRef::material).collect())
        };
        let mut session = session("friction_ramp");
        let (made, untouched) = (materials(&session), session.knobs());
        session.turn(Knobs { friction: Some(0.9), restitution: Some(1.0), drag: Some(2.0), ..untouched });
        assert!(materials(&session).iter().all(|each| (each.friction, each.restitution) == (0.9, 1.0)));
        session.turn(untouched);
        assert_eq!(materials(&session), made);
        assert_eq!(session.complaint(), None);
    }

    /// A value that cannot be is refused with its name, and the scene goes on as before.
    #[test]
    fn impossible_knobs_are_complained_of() {
        let mut session = session("tower");
        let before = session.knobs();
        let mut knobs = before;
        knobs.settings.gravity.y = f32::NAN;
        session.turn(knobs);
        assert!(session.complaint().is_some_and(|complaint| complaint.contains("gravity")));
        assert_eq!(session.knobs(), before);
        session.step();
    }

    /// The hand leaves no trace: what it hangs a body on is gone with it. Fixed bodies and air cannot be held.
    #[test]
    fn only_what_moves_can_be_held() {
        for (_, grip) in Grip::ALL {
            let mut session = session("tower");
            session.grip = grip;
            let stats = |session: &Session| {
                let stats = with_world!(&session.world, world => world.stats());
                (stats.bodies, stats.colliders, stats.joints)
            };
            let before = stats(&session);
            assert!(!session.grab(Point::new(0.0, -0.1)), "ground");
            assert!(!session.grab(Point::new(5.0, 9.0)), "air");
            assert!(session.grab(Point::new(0.0, 4.6)));
            session.step();
            session.release();
            session.step();
            assert_eq!((stats(&session), session.held()), (before, None));
            assert_eq!(session.complaint(), None);
            assert!(session.grab(Point::new(0.0, 4.6)));
            session.restart();
            assert_eq!((stats(&session), session.held()), (before, None));
        }
    }

    /// On a spring a body follows a steady pointer at its speed, and keeps it when let go. (Within a step the
    /// anchor stands still, so at its end the body is a little slower than on its way.)
    #[test]
    fn what_hangs_on_a_spring_flies_on_as_the_pointer_went() {
        let (mut session, center) = weightless();
        let pointer = Vec2::new(3.0, 1.0); // m/s
        assert!(session.grab(center));
        for step in 1..=60 {
            session.point_to(center + pointer * (DT * step as f32));
            session.step();
        }
        assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
        session.release();
        session.step();
        assert!((velocity(&session) - pointer).norm() < 0.05 * pointer.norm(), "{}", velocity(&session));
    }

    /// Carried, a body is where the pointer is; let go, F = (p - p_last) k acts on it for a step: v = F h / m.
    #[test]
    fn what_is_carried_is_thrown_by_the_last_two_positions() {
        let (mut session, center) = weightless();
        session.grip = Grip::Carry;
        assert!(session.grab(center));
        let delta = Vec2::new(0.05, 0.02); // m in a step
        for step in 1..=20 {
            session.point_to(center + delta * step as f32);
            session.step();
        }
        let [pointer, held] = session.hold_line().unwrap();
        assert!((pointer - held).norm() < 1e-3, "{pointer} {held}");
        session.release();
        session.step();
        let expected = delta * (5000.0 * DT);
        assert!((velocity(&session) - expected).norm() < 1e-2 * expected.norm(), "{}", velocity(&session));
    }

    /// Held still before it is let go, a body is put down, not thrown.
    #[test]
    fn a_pointer_at_rest_throws_nothing() {
        let (mut session, center) = weightless();
        session.grip = Grip::Carry;
        assert!(session.grab(center));
        session.point_to(center + Vec2::new(1.0, 0.0));
        (0..5).for_each(|_| session.step());
        session.release();
        session.step();
        assert!(velocity(&session).norm() < 1e-4);
    }

    #[test]
    fn every_scene_can_be_chosen() {
        let mut session = session("tower");
        for scene in scenes::SCENES {
            session.choose(scene).unwrap();
            session.step();
            assert_eq!((session.scene().name, session.complaint()), (scene.name, None));
        }
    }
}
