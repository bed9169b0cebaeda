//! What comes to rest falls asleep within a stated time: floats, rafts, rubble, bridges, soft bodies.

use crate::{DT, add};
use toolkit::effects::{Fields, Region, Water};
use toolkit::geom::{Point, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, BodyKind, ColliderDef, DistanceJoint, JointDef, RevoluteJoint, World};
use toolkit::{Links, fracture_body};

/// Numbers without a pattern, from 0 to 1.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.next()
    }
}

/// A floor at y = 0 between walls at 8 m on either side.
fn bin() -> World {
    let mut world = World::default();
    let base = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(base, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
    for side in [-1.0, 1.0] {
        let wall = ColliderDef::new(Shape::rectangle(1.0, 50.0).unwrap());
        world.add_collider(base, wall.offset([9.0 * side, 50.0], 0.0)).unwrap();
    }
    world
}

/// Whether all dynamic bodies are asleep after some seconds at most, in water up to `surface` (m).
fn sleeps_within(mut world: World, surface: f32, seconds: f32) -> bool {
    let mut fields = Fields::new([Water::new(Region::below(surface))]);
    (0..(seconds / DT) as usize).any(|_| {
        fields.apply(&mut world, DT).unwrap();
        world.step(DT);
        world.bodies().all(|body| body.kind() != BodyKind::Dynamic || !body.is_awake())
    })
}

/// One to thirty of them, so that they float alone, beside each other and on top of each other.
#[test]
fn floating_bodies_sleep_within_half_a_minute() {
    for kind in 0..3 {
        for count in [1_u8, 8, 30] {
            for density in [300.0, 700.0] {
                let (mut world, mut numbers) = (bin(), Numbers(5));
                for i in 0..count {
                    let at = [f32::from(i % 15) - 7.0, f32::from(i / 15) + 4.5];
                    let def = BodyDef::dynamic().position(at).angle(numbers.between(-3.0, 3.0));
                    let [a, b] = [(); 2].map(|()| numbers.between(0.2, 0.4));
                    let shape = match kind {
                        0 => Shape::circle(a),
                        1 => Shape::rectangle(a, b),
                        _ => Shape::rectangle(0.4, 0.1),
                    };
                    add(&mut world, def, shape.unwrap(), density);
                }
                assert!(sleeps_within(world, 4.0, 30.0), "kind {kind}, {count} of {density} kg/m^2");
            }
        }
    }
}

/// Nine hinged planks with up to four crates on them.
#[test]
fn rafts_sleep_within_twenty_seconds() {
    for crates in 0..5_u8 {
        let (mut world, mut before) = (bin(), None::<BodyId>);
        for i in 0..9_u8 {
            let def = BodyDef::dynamic().position([0.7 * f32::from(i) - 3.0, 4.3]);
            let plank = add(&mut world, def, Shape::rectangle(0.34, 0.12).unwrap(), 300.0);
            if let Some(before) = before {
                let hinge = RevoluteJoint::new().anchors([0.35, 0.0], [-0.35, 0.0]);
                world.add_joint(JointDef::new(before, plank, hinge)).unwrap();
            }
            before = Some(plank);
        }
        for i in 0..crates {
            let def = BodyDef::dynamic().position([1.1 * f32::from(i) - 2.0, 5.0]);
            add(&mut world, def, Shape::rectangle(0.2, 0.2).unwrap(), 200.0);
        }
        assert!(sleeps_within(world, 4.0, 20.0), "{crates} crates");
    }
}

/// Blocks of 2 m, each broken into thirty shards that fly apart.
#[test]
fn rubble_sleeps_within_ten_seconds() {
    for blocks in [1_u8, 5] {
        let (mut world, mut numbers) = (bin(), Numbers(3));
        for i in 0..blocks {
            let at = Vec2::new(2.5 * f32::from(i) - 5.0, 1.0);
            let def = BodyDef::dynamic().position([at.x, at.y]);
            let block = add(&mut world, def, Shape::rectangle(1.0, 1.0).unwrap(), 1.0);
            let mut place = || Vec2::new(numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0));
            let sites: Vec<_> = (0..30).map(|_| Point::from(at + place())).collect();
            for shard in fracture_body(&mut world, block, sites).unwrap().bodies {
                let velocity = [numbers.between(-3.0, 3.0), numbers.between(0.0, 3.0)];
                world.body_mut(shard).unwrap().set_velocity(velocity).unwrap();
            }
        }
        assert!(sleeps_within(world, -1.0, 10.0), "{blocks} blocks");
    }
}

/// Twenty planks that are 5% to 20% longer than their span, alone and with a box that falls on them. Without
/// damping nothing takes their energy.
#[test]
fn damped_bridges_sleep_within_a_minute() {
    for slack in [0.05_f32, 0.2] {
        for damping in [0.3, 1.0] {
            for has_box in [false, true] {
                let (mut world, span) = (bin(), 10.0 / (1.0 + slack));
                let ends = [-0.5, 0.5].map(|side| {
                    let def = BodyDef::fixed().position([side * span, 10.0]);
                    add(&mut world, def, Shape::circle(0.1).unwrap(), 1.0)
                });
                let sag = span * (0.375 * slack).sqrt();
                let arc = |u: f32| Point::new(u * span, 10.0 - sag * (1.0 - 4.0 * u * u));
                let path: Vec<_> = (0..=64_u8).map(|i| arc(f32::from(i) / 64.0 - 0.5)).collect();
                let links = Links::chain(20, 0.1).start(ends[0]).end(ends[1]).damping(damping, damping);
                links.build(&mut world, path).unwrap();
                if has_box {
                    let def = BodyDef::dynamic().position([0.3, 10.5]);
                    add(&mut world, def, Shape::rectangle(0.3, 0.3).unwrap(), 1.0);
                }
                assert!(sleeps_within(world, -1.0, 60.0), "{slack}, {damping} 1/s, {has_box}");
            }
        }
    }
}

/// Sixteen circles in a ring, each held at its centre by distance joints to its neighbours and to a hub or
/// to the circle opposite. Nothing but damping brakes the spin of a circle that touches nothing: without
/// it, five of twelve of these never sleep.
#[test]
fn soft_bodies_whose_spin_is_damped_sleep_within_forty_seconds() {
    for damping in [0.3, 3.0] {
        for (hertz, ratio) in [(2.0, 0.2), (4.0, 0.5), (8.0, 1.0)] {
            for (has_hub, is_rigid) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut world = bin();
                let def = BodyDef::dynamic().damping(0.0, damping);
                let spoke = |i: u8| {
                    let angle = std::f32::consts::TAU * f32::from(i % 16) / 16.0;
                    Vec2::new(angle.cos(), angle.sin())
                };
                let ring: Vec<_> = (0..16)
                    .map(|i| {
                        let at = Vec2::new(0.0, 1.5) + spoke(i);
                        add(&mut world, def.position([at.x, at.y]), Shape::circle(0.177).unwrap(), 1.0)
                    })
                    .collect();
                let spring = |length: f32| DistanceJoint::new(length).spring(hertz, ratio);
                let side = (spoke(0) - spoke(1)).norm();
                let side = if is_rigid { DistanceJoint::new(side) } else { spring(side) };
                for i in 0..16 {
                    world.add_joint(JointDef::new(ring[i], ring[(i + 1) % 16], side)).unwrap();
                }
                if has_hub {
                    let hub = add(&mut world, def.position([0.0, 1.5]), Shape::circle(0.3).unwrap(), 1.0);
                    for &circle in &ring {
                        world.add_joint(JointDef::new(hub, circle, spring(1.0))).unwrap();
                    }
                } else {
                    for i in 0..8 {
                        world.add_joint(JointDef::new(ring[i], ring[i + 8], spring(2.0))).unwrap();
                    }
                }
                let what = format!("{damping} 1/s, {hertz} Hz, {ratio}, {has_hub}, {is_rigid}");
                assert!(sleeps_within(world, -1.0, 40.0), "{what}");
            }
        }
    }
}
