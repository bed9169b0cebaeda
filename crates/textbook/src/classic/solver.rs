//! The functions that make a step of the classic solver.

use super::contact_impulses::{normal_velocity, solve_contact, warm_start};
use super::integrate::integrate_with_drag;
use super::position_correction::push_apart;
use super::settings::{ClassicSettings, ImpulseMethod, Integrator, StepOrder};
use alloc::vec::Vec;
use compute::math::max;
use geom::{Rot, Vec2};
use solver::joint::JointSolver;
use solver::{Bodies, BodyInput, BodyState, Contact, JointRows, Softness, integrate_positions, storable};

/// What a step works on, and collision detection within it. That of a tuple does nothing: its contacts are
/// for the whole step.
pub trait ClassicScene {
    /// Bodies, contacts and the rows of joints.
    fn parts(&mut self) -> (&mut Bodies, &mut [Contact], &mut [JointRows]);

    /// Adds the motion of the bodies to their poses and sets it to zero, detects collisions there, and writes
    /// the rows of joints anew, with their impulses. Called with [`StepOrder::PositionsFirst`] and with
    /// [`ClassicSettings::detect_each_iteration`].
    fn detect(&mut self);
}

impl ClassicScene for (&mut Bodies, &mut [Contact], &mut [JointRows]) {
    fn parts(&mut self) -> (&mut Bodies, &mut [Contact], &mut [JointRows]) {
        (self.0, self.1, self.2)
    }

    fn detect(&mut self) {}
}

/// The classic solver, with the memory that it keeps from step to step.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::{Bodies, BodyInput, BodyState};
/// use textbook::{ClassicSettings, ClassicSolver};
///
/// let mut bodies = Bodies::new();
/// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 0.4, Vec2::new(0.0, -10.0)));
/// let mut scene = (&mut bodies, &mut [][..], &mut [][..]);
/// ClassicSolver::default().step(&mut scene, &ClassicSettings::default(), 0.1);
/// assert!((bodies.states()[ball.index()].velocity.y + 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClassicSolver {
    joints: JointSolver,
    /// For each contact, as restitution prescribes, m/s; 0 for points that do not bounce.
    bounce_velocities: Vec<[f32; 2]>,
}

impl ClassicSolver {
    /// A step of `dt` seconds.
    ///
    /// # Panics
    /// If a contact or joint names a body that does not exist.
    pub fn step(&mut self, scene: &mut impl ClassicScene, settings: &ClassicSettings, dt: f32) {
        let (bodies, contacts, joints) = scene.parts();
        self.begin(bodies, contacts, joints, settings, dt);
        if settings.order == StepOrder::PositionsFirst {
            self.detect(scene);
            let (bodies, contacts, joints) = scene.parts();
            self.begin_constraints(bodies, contacts, joints, settings, dt);
        }
        for iteration in 0..settings.iterations {
            if settings.detect_each_iteration && iteration > 0 {
                let (bodies, contacts, _) = scene.parts();
                self.correct_positions(bodies, contacts, settings);
                self.detect(scene);
                let (bodies, contacts, joints) = scene.parts();
                self.update_contacts(bodies, contacts, joints, settings, dt);
            }
            let (bodies, contacts, _) = scene.parts();
            self.iterate(bodies, contacts, settings, dt);
        }
        let (bodies, contacts, joints) = scene.parts();
        self.finish(bodies, contacts, joints, settings, dt);
    }

    fn detect(&mut self, scene: &mut impl ClassicScene) {
        self.joints.store(scene.parts().2);
        scene.detect();
    }

    /// Integrates gravity, forces and drag into the velocities, and applies the stored impulses. With
    /// [`StepOrder::PositionsFirst`] it moves the positions and leaves the impulses to
    /// [`ClassicSolver::begin_constraints`].
    pub(super) fn begin(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        for state in &mut *states {
            (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
        }
        for joint in joints.iter_mut().filter(|_| !settings.warm_start) {
            joint.impulse = [0.0; 2];
        }
        // Explicit Euler takes all forces at the beginning, so joints are evaluated before bodies move.
        self.joints.prepare(joints, states, inputs, dt);
        if settings.integrator == Integrator::Explicit {
            integrate_positions(states, dt);
        }
        integrate_with_drag(states, inputs, settings.drag, dt);
        self.bounce_velocities.clear();
        match settings.order {
            StepOrder::ConstraintsFirst => self.warm_start(bodies, contacts, settings),
            StepOrder::PositionsFirst if settings.integrator == Integrator::Symplectic => {
                integrate_positions(states, dt);
            }
            StepOrder::PositionsFirst => {}
        }
    }

    /// With [`StepOrder::PositionsFirst`], once collisions have been detected at the new positions: applies
    /// the stored impulses.
    pub(super) fn begin_constraints(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &[JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        self.joints.prepare(joints, states, inputs, dt);
        self.warm_start(bodies, contacts, settings);
    }

    fn warm_start(&mut self, bodies: &mut Bodies, contacts: &mut [Contact], settings: &ClassicSettings) {
        let (states, inputs) = bodies.split();
        self.find_bounces(states, inputs, contacts, settings);
        let keep_impulses = settings.warm_start && settings.impulses == ImpulseMethod::Accumulated;
        for contact in &mut *contacts {
            warm_start(states, inputs, contact, keep_impulses);
        }
        self.joints.warm_start(states);
    }

    /// Once collisions have been detected again between two iterations.
    pub(super) fn update_contacts(
        &mut self,
        bodies: &mut Bodies,
        contacts: &[Contact],
        joints: &[JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        self.find_bounces(states, inputs, contacts, settings);
        self.joints.prepare(joints, states, inputs, dt);
    }

    /// Of each point that approaches fast enough. Points that an earlier iteration has reversed keep theirs.
    fn find_bounces(
        &mut self,
        states: &[BodyState],
        inputs: &[BodyInput],
        contacts: &[Contact],
        settings: &ClassicSettings,
    ) {
        self.bounce_velocities.resize(contacts.len(), [0.0; 2]);
        for (bounces, contact) in self.bounce_velocities.iter_mut().zip(contacts) {
            for (i, bounce) in bounces.iter_mut().enumerate().take(contact.manifold.count as usize) {
                let approach = normal_velocity(states, inputs, contact, i);
                if approach < -settings.bounce_threshold {
                    *bounce = max(*bounce, -contact.restitution * approach);
                }
            }
        }
    }

    /// One iteration over all joints, then all contacts.
    pub(super) fn iterate(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        let rigid = Softness { bias_rate: settings.bias_rate(dt), ..Softness::RIGID };
        self.joints.solve(states, &rigid, 1.0 / dt);
        for (contact, &bounces) in contacts.iter_mut().zip(&self.bounce_velocities) {
            solve_contact(states, inputs, contact, bounces, settings, dt);
        }
    }

    pub(super) fn correct_positions(
        &mut self,
        bodies: &mut Bodies,
        contacts: &[Contact],
        settings: &ClassicSettings,
    ) {
        let Some((fraction, slop)) = settings.projection() else { return };
        let (states, inputs) = bodies.split();
        for contact in contacts.iter().filter(|contact| contact.manifold.count > 0) {
            push_apart(states, inputs, contact, fraction, slop);
        }
        self.joints.correct_positions(states, fraction);
    }

    /// Moves the positions, corrects them, and stores the impulses.
    pub(super) fn finish(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        if settings.integrator == Integrator::Symplectic && settings.order == StepOrder::ConstraintsFirst {
            integrate_positions(bodies.states_mut(), dt);
        }
        self.correct_positions(bodies, contacts, settings);
        self.joints.store(joints);
        for contact in contacts {
            for impulse in &mut contact.impulses {
                impulse.normal = storable(impulse.normal);
                impulse.tangent = storable(impulse.tangent);
            }
            contact.step_impulse = contact.impulses.iter().map(|impulse| impulse.normal).sum();
            contact.rolling_impulse = storable(contact.rolling_impulse);
        }
    }
}
