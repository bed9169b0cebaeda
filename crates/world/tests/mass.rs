//! Bodies whose mass changes while they stand.

use geom::{Shape, Vec2};
use world::{BodyDef, BodyId, ColliderDef, DefError, World, WorldSettings};

/// An arm far to the right, heavy enough to pull a box over.
fn arm() -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.2, 0.2).unwrap()).offset([3.0, 0.8], 0.0).density(50.0)
}

/// A box of 1 m on a post hardly wider, added before the post or after it; and what it has beside, all at rest.
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

/// A body whose centre of mass leaves its support tips over, whichever of the two bodies of the contact it is, awake or
/// asleep, and whether the weight is added, becomes heavy, or has lost what it was balanced by.
#[test]
fn what_becomes_top_heavy_tips_over() {
    let hair = |x| arm().offset([x, 0.0], 0.0).density(1e-3);
    let balance = arm().offset([-6.0, 0.0], 0.0);
    let adds = |world: &mut World, body: BodyId| world.add_collider(body, arm()).map(|_| ());
    let loads = |world: &mut World, body: BodyId| {
        let hair = world.body(body)?.colliders().next().expect("the arm").id();
        let material = arm().material;
        world.set_material(hair, material)
    };
    let loses = |world: &mut World, body: BodyId| -> Result<(), DefError> {
        let balance = world.body(body)?.colliders().next().expect("the balance").id();
        Ok(world.remove_collider(balance)?)
    };
    type Change<'a> = &'a dyn Fn(&mut World, BodyId) -> Result<(), DefError>;
    let cases: [(&str, Vec<ColliderDef>, Change<'_>); 3] = [
        ("adds", vec![], &adds),
        ("loads", vec![hair(0.0)], &loads),
        ("loses", vec![arm(), balance], &loses),
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
