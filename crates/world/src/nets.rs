//! How often a step had to intervene so that nothing passes through anything, explodes or becomes NaN.
//!
//! ```text
//!   stages, and changes of the program      -->  `Stores::nets`
//!   the end of the step                          `Stores::nets`  -->  `LastStep::nets`, for `World::stats`
//! ```
//!
//! Threads count by themselves; sums do not depend on their order. No count is state: a restored world begins
//! with zeros.

/// What the last step did beyond its equations, so that nothing passes through anything, explodes or becomes
/// NaN. In [`WorldStats::nets`](crate::WorldStats).
///
/// A scene that rests or moves slowly has none. Many for long mean that what is seen is the nets and not the
/// physics: then shorter steps, lighter loads or softer springs help. After
/// [`World::restore`](crate::World::restore) they are zero until the next step.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World};
///
/// let mut world = World::default();
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(5.0, 0.5)?))?;
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.0]))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
/// world.step(1.0 / 60.0);
/// assert!(world.stats().nets.is_silent());
/// // It leaves the world, so it is stopped.
/// world.body_mut(ball)?.set_velocity([1e10, 0.0])?;
/// world.step(1.0 / 60.0);
/// assert_eq!((world.stats().nets.stopped, world.stats().nets.total()), (1, 1));
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetCounts {
    /// Swept contacts: shapes that were apart when the step began get the contact where they first touch.
    /// That is exact, so [`NetCounts::total`] leaves it out.
    pub swept: u32,
    /// Bodies whose motion was cut short because they would have passed through something
    /// ([`World::shortened_bodies`](crate::World::shortened_bodies)), and lighter bodies that a heavy one
    /// takes along instead.
    pub shortened: u32,
    /// Contacts without points though the shapes were near: bodies that pass by, and what a body would hit
    /// after its first bounce. The clamp lets nothing pass there.
    pub deferred: u32,
    /// Contacts whose stored impulses were set to zero: of a load that was taken away, also by the program;
    /// under a heavy load that would have thrown a light body; of a body between others of infinite mass that
    /// no velocity keeps apart.
    pub forgotten: u32,
    /// Clusters of contacts under a heavy load that did not converge within their work, and had soft rows for
    /// the rest of the step; solves of mechanisms that were undone, because a body would have been faster
    /// than 1e7 m/s.
    pub given_up: u32,
    /// Contacts whose bounce was weakened, because bodies that bounce together had gained energy, or
    /// strengthened, because elastic ones had lost some.
    pub weakened: u32,
    /// Bodies stopped where they were, because their motion was not finite or led out of the world
    /// ([`StepWarning::BodyStopped`](crate::StepWarning::BodyStopped)), and those that wait at the border.
    pub stopped: u32,
    /// Bodies whose speed was cut to [`BodyDef::max_speed`](crate::BodyDef::max_speed). The program has asked
    /// for it, so [`NetCounts::total`] leaves it out.
    pub capped: u32,
}

impl NetCounts {
    /// The counts by name, in order.
    #[must_use]
    pub fn counts(&self) -> [(&'static str, u32); 8] {
        let &Self { swept, shortened, deferred, forgotten, given_up, weakened, stopped, capped } = self;
        [
            ("swept", swept),
            ("shortened", shortened),
            ("deferred", deferred),
            ("forgotten", forgotten),
            ("given up", given_up),
            ("weakened", weakened),
            ("stopped", stopped),
            ("capped", capped),
        ]
    }

    /// All counts but `swept` and `capped`.
    #[must_use]
    pub fn total(&self) -> u32 {
        let &Self { swept: _, shortened, deferred, forgotten, given_up, weakened, stopped, capped: _ } = self;
        shortened + deferred + forgotten + given_up + weakened + stopped
    }

    /// Whether [`NetCounts::total`] is zero.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.total() == 0
    }
}
