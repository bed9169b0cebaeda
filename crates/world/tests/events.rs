//! Laws of events: when they come, what they say, and that none is lost.

use geom::Shape;
use std::collections::BTreeMap;
use world::{BodyDef, BodyId, ColliderDef, Events, Material, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// A ground at a height of zero from which bodies bounce with the larger of the two restitutions.
fn ground(world: &mut World, restitution: f32) -> BodyId {
    let ground = world.add_body(BodyDef::fixed().user_data(100)).unwrap();
    let slab = ColliderDef::new(Shape::rectangle(50.0, 1.0).unwrap()).offset([0.0, -1.0], 0.0);
    world.add_collider(ground, slab.restitution(restitution).user_data(101)).unwrap();
    ground
}

/// A ball whose velocity has turned from down to up in a step has met the ground in that step, and the begin
/// event says so in the same step.
#[test]
fn begin_event_comes_in_the_step_in_which_a_ball_bounces() {
    for substeps in [1, 4] {
        let mut world = World::new(WorldSettings::default().substeps(substeps));
        let ground = ground(&mut world, 0.0);
        let mut falling = BTreeMap::new();
        for i in 0..40 {
            let ball = BodyDef::dynamic().position([2.0 * i as f32 - 40.0, 1.0 + 0.11 * i as f32]);
            let ball = world.add_body(ball).unwrap();
            world.add_collider(ball, ColliderDef::new(Shape::circle(0.3).unwrap()).restitution(0.8)).unwrap();
            falling.insert(ball, false);
        }
        let (mut bounces, mut begun) = (0, 0);
        for _ in 0..600 {
            world.step(DT);
            for (&ball, was_falling) in &mut falling {
                let is_falling = world.body(ball).unwrap().velocity().y < 0.0;
                if *was_falling && !is_falling {
                    bounces += 1;
                    let contact = world.body(ball).unwrap().contacts().next().expect("the ground");
                    assert!(contact.is_touching(), "{ball:?} has bounced and does not touch");
                }
                *was_falling = is_falling;
            }
            for event in world.events().contacts_begun() {
                assert_eq!(event.a.body, ground);
                assert!((event.normal.y - 1.0).abs() < 1e-3, "{event:?}");
                assert!((-0.3..0.1).contains(&event.point.y), "{event:?}");
                begun += 1;
            }
        }
        assert!(bounces > 200 && begun > 200, "{bounces} bounces, {begun} begin events");
    }
}

/// The impulse of a hit is the mass times the change of velocity, for any restitution; its speed is the speed
/// of the fall.
#[test]
fn hit_reports_approach_speed_and_mass_times_change_of_velocity() {
    for restitution in [0.0, 0.3, 0.8, 1.0, 1.5] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        ground(&mut world, restitution);
        let ball = world.add_body(BodyDef::dynamic().position([0.0, 1.0]).velocity([0.0, -5.0])).unwrap();
        let shape = ColliderDef::new(Shape::circle(0.5).unwrap());
        let material = Material { density: 3.0, restitution, ..Material::default() };
        world.add_collider(ball, shape.material(material)).unwrap();
        let mass = world.body(ball).unwrap().mass_properties().mass;
        let mut hits = Vec::new();
        let mut total = 0.0;
        for _ in 0..30 {
            world.step(DT);
            hits.extend_from_slice(world.events().hits());
            total += world.contacts().map(world::ContactRef::step_impulse).sum::<f32>();
        }
        let [hit] = hits[..] else { panic!("{hits:?}") };
        let parting_speed = world.body(ball).unwrap().velocity().y;
        assert!((parting_speed - 5.0 * restitution).abs() < 0.02, "{parting_speed} m/s for {restitution}");
        let change = mass * (parting_speed + 5.0);
        assert!((hit.approach_speed - 5.0).abs() < 1e-4, "{hit:?}");
        assert!((hit.impulse / change - 1.0).abs() < 0.02, "{hit:?}, {change} N s");
        assert!((total / change - 1.0).abs() < 1e-3, "{total} N s, {change} N s");
        assert_eq!((hit.a.body_user_data, hit.a.user_data), (100, 101));
    }
}

/// The step impulses of what lies on the ground carry its weight.
#[test]
fn step_impulses_of_bodies_at_rest_carry_their_weight() {
    let mut world = World::new(WorldSettings::default().sleeping(false));
    let ground = ground(&mut world, 0.0);
    let mut mass = 0.0;
    for i in 0..5 {
        let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5 + i as f32])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        mass += world.body(body).unwrap().mass_properties().mass;
    }
    for _ in 0..600 {
        world.step(DT);
    }
    let carried: f32 = world.body(ground).unwrap().contacts().map(world::ContactRef::step_impulse).sum();
    assert!((carried / (mass * 9.81 * DT) - 1.0).abs() < 1e-3, "{carried} N s");
}

/// What ends because the program removed something is told after the next step, with the user data of what is
/// gone.
#[test]
fn end_events_of_a_removal_come_with_the_next_step() {
    let mut world = World::new(WorldSettings::default());
    ground(&mut world, 0.0);
    let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5]).user_data(7)).unwrap();
    let shape = Shape::rectangle(0.5, 0.5).unwrap();
    let collider = world.add_collider(body, ColliderDef::new(shape).user_data(8)).unwrap();
    for _ in 0..10 {
        world.step(DT);
    }
    world.remove_body(body).unwrap();
    assert!(world.events().contacts_ended().is_empty());
    world.step(DT);
    let [end] = world.events().contacts_ended() else { panic!("{:?}", world.events()) };
    assert_eq!((end.b.body, end.b.collider, end.b.body_user_data, end.b.user_data), (body, collider, 7, 8));
    world.step(DT);
    assert!(world.events().contacts_ended().is_empty());
}

/// A step that does nothing has no events but its warning; events that the program caused are not lost.
#[test]
fn every_step_publishes_what_the_program_caused() {
    for dt in [0.0, -1.0, DT] {
        let mut world = World::new(WorldSettings::default());
        ground(&mut world, 0.0);
        let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        world.step(DT);
        assert_eq!(world.events().contacts_begun().len(), 1);
        world.remove_body(body).unwrap();
        world.step(dt);
        assert!(world.events().contacts_begun().is_empty());
        assert_eq!(world.events().contacts_ended().len(), 1);
        assert_eq!(world.events().warnings().len(), usize::from(dt < 0.0));
    }
}

/// Taking the events leaves none behind; exchanging them for a buffer gives the same.
#[test]
fn events_are_taken_once() {
    let mut world = World::new(WorldSettings::default());
    ground(&mut world, 0.0);
    let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5])).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
    world.step(DT);
    let mut buffer = Events::default();
    world.swap_events(&mut buffer);
    assert_eq!(buffer.contacts_begun().len(), 1);
    assert!(world.take_events().contacts_begun().is_empty());
    world.swap_events(&mut buffer);
    assert!(buffer.contacts_begun().is_empty());
}

/// A program that copies poses of moved bodies only has the same poses as the world.
#[test]
fn moved_bodies_are_those_whose_poses_have_changed() {
    let mut world = World::new(WorldSettings::default());
    ground(&mut world, 0.0);
    for i in 0..10 {
        let body =
            world.add_body(BodyDef::dynamic().position([3.0 * i as f32 - 15.0, 0.6 + i as f32])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
    }
    let mut copies: BTreeMap<_, _> = world.bodies().map(|body| (body.id(), body.pose())).collect();
    for _ in 0..600 {
        world.step(DT);
        copies.extend(world.moved_bodies().map(|body| (body.id(), body.pose())));
        assert!(world.bodies().all(|body| copies[&body.id()] == body.pose()));
    }
    assert_eq!(world.moved_bodies().count(), 0, "all bodies sleep");
}

/// Which of two colliders comes first depends on when they were added; what a body is told of the other one,
/// and the direction in which it is pushed, does not.
#[test]
fn a_body_is_told_of_the_other_one_and_of_its_own_normal_in_either_order() {
    for ground_first in [false, true] {
        let mut world = World::default();
        let early = ground_first.then(|| ground(&mut world, 0.5));
        let ball = world.add_body(BodyDef::dynamic().position([0.0, 2.0]).user_data(7)).unwrap();
        world.add_collider(ball, ColliderDef::new(Shape::circle(0.3).unwrap())).unwrap();
        let ground = early.unwrap_or_else(|| ground(&mut world, 0.5));
        let stranger = world.add_body(BodyDef::dynamic().position([9.0, 9.0])).unwrap();
        let (mut begun, mut ended, mut hits, mut views) = (0, 0, 0, 0);
        for _ in 0..240 {
            let before = world.body(ball).unwrap().velocity();
            world.step(DT);
            let events = world.events();
            for event in events.contacts_begun() {
                begun += 1;
                assert_eq!(event.bodies()[usize::from(!ground_first)], ground);
                assert_eq!([ball, ground].map(|body| event.own(body).unwrap().body), [ball, ground]);
                assert_eq!([ball, ground].map(|body| event.other(body).unwrap().body), [ground, ball]);
                assert!((event.normal_on(ball).unwrap().y - 1.0).abs() < 1e-6, "{event:?}");
                assert!((event.normal_on(ground).unwrap().y + 1.0).abs() < 1e-6, "{event:?}");
                assert!(event.own(stranger).is_none() && event.other(stranger).is_none());
                assert!(event.normal_on(stranger).is_none());
            }
            for event in events.contacts_ended() {
                ended += 1;
                assert_eq!((event.own(ball).unwrap().body, event.other(ball).unwrap().body), (ball, ground));
            }
            for hit in events.hits() {
                hits += 1;
                // The hit changes the velocity in the direction of the normal on the ball.
                let change = world.body(ball).unwrap().velocity() - before;
                assert!(change.dot(&hit.normal_on(ball).unwrap()) > 1.0, "{hit:?}");
                let pair = hit.find(|it| it.body_user_data == 7).unwrap().map(|it| it.body);
                assert_eq!(pair, [ball, ground]);
                let pair = hit.find(|it| it.body_user_data == 100).unwrap().map(|it| it.body);
                assert_eq!(pair, [ground, ball]);
                assert!(hit.find(|it| it.user_data == 55).is_none());
            }
            for contact in world.body(ball).unwrap().contacts() {
                views += 1;
                assert_eq!(contact.bodies()[usize::from(!ground_first)], ground);
                assert_eq!(contact.own(ball).unwrap().body().id(), ball);
                assert_eq!(contact.other(ball).unwrap().body().id(), ground);
                assert_eq!(contact.normal_on(ball).is_some(), contact.points().count() > 0);
                if let Some(normal) = contact.normal_on(ball) {
                    assert!((normal.y - 1.0).abs() < 1e-6);
                    assert_eq!(contact.normal_on(ground), Some(-normal));
                }
                assert!(contact.normal_on(stranger).is_none() && contact.other(stranger).is_none());
            }
        }
        assert!(begun > 1 && ended > 0 && hits > 0 && views > 10, "{begun} {ended} {hits} {views}");
    }
}
