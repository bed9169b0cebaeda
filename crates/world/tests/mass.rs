//! Bodies whose mass changes while they rest.

use geom::{Shape, Vec2};
use world::{BodyDef, BodyId, ColliderDef, DefError, World, WorldSettings};

/// A weight far to the right, heavy enough to tip a box over.
fn arm() -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.2, 0.2).unwrap()).offset([3.0, 0.8], 0.0).density(50.0)
}

/// A box of 1 m at rest on a slightly wider post. `box_first` tells which of the two bodies was added first;
/// `beside` are further colliders of the box.
fn box_on_post(box_first: bool, sleeping: bool, beside: &[ColliderDef]) -> (World, BodyId) {
    let mut world = World::new(WorldSettings::default().sleeping(sleeping));
    let mut boxed = None;
    for is_box in [box_first, !box_first] {
        let (def, half) =
            if is_box { (BodyDef::dynamic().position([0.0, 1.0]), 0.5) } else { (BodyDef::fixed(), 0.6) };
        let id = world.add_body(def).unwrap();
        world.add_collider(id, ColliderDef::new(Shape::rectangle(half, 0.5).unwrap())).unwrap();
        if is_box {
            for collider in beside {
                world.add_collider(id, collider.clone()).unwrap();
            }
            boxed = Some(id);
        }
    }
    let boxed = boxed.unwrap();
    for _ in 0..90 {
        world.step(1.0 / 60.0);
    }
    assert!(world.body(boxed).unwrap().pose().position.y > 0.99);
    assert_eq!(world.body(boxed).unwrap().is_awake(), !sleeping);
    (world, boxed)
}

/// A resting body tips over when its centre of mass leaves its support: as A or as B of the contact, awake or
/// asleep, and whether a collider is added, gets another density, or is removed.
#[test]
fn body_tips_over_when_its_center_of_mass_leaves_its_support() {
    let light_arm = arm().density(1e-3);
    let counterweight = arm().offset([-6.0, 0.0], 0.0);
    let adds = |world: &mut World, body: BodyId| world.add_collider(body, arm()).map(|_| ());
    let loads = |world: &mut World, body: BodyId| {
        let light_arm = world.body(body)?.colliders().last().expect("the arm").id();
        world.collider_mut(light_arm)?.set_material(arm().material).map(|_| ())
    };
    let loses = |world: &mut World, body: BodyId| -> Result<(), DefError> {
        let counterweight = world.body(body)?.colliders().last().expect("the counterweight").id();
        Ok(world.remove_collider(counterweight)?)
    };
    type Change<'a> = &'a dyn Fn(&mut World, BodyId) -> Result<(), DefError>;
    let cases: [(&str, Vec<ColliderDef>, Change<'_>); 3] = [
        ("weight added", vec![], &adds),
        ("density raised", vec![light_arm], &loads),
        ("counterweight removed", vec![arm(), counterweight], &loses),
    ];
    for (name, beside, change) in &cases {
        for box_first in [true, false] {
            for sleeping in [true, false] {
                let (mut world, body) = box_on_post(box_first, sleeping, beside);
                change(&mut world, body).unwrap();
                for _ in 0..60 {
                    world.step(1.0 / 60.0);
                }
                let pose = world.body(body).unwrap().pose();
                let up = pose.rotation * Vec2::new(0.0, 1.0);
                assert!(up.x > 0.5, "{name}, box first {box_first}, sleeping {sleeping}: {pose:?}");
            }
        }
    }
}

/// A centre of mass that moves on a body that turns moves with another velocity, which is a number whatever
/// the angular velocity is, while the body is disabled, too.
#[test]
fn velocity_of_a_center_that_moves_on_a_body_that_turns_fast_stays_finite() {
    for enabled in [true, false] {
        let mut world = World::new(WorldSettings::default());
        let def = BodyDef::dynamic().angular_velocity(3e38).enabled(enabled);
        let body = world.add_body(def).unwrap();
        let arm = ColliderDef::new(Shape::circle(0.5).unwrap()).offset([5.0, -7.0], 0.0);
        world.add_collider(body, arm).unwrap();
        for _ in 0..2 {
            let velocity = world.body(body).unwrap().velocity();
            assert!(velocity.x.is_finite() && velocity.y.is_finite(), "{enabled}: {velocity}");
            world.step(1.0 / 60.0);
        }
        world.validate().unwrap();
    }
}

/// A push that is refused leaves the mass of a changed body to the next step, as if it had never been called:
/// a recording does not hold it, and must agree bit for bit.
#[test]
fn refused_push_does_not_settle_the_mass() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::dynamic().angular_velocity(2.0)).unwrap();
    let part = |x: f32| ColliderDef::new(Shape::circle(0.3).unwrap()).offset([x, 0.1], 0.0);
    world.add_collider(body, part(0.0)).unwrap();
    world.step(1.0 / 60.0);
    world.add_collider(body, part(0.7)).unwrap();
    let before = world.sync_hash();
    let mut view = world.body_mut(body).unwrap();
    assert!(view.apply_impulse([3e38, 3e38], [0.0, 3e38]).is_err());
    assert!(view.apply_force([3e38, 0.0], [0.0, 3e38]).is_err());
    assert!(view.apply_force([0.0, 3e38], [3e38, 0.0]).is_err());
    assert_eq!(world.sync_hash(), before);
    world.body_mut(body).unwrap().apply_central_impulse([1.0, 0.0]).unwrap();
    assert_ne!(world.sync_hash(), before);
}
