//! Bodies.

mod calls;

use crate::definitions::P2BodyDef;
use crate::error::{self, Failure, Fill, Outcome, P2_FULL, P2Result, guard};
use crate::handle::{Kind, P2BodyId, P2ColliderId, P2JointId, P2WorldId};
use crate::registry::{self, Host};
use crate::values::{P2MassProperties, P2Position, P2Vec2, P2WorldPose};
use crate::wire;
use physics::geom::{Point, Position, Rot, Vec2, WorldPose};
use physics::world::{BodyDef, BodyId, BodyKind, BodyMut, BodyRef};

registry::access!(body, Body, P2BodyId, BodyId, body_id, BodyRef, BodyMut, body_mut);

/// Adds a body to a world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_create(world: P2WorldId, def: *const P2BodyDef, body: *mut P2BodyId) -> P2Result {
    guard(|| {
        let (def, out) = (error::input(def, "def")?, error::output(body, "body")?);
        let mut own = BodyDef::default();
        wire::read(def, &mut own)?;
        registry::change(world, |host| {
            let id = host.world.add_body(own)?;
            let Some(handle) = host.new_handle(id) else {
                host.world.remove_body(id)?;
                return Err(full());
            };
            out.put(handle);
            Ok(())
        })
    })
}

/// There is no handle for one more.
pub fn full() -> Failure {
    Failure::new(
        P2_FULL,
        "the world has as many as handles can name: 4,194,304 bodies, colliders and joints each",
    )
}

/// Removes a body with its colliders and joints.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_destroy(body: P2BodyId) -> P2Result {
    change(body, |host, id| Ok(host.world.remove_body(id)?))
}

/// Whether there is such a body. Never waits: while another call changes the world, a step for one, it says
/// yes for all that the world may have given out, so that nothing alive is taken for removed.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_valid(body: P2BodyId) -> u8 {
    registry::is_valid(body, Kind::Body, |host| host.body(body, "body").is_ok())
}

/// The world of a body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_world(body: P2BodyId, world: *mut P2WorldId) -> P2Result {
    get(body, world, "world", |host, _| Ok(host.id()))
}

/// All properties of a body as they are now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_def(body: P2BodyId, def: *mut P2BodyDef) -> P2Result {
    get(body, def, "def", |_, body| wire::write(body.def()))
}

/// Makes a body what a definition says: that of `p2_body_get_def`, changed. What does not differ is not set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_def(body: P2BodyId, def: *const P2BodyDef) -> P2Result {
    set(body, |body| {
        let mut own = body.view().def();
        wire::read(error::input(def, "def")?, &mut own)?;
        body.set_def(own)?;
        Ok(())
    })
}

/// Its mass, centre of mass and inertia.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_mass_properties(body: P2BodyId, mass: *mut P2MassProperties) -> P2Result {
    get(body, mass, "mass", |_, body| {
        let all = body.mass_properties();
        Ok(P2MassProperties { mass: all.mass, center: all.center.into(), inertia: all.inertia })
    })
}

/// What moves it, `P2_BODY_KIND_...`.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_kind(body: P2BodyId, kind: *mut u32) -> P2Result {
    get(body, kind, "kind", |_, body| {
        Ok(match body.kind() {
            BodyKind::Static => crate::definitions::P2_BODY_KIND_STATIC,
            BodyKind::Kinematic => crate::definitions::P2_BODY_KIND_KINEMATIC,
            BodyKind::Dynamic => crate::definitions::P2_BODY_KIND_DYNAMIC,
        })
    })
}

/// Changes what moves it, `P2_BODY_KIND_...`.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_kind(body: P2BodyId, kind: u32) -> P2Result {
    set(body, |body| {
        body.set_kind(kind_of(kind)?)?;
        Ok(())
    })
}

fn kind_of(kind: u32) -> Result<BodyKind, Failure> {
    use crate::definitions::{P2_BODY_KIND_DYNAMIC, P2_BODY_KIND_KINEMATIC, P2_BODY_KIND_STATIC};
    match kind {
        P2_BODY_KIND_STATIC => Ok(BodyKind::Static),
        P2_BODY_KIND_KINEMATIC => Ok(BodyKind::Kinematic),
        P2_BODY_KIND_DYNAMIC => Ok(BodyKind::Dynamic),
        _ => Err(Failure::range("kind", kind, "one of P2_BODY_KIND_...")),
    }
}

/// Lists what belongs to a body.
fn list<T>(
    body: P2BodyId,
    to: *mut T,
    capacity: u32,
    count: *mut u32,
    name: &str,
    all: impl FnOnce(&Host, BodyRef<'_>, Fill<T>) -> Outcome,
) -> P2Result {
    guard(|| {
        let out = error::fill(to, capacity, count, name)?;
        registry::read_of(body, Kind::Body, "body", |host| all(host, host.body(body, "body")?, out))
    })
}
