//! Contact hooks in JavaScript.
//!
//! ```text
//!   step   --> accepts(number) --> package/hook.js --> hook.accepts(a, b)
//!          --> respond(number) -->                 --> hook.respond(contact)
//! ```
//!
//! What is asked is written as the results, and so is what JavaScript answers. The engine knows the world by
//! a number: an object of JavaScript cannot be sent between threads, and would be a cycle that nobody frees.
//!
//! hook.js catches what the program throws, so no exception passes through WebAssembly, where no destructor
//! would run. It is thrown again by the function that has called the engine.

use crate::engine::{Engine, parts};
use crate::exchange::{answer, results_given};
use crate::wire::words;
use physics::world::{BodyKind, ContactHook, ContactResponse, HookCollider, HookContact};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./hook.js")]
extern "C" {
    /// Whether two colliders may have a contact.
    fn accepts(world: u32) -> bool;
    /// Whether the program has changed the response of a contact: then it is among the results.
    fn respond(world: u32) -> bool;
}

/// How many numbers a collider is.
const SIDE: usize = 15;

#[derive(Debug)]
struct Hook {
    world: u32,
    has_accepts: bool,
    has_respond: bool,
}

/// Slots and generations of a collider and of its body, the kind of the body, categories, user data.
fn side(of: &HookCollider<'_>) -> [f64; SIDE] {
    let kind = match of.kind {
        BodyKind::Static => 0.0,
        BodyKind::Kinematic => 1.0,
        BodyKind::Dynamic => 2.0,
    };
    let [category, high] = [of.filter.category as u32, (of.filter.category >> 32) as u32].map(f64::from);
    let ([slot, generation], [body, of_body]) = (parts(of.id.to_bits()), parts(of.body.to_bits()));
    let [d0, d1, d2, d3] = words(of.user_data);
    let [b0, b1, b2, b3] = words(of.body_user_data);
    [slot, generation, body, of_body, kind, category, high, d0, d1, d2, d3, b0, b1, b2, b3]
}

impl ContactHook for Hook {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        if !self.has_accepts {
            return true;
        }
        answer([side(a), side(b)].as_flattened());
        accepts(self.world)
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        let usual = contact.response;
        if !self.has_respond {
            return usual;
        }
        let (at, normal, v) = (contact.point, contact.manifold.normal, contact.velocity);
        let (mut all, own) = ([0.0; 2 * SIDE + 11], [side(&contact.a), side(&contact.b)]);
        let place = [at.x, at.y, normal.x, normal.y, v.x, v.y, f32::from(u8::from(contact.had_points))];
        let response = [usual.friction, usual.static_friction, usual.restitution, usual.surface_speed];
        let numbers = place.into_iter().chain(response).map(f64::from);
        for (to, from) in all.iter_mut().zip(own.into_iter().flatten().chain(numbers)) {
            *to = from;
        }
        answer(&all);
        if !respond(self.world) {
            return usual;
        }
        let [pushes, friction, static_friction, restitution, surface_speed] = results_given();
        ContactResponse {
            pushes: pushes != 0.0,
            friction: friction as f32,
            static_friction: static_friction as f32,
            restitution: restitution as f32,
            surface_speed: surface_speed as f32,
        }
    }
}

/// The hook of the world that hook.js knows by a number; none for zero.
pub fn hook(world: u32, has_accepts: bool, has_respond: bool) -> Option<Arc<dyn ContactHook>> {
    (world != 0).then(|| Arc::new(Hook { world, has_accepts, has_respond }) as Arc<dyn ContactHook>)
}

#[wasm_bindgen]
impl Engine {
    /// Sets the contact hook; zero for none. `keeps`: it answers as the one before, so no pairs are searched.
    #[wasm_bindgen(js_name = setHook)]
    pub fn set_hook(&mut self, world: u32, has_accepts: bool, has_respond: bool, keeps: bool) {
        let hook = hook(world, has_accepts, has_respond);
        if keeps { self.world.keep_contact_hook(hook) } else { self.world.set_contact_hook(hook) }
    }
}
