//! What a body carries in a step: momentum, angular momentum and energy, whatever the masses are.

use geom::{MassProperties, Point, Position, Shape, Vec2, cross};
use proptest::prelude::*;
use world::{BodyDef, BodyId, ColliderDef, Load, Locks, Snapshot, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// A body whose centre of mass is not the origin of its frame, in a world with this gravity (m/s^2).
fn world_with_body(gravity: f32, velocity: Vec2, turn: f32) -> (World, BodyId) {
    let mut world = World::new(WorldSettings::default().gravity([0.0, gravity]).sleeping(false));
    let def = BodyDef::dynamic().position([3.0, -2.0]).angle(0.4);
    let body = world.add_body(def).unwrap();
    let collider = ColliderDef::new(Shape::rectangle(0.4, 0.2).unwrap()).offset([0.7, 0.2], 0.3);
    world.add_collider(body, collider).unwrap();
    let mut view = world.body_mut(body).unwrap();
    view.set_velocity(velocity).unwrap().set_angular_velocity(turn).unwrap();
    (world, body)
}

/// Momentum, angular momentum about `about`, and energy of a mass that moves.
fn sums(mass: MassProperties, at: Vec2, velocity: Vec2, turn: f32, about: Vec2) -> (Vec2, f64, f64) {
    let momentum = velocity * mass.mass;
    let spin = f64::from(cross(at - about, momentum)) + f64::from(mass.inertia * turn);
    let energy =
        f64::from(0.5 * mass.mass * velocity.norm_squared()) + f64::from(0.5 * mass.inertia * turn * turn);
    (momentum, spin, energy)
}

proptest! {
    /// Loads join a body as in an inelastic impact, and leave it with the velocity of their places.
    #[test]
    fn momentum_and_angular_momentum_are_kept_and_energy_is_lost(
        loads in prop::collection::vec(
            (1e-3_f32..1e3, 0.0_f32..1.0, (-1.0_f32..1.0, -1.0_f32..1.0), (-5.0_f32..5.0, -5.0_f32..5.0), -4.0_f32..4.0),
            1..4,
        ),
        velocity in (-5.0_f32..5.0, -5.0_f32..5.0), turn in -4.0_f32..4.0,
    ) {
        let (mut world, body) = world_with_body(0.0, Vec2::new(velocity.0, velocity.1), turn);
        let about = world.body(body).unwrap().center().coords;
        let own = world.body(body).unwrap().mass_properties();
        let (mut momentum, mut spin, mut energy) = sums(own, about, Vec2::new(velocity.0, velocity.1), turn, about);
        let mut carried = Vec::new();
        for (mass, inertia, (x, y), (vx, vy), angular_velocity) in loads {
            let (at, velocity) = (about + Vec2::new(x, y), Vec2::new(vx, vy));
            let inertia = inertia * mass;
            let load = Load { mass, inertia, point: Position::new(at.x.into(), at.y.into()), velocity, angular_velocity };
            world.body_mut(body).unwrap().apply_load(load).unwrap();
            carried.push((MassProperties { mass, inertia, ..own }, at));
            let (p, l, e) = sums(MassProperties { mass, inertia, ..own }, at, velocity, angular_velocity, about);
            (momentum, spin, energy) = (momentum + p, spin + l, energy + e);
        }
        // So short that nothing moves on.
        world.step(1e-6);
        world.validate().unwrap();
        let view = world.body(body).unwrap();
        prop_assert_eq!(view.mass_properties(), own);
        let (mut p, mut l, mut e) = sums(own, about, view.velocity(), view.angular_velocity(), about);
        for (mass, at) in carried {
            let there = view.velocity_at(Point::from(at));
            let (q, m, f) = sums(mass, at, there, view.angular_velocity(), about);
            (p, l, e) = (p + q, l + m, e + f);
        }
        let scale = f64::from(momentum.norm()) + energy.abs() + spin.abs() + 1.0;
        prop_assert!(f64::from((p - momentum).norm()) < 1e-4 * scale, "{} {}", p, momentum);
        prop_assert!((l - spin).abs() < 1e-4 * scale, "{} {}", l, spin);
        prop_assert!(e <= energy + 1e-4 * scale, "{} of {} J", e, energy);
    }

    /// In free fall nothing presses: body and load fall as the body alone does.
    #[test]
    fn what_falls_with_its_load_falls_as_without(mass in 1e-3_f32..1e6, inertia in 0.0_f32..10.0, x in -2.0_f32..2.0) {
        let (mut world, body) = world_with_body(-10.0, Vec2::zeros(), 0.0);
        for step in 1..30 {
            let view = world.body(body).unwrap();
            let at = view.center_f64() + Vec2::new(x, 0.5);
            let velocity = view.velocity_at(at);
            let load = Load { mass, inertia, point: at, velocity, angular_velocity: view.angular_velocity() };
            world.body_mut(body).unwrap().apply_load(load).unwrap();
            world.step(DT);
            let view = world.body(body).unwrap();
            let fall = -10.0 * DT * step as f32;
            prop_assert!((view.velocity() - Vec2::new(0.0, fall)).norm() < 1e-4 * step as f32, "{}", view.velocity());
            prop_assert!(view.angular_velocity().abs() < 1e-4 * step as f32, "{}", view.angular_velocity());
        }
    }
}

/// A force that was applied to the body before acts at the same place of it.
#[test]
fn forces_act_where_they_were_applied() {
    let (mut world, body) = world_with_body(0.0, Vec2::zeros(), 0.0);
    let center = world.body(body).unwrap().center_f64();
    let mut view = world.body_mut(body).unwrap();
    let load = Load { mass: 3.0, point: center + Vec2::new(2.0, 0.0), ..Load::default() };
    view.apply_central_force([0.0, 6.0]).unwrap().apply_load(load).unwrap();
    world.step(DT);
    let view = world.body(body).unwrap();
    let own = view.mass_properties();
    let total = own.mass + 3.0;
    let load_velocity = view.velocity_at(load.point);
    let momentum = view.velocity() * own.mass + load_velocity * 3.0;
    assert!((momentum.y - 6.0 * DT).abs() < 1e-3, "{momentum}");
    let inertia = own.inertia + own.mass * 3.0 / total * 4.0;
    let turn = -6.0 * DT * (3.0 / total * 2.0) / inertia;
    assert!((view.angular_velocity() / turn - 1.0).abs() < 1e-2, "{} {turn}", view.angular_velocity());
}

/// Neither the centre nor the rotation that is locked moves; a body on an axis turns as the moment of the
/// load says.
#[test]
fn what_is_locked_stays_under_a_load() {
    for (x, y, rotation) in
        [(false, false, true), (true, false, false), (true, false, true), (true, true, false)]
    {
        let (mut world, body) = world_with_body(-10.0, Vec2::zeros(), 0.0);
        world.body_mut(body).unwrap().set_locks(Locks { x, y, rotation });
        let (start, own) =
            (world.body(body).unwrap().center_f64(), world.body(body).unwrap().mass_properties());
        let arm = Vec2::new(1.0, 0.4);
        for _ in 0..5 {
            let view = world.body(body).unwrap();
            let point = view.center_f64() + arm;
            let load = Load { mass: 50.0, point, velocity: view.velocity_at(point), ..Load::default() };
            world.body_mut(body).unwrap().apply_load(load).unwrap();
            world.step(DT);
        }
        let view = world.body(body).unwrap();
        let moved = view.center_f64() - start;
        let what = format!("{x} {y} {rotation}: {moved}, {} rad/s", view.angular_velocity());
        assert!(!x || (moved.x.abs() < 1e-6 && view.velocity().x == 0.0), "{what}");
        assert!(!y || (moved.y.abs() < 1e-6 && view.velocity().y == 0.0), "{what}");
        assert!(!rotation || view.angular_velocity() == 0.0, "{what}");
        assert!(y || (view.velocity().y / (-50.0 * DT) - 1.0).abs() < 0.01, "{what}");
        let inertia = own.inertia + 50.0 * arm.norm_squared();
        let turn = -5.0 * DT * 500.0 * arm.x / inertia;
        assert!(!y || (view.angular_velocity() / turn - 1.0).abs() < 0.01, "{what}, not {turn}");
    }
}

/// A world that is saved between the load and the step goes on with the same bits.
#[test]
fn a_load_is_part_of_a_snapshot() {
    let (mut world, body) = world_with_body(-10.0, Vec2::new(1.0, 0.0), 0.5);
    world.step(DT);
    let at = world.body(body).unwrap().center_f64();
    let load =
        Load { mass: 50.0, inertia: 2.0, point: at, velocity: Vec2::new(2.0, -3.0), angular_velocity: 1.0 };
    world.body_mut(body).unwrap().apply_load(load).unwrap();
    let mut snapshot = Snapshot::new();
    world.save(&mut snapshot);
    let read = Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap();
    let mut others = [World::default(), World::default()];
    others[0].restore(&snapshot).unwrap();
    others[1].restore(&read).unwrap();
    for _ in 0..3 {
        world.step(DT);
        for other in &mut others {
            other.step(DT);
            assert_eq!(other.full_hash(), world.full_hash());
        }
    }
}

#[test]
fn a_load_out_of_range_is_refused_and_changes_nothing() {
    let (mut world, body) = world_with_body(-10.0, Vec2::zeros(), 0.0);
    let fixed = world.add_body(BodyDef::fixed()).unwrap();
    let good = Load { mass: 1.0, ..Load::default() };
    let hash = world.full_hash();
    for bad in [
        Load { mass: 0.0, ..good },
        Load { mass: f32::NAN, ..good },
        Load { inertia: -1.0, ..good },
        Load { velocity: Vec2::new(f32::INFINITY, 0.0), ..good },
        Load { angular_velocity: f32::NAN, ..good },
        Load { point: Position::new(1e7, 0.0), ..good },
        Load { inertia: 1e38, angular_velocity: 1e38, ..good },
    ] {
        assert!(world.body_mut(body).unwrap().apply_load(bad).is_err(), "{bad:?}");
    }
    assert!(world.body_mut(fixed).unwrap().apply_load(good).is_err());
    assert_eq!(world.full_hash(), hash);
}
