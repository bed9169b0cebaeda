//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

/// Its body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_body(collider: P2ColliderId, body: *mut P2BodyId) -> P2Result {
    get(collider, body, "body", |host, collider| Ok(host.handle(collider.body().id())))
}

/// The user data of a collider, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_get_user_data(collider: P2ColliderId, user_data: *mut [u64; 2]) -> P2Result {
    get(collider, user_data, "user_data", |_, collider| Ok(wire::halves(collider.user_data())))
}

/// Sets the user data of a collider.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_user_data(collider: P2ColliderId, lower: u64, upper: u64) -> P2Result {
    set(collider, |collider| {
        let user_data = wire::data([lower, upper]);
        collider.set_user_data(user_data);
        Ok(())
    })
}

/// Sets the coefficient of sliding friction, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_friction(collider: P2ColliderId, friction: f32) -> P2Result {
    set(collider, |collider| {
        collider.set_friction(friction)?;
        Ok(())
    })
}

/// Sets the share of the approach speed with which the collider parts, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_restitution(collider: P2ColliderId, restitution: f32) -> P2Result {
    set(collider, |collider| {
        collider.set_restitution(restitution)?;
        Ok(())
    })
}

/// Sets whether a collider takes part in the simulation.
#[unsafe(no_mangle)]
pub extern "C" fn p2_collider_set_enabled(collider: P2ColliderId, enabled: u8) -> P2Result {
    set(collider, |collider| {
        let enabled = enabled != 0;
        collider.set_enabled(enabled);
        Ok(())
    })
}
