//! Joints that are solved directly: gaps, energy and momentum of mechanisms, against closed forms and bounds
//! that do not come from the solver.

use crate::same_bits::assert_same_bits;
use geom::{Point, Pose, Rot, Shape, Vec2};
use solver::DirectJoints;
use std::f32::consts::PI;
use world::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 10.0;

fn world_with(direct: DirectJoints, gravity: f32) -> World {
    World::new(WorldSettings::default().gravity([0.0, -gravity]).sleeping(false).direct_joints(direct))
}

/// Bodies of one mechanism do not collide.
fn together() -> Filter {
    Filter { group: -1, ..Filter::default() }
}

fn add_box(world: &mut World, at: [f32; 2], half: [f32; 2], density: f32) -> BodyId {
    let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
    let shape = Shape::rectangle(half[0], half[1]).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(density).filter(together())).unwrap();
    body
}

/// Kinetic and potential energy, J.
fn energy(world: &World) -> f64 {
    let gravity = -f64::from(world.settings().gravity.y);
    let of = |body: BodyRef<'_>| {
        let (mass, height) = (f64::from(body.mass_properties().mass), f64::from(body.center().y));
        f64::from(body.kinetic_energy()) + mass * gravity * height
    };
    world.dynamic_bodies().map(of).sum()
}

fn largest_gap(world: &World) -> f32 {
    world.joints().map(|joint| joint.error().abs()).fold(0.0, f32::max)
}

/// A level chain of links of 1 m from a hook, with a ball of `ratio` times the mass of a link at its end.
/// Returns its weight times its length, J.
fn chain(direct: DirectJoints, links: u32, ratio: f32) -> (World, f64) {
    let mut world = world_with(direct, G);
    let mut last = (world.add_body(BodyDef::fixed()).unwrap(), Point::origin());
    for i in 0..links {
        let link = add_box(&mut world, [0.5 + i as f32, 0.0], [0.5, 0.125], 1.0);
        let pin = RevoluteJoint::new().anchors(last.1, [-0.5, 0.0]);
        world.add_joint(JointDef::new(last.0, link, pin)).unwrap();
        last = (link, Point::new(0.5, 0.0));
    }
    let ball = world.add_body(BodyDef::dynamic().position([links as f32, 0.0])).unwrap();
    let density = ratio * 0.25 / (PI * 0.25);
    let shape = Shape::circle(0.5).unwrap();
    world.add_collider(ball, ColliderDef::new(shape).density(density).filter(together())).unwrap();
    world.add_joint(JointDef::new(last.0, ball, RevoluteJoint::new().anchors(last.1, [0.0, 0.0]))).unwrap();
    let mass = 0.25 * (f64::from(ratio) + f64::from(links) / 2.0);
    (world, mass * f64::from(G) * f64::from(links))
}

/// The greatest gap within ten seconds, m, and the greatest change of the energy, as a share of the drop.
fn swing(direct: DirectJoints, links: u32, ratio: f32) -> (f32, f64) {
    let (mut world, drop) = chain(direct, links, ratio);
    let start = energy(&world);
    let (mut gap, mut change) = (0.0_f32, 0.0_f64);
    for _ in 0..600 {
        world.step(DT);
        gap = gap.max(largest_gap(&world));
        change = change.max((energy(&world) - start).abs() / drop);
    }
    (gap, change)
}

/// However heavy the ball is, the chain stays closed to a millimetre and keeps its energy to a hundredth. The
/// sweeps leave gaps of centimetres and metres.
#[test]
fn a_chain_with_a_heavy_ball_stays_closed_and_keeps_its_energy() {
    for (links, ratio) in [(30, 100.0), (30, 1000.0), (30, 10_000.0), (50, 100.0)] {
        for direct in [DirectJoints::Loaded, DirectJoints::All] {
            let (gap, change) = swing(direct, links, ratio);
            assert!(gap < 1e-3, "{links} links, {ratio} times, {direct:?}: {gap} m");
            assert!(change < 0.01, "{links} links, {ratio} times, {direct:?}: {change}");
        }
    }
    let (gap, _) = swing(DirectJoints::Off, 30, 1000.0);
    assert!(gap > 0.1, "the sweeps are as good: {gap} m");
}

/// A rope of twenty links of half a metre, with 500 times the mass of a link at its end, hangs no lower than
/// its length, after a swing and at rest.
#[test]
fn a_rope_under_a_heavy_load_is_as_long_as_its_links() {
    let mut world = world_with(DirectJoints::Loaded, G);
    let hook = world.add_body(BodyDef::fixed()).unwrap();
    let mut last = (hook, Point::origin());
    for i in 0..20 {
        let link = add_box(&mut world, [0.0, -0.25 - 0.5 * i as f32], [0.05, 0.25], 1.0);
        let pin = RevoluteJoint::new().anchors(last.1, [0.0, 0.25]);
        world.add_joint(JointDef::new(last.0, link, pin)).unwrap();
        last = (link, Point::new(0.0, -0.25));
    }
    let load = add_box(&mut world, [0.0, -10.0], [0.25, 0.25], 500.0 * 0.05 / 0.25);
    world.add_joint(JointDef::new(last.0, load, RevoluteJoint::new().anchors(last.1, [0.0, 0.0]))).unwrap();
    world.body_mut(load).unwrap().set_velocity([4.0, 0.0]).unwrap();
    for _ in 0..600 {
        world.step(DT);
        let length = world.body(load).unwrap().center().coords.norm();
        assert!(length < 10.01, "{length} m");
    }
}

/// A rod that turns about its end keeps its energy for a minute; a simple, a double and a triple pendulum for
/// two. With sweeps the rod keeps 12% and the double pendulum loses a third.
#[test]
fn pendulums_keep_their_energy() {
    let mut world = world_with(DirectJoints::default(), 0.0);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let rod = add_box(&mut world, [0.5, 0.0], [0.5, 0.05], 1.0);
    world.body_mut(rod).unwrap().set_velocity([0.0, 15.0]).unwrap().set_angular_velocity(30.0).unwrap();
    let pin = RevoluteJoint::new().anchors([0.0, 0.0], [-0.5, 0.0]);
    world.add_joint(JointDef::new(ground, rod, pin)).unwrap();
    let start = energy(&world);
    for _ in 0..3600 {
        world.step(DT);
    }
    let kept = energy(&world) / start;
    assert!((kept - 1.0).abs() < 0.01, "the rod keeps {kept}");

    for rods in [1_u8, 2, 3] {
        let mut world = world_with(DirectJoints::default(), G);
        let mut last = (world.add_body(BodyDef::fixed()).unwrap(), Point::origin());
        for i in 0..rods {
            let rod = add_box(&mut world, [0.5 + f32::from(i), 0.0], [0.5, 0.05], 1.0);
            let pin = RevoluteJoint::new().anchors(last.1, [-0.5, 0.0]);
            world.add_joint(JointDef::new(last.0, rod, pin)).unwrap();
            last = (rod, Point::new(0.5, 0.0));
        }
        // From the highest to the lowest position of all rods: twice the sum of their distances.
        let range = 0.1 * f64::from(G) * f64::from(rods).powi(2);
        let start = energy(&world);
        for _ in 0..7200 {
            world.step(DT);
            let change = (energy(&world) - start).abs() / range;
            assert!(change < 0.01, "{rods} rods: {change}");
        }
    }
}

/// A chain that spins freely keeps its momentum, angular momentum and energy for a minute.
#[test]
fn a_free_chain_keeps_momentum_and_energy() {
    let mut world = world_with(DirectJoints::Loaded, 0.0);
    let mut last: Option<BodyId> = None;
    for i in 0..30 {
        let x = i as f32 - 14.5;
        let link = add_box(&mut world, [x, 0.0], [0.5, 0.125], 1.0);
        world
            .body_mut(link)
            .unwrap()
            .set_velocity([0.0, 2.0 * x])
            .unwrap()
            .set_angular_velocity(2.0)
            .unwrap();
        if let Some(last) = last {
            let pin = RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]);
            world.add_joint(JointDef::new(last, link, pin)).unwrap();
        }
        last = Some(link);
    }
    let momenta = |world: &World| {
        let (mut spin, mut linear) = (0.0_f64, Vec2::zeros());
        for body in world.dynamic_bodies() {
            let (mass, center, velocity) = (body.mass_properties(), body.center(), body.velocity());
            let moment =
                f64::from(center.x) * f64::from(velocity.y) - f64::from(center.y) * f64::from(velocity.x);
            spin += f64::from(mass.mass) * moment;
            spin += f64::from(mass.inertia) * f64::from(body.angular_velocity());
            linear += velocity * mass.mass;
        }
        (spin, linear)
    };
    let ((spin, _), start) = (momenta(&world), energy(&world));
    for _ in 0..3600 {
        world.step(DT);
    }
    let (spin_after, linear) = momenta(&world);
    assert!((spin_after / spin - 1.0).abs() < 0.01, "{spin} {spin_after}");
    assert!((energy(&world) / start - 1.0).abs() < 0.01);
    assert!(linear.norm() < 1e-2, "{linear:?}");
    assert!(largest_gap(&world) < 1e-3);
}

/// A flipper that a strong motor drives at its limit, bare or with a heavy arm at its end, stays within a
/// milliradian of the limit, on the way there and after. With sweeps, a motor of 50 N m drives the bare one
/// past its limit by 41 mrad, and one of 5,000 N m by more than half a turn.
#[test]
fn a_motor_does_not_pass_its_limit() {
    for (torque, has_weight) in [(50.0, true), (5000.0, true), (50.0, false), (5000.0, false)] {
        let mut world = world_with(DirectJoints::default(), G);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let flipper = add_box(&mut world, [0.5, 0.0], [0.5, 0.05], 1.0);
        let pin = RevoluteJoint::new().anchors([0.0, 0.0], [-0.5, 0.0]).limits(-0.5, 0.5).motor(20.0, torque);
        let joint = world.add_joint(JointDef::new(ground, flipper, pin)).unwrap();
        if has_weight {
            let weight = add_box(&mut world, [1.0, 0.0], [0.1, 0.1], 50.0);
            let weld = WeldJoint::new().anchors([0.5, 0.0], [0.0, 0.0]);
            world.add_joint(JointDef::new(flipper, weight, weld)).unwrap();
        }
        for _ in 0..240 {
            world.step(DT);
            let angle = world.joint(joint).unwrap().angle();
            assert!(angle < 0.501, "{torque} N m, weight {has_weight}: {angle} rad");
        }
        let angle = world.joint(joint).unwrap().angle();
        assert!(angle > 0.499, "{torque} N m, weight {has_weight}: the limit is not reached: {angle} rad");
    }
}

/// A lift that a strong motor drives along its rail stays within a millimetre of its end.
#[test]
fn a_slider_does_not_pass_its_limit() {
    let mut world = world_with(DirectJoints::default(), G);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let lift = add_box(&mut world, [0.0, 0.0], [0.5, 0.1], 10.0);
    let rail = PrismaticJoint::new([0.0, 1.0]).limits(0.0, 2.0).motor(4.0, 1e5);
    let joint = world.add_joint(JointDef::new(ground, lift, rail)).unwrap();
    for _ in 0..120 {
        world.step(DT);
        assert!(world.joint(joint).unwrap().translation() < 2.001, "{:?}", world.joint(joint).unwrap());
    }
    assert!(world.joint(joint).unwrap().translation() > 1.999, "{:?}", world.joint(joint).unwrap());
}

/// A ball hits a block that is welded to a wall, with 2.5 N s. The weld breaks if it bears less than these in
/// a step, 150 N, in whichever sub-step the ball arrives: the event tells the mean force of the step.
#[test]
fn an_impact_breaks_a_joint_in_any_sub_step() {
    for place in 0..8_u8 {
        let mut world = world_with(DirectJoints::All, 0.0);
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let block = add_box(&mut world, [0.0, 0.0], [0.5, 0.5], 1.0);
        let weld = JointDef::new(wall, block, WeldJoint::new());
        world.add_joint(weld.breaks(75.0, f32::INFINITY)).unwrap();
        let distance = 0.9 + 0.01 * f32::from(place);
        let ball = BodyDef::dynamic().position([-distance, 0.0]).velocity([5.0, 0.0]);
        let ball = world.add_body(ball).unwrap();
        let density = 0.5 / (PI * 0.04);
        world.add_collider(ball, ColliderDef::new(Shape::circle(0.2).unwrap()).density(density)).unwrap();
        let mut broken = None;
        for _ in 0..20 {
            world.step(DT);
            broken = broken.or(world.events().joints_broken().first().copied());
        }
        let force = broken.map(|event| event.force.x);
        assert!(force.is_some_and(|force| force.abs() > 75.0), "from {distance} m: {force:?} N");
    }
}

/// Bodies with a locked coordinate, with friction against the ground or with a spring, and larger mechanisms
/// that carry little are left to the sweeps: they keep their bits.
#[test]
fn what_sweeps_solve_well_is_solved_as_before() {
    let add = |world: &mut World, kind: u8| {
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let free = add_box(world, [0.0, 0.0], [0.5, 0.5], 1.0);
        match kind {
            0 => {
                let locks = Locks { x: true, ..Locks::default() };
                world.body_mut(free).unwrap().set_locks(locks);
            }
            1 => {
                let rub = FrictionJoint::new(1.0, 1.0);
                world.add_joint(JointDef::new(ground, free, rub)).unwrap();
            }
            _ => {
                let mut last = (ground, [0.0, 0.0]);
                for i in 0..4 {
                    let link = add_box(world, [0.5 + i as f32, 3.0], [0.5, 0.1], 1.0);
                    let pin = RevoluteJoint::new().anchors(last.1, [-0.5, 0.0]);
                    world.add_joint(JointDef::new(last.0, link, pin)).unwrap();
                    last = (link, [0.5, 0.0]);
                }
            }
        }
        world.body_mut(free).unwrap().set_velocity([1.0, 0.5]).unwrap().set_angular_velocity(1.0).unwrap();
    };
    for kind in 0..3 {
        let [default, off] = [DirectJoints::default(), DirectJoints::Off].map(|direct| {
            let mut world = world_with(direct, G);
            add(&mut world, kind);
            for _ in 0..60 {
                world.step(DT);
            }
            world.state_hash()
        });
        assert_eq!(default, off, "{kind}");
    }
}

/// A motor with less torque than the weight demands sinks with the difference: its bound holds in the direct
/// solve.
#[test]
fn a_motor_gives_no_more_than_its_torque() {
    let mut world = world_with(DirectJoints::All, G);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let arm = add_box(&mut world, [0.5, 0.0], [0.5, 0.05], 1.0);
    let mass = world.body(arm).unwrap().mass_properties();
    let torque = 0.25 * mass.mass * G;
    let pin = RevoluteJoint::new().anchors([0.0, 0.0], [-0.5, 0.0]).motor(0.0, torque);
    world.add_joint(JointDef::new(ground, arm, pin)).unwrap();
    world.step(DT);
    // The weight's torque is twice the motor's: half of the free acceleration.
    let inertia = mass.inertia + mass.mass * 0.25;
    let expected = -(0.5 * mass.mass * G - torque) / inertia * DT;
    let found = world.body(arm).unwrap().angular_velocity();
    assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
}

/// A closed chain of eight bars with a load: a loop is solved directly too.
#[test]
fn a_closed_chain_under_load_stays_closed() {
    let mut world = world_with(DirectJoints::All, G);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let corner = |i: u32| {
        let at = Rot::from_angle(PI / 4.0 * i as f32) * Vec2::new(0.0, 1.0);
        Point::new(at.x, at.y)
    };
    let bars: Vec<BodyId> = (0..8)
        .map(|i| {
            let (from, to) = (corner(i), corner(i + 1));
            let bar = to - from;
            let angle = Rot { cos: bar.x / bar.norm(), sin: bar.y / bar.norm() }.angle();
            let body = BodyDef::dynamic().position(from + 0.5 * bar).angle(angle);
            let body = world.add_body(body).unwrap();
            let shape = Shape::rectangle(0.5 * bar.norm(), 0.02).unwrap();
            world.add_collider(body, ColliderDef::new(shape).filter(together())).unwrap();
            body
        })
        .collect();
    let half = 0.5 * (corner(1) - corner(0)).norm();
    for i in 0..8 {
        let pin = RevoluteJoint::new().anchors([half, 0.0], [-half, 0.0]);
        world.add_joint(JointDef::new(bars[i], bars[(i + 1) % 8], pin)).unwrap();
    }
    let hook = RevoluteJoint::new().anchors([0.0, 1.0], [-half, 0.0]);
    world.add_joint(JointDef::new(ground, bars[0], hook)).unwrap();
    let load = add_box(&mut world, [0.0, -1.0], [0.1, 0.1], 500.0);
    let hold = RevoluteJoint::new().anchors([-half, 0.0], [0.0, 0.0]);
    world.add_joint(JointDef::new(bars[4], load, hold)).unwrap();
    let mut gap = 0.0_f32;
    for _ in 0..600 {
        world.step(DT);
        gap = gap.max(largest_gap(&world));
    }
    assert!(gap < 1e-3, "{gap} m");
}

/// Two crossed bars of 6 kg, hinged in their middles and at their feet, bear 200 kg on one of their upper
/// ends. The hinge in the middles has no lever arms: by these alone it took any error for a contradiction and
/// gave way as a spring, by 6.6 mm. The bound is a tenth of what the closed chain above may give way.
#[test]
fn crossed_bars_with_a_hinge_at_their_centres_stay_closed() {
    let mut world = world_with(DirectJoints::Loaded, G);
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let half = 0.5_f32.sqrt();
    let bars = [1.0, -1.0].map(|side| {
        let bar = add_box(&mut world, [0.0, half], [1.0, 0.05], 30.0);
        world.body_mut(bar).unwrap().set_pose(Pose::new([0.0, half], side * 0.25 * PI)).unwrap();
        let foot = RevoluteJoint::new().anchors([-side * half, 0.0], [-side, 0.0]);
        world.add_joint(JointDef::new(ground, bar, foot)).unwrap();
        bar
    });
    world.add_joint(JointDef::new(bars[0], bars[1], RevoluteJoint::new())).unwrap();
    let load = add_box(&mut world, [half, 2.0 * half], [0.5, 0.5], 200.0);
    world
        .add_joint(JointDef::new(bars[0], load, RevoluteJoint::new().anchors([1.0, 0.0], [0.0, 0.0])))
        .unwrap();
    let mut gap = 0.0_f32;
    for _ in 0..120 {
        world.step(DT);
        gap = gap.max(largest_gap(&world));
    }
    assert!(gap < 1e-4, "{gap} m");
}

/// Poles of 1 to 12 links that stand on the ground, welded or hinged with limits that leave no angle: a push
/// of five links' weight at the tip bends none of them, whatever their number. In sweeps the tip of one of
/// seven links turns by 0.7 rad.
#[test]
fn poles_of_any_number_of_links_stay_straight() {
    for is_welded in [true, false] {
        for links in 1..=12 {
            let mut world = world_with(DirectJoints::default(), G);
            let mut last = world.add_body(BodyDef::fixed()).unwrap();
            for i in 0..links {
                let link = add_box(&mut world, [0.0, 0.25 + 0.5 * i as f32], [0.05, 0.25], 1.0);
                let (below, above) = ([0.0, if i == 0 { 0.0 } else { 0.25 }], [0.0, -0.25]);
                let kind: JointKind = if is_welded {
                    WeldJoint::new().anchors(below, above).into()
                } else {
                    RevoluteJoint::new().anchors(below, above).limits(0.0, 0.0).into()
                };
                world.add_joint(JointDef::new(last, link, kind)).unwrap();
                last = link;
            }
            let mut greatest = 0.0_f32;
            for _ in 0..120 {
                let tip = world.body(last).unwrap().pose() * Point::new(0.0, 0.25);
                world.body_mut(last).unwrap().apply_force([0.25 * G, 0.0], tip).unwrap();
                world.step(DT);
                greatest = greatest.max(world.body(last).unwrap().pose().rotation.angle().abs());
            }
            assert!(greatest < 2e-3, "{links} links, welded {is_welded}: {greatest} rad");
        }
    }
}

/// Two hundred chains with boxes between them, in many strips: the same bits on any number of threads, after
/// a snapshot too.
#[test]
fn many_mechanisms_give_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let scene = || {
        let mut world = world_with(DirectJoints::Loaded, G);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(500.0, 0.5).unwrap())).unwrap();
        for i in 0..120 {
            let x = 4.0 * i as f32 - 240.0;
            let mut last = (ground, Point::new(x, 8.0));
            for k in 0..6 {
                let link =
                    world.add_body(BodyDef::dynamic().position([x + 0.25 + 0.5 * k as f32, 8.0])).unwrap();
                world.add_collider(link, ColliderDef::new(Shape::rectangle(0.25, 0.05).unwrap())).unwrap();
                let pin = RevoluteJoint::new().anchors(last.1, [-0.25, 0.0]);
                world.add_joint(JointDef::new(last.0, link, pin)).unwrap();
                last = (link, Point::new(0.25, 0.0));
            }
            let heavy = world.add_body(BodyDef::dynamic().position([x + 3.0, 8.0])).unwrap();
            world.add_collider(heavy, ColliderDef::new(Shape::circle(0.4).unwrap()).density(10.0)).unwrap();
            let pin = RevoluteJoint::new().anchors(last.1, [0.0, 0.0]);
            world.add_joint(JointDef::new(last.0, heavy, pin)).unwrap();
            let block = world.add_body(BodyDef::dynamic().position([x + 2.0, 1.0])).unwrap();
            world.add_collider(block, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        }
        world
    };
    assert_same_bits(scene, 60, 120);
}
