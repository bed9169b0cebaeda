//! Laws of contact hooks: what they refuse never touches, what they answer acts, and the results do not
//! depend on threads and widths.

use compute::Width;
use geom::Shape;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use world::{
    BodyDef, ColliderDef, ContactHook, ContactResponse, HookCollider, HookContact, StepWarning, World,
    WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Bodies whose user data differ by one pass each other; friction depends on the speed.
#[derive(Debug)]
struct Rules;

impl ContactHook for Rules {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        a.body_user_data.abs_diff(b.body_user_data) != 1
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        let response = contact.response;
        // Contacts with a nearly horizontal normal do not push.
        let pushes = contact.manifold.normal.x.abs() < 0.9;
        response.pushes(pushes).friction(0.8 - 0.1 * contact.velocity.norm()).restitution(0.2)
    }
}

fn pile(hook: bool) -> World {
    let mut world = World::new(WorldSettings::default());
    world.set_contact_hook(Some(Arc::new(Rules)));
    let ground = world.add_body(BodyDef::fixed().user_data(1000)).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap())).unwrap();
    for i in 0..400_u32 {
        let position = [(i % 20) as f32 * 0.9 - 9.0, 1.0 + (i / 20) as f32];
        let body =
            world.add_body(BodyDef::dynamic().position(position).user_data(u128::from(i % 5))).unwrap();
        let shape = if i % 3 == 0 { Shape::circle(0.4) } else { Shape::rectangle(0.4, 0.3) };
        world.add_collider(body, ColliderDef::new(shape.unwrap()).hook(hook)).unwrap();
    }
    world
}

#[test]
fn hooks_give_the_same_bits_on_every_width_and_number_of_threads() {
    let hash = |threads: usize, width: Width, hook: bool| {
        let mut world = pile(hook);
        world.set_threads(threads);
        world.set_width(width);
        for step in 0..120 {
            world.step(DT);
            if step % 40 == 0 {
                world.validate().unwrap();
            }
        }
        world.state_hash()
    };
    let expected = hash(1, Width::best(), true);
    for width in Width::all() {
        for threads in [1, 2, 4] {
            assert_eq!(hash(threads, width, true), expected, "{threads} threads, {}", width.name());
        }
    }
    assert_ne!(hash(1, Width::best(), false), expected, "a hook that is not asked has no effect");
}

#[test]
fn colliders_that_a_hook_refuses_never_touch() {
    let mut world = pile(true);
    let mut touched = 0;
    for _ in 0..200 {
        world.step(DT);
        for event in world.events().contacts_begun() {
            assert_ne!(event.a.body_user_data.abs_diff(event.b.body_user_data), 1, "{event:?}");
            assert!(event.normal.x.abs() < 0.9, "{event:?}");
            touched += 1;
        }
    }
    assert!(touched > 100, "{touched} contacts");
}

/// A hook is called for the contacts of colliders that ask for it, and never for others: a world in which no
/// collider asks has the bits of one without a hook, and makes no call.
#[test]
fn hook_is_never_called_for_colliders_that_do_not_ask() {
    #[derive(Debug, Default)]
    struct Counter(AtomicUsize);

    impl ContactHook for Counter {
        fn accepts(&self, _: &HookCollider<'_>, _: &HookCollider<'_>) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed);
            true
        }

        fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
            self.0.fetch_add(1, Ordering::Relaxed);
            contact.response
        }
    }

    let run = |asks: bool, counter: Option<&Arc<Counter>>| {
        let mut world = pile(asks);
        world.set_contact_hook(counter.map(|counter| Arc::clone(counter) as Arc<dyn ContactHook>));
        for _ in 0..30 {
            world.step(DT);
        }
        world.state_hash()
    };
    let calls = Arc::new(Counter::default());
    assert_eq!(run(false, Some(&calls)), run(false, None));
    assert_eq!(calls.0.load(Ordering::Relaxed), 0);
    run(true, Some(&calls));
    assert!(calls.0.load(Ordering::Relaxed) > 100);
}

/// A block slides down a slope with the friction that the hook answers; without the hook it stays.
#[test]
fn answer_of_a_hook_replaces_the_material() {
    #[derive(Debug)]
    struct Friction(f32);

    impl ContactHook for Friction {
        fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
            contact.response.friction(self.0)
        }
    }

    let angle = 0.5_f32;
    let slide = |hook: Option<f32>| {
        let mut world = World::new(WorldSettings::default());
        world.set_contact_hook(hook.map(|friction| Arc::new(Friction(friction)) as Arc<dyn ContactHook>));
        let slope = world.add_body(BodyDef::fixed().angle(-angle)).unwrap();
        world
            .add_collider(slope, ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap()).friction(1.0))
            .unwrap();
        let up = geom::Rot::from_angle(-angle) * geom::Vec2::new(0.0, 1.0);
        let position = geom::Point::origin() + up * 0.7;
        let block = world.add_body(BodyDef::dynamic().position(position).angle(-angle)).unwrap();
        let shape = Shape::rectangle(0.4, 0.2).unwrap();
        world.add_collider(block, ColliderDef::new(shape).friction(1.0).hook(true)).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        world.body(block).unwrap().velocity().norm()
    };
    assert!(slide(None) < 0.01);
    for friction in [0.0, 0.2, 0.4] {
        let expected = 9.81 * (angle.sin() - friction * angle.cos());
        let speed = slide(Some(friction));
        assert!((speed / expected - 1.0).abs() < 0.02, "friction {friction}: {speed} m/s, {expected} m/s");
    }
    // Numbers out of their range count as zero.
    let (free, nan) = (slide(Some(0.0)), slide(Some(f32::NAN)));
    assert_eq!(free, nan);
}

/// A hook that answers numbers out of their range gets zero for them, and the step says so: it names the
/// first contact by slot, the field and the value, on any number of threads.
#[test]
fn answers_out_of_their_range_count_as_zero_and_are_reported() {
    #[derive(Debug)]
    struct Bad(fn(ContactResponse) -> ContactResponse);

    impl ContactHook for Bad {
        fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
            (self.0)(contact.response)
        }
    }

    let warnings = |threads: usize, change: fn(ContactResponse) -> ContactResponse| {
        let mut world = pile(true);
        world.set_contact_hook(Some(Arc::new(Bad(change))));
        world.set_threads(threads);
        let mut found = Vec::new();
        for _ in 0..30 {
            world.step(DT);
            for warning in world.events().warnings() {
                let StepWarning::HookAnswer { colliders, field, value, contacts } = *warning else {
                    panic!("{warning:?}");
                };
                let with_points = world.contacts().filter(|contact| contact.points().count() > 0).count();
                assert!(contacts > 0 && contacts as usize <= with_points, "{contacts} of {with_points}");
                let body = colliders.map(|id| world.collider(id).unwrap().body().id().index());
                found.push((body, field, value.to_bits(), contacts));
            }
        }
        (found, world.state_hash())
    };
    // The fields as a hook may spoil them, and what the same hook answers in place of that.
    type Change = fn(ContactResponse) -> ContactResponse;
    let cases: [(Change, Change, &str, f32); 4] = [
        (|it| it.friction(f32::NAN), |it| it.friction(0.0), "friction", f32::NAN),
        (|it| it.restitution(-0.5), |it| it.restitution(0.0), "restitution", -0.5),
        (|it| it.surface_speed(f32::INFINITY), |it| it, "surface_speed", f32::INFINITY),
        (
            |it| ContactResponse { static_friction: -1.0, ..it },
            |it| ContactResponse { static_friction: it.friction, ..it },
            "static_friction",
            -1.0,
        ),
    ];
    for (bad, good, field, value) in cases {
        let (reported, hash) = warnings(1, bad);
        assert!(reported.len() > 10, "{field}: {} reports", reported.len());
        assert!(reported.iter().all(|&(_, name, bits, _)| (name, bits) == (field, value.to_bits())));
        assert_eq!(warnings(2, bad), (reported, hash), "{field} on two threads");
        assert_eq!(warnings(1, good), (Vec::new(), hash), "{field} counts as zero");
    }
}
