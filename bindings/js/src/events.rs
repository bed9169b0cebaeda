//! What happened in a step, as one list of numbers.
//!
//! Each of the eight lists begins with its length. A collider is slot and generation, those of its body, its
//! user data and that of its body in four words each.

use crate::engine::{Engine, parts};
use crate::exchange;
use crate::wire::words;
use physics::geom::{Point, Vec2};
use physics::world::{BodyEvent, EventCollider, StepWarning};
use wasm_bindgen::prelude::wasm_bindgen;

fn put(output: &mut Vec<f64>, [a, b]: [&EventCollider; 2], place: Option<(Point, Vec2, f32, f32)>) {
    for one in [a, b] {
        output.extend(parts(one.collider.to_bits()));
        output.extend(parts(one.body.to_bits()));
        output.extend(words(one.user_data));
        output.extend(words(one.body_user_data));
    }
    if let Some((point, normal, speed, impulse)) = place {
        output.extend([point.x, point.y, normal.x, normal.y, speed, impulse].map(f64::from));
    }
}

fn put_bodies(output: &mut Vec<f64>, events: &[BodyEvent]) {
    output.push(events.len() as f64);
    output.extend(events.iter().flat_map(|event| parts(event.body.to_bits())));
}

#[wasm_bindgen]
impl Engine {
    /// Lists the events of the last step: contacts begun, contacts ended, hits, sensors begun, sensors ended,
    /// bodies that fell asleep, that woke, that were stopped, joints broken.
    pub fn events(&self) -> i32 {
        let events = self.world.events();
        exchange::list(|output| {
            output.push(events.contacts_begun().len() as f64);
            for one in events.contacts_begun() {
                put(output, [&one.a, &one.b], Some((one.point, one.normal, 0.0, 0.0)));
            }
            output.push(events.contacts_ended().len() as f64);
            for one in events.contacts_ended() {
                put(output, [&one.a, &one.b], None);
            }
            output.push(events.hits().len() as f64);
            for one in events.hits() {
                let place = (one.point, one.normal, one.approach_speed, one.impulse);
                put(output, [&one.a, &one.b], Some(place));
            }
            for list in [events.sensors_begun(), events.sensors_ended()] {
                output.push(list.len() as f64);
                for one in list {
                    put(output, [&one.sensor, &one.visitor], None);
                }
            }
            put_bodies(output, events.fell_asleep());
            put_bodies(output, events.woke());
            let stopped: Vec<_> = events
                .warnings()
                .iter()
                .filter_map(|warning| match warning {
                    StepWarning::BodyStopped(body) => Some(*body),
                    _ => None,
                })
                .collect();
            output.push(stopped.len() as f64);
            output.extend(stopped.iter().flat_map(|body| parts(body.to_bits())));
            output.push(events.joints_broken().len() as f64);
            for one in events.joints_broken() {
                output.extend(parts(one.joint.to_bits()));
                output.extend(one.bodies.iter().flat_map(|body| parts(body.to_bits())));
                output.extend(words(one.user_data));
                output.extend([one.force.x, one.force.y, one.torque].map(f64::from));
            }
        })
    }

    /// How many events the last step had, so that a program without any reads no list.
    #[wasm_bindgen(js_name = eventCount)]
    pub fn event_count(&self) -> u32 {
        let events = self.world.events();
        let all = [
            events.contacts_begun().len(),
            events.contacts_ended().len(),
            events.hits().len(),
            events.sensors_begun().len(),
            events.sensors_ended().len(),
            events.fell_asleep().len(),
            events.woke().len(),
            events.joints_broken().len(),
            events.warnings().len(),
        ];
        all.iter().sum::<usize>() as u32
    }
}
