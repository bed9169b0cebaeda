//! The classic solver of the seeds: sequential impulses, one pair after the other, with every variation that the
//! texts describe, to be seen side by side.
//!
//! ```text
//!   begin      v += dt a                      (explicit Euler moves the positions first)
//!              apply the stored impulses      warm start
//!   iterate    joints, then for each contact point: normal impulse, friction impulse        n times
//!   finish     x += dt v                      (symplectic Euler)
//!              push out what still overlaps   projection
//! ```
//!
//! The step is in three calls, so that whoever has the shapes may detect collisions anew before each iteration, as
//! seed 000 does; seeds 001 and 002 detect once.
//!
//! Sources: seed 003 for the impulses and the joint, seed 002 for projection and iterations, seed 001 for the
//! Baumgarte bias, the drag and displacement without impulses, seed 000 for the split by mass and the weights by
//! depth; accumulated impulses and warm starting are from Catto, "Iterative Dynamics with Temporal Coherence",
//! GDC 2005.
//!
//! It is written with the functions of [`impulse`](crate::impulse), for the reader. For speed and quality there is
//! [`SoftSolver`](crate::SoftSolver).

use crate::body::storable;
use crate::impulse::{Friction, Pair, RigidBody};
use crate::joint::JointSolver;
use crate::motion::{Accelerate, Advance, Free};
use crate::settings::SettingsError;
use crate::{Bodies, BodyInput, BodyRow, BodyState, Contact, JointRows, PointImpulse, Softness};
use alloc::vec::Vec;
use compute::Width;
use compute::math::{clamp, max, min};
use geom::{Rot, Vec2, right_normal};

/// What moves positions: which velocity is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Integrator {
    /// The velocity at the end of the step: keeps energy within bounds.
    #[default]
    Symplectic,
    /// The velocity at the beginning of the step: gains energy in every swing.
    Explicit,
}

/// How contacts change velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Impulses {
    /// The sum of a point's impulses is kept from pulling; a single one may take back what was too much.
    #[default]
    Accumulated,
    /// Each impulse for itself, as the derivations stand; only pushing.
    Separate,
    /// Each for itself, the two points of a contact weighted by their depth (seed 000).
    DepthWeighted,
    /// None: shapes are only moved apart (seed 001, "impulse based resolution" switched off).
    Displacement,
}

/// How overlap is worked off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction {
    /// Not at all: piles sink.
    None,
    /// By velocity: factor / dt of what exceeds the slop is added to the normal velocity (seed 001: 0.2, 0.01 m).
    Baumgarte {
        /// Fraction per step.
        factor: f32,
        /// Overlap that is left, m.
        slop: f32,
    },
    /// By moving the bodies, each by its share of the inverse mass: a part of what exceeds the slop (seed 002: 0.2
    /// to 0.8, 0.01 m).
    Projection {
        /// Part per correction.
        percent: f32,
        /// Overlap that is left, m.
        slop: f32,
    },
    /// By moving the bodies by a part of the whole overlap (seed 000: 0.4).
    Split {
        /// Part per correction.
        beta: f32,
    },
}

/// How the classic solver works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicSettings {
    /// Sweeps over all joints and contacts.
    pub iterations: u32,
    /// Whether a step starts from the impulses of the last one; only for [`Impulses::Accumulated`].
    pub warm_start: bool,
    /// How contacts change velocities.
    pub impulses: Impulses,
    /// How overlap is worked off.
    pub correction: Correction,
    /// What moves positions.
    pub integrator: Integrator,
    /// Whether collisions are to be detected anew before each iteration. The solver cannot do that itself; whoever
    /// calls it does.
    pub detect_each_iteration: bool,
    /// Air drag, 1/s: v loses `drag dt` of itself, but counts for no more than 1 m/s in this (seed 001).
    pub drag: f32,
    /// Approach, m/s, below which nothing bounces.
    pub bounce_threshold: f32,
}

impl Default for ClassicSettings {
    fn default() -> Self {
        Self {
            iterations: 10,
            warm_start: true,
            impulses: Impulses::Accumulated,
            correction: Correction::Baumgarte { factor: 0.2, slop: 0.01 },
            integrator: Integrator::Symplectic,
            detect_each_iteration: false,
            drag: 0.0,
            bounce_threshold: 1.0,
        }
    }
}

impl ClassicSettings {
    /// Looks at every value.
    ///
    /// # Errors
    /// [`SettingsError`] naming the first that cannot be.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if !(1..=1000).contains(&self.iterations) {
            let value = self.iterations as f32;
            return Err(SettingsError { field: "iterations", value, expected: "from 1 to 1000" });
        }
        let part = |field, value: f32| match value {
            0.0..=1.0 => Ok(()),
            _ => Err(SettingsError { field, value, expected: "from 0 to 1" }),
        };
        let length = |field, value: f32| {
            let expected = "finite and not negative";
            if value.is_finite() && value >= 0.0 {
                Ok(())
            } else {
                Err(SettingsError { field, value, expected })
            }
        };
        match self.correction {
            Correction::None => {}
            Correction::Baumgarte { factor, slop } => {
                part("factor", factor)?;
                length("slop", slop)?;
            }
            Correction::Projection { percent, slop } => {
                part("percent", percent)?;
                length("slop", slop)?;
            }
            Correction::Split { beta } => part("beta", beta)?,
        }
        length("drag", self.drag)?;
        length("bounce_threshold", self.bounce_threshold)
    }

    /// In a scene where `unit` units make a metre.
    #[must_use]
    pub fn scaled(mut self, unit: f32) -> Self {
        self.bounce_threshold *= unit;
        match &mut self.correction {
            Correction::Baumgarte { slop, .. } | Correction::Projection { slop, .. } => *slop *= unit,
            Correction::None | Correction::Split { .. } => {}
        }
        self
    }

    /// The part of an overlap that is moved away, and what is left alone, m.
    fn projection(&self) -> Option<(f32, f32)> {
        match self.correction {
            _ if self.impulses == Impulses::Displacement => Some((1.0, 0.0)),
            Correction::Projection { percent, slop } => Some((percent, slop)),
            Correction::Split { beta } => Some((beta, 0.0)),
            Correction::None | Correction::Baumgarte { .. } => None,
        }
    }
}

/// The classic solver, with the memory that it keeps from step to step.
#[derive(Clone, Debug, Default)]
pub struct ClassicSolver {
    joints: JointSolver,
    /// For each contact the normal velocities with which its points are to leave, m/s.
    rebounds: Vec<[f32; 2]>,
}

impl ClassicSolver {
    /// Velocities take up gravity, forces and drag, and the stored impulses are applied.
    ///
    /// # Panics
    /// As all three calls, if a contact or joint names a body that is not there.
    pub fn begin(
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
        // Explicit Euler takes forces where the step begins, those of joints too.
        self.joints.prepare(joints, states, inputs, dt);
        if settings.integrator == Integrator::Explicit {
            Width::SCALAR.run(Advance { states, h: dt });
        }
        Width::SCALAR.run(Accelerate { states, inputs, h: dt, free: Free::Forgotten });
        for (state, _) in states.iter_mut().zip(inputs).filter(|(_, input)| input.is_movable()) {
            drag(state, settings.drag * dt);
        }
        self.rebounds.clear();
        self.meet(states, inputs, contacts, settings);
        let warm = settings.warm_start && settings.impulses == Impulses::Accumulated;
        for contact in &mut *contacts {
            if !warm {
                contact.impulses = [PointImpulse::default(); 2];
            }
            let (n, t) = directions(contact);
            for i in 0..contact.manifold.points().len() {
                // Points that are apart have to wait, as in the iterations, which could take nothing back.
                if contact.manifold.points[i].separation > 0.0 {
                    contact.impulses[i] = PointImpulse::default();
                }
                let PointImpulse { normal, tangent } = contact.impulses[i];
                act(states, inputs, contact, i, |pair| pair.apply(n * normal + t * tangent));
            }
            if !warm || contact.rolling_resistance <= 0.0 {
                contact.rolling_impulse = 0.0;
            } else {
                let twist = contact.rolling_impulse;
                act(states, inputs, contact, 0, |pair| pair.twist(twist));
            }
        }
        self.joints.warm_start(states);
    }

    /// After contacts have been detected anew: takes note of them and of rewritten joints.
    pub fn detected(
        &mut self,
        bodies: &mut Bodies,
        contacts: &[Contact],
        joints: &[JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        self.meet(states, inputs, contacts, settings);
        self.joints.prepare(joints, states, inputs, dt);
    }

    /// How fast each point is to leave: by its restitution, if it approaches fast enough.
    fn meet(
        &mut self,
        states: &[BodyState],
        inputs: &[BodyInput],
        contacts: &[Contact],
        settings: &ClassicSettings,
    ) {
        // What an earlier iteration has made bounce no longer approaches, and is still to leave.
        self.rebounds.resize(contacts.len(), [0.0; 2]);
        let met = self.rebounds.iter_mut().zip(contacts);
        met.for_each(|(rebound, contact)| {
            for (i, rebound) in rebound.iter_mut().enumerate().take(contact.manifold.count as usize) {
                let approach =
                    pair(states, inputs, contact, i).relative_velocity().dot(&contact.manifold.normal);
                if approach < -settings.bounce_threshold {
                    *rebound = max(*rebound, -contact.restitution * approach);
                }
            }
        });
    }

    /// One sweep over all joints and contacts; `dt` is the step, s.
    pub fn iterate(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        let bias_rate = match settings.correction {
            Correction::Baumgarte { factor, .. } => factor / dt,
            _ => 0.0,
        };
        let firm = Softness { bias_rate, ..Softness::RIGID };
        self.joints.solve(states, &firm, 1.0 / dt);
        for (contact, rebounds) in contacts.iter_mut().zip(&self.rebounds) {
            for (i, &rebound) in rebounds.iter().enumerate().take(contact.manifold.count as usize) {
                // A text knows only shapes that overlap; points that are still apart have to wait.
                if contact.manifold.points[i].separation > 0.0 {
                    continue;
                }
                match settings.impulses {
                    Impulses::Accumulated => accumulate(states, inputs, contact, i, rebound, settings, dt),
                    Impulses::Separate => separate(states, inputs, contact, i, 1.0, settings, dt),
                    Impulses::DepthWeighted => {
                        let weight = depth_weight(contact, i);
                        separate(states, inputs, contact, i, weight, settings, dt);
                    }
                    Impulses::Displacement => {}
                }
            }
            if contact.rolling_resistance > 0.0 && settings.impulses != Impulses::Displacement {
                resist_rolling(states, inputs, contact);
            }
        }
    }

    /// Moves what overlaps apart, if the correction is one that moves bodies.
    pub fn project(&mut self, bodies: &mut Bodies, contacts: &[Contact], settings: &ClassicSettings) {
        let Some((percent, slop)) = settings.projection() else { return };
        let (states, inputs) = bodies.split();
        for contact in contacts.iter().filter(|contact| contact.manifold.count > 0) {
            // Both points of a contact say the same; the deeper one counts.
            let points = contact.manifold.points().iter();
            let now = points.map(|point| point.separation + moved_apart(states, contact, point));
            let deepest = now.fold(f32::INFINITY, min);
            let apart = contact.manifold.normal * (percent * max(-deepest - slop, 0.0));
            shift(states, inputs, [contact.a, contact.b], -apart);
        }
        self.joints.correct(states, percent);
    }

    /// Hands the impulses of the joints back, before they are detected anew or at the end.
    pub fn store_joints(&mut self, joints: &mut [JointRows]) {
        self.joints.store(joints);
    }

    /// Positions move with the velocities, and what overlaps is moved apart.
    pub fn finish(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &ClassicSettings,
        dt: f32,
    ) {
        if settings.integrator == Integrator::Symplectic {
            Width::SCALAR.run(Advance { states: bodies.states_mut(), h: dt });
        }
        self.project(bodies, contacts, settings);
        self.joints.store(joints);
        for impulse in contacts.iter_mut().flat_map(|contact| &mut contact.impulses) {
            impulse.normal = storable(impulse.normal);
            impulse.tangent = storable(impulse.tangent);
        }
        for contact in contacts {
            contact.rolling_impulse = storable(contact.rolling_impulse);
        }
    }
}

/// Seed 001: `v -= clamp_magnitude(v, 1) * drag * dt`, for velocity and angular velocity.
fn drag(state: &mut BodyState, share: f32) {
    let speed = state.velocity.norm();
    let counted = if speed > 1.0 { state.velocity / speed } else { state.velocity };
    state.velocity -= counted * share;
    state.angular_velocity -= clamp(state.angular_velocity, -1.0, 1.0) * share;
}

/// Normal and tangent.
fn directions(contact: &Contact) -> (Vec2, Vec2) {
    (contact.manifold.normal, right_normal(contact.manifold.normal))
}

fn rigid(state: &BodyState, input: &BodyInput) -> RigidBody {
    RigidBody {
        velocity: state.velocity,
        angular_velocity: state.angular_velocity,
        inverse_mass: input.inverse_mass,
        inverse_inertia: input.inverse_inertia,
    }
}

/// The two bodies at a contact point, as the derivations see them.
fn pair(states: &[BodyState], inputs: &[BodyInput], contact: &Contact, point: usize) -> Pair {
    let body = |i: BodyRow| rigid(&states[i.index()], &inputs[i.index()]);
    let point = &contact.manifold.points[point];
    Pair { a: body(contact.a), b: body(contact.b), r_a: point.anchor_a, r_b: point.anchor_b }
}

/// Lets impulses act on the two bodies at a contact point.
fn act<T>(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &Contact,
    point: usize,
    impulse: impl FnOnce(&mut Pair) -> T,
) -> T {
    let mut pair = pair(states, inputs, contact, point);
    let result = impulse(&mut pair);
    for (index, body) in [(contact.a, pair.a), (contact.b, pair.b)] {
        if inputs[index.index()].is_movable() {
            let state = &mut states[index.index()];
            (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
        }
    }
    result
}

/// The velocity by which an overlap is to be left, m/s.
fn bias(contact: &Contact, point: usize, settings: &ClassicSettings, dt: f32) -> f32 {
    match settings.correction {
        Correction::Baumgarte { factor, slop } => {
            factor / dt * max(-contact.manifold.points[point].separation - slop, 0.0)
        }
        _ => 0.0,
    }
}

/// Adds to the impulses of a point what is missing; the sums are bounded, not the parts.
fn accumulate(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &mut Contact,
    point: usize,
    rebound: f32,
    settings: &ClassicSettings,
    dt: f32,
) {
    let (n, t) = directions(contact);
    let leave = max(bias(contact, point, settings, dt), rebound);
    let old = contact.impulses[point];
    let (limit, sliding, speed) = (contact.static_friction, contact.friction, contact.surface_speed);
    contact.impulses[point] = act(states, inputs, contact, point, |pair| {
        let missing = leave - pair.relative_velocity().dot(&n);
        let normal = max(old.normal + pair.effective_mass(n) * missing, 0.0);
        pair.apply(n * (normal - old.normal));

        let stop = old.tangent - pair.effective_mass(t) * (pair.relative_velocity().dot(&t) - speed);
        let tangent = if stop.abs() <= limit * normal {
            stop
        } else {
            clamp(stop, -sliding * normal, sliding * normal)
        };
        pair.apply(t * (tangent - old.tangent));
        PointImpulse { normal, tangent }
    });
}

/// The impulses of the derivations, each for itself.
fn separate(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &mut Contact,
    point: usize,
    weight: f32,
    settings: &ClassicSettings,
    dt: f32,
) {
    let (n, t) = directions(contact);
    let push = bias(contact, point, settings, dt);
    let friction = Friction { fixed: contact.static_friction, sliding: contact.friction };
    let (restitution, speed) = (contact.restitution, contact.surface_speed);
    let given = act(states, inputs, contact, point, |pair| {
        let approach = pair.relative_velocity().dot(&n);
        let rebound = if approach < -settings.bounce_threshold { -restitution * approach } else { 0.0 };
        // Up to the velocity wanted, and no further: the next iteration finds it reached.
        let normal = weight * max(pair.effective_mass(n) * (max(push, rebound) - approach), 0.0);
        pair.apply(n * normal);
        let tangent = pair.on_running_surface(t, speed).friction_impulse(t, normal, friction);
        pair.apply(t * tangent);
        PointImpulse { normal, tangent }
    });
    contact.impulses[point].normal += given.normal;
    contact.impulses[point].tangent += given.tangent;
}

/// Turns the bodies against each other's rolling, as far as the normal impulses of the contact so far allow.
fn resist_rolling(states: &mut [BodyState], inputs: &[BodyInput], contact: &mut Contact) {
    let old = contact.rolling_impulse;
    let bound = contact.rolling_resistance * contact.impulses.iter().map(|point| point.normal).sum::<f32>();
    contact.rolling_impulse = act(states, inputs, contact, 0, |pair| {
        let rolling = pair.b.angular_velocity - pair.a.angular_velocity;
        let new = clamp(old - pair.effective_inertia() * rolling, -bound, bound);
        pair.twist(new - old);
        new
    });
}

/// The share of a point in the depth of its contact; equal shares if there is no depth.
fn depth_weight(contact: &Contact, point: usize) -> f32 {
    let points = contact.manifold.points();
    let depth = |separation: f32| max(-separation, 0.0);
    let total: f32 = points.iter().map(|point| depth(point.separation)).sum();
    if total > 0.0 { depth(points[point].separation) / total } else { 1.0 / points.len() as f32 }
}

/// By how much the points of the two bodies have moved apart along the normal since the step began, m.
fn moved_apart(states: &[BodyState], contact: &Contact, point: &collide::ManifoldPoint) -> f32 {
    let moved = |i: BodyRow, anchor: Vec2| {
        let state = &states[i.index()];
        state.delta_position + (state.delta_rotation * anchor - anchor)
    };
    (moved(contact.b, point.anchor_b) - moved(contact.a, point.anchor_a)).dot(&contact.manifold.normal)
}

/// Moves two bodies, which are `gap` too far apart, together by their shares of the inverse mass.
fn shift(states: &mut [BodyState], inputs: &[BodyInput], [a, b]: [BodyRow; 2], gap: Vec2) {
    let body = |i: BodyRow| rigid(&states[i.index()], &inputs[i.index()]);
    let pair = Pair { a: body(a), b: body(b), r_a: Vec2::zeros(), r_b: Vec2::zeros() };
    let [to_a, to_b] = pair.positional_correction(gap);
    states[a.index()].delta_position += to_a;
    states[b.index()].delta_position += to_b;
}
