//! Parameters depend on seed, world and episode alone, lie in their ranges, and multiply what they name.

use crate::support::{ball_def, ball_level, hashes};
use batch::geom::{MassProperties, Shape};
use batch::world::{BodyDef, ColliderDef, Level, World};
use batch::{Action, Batch, BatchDef, Parameter, Random, Varied};

fn all_kinds() -> Vec<Parameter> {
    vec![
        Parameter::new(Varied::Mass { body: 1 }, 0.5, 2.0),
        Parameter::new(Varied::Friction { collider: 1 }, 0.0, 3.0),
        Parameter::new(Varied::Gravity, -1.0, 1.0),
        Parameter::new(Varied::Strength { first: 0, count: 2 }, 0.25, 0.75),
        Parameter::new(Varied::Size { collider: 1 }, 0.5, 1.5),
    ]
}

fn build(worlds: usize, threads: usize, seed: u64) -> Batch {
    let level = ball_level();
    let def = ball_def(&level).worlds(worlds).threads(threads).seed(seed);
    def.parameters(all_kinds()).build().expect("a batch")
}

#[test]
fn factors_are_a_function_of_seed_world_and_episode() {
    let mut batch = build(40, 1, 7);
    let first = batch.parameters().to_vec();
    let mut fewer = build(13, 2, 7);
    assert_eq!(fewer.parameters(), &first[..13 * 5]);
    assert_ne!(build(40, 1, 8).parameters(), first);
    assert!(first.chunks(5).skip(1).all(|row| row != &first[..5]), "each world has its own");
    batch.reset_all();
    let second = batch.parameters().to_vec();
    assert!(second.iter().zip(&first).all(|(new, old)| new != old), "each episode has its own");
    // World 3 begins its episode 1 later than the others.
    fewer.reset(&std::array::from_fn::<_, 13, _>(|i| i != 3)).expect("a mask");
    fewer.reset(&std::array::from_fn::<_, 13, _>(|i| i == 3)).expect("a mask");
    assert_eq!(fewer.parameters(), &second[..13 * 5]);
    // And the worlds themselves are the same.
    assert_eq!(hashes(&fewer), hashes(&batch)[..13]);
}

/// The mean of n numbers spread evenly over a range of width w has a standard deviation of w / sqrt(12 n);
/// chance exceeds five of them once in 10^6.
#[test]
fn factors_are_in_range_with_the_mean_of_an_even_spread() {
    const WORLDS: usize = 4000;
    let level = Level::default();
    let gravity = Parameter::new(Varied::Gravity, 0.5, 2.0);
    let mut batch = BatchDef::new(&level).worlds(WORLDS).parameters(vec![gravity]).build().expect("a batch");
    for episode in 0..3 {
        let factors = batch.parameters();
        assert!(factors.iter().all(|factor| (0.5..=2.0).contains(factor)));
        let mean = factors.iter().map(|&x| f64::from(x)).sum::<f64>() / WORLDS as f64;
        let bound = 5.0 * 1.5 / (12.0 * WORLDS as f64).sqrt();
        assert!((mean - 1.25).abs() < bound, "{mean} in episode {episode}");
        batch.reset_all();
    }
}

#[test]
fn factors_multiply_what_they_name() {
    let (mut batch, level) = (build(20, 2, 1), ball_level());
    let (template, ids) = World::load(&level).expect("a level");
    let (ball, collider) = (ids.bodies[1], ids.colliders[1]);
    let [body, round] = [template.body(ball).expect("a body"), template.body(ball).expect("a body")];
    let mass = body.mass_properties().mass;
    let material = round.colliders().next().expect("a collider").material();
    let ids = batch.ids().clone();
    assert_eq!((ids.bodies.len(), collider.index()), (2, ids.colliders[1].index()));
    for i in 0..batch.len() {
        let [m, friction, gravity, strength, size] = batch.parameters()[i * 5..][..5] else { panic!() };
        let world = batch.world_mut(i).expect("a world");
        let id = ids.bodies[1];
        assert_eq!(world.settings().gravity.y, level.settings.gravity.y * gravity);
        let ball = world.body(id).expect("a body");
        let collider = ball.colliders().next().expect("a collider");
        assert_eq!(collider.material().friction, material.friction * friction);
        assert_eq!(collider.material().static_friction, material.static_friction * friction);
        assert_eq!(collider.shape().radius(), 0.5 * size);
        // Of a disc; rounded a few times.
        let wanted = mass * m * size * size;
        let found = ball.mass_properties().mass;
        assert!((found - wanted).abs() < 1e-5 * wanted, "{found} kg, not {wanted}");
        // Nothing else acts on the ball in its first step but gravity and the force; it has no damping.
        let _ = strength;
    }
    let force = 2.0;
    let actions: Vec<f32> = (0..batch.len()).flat_map(|_| [force, 0.0]).collect();
    batch.step(&actions).expect("actions");
    for i in 0..batch.len() {
        let factors = &batch.parameters()[i * 5..][..5];
        let world = batch.world(i).expect("a world");
        let ball = world.body(ids.bodies[1]).expect("a body");
        if ball.contacts().any(batch::world::ContactRef::is_touching) {
            continue;
        }
        let wanted = force * factors[3] / ball.mass_properties().mass / 60.0;
        assert!((ball.velocity().x - wanted).abs() < 1e-5, "{} m/s, not {wanted}", ball.velocity().x);
    }
}

#[test]
fn a_mass_that_was_set_is_multiplied_with_its_inertia() {
    let mut level = Level::default();
    let mass = MassProperties { mass: 3.0, center: [0.1, 0.0].into(), inertia: 0.5 };
    let def = BodyDef { mass: Some(mass), ..BodyDef::dynamic() };
    level.body_with(def, ColliderDef::new(Shape::circle(0.5).expect("a shape")));
    let parameters = vec![Parameter::new(Varied::Mass { body: 0 }, 2.0, 2.0)];
    let batch = BatchDef::new(&level).parameters(parameters).build().expect("a batch");
    let world = batch.world(0).expect("a world");
    let found = world.body(batch.ids().bodies[0]).expect("a body").mass_properties();
    assert_eq!((found.mass, found.inertia, found.center.x), (6.0, 1.0, 0.1));
}

/// Polygons, capsules, segments and half-spaces too.
#[test]
fn all_shapes_can_be_sized() {
    let mut level = Level::default();
    let shapes = [
        Shape::circle(0.5),
        Shape::segment([0.0, 0.0], [1.0, 0.0]),
        Shape::capsule([-0.5, 0.0], [0.5, 0.0], 0.2),
        Shape::rectangle(0.5, 0.25),
        Shape::polygon([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        Shape::half_space([0.0, 1.0], 0.5),
    ];
    for shape in shapes {
        level.body_with(BodyDef::fixed(), ColliderDef::new(shape.expect("a shape")));
    }
    let parameters = (0..6).map(|collider| Parameter::new(Varied::Size { collider }, 2.0, 2.0)).collect();
    let batch = BatchDef::new(&level).parameters(parameters).build().expect("a batch");
    let world = batch.world(0).expect("a world");
    let shape =
        |i: usize| world.collider(batch.ids().colliders[i]).expect("a collider").local_shape().clone();
    let wanted = [
        Shape::circle(1.0),
        Shape::segment([0.0, 0.0], [2.0, 0.0]),
        Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.4),
        Shape::rectangle(1.0, 0.5),
        Shape::polygon([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]),
        Shape::half_space([0.0, 1.0], 1.0),
    ];
    for (i, wanted) in wanted.into_iter().enumerate() {
        assert_eq!(shape(i), wanted.expect("a shape"), "shape {i}");
    }
}

/// A factor of one changes no bit, though the world is told of it.
#[test]
fn strength_of_one_changes_nothing() {
    let level = ball_level();
    let parameters = vec![Parameter::new(Varied::Strength { first: 0, count: 1 }, 1.0, 1.0)];
    let mut varied = ball_def(&level).worlds(4).parameters(parameters).build().expect("a batch");
    let mut plain = ball_def(&level).worlds(4).build().expect("a batch");
    let mut random = Random::new(0, 0, 0);
    for _ in 0..20 {
        let actions = crate::support::noise(&mut random, 8);
        varied.step(&actions).expect("actions");
        plain.step(&actions).expect("actions");
    }
    assert_eq!(hashes(&varied), hashes(&plain));
    let _ = Action::force(0);
}
