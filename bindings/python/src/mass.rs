//! Mass that a program sets, while centre and inertia stay those of the colliders.
//!
//! ```text
//!   own        sum over the colliders            m0, c0, I0
//!   followed   set to m, the rest follows        m,  c,  (m / m0) (I0 + m0 |c - c0|^2)
//! ```
//!
//! The engine knows three numbers and not which of them were given. But a body whose numbers are those of
//! the second line, bit for bit, goes on to have them when its colliders change. So it does not matter
//! whether the mass or the shapes came first, nor does a snapshot, a copy or a level in between. Where no
//! collider weighs anything, what was not given is negative zero; an inertia that is given as zero is a body
//! that does not turn.
//!
//! Turned down: a note beside the world of which body follows. A snapshot, a level and a copy would lose it.

use physics::geom::{MassProperties, Point};
use physics::world::{BodyDef, BodyId, BodyRef, DefError, World};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The sum over the colliders of a body that count, in the order in which the engine adds them.
fn own(body: BodyRef<'_>) -> MassProperties {
    let counts = body.colliders().filter(|collider| collider.is_enabled() && !collider.is_sensor());
    let all: Vec<_> =
        counts.filter_map(|one| one.shape().mass_properties(one.material().density).ok()).collect();
    all.into_iter().rev().fold(MassProperties::ZERO, MassProperties::combined)
}

/// The centre of a body whose colliders weigh this, unless one is given.
fn center(own: MassProperties) -> Point {
    if own.mass > 0.0 { own.center } else { Point::new(-0.0, -0.0) }
}

/// The inertia about a centre, scaled to a mass.
fn inertia(own: MassProperties, mass: f32, center: Point) -> f32 {
    if own.mass > 0.0 { own.inertia_about(center) * (mass / own.mass) } else { -0.0 }
}

/// The body weighs this, and the rest follows.
fn followed(own: MassProperties, mass: f32) -> MassProperties {
    let center = center(own);
    MassProperties { mass, center, inertia: inertia(own, mass, center) }
}

fn is_same(a: Point, b: Point) -> bool {
    a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits()
}

/// What follows the colliders of a body now: nothing, the inertia, or the centre as well.
#[derive(Clone, Copy)]
struct Follows {
    set: MassProperties,
    center: bool,
}

impl Follows {
    fn of(body: BodyRef<'_>) -> Option<Self> {
        let (set, own) = (body.mass_override()?, own(body));
        let same = inertia(own, set.mass, set.center).to_bits() == set.inertia.to_bits();
        same.then(|| Self { set, center: is_same(set.center, center(own)) })
    }

    /// The new mass of the body after its colliders have changed; `None` if it stays.
    fn mass(self, own: MassProperties) -> Option<MassProperties> {
        let center = if self.center { center(own) } else { self.set.center };
        let new = MassProperties { center, inertia: inertia(own, self.set.mass, center), ..self.set };
        let stays = is_same(center, self.set.center) && new.inertia.to_bits() == self.set.inertia.to_bits();
        (!stays).then_some(new)
    }
}

/// Changes the colliders of a body, whose inertia follows if it did before.
pub fn follow<T>(
    world: &mut World,
    body: BodyId,
    change: impl FnOnce(&mut World) -> Result<T, DefError>,
) -> Result<T, DefError> {
    let before = world.body(body).ok().and_then(Follows::of);
    let changed = change(world)?;
    if let Some(follows) = before
        && let Some(new) = follows.mass(own(world.body(body)?))
    {
        let was_awake = world.body(body)?.is_awake();
        world.body_mut(body)?.set_mass_override(Some(new))?;
        if !was_awake {
            world.body_mut(body)?.sleep();
        }
    }
    Ok(changed)
}

/// Sets the mass alone. An inertia that was given is scaled with it.
pub fn set(world: &mut World, body: BodyId, mass: f32) -> Result<(), DefError> {
    let view = world.body(body)?;
    let new = match (view.mass_override(), Follows::of(view)) {
        (Some(old), None) => MassProperties { mass, inertia: old.inertia * (mass / old.mass), ..old },
        (Some(old), Some(_)) => MassProperties { mass, inertia: inertia(own(view), mass, old.center), ..old },
        (None, _) => followed(own(view), mass),
    };
    world.body_mut(body)?.set_mass_override(Some(new)).map(|_| ())
}

/// Completes the mass of a definition with what its keyword arguments leave out. `body` has the colliders, if
/// there is one already.
pub fn complete(
    def: &mut BodyDef,
    given: Option<&Bound<'_, PyDict>>,
    body: Option<BodyRef<'_>>,
) -> PyResult<()> {
    let Some(given) = given.map(|given| given.get_item("mass")).transpose()?.flatten() else { return Ok(()) };
    let Some(mass) = def.mass.as_mut() else { return Ok(()) };
    let own = body.map_or(MassProperties::ZERO, own);
    let has = |name: &str| given.cast::<PyDict>().is_ok_and(|given| given.contains(name).unwrap_or(false));
    let is_alone = given.cast::<PyDict>().is_err();
    if !(is_alone || has("mass")) || has("inertia") {
        return Ok(());
    }
    let center = if has("center_of_mass") { mass.center } else { center(own) };
    *mass = MassProperties { center, inertia: inertia(own, mass.mass, center), ..*mass };
    Ok(())
}
