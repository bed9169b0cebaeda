//! Code of the program that decides about contacts while a step runs.
//!
//! ```text
//!   fat boxes overlap  -->  accepts(a, b)    may the two have a contact, or a sensor see the other?
//!   each step          -->  respond(contact) does it push, and with which friction, restitution, belt?
//! ```
//!
//! Both get shared references and return values, so they cannot change the world. Several threads call them
//! at once, in no order; if the result depends on the arguments alone, without interior mutability, steps
//! stay equal bit for bit. Turned down: callbacks that may change the world, as in Box2D 2, since they forbid
//! threads.

use crate::body::BodyKind;
use crate::id::{BodyId, ColliderId};
use crate::settings::{Filter, Material};
use collide::Manifold;
use geom::{Point, Pose, Shape, Vec2};
use std::fmt::Debug;

/// Decides about the contacts of colliders with [`ColliderDef::hook`](crate::ColliderDef::hook): see
/// [`World::set_contact_hook`](crate::World::set_contact_hook).
///
/// ```
/// use geom::Shape;
/// use std::sync::Arc;
/// use world::{BodyDef, ColliderDef, ContactHook, ContactResponse, HookCollider, HookContact};
/// use world::{World, WorldSettings};
///
/// /// Bodies of the same team, which is their user data, pass through each other; ice has no friction.
/// #[derive(Debug)]
/// struct Teams;
///
/// impl ContactHook for Teams {
///     fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
///         a.body_user_data == 0 || a.body_user_data != b.body_user_data
///     }
///
///     fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
///         let is_ice = contact.a.user_data == 1 || contact.b.user_data == 1;
///         if is_ice { contact.response.friction(0.0) } else { contact.response }
///     }
/// }
///
/// let mut world = World::new(WorldSettings::default());
/// world.set_contact_hook(Some(Arc::new(Teams)));
/// let ground = world.add_body(BodyDef::fixed())?;
/// let ice = ColliderDef::new(Shape::rectangle(50.0, 0.5)?).user_data(1);
/// world.add_collider(ground, ice)?;
/// for x in [0.0, 3.0] {
///     let def = BodyDef::dynamic().position([x, 1.0]).velocity([3.0 - 2.0 * x, 0.0]).user_data(7);
///     let body = world.add_body(def)?;
///     world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).hook(true))?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// // They have slid through each other without losing speed.
/// let speeds: Vec<f32> = world.dynamic_bodies().map(|body| body.velocity().x).collect();
/// assert!((speeds[0] - 3.0).abs() < 1e-3 && (speeds[1] + 3.0).abs() < 1e-3);
/// # Ok::<(), world::DefError>(())
/// ```
pub trait ContactHook: Send + Sync + Debug {
    /// Whether two colliders whose filters accept each other may have a contact; by default true. Asked when
    /// their fat AABBs begin to overlap, and again whenever one is renewed while they overlap without a
    /// contact. The answer must not change from step to step; after it has, call
    /// [`World::set_contact_hook`](crate::World::set_contact_hook) or
    /// [`ColliderMut::set_hook`](crate::ColliderMut::set_hook) again.
    #[doc(alias = "filter_contact_pair")]
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        let _ = (a, b);
        true
    }

    /// What a contact does in this step. Asked in every step for each contact with points. By default
    /// [`HookContact::response`].
    #[doc(alias("modify_solver_contacts", "solver_groups"))]
    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        contact.response
    }
}

/// A collider as a hook sees it.
#[derive(Clone, Copy, Debug)]
pub struct HookCollider<'a> {
    /// Its handle.
    pub id: ColliderId,
    /// The handle of its body.
    pub body: BodyId,
    /// What moves its body.
    pub kind: BodyKind,
    /// Its shape, in the body's frame.
    pub shape: &'a Shape,
    /// Density, friction, restitution.
    pub material: Material,
    /// What it collides with.
    pub filter: Filter,
    /// Its user data.
    pub user_data: u128,
    /// The user data of its body.
    pub body_user_data: u128,
}

/// A contact with points, as a hook sees it before the solver.
#[derive(Clone, Copy, Debug)]
pub struct HookContact<'a> {
    /// The collider with the lower slot.
    pub a: HookCollider<'a>,
    /// The other collider.
    pub b: HookCollider<'a>,
    /// The poses of their bodies at the beginning of the step.
    pub poses: [Pose; 2],
    /// Normal from `a` to `b`, and the points; their anchors are measured from the centres of mass.
    pub manifold: &'a Manifold,
    /// The middle of the contact points, m.
    pub point: Point,
    /// The velocity of `b` relative to `a` at that point, m/s.
    pub velocity: Vec2,
    /// Whether it already had points in the last step and pushed.
    pub had_points: bool,
    /// What the contact does without a hook.
    pub response: ContactResponse,
}

pub(crate) const RESPONSE_FIELDS: [&str; 4] = ["friction", "static_friction", "restitution", "surface_speed"];

/// What a contact does in a step.
///
/// A number out of its range counts as zero, and the step warns with
/// [`StepWarning::HookAnswer`](crate::StepWarning::HookAnswer). A coefficient of static friction below that
/// of sliding friction counts as equal to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactResponse {
    /// Whether it pushes. If not, events do not report it as touching either.
    pub pushes: bool,
    /// Coefficient of sliding friction, not negative.
    pub friction: f32,
    /// Coefficient of static friction, not below that of sliding friction.
    pub static_friction: f32,
    /// Share of the approach speed with which the colliders part, not negative.
    pub restitution: f32,
    /// Speed along the tangent that friction gives to `b` relative to `a`, m/s, finite: a conveyor belt. The
    /// tangent is the normal turned clockwise.
    pub surface_speed: f32,
}

impl ContactResponse {
    /// Sets whether the contact pushes.
    #[must_use]
    pub fn pushes(mut self, pushes: bool) -> Self {
        self.pushes = pushes;
        self
    }

    /// Sets the coefficients of sliding and of static friction, not negative.
    #[must_use]
    pub fn friction(mut self, friction: f32) -> Self {
        (self.friction, self.static_friction) = (friction, friction);
        self
    }

    /// Sets the restitution, not negative.
    #[must_use]
    pub fn restitution(mut self, restitution: f32) -> Self {
        self.restitution = restitution;
        self
    }

    /// Sets the speed of the belt, m/s.
    #[must_use]
    pub fn surface_speed(mut self, surface_speed: f32) -> Self {
        self.surface_speed = surface_speed;
        self
    }
}
