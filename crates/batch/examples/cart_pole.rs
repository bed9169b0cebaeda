//! A pole on a cart, in 64 worlds, with the best of 64 random controllers: the shortest program that searches
//! with a batch. Run it with `cargo run --release -p physics2d-batch --example cart_pole`.

use batch::geom::Shape;
use batch::world::{BodyDef, ColliderDef, JointDef, Level, PrismaticJoint, RevoluteJoint};
use batch::{Action, BatchDef, Observation, Random};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut level = Level::default();
    let rail = level.body(BodyDef::fixed());
    let cart = level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::rectangle(0.25, 0.1)?));
    // A little oblique, about its foot.
    let pole = ColliderDef::new(Shape::rectangle(0.03, 0.5)?).offset([0.0, 0.5], 0.0);
    let pole = level.body_with(BodyDef::dynamic().angle(0.05), pole);
    level.joint(JointDef::new(rail, cart, PrismaticJoint::new([1.0, 0.0]).limits(-2.4, 2.4)));
    level.joint(JointDef::new(cart, pole, RevoluteJoint::new()));

    let observations = vec![
        Observation::JointTranslation { joint: 0 },
        Observation::JointTranslationSpeed { joint: 0 },
        Observation::JointAngle { joint: 1 },
        Observation::JointAngularSpeed { joint: 1 },
    ];
    let def = BatchDef::new(&level).worlds(64).threads(2).actions(vec![Action::force(cart).scaled(5.0)]);
    let mut batch = def.observations(observations).build()?;

    // Each world has a controller of its own: the force is a sum of what is observed, weighted at random.
    let weights: Vec<[f32; 4]> = (0..64)
        .map(|world| {
            let mut random = Random::new(1, world, 0);
            std::array::from_fn(|_| random.between(-10.0, 10.0))
        })
        .collect();
    let (mut actions, mut lasted) = (vec![0.0; 2 * batch.len()], vec![0; batch.len()]);
    for step in 1..=600 {
        for (world, observed) in batch.observations().chunks(4).enumerate() {
            let force: f32 = observed.iter().zip(weights[world]).map(|(x, weight)| x * weight).sum();
            actions[2 * world] = force.clamp(-1.0, 1.0);
            if observed[2].abs() < 0.5 && lasted[world] == step - 1 {
                lasted[world] = step;
            }
        }
        batch.step(&actions)?;
    }
    let best = (0..batch.len()).max_by_key(|&world| lasted[world]).ok_or("no worlds")?;
    let stood = lasted.iter().filter(|&&steps| steps == 600).count();
    println!("{stood} of 64 poles stand after ten seconds; world {best} has the weights {:?}", weights[best]);
    Ok(())
}
