//! Numbers at the ends of their allowed ranges: a step never panics, every number stays finite, and bodies
//! that do not touch the extreme ones are not affected.

use geom::Shape;
use proptest::prelude::*;
use textbook::ClassicSettings;
use world::{
    BodyDef, BodyId, ColliderDef, DistanceJoint, JointDef, Material, RevoluteJoint, WeldJoint, World,
    WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Zero and sizes up to the largest, of either sign.
fn any_size() -> impl Strategy<Value = f32> {
    let sizes = vec![0.0, 1e-38, 1e-20, 1e-6, 1.0, 50.0, 1e6, 1e20, 1e30, f32::MAX];
    (prop::sample::select(sizes), any::<bool>()).prop_map(|(size, minus)| if minus { -size } else { size })
}

/// A body with extreme numbers, near others like it, and the loads on it.
#[derive(Clone, Debug)]
struct Extreme {
    at: (f32, f32),
    shape: u8,
    density: f32,
    damping: (f32, f32),
    gravity_scale: f32,
    velocity: (f32, f32, f32),
    material: (f32, f32, f32, f32),
    force: (f32, f32, f32),
    impulse: (f32, f32, f32),
}

fn extreme() -> impl Strategy<Value = Extreme> {
    let three = || (any_size(), any_size(), any_size());
    (
        ((-2.0_f32..2.0, 0.0_f32..3.0), 0_u8..3, any_size(), (any_size(), any_size()), any_size()),
        (three(), (any_size(), any_size(), 0.0_f32..1.0, any_size()), three(), three()),
    )
        .prop_map(
            |((at, shape, density, damping, gravity_scale), (velocity, material, force, impulse))| Extreme {
                at,
                shape,
                density: density.abs(),
                damping: (damping.0.abs(), damping.1.abs()),
                gravity_scale,
                velocity,
                material,
                force,
                impulse,
            },
        )
}

/// Adds the body, and its collider unless the engine refuses the collider for its mass.
fn add(world: &mut World, extreme: &Extreme) -> BodyId {
    let (x, y, spin) = extreme.velocity;
    let def = BodyDef::dynamic()
        .position([extreme.at.0, extreme.at.1])
        .velocity([x, y])
        .angular_velocity(spin)
        .damping(extreme.damping.0, extreme.damping.1)
        .gravity_scale(extreme.gravity_scale);
    let body = world.add_body(def).unwrap();
    let shape = match extreme.shape {
        0 => Shape::circle(0.4),
        1 => Shape::rectangle(0.5, 0.3),
        _ => Shape::capsule([-0.4, 0.0], [0.4, 0.0], 0.2),
    };
    let (friction, rolling_resistance, restitution, surface_speed) = extreme.material;
    let (friction, rolling_resistance) = (friction.abs(), rolling_resistance.abs());
    let material = Material {
        density: extreme.density,
        friction,
        static_friction: friction,
        restitution,
        rolling_resistance,
        surface_speed,
    };
    let added = world.add_collider(body, ColliderDef::new(shape.unwrap()).material(material));
    if let Err(error) = &added {
        assert!(error.to_string().contains("density") || error.to_string().contains("mass"), "{error}");
    }
    body
}

fn check(world: &World) {
    world.validate().unwrap();
    for body in world.bodies() {
        let (pose, velocity) = (body.pose(), body.velocity());
        let numbers = [pose.position.x, pose.position.y, pose.rotation.cos, pose.rotation.sin];
        assert!(numbers.iter().all(|number| number.is_finite()), "{pose:?}");
        assert!(velocity.iter().all(|v| v.is_finite()), "{velocity:?}");
        assert!(body.angular_velocity().is_finite());
    }
    // Stored impulses start the next step: one that is not finite would stay for ever.
    for (_, _, impulse) in world.contacts().flat_map(|contact| contact.points().collect::<Vec<_>>()) {
        assert!(impulse.normal.is_finite() && impulse.tangent.is_finite(), "{impulse:?}");
    }
    for joint in world.joints() {
        let (force, torque) = joint.reaction();
        assert!(!force.x.is_nan() && !force.y.is_nan() && !torque.is_nan(), "{force:?} {torque}");
    }
}

/// A tower on the same ground, 100 m away from the extreme bodies, stands for one second. Nothing is swept,
/// so that what leaves at kilometres per second does not hit the tower on its way.
fn check_distant_tower(extremes: &[Extreme], joined: &[(usize, usize, u8)], settings: WorldSettings) {
    let mut world = World::new(settings.continuous(false));
    let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(200.0, 1.0).unwrap())).unwrap();
    let mut tower = Vec::new();
    for i in 0..5 {
        let body = world.add_body(BodyDef::dynamic().position([100.0, 0.5 + i as f32])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        tower.push((body, 0.5 + i as f32));
    }
    let bodies: Vec<BodyId> = extremes.iter().map(|extreme| add(&mut world, extreme)).collect();
    for &(a, b, kind) in joined {
        let (a, b) = (bodies[a % bodies.len()], bodies[b % bodies.len()]);
        if a != b {
            let def = match kind {
                0 => JointDef::new(a, b, RevoluteJoint::new()),
                1 => JointDef::new(a, b, DistanceJoint::new(0.5).spring(5.0, 0.3)),
                _ => JointDef::new(a, b, WeldJoint::new()),
            };
            world.add_joint(def).unwrap();
        }
    }
    for step in 0..60 {
        for (body, extreme) in bodies.iter().zip(extremes) {
            // A push that is too large for the mass of the body is refused.
            let mut body = world.body_mut(*body).unwrap();
            let (x, y, turn) = extreme.force;
            let _ = body.apply_central_force([x, y]).is_ok();
            let _ = body.apply_torque(turn).is_ok();
            if step % 10 == 3 {
                let (x, y, turn) = extreme.impulse;
                let _ = body.apply_central_impulse([x, y]).is_ok();
                let _ = body.apply_angular_impulse(turn).is_ok();
            }
        }
        world.step(DT);
        check(&world);
        for (body, height) in &tower {
            let at = world.body(*body).unwrap().pose().position;
            // A body that was thrown out may hit the tower, so the tower need not stand once one is near.
            let is_disturbed = bodies.iter().any(|extreme| {
                let extreme = world.body(*extreme).unwrap().pose().position;
                extreme.y < 50.0 && extreme.x > 20.0
            });
            if is_disturbed {
                return;
            }
            assert!((at.x - 100.0).abs() < 0.01 && (at.y - height).abs() < 0.02, "step {step}: {at:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    /// Extreme masses, velocities, forces, dampings and materials, in both solvers.
    #[test]
    fn extreme_numbers_stay_finite_and_leave_a_distant_tower_standing(
        extremes in prop::collection::vec(extreme(), 1..6),
        joined in prop::collection::vec((0_usize..6, 0_usize..6, 0_u8..3), 0..4),
        classic in any::<bool>(),
    ) {
        let settings = WorldSettings::default();
        let settings = if classic { settings.classic(ClassicSettings::default()) } else { settings };
        check_distant_tower(&extremes, &joined, settings);
    }
}
