//! Numbers at the ends of what is allowed: a step never panics, leaves every number finite, and what is mad does no harm
//! to what stands beside it.

use geom::Shape;
use proptest::prelude::*;
use solver::ClassicSettings;
use world::{
    BodyDef, BodyId, ColliderDef, DistanceJoint, JointDef, Material, RevoluteJoint, WeldJoint, World,
    WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Zero, and sizes of all sorts up to the largest, of either sign.
fn any_size() -> impl Strategy<Value = f32> {
    let sizes = vec![0.0, 1e-38, 1e-20, 1e-6, 1.0, 50.0, 1e6, 1e20, 1e30, f32::MAX];
    (prop::sample::select(sizes), any::<bool>()).prop_map(|(size, minus)| if minus { -size } else { size })
}

/// A body near the others of its kind, and what is done to it.
#[derive(Clone, Debug)]
struct Mad {
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

fn mad() -> impl Strategy<Value = Mad> {
    let three = || (any_size(), any_size(), any_size());
    (
        ((-2.0_f32..2.0, 0.0_f32..3.0), 0_u8..3, any_size(), (any_size(), any_size()), any_size()),
        (three(), (any_size(), any_size(), 0.0_f32..1.0, any_size()), three(), three()),
    )
        .prop_map(
            |((at, shape, density, damping, gravity_scale), (velocity, material, force, impulse))| Mad {
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

/// What the engine takes of it; what it refuses, it says.
fn add(world: &mut World, mad: &Mad) -> BodyId {
    let (x, y, spin) = mad.velocity;
    let def = BodyDef::dynamic()
        .position([mad.at.0, mad.at.1])
        .velocity([x, y])
        .angular_velocity(spin)
        .damping(mad.damping.0, mad.damping.1)
        .gravity_scale(mad.gravity_scale);
    let body = world.add_body(def).unwrap();
    let shape = match mad.shape {
        0 => Shape::circle(0.4),
        1 => Shape::rectangle(0.5, 0.3),
        _ => Shape::capsule([-0.4, 0.0], [0.4, 0.0], 0.2),
    };
    let (friction, rolling_resistance, restitution, surface_speed) = mad.material;
    let (friction, rolling_resistance) = (friction.abs(), rolling_resistance.abs());
    let material = Material {
        density: mad.density,
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
    // What is stored is what the next step begins with: not finite, it would never come to an end.
    for (_, _, impulse) in world.contacts().flat_map(|contact| contact.points().collect::<Vec<_>>()) {
        assert!(impulse.normal.is_finite() && impulse.tangent.is_finite(), "{impulse:?}");
    }
    for joint in world.joints() {
        let (force, torque) = joint.reaction();
        assert!(!force.x.is_nan() && !force.y.is_nan() && !torque.is_nan(), "{force:?} {torque}");
    }
}

/// A tower that stands 100 m away, on the same ground, for a second among whatever happens elsewhere.
fn check_beside(mads: &[Mad], joined: &[(usize, usize, u8)], settings: WorldSettings) {
    let mut world = World::new(settings);
    let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(200.0, 1.0).unwrap())).unwrap();
    let mut tower = Vec::new();
    for i in 0..5 {
        let body = world.add_body(BodyDef::dynamic().position([100.0, 0.5 + i as f32])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        tower.push((body, 0.5 + i as f32));
    }
    let bodies: Vec<BodyId> = mads.iter().map(|mad| add(&mut world, mad)).collect();
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
        for (body, mad) in bodies.iter().zip(mads) {
            // Sums may overflow where each number does not: that is for the step to deal with.
            let (x, y, turn) = mad.force;
            world.apply_central_force(*body, [x, y], turn).unwrap();
            if step % 10 == 3 {
                let (x, y, turn) = mad.impulse;
                world.apply_central_impulse(*body, [x, y], turn).unwrap();
            }
        }
        world.step(DT);
        check(&world);
        for (body, height) in &tower {
            let at = world.body(*body).unwrap().pose().position;
            // A body that is shot out may come by and hit the tower; it is only asked to stand if none is near.
            let visited = bodies.iter().any(|mad| {
                let mad = world.body(*mad).unwrap().pose().position;
                mad.y < 50.0 && mad.x > 20.0
            });
            if visited {
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
    fn extremes_stay_among_themselves(
        mads in prop::collection::vec(mad(), 1..6),
        joined in prop::collection::vec((0_usize..6, 0_usize..6, 0_u8..3), 0..4),
        classic in any::<bool>(),
    ) {
        let settings = WorldSettings::default();
        let settings = if classic { settings.classic(ClassicSettings::default()) } else { settings };
        check_beside(&mads, &joined, settings);
    }
}
