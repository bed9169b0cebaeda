//! The same laws for every engine: an adapter passes on what the level says, and reports the true state of
//! the engine.

use peers::engine::{BuildOptions, Engine, EngineKind, Unsupported};
use physics::prelude::*;
use scenes::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

const DT: f32 = 1.0 / 60.0;

fn level() -> Level {
    Level::new(WorldSettings::default().gravity([0.0, -10.0]).sleeping(false))
}

fn collider(shape: Result<Shape, ShapeError>) -> ColliderDef {
    ColliderDef::new(shape.unwrap())
}

/// Held while a world exists: Box2D's length unit applies to all worlds, and one scene has another unit.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `law` on every engine with the level.
fn on_all(level: &Level, mut law: impl FnMut(EngineKind, &mut dyn Engine)) {
    let _alone = alone();
    for kind in EngineKind::ALL {
        let mut engine = kind.build(level, BuildOptions::default()).unwrap();
        law(kind, &mut *engine);
    }
}

fn run(engine: &mut dyn Engine, steps: u32) {
    (0..steps).for_each(|_| engine.step(DT));
}

#[track_caller]
fn near(kind: EngineKind, value: f32, expected: f32, tolerance: f32) {
    assert!((value - expected).abs() <= tolerance, "{kind:?}: {value}, not {expected}");
}

/// y = y0 - g t^2 / 2. Four symplectic sub-steps are ahead by g t h / 2 with h = dt / 4, which is 2 cm after
/// a second.
#[test]
fn ball_falls() {
    let mut level = level();
    level.body_with(
        BodyDef::dynamic().position([3.0, 20.0]).velocity([2.0, 0.0]),
        collider(Shape::circle(0.5)),
    );
    on_all(&level, |kind, engine| {
        run(engine, 60);
        let body = engine.body(0).unwrap();
        near(kind, body.pose.position.x, 5.0, 1e-3);
        near(kind, body.pose.position.y, 15.0, 0.025);
        near(kind, body.velocity.y, -10.0, 1e-3);
        assert!(body.dynamic && body.awake);
    });
}

/// Every shape has the same mass, centre and inertia in every engine: hit off its centre, it flies and turns
/// equally.
#[test]
fn masses_are_equal_in_all_engines() {
    let shapes = [
        Shape::rectangle(0.5, 0.25),
        Shape::capsule([-0.4, 0.1], [0.4, 0.2], 0.3),
        Polygon::rectangle(0.5, 0.3).and_then(|polygon| polygon.rounded(0.2)).map(Shape::Polygon),
        Shape::polygon([[0.0, 0.0], [1.0, 0.0], [0.2, 0.7]]),
    ];
    for shape in shapes {
        let mut level = level();
        level.settings.gravity = Vec2::zeros();
        level.body_with(BodyDef::dynamic(), collider(shape).density(2.0).offset([0.1, 0.0], 0.3));
        let ball = BodyDef::dynamic().position([0.3, -3.0]).velocity([0.0, 4.0]);
        level.body_with(ball, collider(Shape::circle(0.2)).density(5.0).friction(0.0));
        let mut ours = None;
        on_all(&level, |kind, engine| {
            run(engine, 120);
            let body = engine.body(0).unwrap();
            let (v, w) = *ours.get_or_insert((body.velocity, body.angular_velocity));
            // The moment within a step at which they meet changes their positions by a few centimetres.
            near(kind, body.velocity.y, v.y, 0.05 * v.y.abs());
            near(kind, body.angular_velocity, w, 0.1 * w.abs());
        });
    }
}

/// A box slides down a slope of 1 in 2 if the coefficient of friction is below 1/2, and stays otherwise.
#[test]
fn ramp_holds_a_box_up_to_its_friction() {
    for (friction, holds) in [(0.45, false), (0.55, true)] {
        let mut level = level();
        let angle = 0.5_f32.atan();
        let ground = BodyDef::fixed().angle(angle);
        level.body_with(ground, collider(Shape::rectangle(50.0, 0.5)).friction(friction));
        let up = Rot::from_angle(angle) * Vec2::new(0.0, 1.0);
        let place = Point::from(up);
        level.body_with(
            BodyDef::dynamic().position(place).angle(angle),
            collider(Shape::rectangle(0.5, 0.5)).friction(friction),
        );
        on_all(&level, |kind, engine| {
            run(engine, 120);
            let moved = (engine.body(1).unwrap().pose.position - place).norm();
            assert_eq!(moved < 0.05, holds, "{kind:?}: {moved} m");
        });
    }
}

/// Ten boxes on each other and on the ground touch in ten pairs.
#[test]
fn tower_of_ten_touches_in_ten_pairs() {
    let level = scenes::Tower::default().level();
    on_all(&level, |kind, engine| {
        run(engine, 60);
        assert_eq!(engine.touching(), 10, "{kind:?}");
        assert_eq!(engine.bodies(), 11);
    });
}

/// Rays, boxes and swept circles against a grid of boxes give answers that can be computed by hand.
#[test]
fn queries_are_exact() {
    let mut level = level();
    for i in 0..9 {
        let place = [4.0 * (i % 3) as f32, 4.0 * (i / 3) as f32];
        level.body_with(BodyDef::fixed().position(place), collider(Shape::rectangle(0.5, 0.5)));
    }
    for stepped in [false, true] {
        on_all(&level, |kind, engine| {
            if stepped {
                engine.step(DT);
            }
            let hit = engine.cast_ray(Point::new(-5.0, 0.25), Vec2::new(10.0, 0.0)).unwrap();
            near(kind, hit, 0.45, 1e-5);
            assert_eq!(engine.cast_ray(Point::new(-5.0, 2.0), Vec2::new(20.0, 0.0)), None, "{kind:?}");
            for (lower, upper, count) in [
                ([-1.0, -1.0], [9.0, 9.0], 9),
                ([0.6, 0.6], [3.4, 3.4], 0),
                ([0.4, 0.4], [3.6, 0.6], 2),
                ([1.0, -1.0], [9.0, 9.0], 6),
            ] {
                assert_eq!(engine.count_in_box(Aabb::new(lower, upper)), count, "{kind:?}: {lower:?}");
            }
            // Engines stop up to a slop of 5 mm early.
            let hit = engine.cast_circle(Point::new(-5.0, 0.25), 0.25, Vec2::new(10.0, 0.0)).unwrap();
            near(kind, hit.unwrap(), 0.425, 1e-3);
        });
    }
}

/// A script adds, drives and removes bodies by number, and the numbers of the others stay.
#[test]
fn scripts_are_followed() {
    let mut level = level();
    level.settings.gravity = Vec2::zeros();
    for x in 0..3 {
        level.body_with(BodyDef::dynamic().position([3.0 * x as f32, 0.0]), collider(Shape::circle(0.5)));
    }
    let mut part = Level::default();
    part.body_with(BodyDef::kinematic().position([0.0, 9.0]), collider(Shape::circle(0.5)));
    on_all(&level, |kind, engine| {
        let drive = |body, x| Command::Drive { body, velocity: Vec2::new(x, 0.0), angular_velocity: 0.0 };
        let commands =
            [Command::Remove { body: 1 }, Command::Add(part.clone()), drive(3, 2.0), drive(2, -1.0)];
        engine.follow(&commands).unwrap();
        run(engine, 60);
        assert_eq!(engine.bodies(), 4);
        assert!(engine.body(1).is_none() && engine.body(4).is_none(), "{kind:?}");
        let x = |number| engine.body(number).unwrap().pose.position.x;
        near(kind, x(0), 0.0, 1e-5);
        near(kind, x(2), 5.0, 1e-2);
        near(kind, x(3), 2.0, 1e-2);
        assert!(!engine.body(3).unwrap().dynamic);
        assert!(engine.follow(&[drive(1, 0.0)]).is_err());
    });
}

/// A motor reaches its speed, a limit is not passed, and the angle is that of B in A.
#[test]
fn motors_turn_and_limits_hold() {
    let mut level = level();
    let ground = level.body(BodyDef::fixed());
    let arms = [0, 1].map(|i| {
        let place = BodyDef::dynamic().position([10.0 * i as f32, 0.0]).angle(0.2);
        level.body_with(place, collider(Shape::rectangle(1.0, 0.1)))
    });
    let hinge =
        |i: usize| RevoluteJoint::new().anchors([10.0 * i as f32, 0.0], [0.0, 0.0]).reference_angle(0.2);
    level.joint(JointDef::new(ground, arms[0], hinge(0).motor(3.0, 1e5)));
    level.joint(JointDef::new(ground, arms[1], hinge(1).motor(3.0, 10.0).limits(-0.5, 0.5)));
    on_all(&level, |kind, engine| {
        run(engine, 120);
        near(kind, engine.body(arms[0]).unwrap().angular_velocity, 3.0, 0.02);
        near(kind, engine.body(arms[1]).unwrap().pose.rotation.angle(), 0.7, 0.03);
    });
}

/// A rod keeps its length. A spring swings at its frequency: released 1 m off, it reverses after half a
/// period.
#[test]
fn rods_hold_and_springs_swing() {
    let mut level = level();
    let ground = level.body(BodyDef::fixed());
    let hang = |level: &mut Level, x: f32, y: f32| {
        level.body_with(BodyDef::dynamic().position([x, y]), collider(Shape::circle(0.3)))
    };
    let bob = hang(&mut level, 2.0, 0.0);
    level.joint(JointDef::new(ground, bob, DistanceJoint::new(2.0)));
    let weight = hang(&mut level, 20.0, -5.0);
    level.joint(JointDef::new(
        ground,
        weight,
        DistanceJoint::new(4.0).anchors([20.0, 0.0], [0.0, 0.0]).spring(1.0, 0.0),
    ));
    on_all(&level, |kind, engine| {
        let mut lowest = f32::INFINITY;
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..60 {
            engine.step(DT);
            let place = engine.body(bob).unwrap().pose.position;
            near(kind, place.coords.norm(), 2.0, 0.02);
            let y = engine.body(weight).unwrap().pose.position.y;
            (lowest, highest) = (lowest.min(y), highest.max(y));
        }
        // The spring rests at 4 + g / (2 pi f)^2 = 4.253 m, so the amplitude is 0.747 m. Implicit springs
        // lose some.
        near(kind, highest, -3.506, 0.15);
        near(kind, lowest, -5.0, 0.02);
    });
}

/// A one-sided chain carries bodies from outside and lets bodies from inside pass.
#[test]
fn chains_have_an_outside() {
    let mut level = level();
    let ground = level.body(BodyDef::fixed());
    // From right to left, so the outside is above.
    let points: Vec<Point> = (0..40).map(|i| Point::new(10.0 - 0.5 * i as f32, 0.0)).collect();
    let segments = chain(points, false, Sides::One).unwrap();
    level.chain(ground, &segments, Material::default(), Filter::default());
    let above = BodyDef::dynamic().position([-2.0, 1.0]);
    let below = BodyDef::dynamic().position([2.0, -2.0]).velocity([0.0, 9.0]).gravity_scale(0.0);
    level.body_with(above, collider(Shape::circle(0.5)));
    level.body_with(below, collider(Shape::circle(0.5)));
    on_all(&level, |kind, engine| {
        run(engine, 60);
        near(kind, engine.body(1).unwrap().pose.position.y, 0.5, 0.02);
        near(kind, engine.body(2).unwrap().pose.position.y, 7.0, 0.1);
    });
}

/// The end of an open chain is a corner: a ball that comes down over either end rests against it and falls
/// off outwards. Rapier's polyline has no such corner.
#[test]
fn chains_end_in_corners() {
    let mut level = level();
    let ground = level.body(BodyDef::fixed());
    let segments = chain([[5.0, 0.0], [0.0, 0.0], [-5.0, 0.0]].map(Point::from), false, Sides::One).unwrap();
    level.chain(ground, &segments, Material::default(), Filter::default());
    for x in [-5.3, 5.3] {
        level.body_with(BodyDef::dynamic().position([x, 0.7]), collider(Shape::circle(0.5)));
    }
    on_all(&level, |kind, engine| {
        if kind == EngineKind::Rapier {
            return;
        }
        run(engine, 60);
        let [left, right] = [1, 2].map(|number| engine.body(number).unwrap());
        assert!(left.velocity.x < -0.5 && left.pose.position.x < -5.5, "{kind:?}: {left:?}");
        assert!(right.velocity.x > 0.5 && right.pose.position.x > 5.5, "{kind:?}: {right:?}");
    });
}

/// The reported box ends at the sides of the shape, to the millimetre, for shapes that rest, drift or fly.
#[test]
fn reported_boxes_are_tight() {
    let mut level = level();
    level.settings.gravity = Vec2::zeros();
    let shape = || collider(Shape::rectangle(0.5, 0.5));
    level.body_with(BodyDef::fixed(), shape());
    level.body_with(BodyDef::dynamic().position([10.0, 0.0]), shape());
    level.body_with(BodyDef::dynamic().position([20.0, 0.0]).velocity([0.0, 1.0]), shape());
    level.body_with(BodyDef::dynamic().position([40.0, 0.0]).velocity([0.0, 90.0]), shape());
    level.body_with(BodyDef::dynamic().position([60.0, 0.0]), collider(Shape::circle(0.5)));
    level.body_with(
        BodyDef::dynamic().position([80.0, 0.0]),
        collider(Shape::capsule([-0.25, 0.0], [0.25, 0.0], 0.25)),
    );
    on_all(&level, |kind, engine| {
        for _ in 0..3 {
            for number in 0..engine.bodies() {
                let Point { coords } = engine.body(number).unwrap().pose.position;
                let beside = |gap: f32| {
                    let lower = Point::from(coords) + Vec2::new(0.5 + gap, -0.1);
                    engine.count_in_box(Aabb::new(lower, lower + Vec2::new(1.0, 0.2)))
                };
                assert_eq!([beside(-0.001), beside(0.001)], [1, 0], "{kind:?}: body {number}");
            }
            engine.step(DT);
        }
    });
}

/// Damping, gravity scale and fixed rotation act as described.
#[test]
fn damping_gravity_scale_and_fixed_rotation_act() {
    let mut level = level();
    let ball = || collider(Shape::circle(0.5));
    let afloat = || BodyDef::dynamic().gravity_scale(0.0);
    level.body_with(afloat().velocity([1.0, 0.0]).angular_velocity(1.0).damping(0.5, 1.0), ball());
    level.body_with(BodyDef::dynamic().position([10.0, 0.0]).gravity_scale(0.5), ball());
    let upright = afloat().position([20.0, 0.0]).fixed_rotation(true);
    level.body_with(upright, collider(Shape::rectangle(0.5, 0.5)));
    level.body_with(afloat().position([20.3, -3.0]).velocity([0.0, 4.0]), ball());
    on_all(&level, |kind, engine| {
        run(engine, 60);
        let [damped, light, upright] = [0, 1, 2].map(|number| engine.body(number).unwrap());
        near(kind, damped.velocity.x, (-0.5_f32).exp(), 0.01);
        near(kind, damped.angular_velocity, (-1.0_f32).exp(), 0.01);
        near(kind, light.velocity.y, -5.0, 1e-3);
        near(kind, upright.pose.rotation.angle(), 0.0, 1e-5);
        assert!(upright.velocity.y > 0.5, "{kind:?}: {upright:?}");
    });
}

/// A dynamic body without a shape is a point of 1 kg: along a rod it takes half the speed of another
/// kilogram.
#[test]
fn body_without_shape_is_a_kilogram() {
    let mut level = level();
    level.settings.gravity = Vec2::zeros();
    let bare = level.body(BodyDef::dynamic());
    let radius = 0.5;
    let ball = collider(Shape::circle(radius)).density(1.0 / (std::f32::consts::PI * radius * radius));
    let kilogram = level.body_with(BodyDef::dynamic().position([2.0, 0.0]).velocity([2.0, 0.0]), ball);
    level.joint(JointDef::new(bare, kilogram, DistanceJoint::new(2.0)));
    on_all(&level, |kind, engine| {
        run(engine, 60);
        for number in [bare, kilogram] {
            near(kind, engine.body(number).unwrap().velocity.x, 1.0, 0.02);
        }
    });
}

/// A body defined as asleep stays where it is until a script sets its velocity, even to zero; Rapier wakes
/// only for a change of velocity.
#[test]
fn sleepers_wake_when_driven() {
    let mut level = level();
    level.settings.sleeping = true;
    level.body_with(BodyDef::dynamic().awake(false), collider(Shape::circle(0.5)));
    on_all(&level, |kind, engine| {
        run(engine, 10);
        let asleep = engine.body(0).unwrap();
        assert!(!asleep.awake && asleep.pose.position.y == 0.0, "{kind:?}: {asleep:?}");
        let velocity = Vec2::new(if kind == EngineKind::Rapier { 1.0 } else { 0.0 }, 0.0);
        engine.follow(&[Command::Drive { body: 0, velocity, angular_velocity: 0.0 }]).unwrap();
        run(engine, 10);
        let awake = engine.body(0).unwrap();
        assert!(awake.awake && awake.velocity.y < -1.0, "{kind:?}: {awake:?}");
    });
}

/// The number of threads changes nothing in the result.
#[test]
fn number_of_threads_changes_nothing() {
    let _alone = alone();
    let level = scenes::Pyramid::default().level();
    for kind in EngineKind::ALL {
        let [one, two] = [1, 2].map(|threads| {
            let mut engine = kind.build(&level, BuildOptions { threads, ..BuildOptions::default() }).ok()?;
            run(&mut *engine, 60);
            Some((0..engine.bodies()).map(|number| engine.body(number)).collect::<Vec<_>>())
        });
        assert!(two.is_none() || one == two, "{kind:?}");
        assert!(two.is_some() || kind == EngineKind::Rapier && !cfg!(feature = "rapier-best"), "{kind:?}");
    }
}

/// Restoring a snapshot restores everything, also bodies added or removed since; the same steps lead to the
/// same state.
#[test]
fn restored_snapshot_repeats() {
    let level = scenes::Tower { boxes: 5, gap: 0.1 }.level();
    let mut part = Level::default();
    part.body_with(BodyDef::dynamic().position([9.0, 0.0]), collider(Shape::circle(0.5)));
    let state = |engine: &mut dyn Engine| -> Vec<_> {
        (0..engine.bodies()).map(|number| engine.body(number)).collect()
    };
    on_all(&level, |kind, engine| {
        run(engine, 10);
        if engine.save().is_err() {
            assert_eq!(kind, EngineKind::Ours);
            return;
        }
        let saved = state(engine);
        let ends = [0, 1].map(|_| {
            engine.follow(&[Command::Remove { body: 3 }, Command::Add(part.clone())]).unwrap();
            assert!(engine.bodies() == 7 && engine.body(3).is_none());
            run(engine, 30);
            let end = state(engine);
            engine.restore().unwrap();
            assert_eq!(state(engine), saved, "{kind:?}");
            end
        });
        assert_eq!(ends[0], ends[1], "{kind:?}");
    });
}

/// Bodies that share a group below zero do not collide, nor do bodies whose masks exclude each other's
/// category.
#[test]
fn filters_are_passed_on() {
    let apart = |filter_a: Filter, filter_b: Filter| {
        let mut level = level();
        level.settings.gravity = Vec2::zeros();
        let ball = collider(Shape::circle(0.5));
        level.body_with(BodyDef::fixed(), ball.clone().filter(filter_a));
        level.body_with(BodyDef::dynamic().position([-3.0, 0.0]).velocity([4.0, 0.0]), ball.filter(filter_b));
        level
    };
    let plain = Filter::default();
    let group = |group| Filter { group, ..plain };
    let second = Filter { category: 2, ..plain };
    let not_second = Filter { mask: !2, ..plain };
    for (a, b, meets) in [
        (plain, plain, true),
        (group(-3), group(-3), false),
        (group(-3), group(-4), true),
        (second, not_second, false),
        (Filter { group: 5, ..second }, Filter { group: 5, ..not_second }, true),
    ] {
        on_all(&apart(a, b), |kind, engine| {
            run(engine, 120);
            let passed = engine.body(1).unwrap().pose.position.x > 1.0;
            assert_eq!(passed, !meets, "{kind:?}: {a:?} and {b:?}");
        });
    }
}

/// Every scene runs on every engine, or the engine names what it does not support.
#[test]
fn scenes_run_or_say_why_not() {
    let _alone = alone();
    for scene in scenes::SCENES {
        let level = (scene.level)();
        for kind in EngineKind::ALL {
            match kind.build(&level, BuildOptions::default()) {
                Ok(mut engine) => {
                    run(&mut *engine, 2);
                    for number in 0..engine.bodies() {
                        let place = engine.body(number).unwrap().pose.position;
                        assert!(place.x.is_finite() && place.y.is_finite(), "{kind:?}: {}", scene.name);
                    }
                }
                Err(Unsupported(why)) => assert!(kind != EngineKind::Ours && !why.is_empty(), "{why}"),
            }
        }
    }
}
