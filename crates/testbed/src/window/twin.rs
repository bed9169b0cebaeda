//! A second run of the scene that is shown, as it was defined, beside the one that the side bar and the
//! pointer change: so each setting can be compared with the scene's own, in any scene.
//!
//! Both have always done the same number of steps. The second run begins anew when the first does.

use super::session::{DT, Session};

/// Most steps by which the twin catches up in a frame.
const CATCH_UP: u64 = 8;

#[derive(Debug)]
pub struct Twin {
    session: Session,
}

impl Twin {
    /// A run of the scene of `session` as it was defined, at its beginning.
    ///
    /// # Errors
    /// The name of the scene and the reason, if its level is not valid.
    pub fn of(session: &Session) -> Result<Self, String> {
        let mut options = session.compute_options();
        options.solver = None;
        let mut session = Session::new(session.scene(), options)?;
        session.paused = true;
        Ok(Self { session })
    }

    /// Does the steps that `session` has done more, some in each frame; begins anew if there are fewer.
    pub fn follow(&mut self, session: &Session) {
        if session.steps() < self.session.steps() {
            self.session.restart();
        }
        for _ in 0..CATCH_UP.min(session.steps() - self.session.steps()) {
            self.session.step();
        }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }
}

/// What is written above a picture: steps, energy, and the deepest overlap.
pub fn caption(label: &str, session: &Session) -> String {
    let world = session.world();
    let time = session.steps() as f32 * DT;
    let [energy, overlap] = [world.kinetic_energy(), 1e3 * f64::from(world.max_penetration())];
    format!("{label}: {time:.2} s, kinetic energy {energy:.3} J, overlap {overlap:.2} mm")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::BroadphaseKind;
    use crate::window::session::ComputeOptions;
    use physics::compute::Width;
    use physics::prelude::*;

    fn session(scene: &str) -> Session {
        let broadphase = BroadphaseKind::Tree;
        let options = ComputeOptions { solver: None, broadphase, threads: 1, width: Width::best() };
        Session::new(scenes::find(scene).unwrap(), options).unwrap()
    }

    /// The twin of a run that nobody changes has the same bits; one whose gravity is changed leaves the
    /// twin as it is; a restart restarts both.
    #[test]
    fn twin_runs_as_the_scene_was_defined() {
        let mut session = session("bridge");
        let mut twin = Twin::of(&session).unwrap();
        for _ in 0..40 {
            session.step();
            twin.follow(&session);
        }
        assert_eq!(twin.session.steps(), 40);
        assert_eq!(twin.session.world().state_hash(), session.world().state_hash());
        let mut controls = session.controls();
        controls.settings.gravity = Vec2::new(0.0, 3.0);
        session.set_controls(controls);
        for _ in 0..20 {
            session.step();
            twin.follow(&session);
        }
        assert_eq!(twin.session.steps(), 60);
        assert_ne!(twin.session.world().state_hash(), session.world().state_hash());
        session.restart();
        twin.follow(&session);
        assert_eq!(twin.session.steps(), 0);
        assert!(twin.session.world().settings().gravity.y < 0.0);
    }
}
