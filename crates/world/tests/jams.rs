//! Bodies between others of infinite mass that close in on them, or that they begin across. No velocity keeps
//! all contacts, so impulses must not grow until the body slips out and is thrown.

use geom::Shape;
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Height of the tip of a wedge: in the middle, at its lower or at its upper edge.
const TIPS: [f32; 3] = [0.0, -0.5, 0.5];

/// Two wedges that move towards a box on the floor.
struct Jam {
    /// Height and length of each wedge, m.
    wedge: [f32; 2],
    /// m/s, of each wedge.
    speed: f32,
    /// Half of the side of the box, m.
    half: f32,
    /// Where the lower edge of the wedges is, in sides of the box.
    height: f32,
    tip: f32,
}

impl Jam {
    fn world(&self, settings: WorldSettings) -> (World, BodyId) {
        let mut world = World::new(settings);
        let floor = world.add_body(BodyDef::fixed()).unwrap();
        let shape = Shape::rectangle(20.0, 0.5).unwrap();
        world.add_collider(floor, ColliderDef::new(shape).offset([0.0, -0.5], 0.0)).unwrap();
        let body = world.add_body(BodyDef::dynamic().position([0.0, self.half])).unwrap();
        let shape = Shape::rectangle(self.half, self.half).unwrap();
        world.add_collider(body, ColliderDef::new(shape)).unwrap();
        let [height, length] = self.wedge;
        for side in [-1.0, 1.0] {
            let mut corners =
                [[0.0, height * self.tip], [side * length, height / 2.0], [side * length, -height / 2.0]];
            if side > 0.0 {
                corners.reverse();
            }
            let at = [side * self.half, 2.0 * self.half * self.height + height / 2.0 + 0.001];
            let def = BodyDef::kinematic().position(at).velocity([-side * self.speed, 0.0]);
            let wedge = world.add_body(def).unwrap();
            world.add_collider(wedge, ColliderDef::new(Shape::polygon(corners).unwrap())).unwrap();
        }
        (world, body)
    }

    /// The greatest gain of speed of the box in a step, m/s.
    fn greatest_gain(&self, settings: WorldSettings) -> f32 {
        let (mut world, body) = self.world(settings);
        let mut gain = 0.0_f32;
        for _ in 0..400 {
            let before = world.body(body).unwrap().velocity();
            world.step(DT);
            gain = gain.max((world.body(body).unwrap().velocity() - before).norm());
            world.validate().unwrap();
        }
        gain
    }
}

/// A wedge of an angle of 27 to 63 degrees that closes in with v gives a body v / tan (half of its angle), up
/// to 4 v, and overlaps leave at 3 m/s. Twice that sum is the bound, since a box that is pushed at one
/// corner turns, too. Without the rule a box of 1 kg left with 67 m/s.
#[test]
fn a_box_between_two_wedges_leaves_no_faster_than_wedges_and_overlaps_push() {
    for wedge in [[0.3, 0.3], [0.6, 0.3], [0.6, 0.6]] {
        for speed in [0.25, 0.5, 1.0] {
            for half in [0.15, 0.25, 0.5] {
                for height in [0.0, 0.25, 0.5, 0.75] {
                    for tip in TIPS {
                        let jam = Jam { wedge, speed, half, height, tip };
                        let gain = jam.greatest_gain(WorldSettings::default());
                        let bound = 2.0 * (3.0 + 4.0 * speed);
                        assert!(gain < bound, "{wedge:?} {speed} {half} {height} {tip}: {gain} m/s");
                    }
                }
            }
        }
    }
}

/// Two plates that close in on a row of boxes press them into each other: no box is thrown.
#[test]
fn a_row_of_boxes_between_two_plates_is_not_thrown() {
    for count in 1..5_u8 {
        for speed in [0.1, 0.5, 2.0] {
            let mut world = World::default();
            let floor = world.add_body(BodyDef::fixed().position([0.0, -0.5])).unwrap();
            world.add_collider(floor, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
            let middle = f32::from(count - 1) / 2.0;
            let boxes = (0..count).map(|i| {
                let def = BodyDef::dynamic().position([f32::from(i) - middle, 0.5]);
                let body = world.add_body(def).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
                body
            });
            let boxes: Vec<_> = boxes.collect();
            for side in [-1.0, 1.0] {
                let at = [side * (f32::from(count) / 2.0 + 0.3), 0.5];
                let def = BodyDef::kinematic().position(at).velocity([-side * speed, 0.0]);
                let plate = world.add_body(def).unwrap();
                world.add_collider(plate, ColliderDef::new(Shape::rectangle(0.2, 0.5).unwrap())).unwrap();
            }
            let mut fastest = 0.0_f32;
            for _ in 0..240 {
                world.step(DT);
                for &body in &boxes {
                    fastest = fastest.max(world.body(body).unwrap().velocity().norm());
                }
            }
            assert!(fastest < 6.0 + 3.0 * speed, "{count} boxes, {speed} m/s: {fastest} m/s");
        }
    }
}

/// A gripper whose fingers overlap the box, or go on closing slowly, lifts it by friction; a lift carries a
/// tower. Neither is a jam.
#[test]
fn grippers_hold_and_lifts_carry() {
    for (overlap, closing) in [(0.002, 0.0), (0.01, 0.0), (0.002, 0.002)] {
        let mut world = World::default();
        let body = world.add_body(BodyDef::dynamic()).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        for side in [-1.0, 1.0] {
            let at = [side * (0.6 - overlap), 0.0];
            let def = BodyDef::kinematic().position(at).velocity([-side * closing, 1.0]);
            let finger = world.add_body(def).unwrap();
            world.add_collider(finger, ColliderDef::new(Shape::rectangle(0.1, 0.3).unwrap())).unwrap();
        }
        for _ in 0..180 {
            world.step(DT);
            assert!(world.stats().nets.is_silent(), "{overlap} {closing}");
        }
        let lag = 3.0 - world.body(body).unwrap().center().y;
        assert!(lag.abs() < 0.02, "{overlap} {closing}: {lag} m");
    }
    let mut world = World::default();
    let lift = world.add_body(BodyDef::kinematic().position([0.0, -0.5]).velocity([0.0, 1.0])).unwrap();
    world.add_collider(lift, ColliderDef::new(Shape::rectangle(2.0, 0.5).unwrap())).unwrap();
    for i in 0..100_u8 {
        let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5 + f32::from(i)])).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
    }
    for step in 0..180 {
        world.step(DT);
        assert_eq!(world.stats().nets.forgotten, 0, "step {step}");
    }
}

/// Bodies of seventeen wedges begin across a floor of one metre, alone or two that overlap each other, too:
/// some wedges are nearer to its upper side, others to its lower one. They are pushed out, or held still, but
/// not thrown. (With the impulses of contradictory contacts kept, one in ten leaves at more than 10 m/s, the
/// fastest at 430.)
#[test]
fn a_body_of_many_pieces_that_begins_across_a_floor_is_not_thrown() {
    for (count, most) in [(1, 8.0), (2, 11.0)] {
        for start in 200..300_u32 {
            let mut world = World::default();
            let floor = world.add_body(BodyDef::fixed()).unwrap();
            world.add_collider(floor, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
            let mut state = start;
            let mut between = |least: f32, most: f32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                least + (most - least) * (state >> 8) as f32 / (1 << 24) as f32
            };
            for i in 0..count {
                let at = [3.0 * i as f32 - 1.5 + between(-1.0, 1.0), between(-0.6, 0.6)];
                let def = BodyDef::dynamic().position(at).angle(between(-3.1, 3.1));
                let body = world.add_body(def).unwrap();
                let corners: [_; 17] = std::array::from_fn(|i| {
                    let (angle, far) = (std::f32::consts::TAU * i as f32 / 17.0, between(0.4, 1.5));
                    [far * angle.cos(), far * angle.sin()]
                });
                for i in 0..17 {
                    let wedge = Shape::polygon([[0.0, 0.0], corners[i], corners[(i + 1) % 17]]).unwrap();
                    world.add_collider(body, ColliderDef::new(wedge)).unwrap();
                }
            }
            for step in 0..240 {
                world.step(DT);
                for body in world.dynamic_bodies() {
                    // The highest place from which it may have fallen.
                    let fall = (2.0 * 9.81 * (2.6 - body.pose().position.y).max(0.0)).sqrt();
                    let speed = body.velocity().norm();
                    assert!(speed < fall + most, "{count} from {start}: {speed} m/s in step {step}");
                }
            }
        }
    }
}

/// What two static walls press rightly keeps its impulses: a wedge in a groove whose walls are nearly
/// opposite, onto which a load falls, comes to rest.
#[test]
fn a_loaded_wedge_in_a_narrow_groove_stands() {
    for half_angle in [0.1_f32, 0.2, 0.3] {
        for ratio in [1.0, 10.0, 500.0] {
            for (drop, friction) in [(0.0, 0.0), (0.0, 0.6), (1.0, 0.0), (1.0, 0.6)] {
                let mut world = World::new(WorldSettings::default());
                let (sin, cos) = half_angle.sin_cos();
                for side in [-1.0, 1.0] {
                    // Walls of 4 m, whose faces meet in the origin.
                    let at = [side * (5.0 * sin + 2.0 * cos), 5.0 * cos - 2.0 * sin];
                    let wall =
                        world.add_body(BodyDef::fixed().position(at).angle(-side * half_angle)).unwrap();
                    let shape = Shape::rectangle(2.0, 6.0).unwrap();
                    world.add_collider(wall, ColliderDef::new(shape).friction(friction)).unwrap();
                }
                let mut add = |at: [f32; 2], shape: Shape, density: f32| {
                    let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
                    let collider = ColliderDef::new(shape).friction(friction).density(density);
                    world.add_collider(body, collider).unwrap();
                    body
                };
                let [low, high] = [2.0, 3.0].map(|height: f32| [height * half_angle.tan(), height]);
                let corners = [[-low[0], low[1]], low, high, [-high[0], high[1]]];
                let wedge = add([0.0, 0.0], Shape::polygon(corners).unwrap(), 1.0);
                let half = 0.9 * high[0];
                let density = ratio * (low[0] + high[0]) / (4.0 * half * half);
                add([0.0, high[1] + half + drop], Shape::rectangle(half, half).unwrap(), density);
                let start = world.body(wedge).unwrap().center_f64().y;
                for step in 0..600 {
                    world.step(DT);
                    // An impact may be forgotten where the load falls onto it.
                    assert!(step < 300 || world.stats().nets.forgotten == 0);
                }
                let wedge = world.body(wedge).unwrap();
                let (sunk, speed) = (start - wedge.center_f64().y, wedge.velocity().norm());
                let of = format!("{half_angle} rad, load of {ratio} from {drop} m, friction {friction}");
                assert!(sunk < 0.06 && speed < 0.15, "{of}: {sunk} m deep at {speed} m/s");
            }
        }
    }
}
