//! Characters and what meets them: another character, a lift, a belt, a ball, in any order of their steps.
//!
//! Every character has a kinematic body. Its steps come in the order of the list or in the opposite one, and
//! both orders must give the same places within the skin.

use crate::{add_box, empty, shapes};
use toolkit::geom::{Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, ColliderDef, Filter, Locks, World, WorldSettings};
use toolkit::{CharacterMotion, CharacterMover};

/// s.
const STEPS: [f32; 4] = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0];

/// m, of both shapes.
const SKIN: f32 = 0.012;

/// From the middle of a character to its feet, m; the skin is below.
const FEET: f32 = 0.8;

struct Walker {
    mover: CharacterMover,
    velocity: Vec2,
    /// The speed at which the player wants it to run, m/s.
    wish: f32,
}

/// Characters that step in an order.
struct Crowd {
    world: World,
    walkers: Vec<Walker>,
    is_reversed: bool,
    dt: f32,
}

impl Crowd {
    fn new(world: World, is_reversed: bool, dt: f32) -> Self {
        Self { world, walkers: Vec::new(), is_reversed, dt }
    }

    /// One whose feet are a skin above `feet` (m), and who wants to run at `wish` (m/s).
    fn add(&mut self, shape: &Shape, feet: [f32; 2], wish: f32) {
        let at = [feet[0], feet[1] + FEET + SKIN];
        let body = self.world.add_body(BodyDef::kinematic().position(at)).unwrap();
        self.world.add_collider(body, ColliderDef::new(shape.clone())).unwrap();
        let mover = CharacterMover::new(shape.clone(), self.world.settings()).unwrap();
        let mover = mover.at(at).with_body(body);
        self.walkers.push(Walker { mover, velocity: Vec2::zeros(), wish });
    }

    /// The motions, in the order of the list.
    fn step(&mut self) -> Vec<CharacterMotion> {
        let Self { world, walkers, is_reversed, dt } = self;
        let mut motions: Vec<_> = Vec::new();
        let mut step = |walker: &mut Walker| {
            walker.velocity += world.settings().gravity * *dt;
            walker.velocity.x = walker.wish;
            let motion = walker.mover.step(world, walker.velocity, *dt).unwrap();
            walker.velocity = motion.velocity;
            motions.push(motion);
        };
        if *is_reversed {
            walkers.iter_mut().rev().for_each(&mut step);
            motions.reverse();
        } else {
            walkers.iter_mut().for_each(&mut step);
        }
        self.world.step(self.dt);
        motions
    }

    fn places(&self) -> Vec<Vec2> {
        self.walkers.iter().map(|walker| walker.mover.position().to_point().coords).collect()
    }

    /// The height of the feet of one without the skin, m.
    fn feet(&self, of: usize) -> f32 {
        self.walkers[of].mover.position().y as f32 - FEET - SKIN
    }
}

/// Runs both orders and returns the greatest distance between the places of one character in them, m.
fn in_both_orders(mut run: impl FnMut(bool) -> Vec<Vec2>) -> f32 {
    let [one, other] = [false, true].map(&mut run);
    one.iter().zip(&other).map(|(a, b)| (a - b).norm()).fold(0.0, f32::max)
}

fn body_x(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().pose().position.x
}

/// A lift takes up two characters, one of whom begins above the other's head, and after a second goes down
/// again. The lower one stays on the lift, the upper one on the lower one, and nobody is crushed.
#[test]
fn a_lift_carries_one_character_on_top_of_another() {
    for shape in shapes() {
        for dt in STEPS {
            for (speed, one_way) in [(0.5, false), (1.0, true), (2.0, false), (2.0, true), (4.0, false)] {
                for gap in [0.0, 0.005, 0.05, 0.3] {
                    let apart = in_both_orders(|is_reversed| {
                        let what = format!("{speed} m/s, {dt} s, {gap} m, {one_way}, {is_reversed}");
                        let mut crowd = Crowd::new(empty(), is_reversed, dt);
                        let lift = BodyDef::kinematic().position([0.0, -0.1]).velocity([0.0, speed]);
                        let lift = crowd.world.add_body(lift).unwrap();
                        let collider = ColliderDef::new(Shape::rectangle(2.0, 0.1).unwrap());
                        let one_way = if one_way { collider.one_way([0.0, 1.0]) } else { collider };
                        crowd.world.add_collider(lift, one_way).unwrap();
                        crowd.add(&shape, [0.0, 0.0], 0.0);
                        crowd.add(&shape, [0.0, 2.0 * FEET + SKIN + gap], 0.0);
                        let steps = (2.0 / dt) as usize;
                        for step in 0..steps {
                            if step == steps / 2 {
                                crowd.world.body_mut(lift).unwrap().set_velocity([0.0, -speed]).unwrap();
                            }
                            let motions = crowd.step();
                            assert!(motions.iter().all(|it| !it.is_crushed), "{what}: crushed in {step}");
                            let top = crowd.world.body(lift).unwrap().pose().position.y + 0.1;
                            let own = crowd.feet(0) - top;
                            assert!(own.abs() < SKIN, "{what}: {own} m from the lift in {step}");
                            let between = crowd.feet(1) - crowd.feet(0) - 2.0 * FEET - SKIN;
                            // What falls falls as far as it began; a turn of the lift is felt a step later.
                            let least = -SKIN - 2.0 * speed * dt;
                            assert!(between > least, "{what}: {between} m apart in {step}");
                            assert!(step < steps - 10 || between < SKIN, "{what}: {between} m in {step}");
                        }
                        crowd.places()
                    });
                    assert!(apart < SKIN, "{speed} m/s, {dt} s, {gap} m, {one_way}: {apart} m");
                }
            }
        }
    }
}

/// A belt carries a character, who has no wish, against a ball that lies on it: it pushes the ball along.
#[test]
fn what_a_belt_carries_pushes_a_ball() {
    for shape in shapes() {
        for dt in STEPS {
            for speed in [1.0, 4.0, 8.0] {
                for (radius, mass) in [(0.25, 0.2_f32), (1.1, 3.9), (0.5, 40.0)] {
                    let what = format!("{speed} m/s, {dt} s, {mass} kg");
                    let mut world = empty();
                    let belt = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
                    let shape_of_belt = Shape::rectangle(200.0, 1.0).unwrap();
                    world.add_collider(belt, ColliderDef::new(shape_of_belt).surface_speed(speed)).unwrap();
                    let ball = world.add_body(BodyDef::dynamic().position([2.0, radius])).unwrap();
                    let density = mass / (std::f32::consts::PI * radius * radius);
                    let collider = ColliderDef::new(Shape::circle(radius).unwrap()).density(density);
                    world.add_collider(ball, collider).unwrap();
                    let mut crowd = Crowd::new(world, false, dt);
                    crowd.add(&shape, [0.0, 0.0], 0.0);
                    let mut fastest = 0.0_f32;
                    for _ in 0..(10.0 / dt) as usize {
                        crowd.step();
                        let velocity = crowd.world.body(ball).unwrap().velocity();
                        fastest = fastest.max(velocity.norm());
                    }
                    let way = crowd.places()[0].x / (10.0 * speed);
                    assert!(way > 0.95 && way < 1.01, "{what}: {way} of the way");
                    assert!(body_x(&crowd.world, ball) > crowd.places()[0].x, "{what}: behind the ball");
                    assert!(fastest < 1.1 * speed, "{what}: a ball at {fastest} m/s");
                }
            }
        }
    }
}

/// A platform takes a character against a crate on the floor. It pushes the crate as one who walks does, and
/// stays behind where friction holds the crate with more than 500 N.
#[test]
fn what_a_platform_carries_pushes_a_crate_with_the_push_force() {
    for shape in shapes() {
        for dt in STEPS {
            for (mass, moves) in [(5.0, true), (60.0, true), (150.0, false)] {
                let what = format!("{mass} kg, {dt} s");
                let mut world = empty();
                add_box(&mut world, [0.0, -0.5], [20.0, 0.5]);
                // The platform glides over the floor and through the crate.
                let apart = Filter { group: -1, ..Filter::default() };
                let crate_ = world.add_body(BodyDef::dynamic().position([1.5, 0.5])).unwrap();
                let collider = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
                world.add_collider(crate_, collider.density(mass).friction(0.5).filter(apart)).unwrap();
                let def = BodyDef::kinematic().position([0.0, -0.09]).velocity([2.0, 0.0]);
                let platform = world.add_body(def).unwrap();
                let collider = ColliderDef::new(Shape::rectangle(9.0, 0.1).unwrap());
                world.add_collider(platform, collider.filter(apart)).unwrap();
                let mut crowd = Crowd::new(world, false, dt);
                crowd.add(&shape, [-1.5, 0.01], 0.0);
                let mut fastest = 0.0_f32;
                for _ in 0..(1.8 / dt) as usize {
                    crowd.step();
                    fastest = fastest.max(crowd.world.body(crate_).unwrap().velocity().norm());
                }
                let moved = body_x(&crowd.world, crate_) - 1.5;
                assert_eq!(moved > 0.2, moves, "{what}: moved by {moved} m");
                assert!(moves || moved < 1e-3, "{what}: crept by {moved} m");
                assert!(fastest < 2.2, "{what}: {fastest} m/s");
            }
        }
    }
}

/// Two characters, seen from above, run into one box that cannot turn: it becomes no faster than they are.
#[test]
fn a_box_that_two_push_is_no_faster_than_they() {
    for shape in shapes() {
        for dt in STEPS {
            for mass in [0.2_f32, 4.0, 40.0] {
                let what = format!("{mass} kg, {dt} s");
                let apart = in_both_orders(|is_reversed| {
                    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
                    let def = BodyDef::dynamic().position([3.0, 0.0]);
                    let def = def.locks(Locks { rotation: true, ..Locks::NONE });
                    let pushed = world.add_body(def).unwrap();
                    let collider = ColliderDef::new(Shape::rectangle(1.0, 2.0).unwrap());
                    world.add_collider(pushed, collider.density(mass / 8.0)).unwrap();
                    let mut crowd = Crowd::new(world, is_reversed, dt);
                    crowd.add(&shape, [-2.0, -1.9], 5.0);
                    crowd.add(&shape, [-2.0, 0.1], 5.0);
                    let mut fastest = 0.0_f32;
                    for _ in 0..(2.0 / dt) as usize {
                        crowd.step();
                        fastest = fastest.max(crowd.world.body(pushed).unwrap().velocity().norm());
                    }
                    assert!(fastest > 4.5 && fastest < 5.0 * 1.01, "{what}: {fastest} m/s");
                    crowd.places()
                });
                assert!(apart < SKIN, "{what}: {apart} m");
            }
        }
    }
}
