//! Tools far from the origin: the same scene at the origin and moved by multiples of 1,024 m gives the same
//! results, relative to the scene. Bit for bit, unless a test says why not and within which bound.

#![allow(clippy::unwrap_used)]

use toolkit::draw::{Color, DebugDraw, DrawOptions, Layer, Paint, draw_world, draw_world_at};
use toolkit::effects::{Attraction, Attractor, Explosion, Fields, GravityRegion, Region, Water, Wind};
use toolkit::geom::{Aabb, Point, Pose, Position, Rot, Shape, Vec2, WorldPose};
use toolkit::world::{
    BodyDef, BodyId, BodyRef, ColliderDef, JointDef, QueryFilter, Ray, RevoluteJoint, World, WorldSettings,
};
use toolkit::{
    CharacterMover, Interpolator, Links, Opening, PortalDef, Portals, fracture_body, move_bodies,
    path_around, place_joined, slice_body,
};

const DT: f32 = 1.0 / 60.0;

/// The origin, and places 1,000 to 10,000 km away, where the last digits of an `f32` are worth 0.1 to 1 m.
const PLACES: [[f64; 2]; 4] =
    [[0.0, 0.0], [1_024_000.0, -3_072_000.0], [-9_999_360.0, 9_999_360.0], [97_000.0 * 1024.0, 0.0]];

fn at(place: Position, x: f64, y: f64) -> Position {
    Position::new(place.x + x, place.y + y)
}

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

fn add(world: &mut World, def: BodyDef, shape: Shape) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(shape).friction(0.5)).unwrap();
    body
}

/// What a body does, as seen from a place: pose, velocity, and angular velocity.
fn motion(body: BodyRef<'_>, place: Position) -> Vec<f32> {
    let (pose, v) = (body.pose_from(place), body.velocity());
    let Rot { cos, sin } = pose.rotation;
    vec![pose.position.x, pose.position.y, cos, sin, v.x, v.y, body.angular_velocity()]
}

fn motions(world: &World, place: Position) -> Vec<f32> {
    world.bodies().flat_map(|body| motion(body, place)).collect()
}

/// Whether `scene` has the same results at all places, bit for bit.
fn assert_same_everywhere<T: PartialEq + std::fmt::Debug>(scene: impl Fn(Position) -> Vec<T>) {
    let expected = scene(Position::ORIGIN);
    for place in PLACES {
        let found = scene(place.into());
        assert_eq!(found.len(), expected.len());
        let first = found.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(first.map(|i| (i, &found[i], &expected[i])), None, "at {place:?}");
    }
}

/// Whether the numbers of `scene` are the same at all places, within a bound.
fn assert_near_everywhere(bound: f32, scene: impl Fn(Position) -> Vec<f32>) {
    let expected = scene(Position::ORIGIN);
    for place in PLACES {
        let found = scene(place.into());
        assert_eq!(found.len(), expected.len());
        for (i, (a, b)) in found.iter().zip(&expected).enumerate() {
            assert!((a - b).abs() <= bound, "number {i} at {place:?}: {a} {b}");
        }
    }
}

/// A character walks over a slope and a step, pushes a crate, jumps onto a one-way platform and drops through
/// it, and rides a lift that turns, with a body of its own; what it does and what the world does has the same
/// bits.
#[test]
fn character_goes_the_same_way_everywhere() {
    assert_same_everywhere(|place| {
        let mut world = World::default();
        add(
            &mut world,
            BodyDef::fixed().position(at(place, 0.0, -1.0)),
            Shape::rectangle(40.0, 1.0).unwrap(),
        );
        let slope = BodyDef::fixed().position(at(place, 4.0, -0.5)).angle(0.4);
        add(&mut world, slope, Shape::rectangle(2.0, 0.5).unwrap());
        add(&mut world, BodyDef::fixed().position(at(place, 9.0, 0.0)), Shape::rectangle(1.0, 0.25).unwrap());
        add(
            &mut world,
            BodyDef::dynamic().position(at(place, 1.5, 0.5)),
            Shape::rectangle(0.5, 0.5).unwrap(),
        );
        let lift = BodyDef::kinematic().position(at(place, -3.0, 0.25)).velocity([0.25, 0.5]);
        let lift = add(&mut world, lift.angular_velocity(0.25), Shape::rectangle(1.0, 0.25).unwrap());
        let shelf = world.add_body(BodyDef::fixed().position(at(place, 0.0, 2.0))).unwrap();
        let board = ColliderDef::new(Shape::rectangle(1.5, 0.125).unwrap()).one_way([0.0, 1.0]);
        world.add_collider(shelf, board).unwrap();
        let (mut seen, mut happened) = (Vec::new(), [false; 4]);
        let shape = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.25).unwrap();
        for (start, speed) in [(-3.0, 0.0), (0.5, 4.0_f32), (-1.0, 0.0), (6.0, -3.0), (7.0, 1.5)] {
            let own = world.add_body(BodyDef::kinematic()).unwrap();
            let mover = CharacterMover::new(shape.clone(), world.settings()).unwrap();
            let mut mover = mover.at(at(place, start, 1.5)).with_body(own);
            let mut velocity = Vec2::zeros();
            for step in 0..240 {
                velocity += world.settings().gravity * DT;
                velocity.x = speed;
                if step % 60 == 40 {
                    velocity.y = 7.0;
                }
                if step == 200 {
                    mover.drop_through();
                }
                let motion = mover.step(&mut world, velocity, DT).unwrap();
                velocity = motion.velocity;
                let on = motion.ground.map(|ground| ground.body);
                happened[0] |= motion.has_climbed_step;
                happened[1] |= motion.collisions.iter().any(|hit| hit.impulse > 0.0);
                happened[2] |= on == Some(lift);
                happened[3] |= on == Some(shelf);
                world.step(DT);
                mover.follow_ground(&world).unwrap();
                let position = mover.position();
                seen.extend([position.x - place.x, position.y - place.y].map(f64::to_bits));
                seen.extend([velocity.x, velocity.y].map(|x| u64::from(x.to_bits())));
                seen.push(motion.collisions.len() as u64);
            }
            world.remove_body(own).unwrap();
        }
        assert_eq!(happened, [true; 4], "a step, a push, the lift, the shelf");
        seen.extend(motions(&world, place).into_iter().map(|x| u64::from(x.to_bits())));
        seen
    });
}

/// Seen from above, too, with walls and things to push.
#[test]
fn character_seen_from_above_goes_the_same_way_everywhere() {
    assert_same_everywhere(|place| {
        let mut world = weightless();
        let wall = BodyDef::fixed().position(at(place, 3.0, 0.0)).angle(0.7);
        add(&mut world, wall, Shape::rectangle(0.5, 4.0).unwrap());
        let crate_ = BodyDef::dynamic().position(at(place, 1.5, 0.25)).damping(2.0, 2.0);
        add(&mut world, crate_, Shape::rectangle(0.25, 0.25).unwrap());
        let mover = CharacterMover::new(Shape::circle(0.25).unwrap(), world.settings()).unwrap();
        let mut mover = mover.at(place);
        let mut seen = Vec::new();
        for _ in 0..120 {
            let motion = mover.step(&mut world, [3.0, 0.5], DT).unwrap();
            world.step(DT);
            seen.extend([motion.position.x - place.x, motion.position.y - place.y].map(f64::to_bits));
        }
        seen
    });
}

/// A character that is nowhere is refused, in the words of the world; at 9e7 m it is at home.
#[test]
fn character_is_refused_only_outside_the_world() {
    let mut world = World::default();
    let mover = CharacterMover::new(Shape::circle(0.25).unwrap(), world.settings()).unwrap();
    assert!(mover.clone().at([9e7, -9e7]).step(&mut world, [1.0, 0.0], DT).is_ok());
    let error = mover.clone().at([0.0, 1.1e8]).step(&mut world, [1.0, 0.0], DT).unwrap_err();
    assert_eq!(error.to_string(), "position.y is 110000000: it must be within 100,000 km of the origin");
    let error = mover.at([0.0, 0.0]).teleport(&mut world, [f64::NAN, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "position.x is NaN: it must be within 100,000 km of the origin");
}

/// Water, wind, a planet, a gravity region and an explosion behind a wall push with the same bits.
#[test]
fn forces_of_nature_are_the_same_everywhere() {
    assert_same_everywhere(|place| {
        let mut world = World::default();
        let mut put = |x: f64, y: f64, density: f32| {
            let body = world.add_body(BodyDef::dynamic().position(at(place, x, y)).angle(0.3)).unwrap();
            let shape = Shape::rectangle(0.5, 0.25).unwrap();
            world.add_collider(body, ColliderDef::new(shape).density(density)).unwrap();
        };
        put(0.0, 0.5, 500.0);
        put(2.0, 1.0, 5.0);
        put(8.0, 0.0, 1.0);
        put(20.0, 0.25, 1.0);
        let shield = BodyDef::fixed().position(at(place, 19.0, 0.5));
        add(&mut world, shield, Shape::rectangle(0.125, 0.25).unwrap());
        let slope = toolkit::geom::HalfSpace::new([0.1, 1.0], 0.25).unwrap();
        let shaft = Region::Box(Aabb::new([7.0, -9.0], [12.0, 9.0])).at(place);
        let mut fields = Fields::default();
        fields.list.push(Water::new(Region::HalfSpace(slope).at(place)).into());
        fields.list.push(Wind { region: Region::below(4.0).at(place), ..Wind::new([6.0, 1.0]) }.into());
        fields.list.push(GravityRegion::new(shaft, [0.5, 1.0]).into());
        let planet = Attractor::new(at(place, 30.0, 3.0), 64.0);
        fields.list.push(Attractor { attraction: Attraction::Inverse, reach: 50.0, ..planet }.into());
        for step in 0..120 {
            fields.apply(&mut world, DT).unwrap();
            if step == 30 {
                let blast = Explosion::new(at(place, 17.5, 0.5), 3.0, 4.0);
                let blast = Explosion { falloff: 20.0, obstacles: u64::MAX, ..blast };
                assert!(!blast.hits(&world).unwrap().is_empty());
                assert!(!blast.apply(&mut world).unwrap().is_empty());
            }
            world.step(DT);
        }
        motions(&world, place)
    });
}

/// A rope between posts, and a track around wheels, are built and swing with the same bits.
#[test]
fn ropes_and_tracks_are_the_same_everywhere() {
    assert_same_everywhere(|place| {
        let mut world = World::default();
        let [a, b] =
            [0.0, 4.0].map(|x| world.add_body(BodyDef::fixed().position(at(place, x, 5.0))).unwrap());
        let points = [[0.0, 5.0], [1.5, 4.0], [4.0, 5.0]].map(|[x, y]| at(place, x, y));
        Links::rope(12, 0.125).start(a).end(b).build(&mut world, points).unwrap();
        let path = path_around([at(place, 10.0, 0.0), at(place, 12.0, 0.0)], 0.5);
        Links::track(16, 0.125).build(&mut world, path).unwrap();
        for _ in 0..120 {
            world.step(DT);
        }
        motions(&world, place)
    });
}

/// An assembly is placed and turned as at the origin. Positions are read and written as `f64`, whose last
/// digit is worth 15 nm at 1e8 m, and compared as `f32`, whose last digit is worth 0.24 um at 3 m.
#[test]
fn assemblies_move_the_same_way_everywhere() {
    assert_near_everywhere(1e-6, |place| {
        let mut world = weightless();
        let arm = add(&mut world, BodyDef::dynamic().position(place), Shape::rectangle(0.5, 0.125).unwrap());
        let hand = BodyDef::dynamic().position(at(place, 1.0, 0.25)).velocity([0.0, 1.0]);
        let hand = add(&mut world, hand, Shape::circle(0.25).unwrap());
        let wrist = JointDef::new(arm, hand, RevoluteJoint::new());
        let wrist = wrist.at_point(&world, at(place, 0.5, 0.125)).unwrap();
        let wrist = world.add_joint(wrist).unwrap();
        place_joined(&mut world, arm, WorldPose::new(at(place, 3.0, -2.0), 0.7)).unwrap();
        assert!(world.joint(wrist).unwrap().error() < 1e-6);
        move_bodies(&mut world, &[arm, hand], WorldPose::at([0.5, 0.25])).unwrap();
        assert!(world.joint(wrist).unwrap().error() < 1e-6);
        let before = motions(&world, place);
        let beyond = WorldPose::at([1e8, 0.0]);
        if place.x >= 0.0 {
            assert!(move_bodies(&mut world, &[hand, arm], beyond).is_err());
            assert_eq!(motions(&world, place), before);
        }
        before
    });
}

/// A body is cut and broken into the same pieces, which move in the same way.
#[test]
fn pieces_are_the_same_everywhere() {
    assert_same_everywhere(|place| {
        let mut world = weightless();
        let def =
            BodyDef::dynamic().position(at(place, 0.5, 0.25)).velocity([2.0, 1.0]).angular_velocity(3.0);
        let log = add(&mut world, def.angle(0.3), Shape::rectangle(2.0, 0.25).unwrap());
        let pieces = slice_body(&mut world, log, at(place, 0.75, -1.0), at(place, 0.5, 1.0)).unwrap();
        assert_eq!(pieces.bodies.len(), 2);
        let sites = [[-0.5, 0.0], [0.0, 0.125], [0.25, 0.25]].map(|[x, y]| at(place, x, y));
        assert!(fracture_body(&mut world, pieces.bodies[0], sites).unwrap().bodies.len() > 1);
        motions(&world, place)
    });
}

/// A box falls into a floor and flies out of a slanting ceiling. Where an opening leads is kept in `f64`,
/// whose last digit is worth 15 nm at 1e8 m, and the joint between body and twin pulls that error out.
#[test]
fn portals_lead_the_same_way_everywhere() {
    assert_near_everywhere(1e-5, |place| {
        let (mut world, mut portals) = (World::default(), Portals::new());
        let wall = BodyDef::fixed().position(at(place, 0.0, -2.0));
        add(&mut world, wall, Shape::rectangle(8.0, 2.0).unwrap());
        let floor = Opening::new(place, [0.0, 1.0]);
        let ceiling = Opening::new(at(place, -20.0, 9.0), [0.6, -0.8]);
        let id = portals.add(&mut world, PortalDef::new(floor, ceiling, 1.5)).unwrap();
        let body = BodyDef::dynamic().position(at(place, 0.125, 2.0)).angular_velocity(0.5);
        let body = add(&mut world, body, Shape::rectangle(0.5, 0.25).unwrap());
        let mut passed = 0;
        let mut seen = Vec::new();
        for _ in 0..60 {
            portals.step(&mut world, DT);
            passed += usize::from(portals.twin(body).is_some());
            seen.extend(motion(world.body(body).unwrap(), place));
        }
        assert!(passed > 3 && world.body(body).unwrap().pose_from(place).position.x < -15.0);
        let image = portals.map(id, 0).unwrap() * at(place, 0.25, 0.5);
        let image = image - place;
        seen.extend([image.x, image.y]);

        let target = BodyDef::fixed().position(at(place, -17.0, 5.0));
        let target = add(&mut world, target, Shape::circle(1.0).unwrap());
        let filter = QueryFilter::default().seen_from(place).exclude_body(body);
        let cast = portals.cast_ray(&world, &Ray::between([0.125, 3.0], [0.125, -7.0]), filter).unwrap();
        let hit = cast.hit.unwrap();
        assert_eq!((cast.legs.len(), hit.collider.body().id()), (2, target));
        let end = cast.legs[1].end - place;
        seen.extend([hit.point.x, hit.point.y, hit.distance, end.x, end.y]);
        seen
    });
}

/// Keeps what is drawn.
#[derive(Default)]
struct Drawn(Vec<f32>);

impl DebugDraw for Drawn {
    fn view(&self) -> Aabb {
        Aabb::new([-5.0, -5.0], [5.0, 5.0])
    }

    fn segment(&mut self, a: Point, b: Point, _paint: Paint) {
        self.0.extend([a.x, a.y, b.x, b.y]);
    }

    fn text(&mut self, at: Point, _text: &str, _color: Color) {
        self.0.extend([at.x, at.y]);
    }

    fn begin_layer(&mut self, _layer: Layer) {
        self.0.push(-1.0);
    }
}

/// A small scene with a half-space, a rolling ball, a box and a pulley, after some steps.
fn scene(place: Position) -> World {
    let mut world = World::default();
    let ground = BodyDef::fixed().position(at(place, 0.0, -0.5)).angle(0.1);
    add(&mut world, ground, Shape::half_space([0.0, 1.0], 0.25).unwrap());
    let ball = BodyDef::dynamic().position(at(place, -2.0, 1.0)).velocity([2.0, 0.0]);
    let ball = add(&mut world, ball, Shape::circle(0.5).unwrap());
    let crate_ = BodyDef::dynamic().position(at(place, 1.0, 1.0)).angular_velocity(1.0);
    let crate_ = add(&mut world, crate_, Shape::rectangle(0.5, 0.25).unwrap());
    let anchors = [at(place, -2.0, 4.0), at(place, 1.0, 4.0)];
    let pulley = toolkit::world::PulleyJoint::new(anchors, 8.0);
    world.add_joint(JointDef::new(ball, crate_, pulley)).unwrap();
    for _ in 0..40 {
        world.step(DT);
    }
    world
}

/// A drawing that is seen from a camera has the same lines everywhere.
#[test]
fn drawing_is_the_same_everywhere() {
    assert_same_everywhere(|place| {
        let mut drawn = Drawn::default();
        let options = DrawOptions {
            boxes: true,
            contacts: true,
            normals: true,
            impulses: 1.0,
            edge_normals: true,
            centers: true,
            names: true,
            seen_from: place,
            ..DrawOptions::default()
        };
        draw_world(&scene(place), &options, &mut drawn);
        let openings = [Opening::new(at(place, 1.0, 0.0), [0.0, 1.0]), Opening::new(place, [1.0, 0.0])];
        let mut portals = Portals::new();
        portals.add(&mut World::default(), PortalDef::new(openings[0], openings[1], 1.0)).unwrap();
        portals.draw(place, &mut drawn);
        drawn.0
    });
}

/// Between two steps, too. The pose before the last step is kept in `f64`: 15 nm at 1e8 m, and the rounding
/// of an `f32` at 5 m, twice.
#[test]
fn interpolated_drawing_is_the_same_everywhere() {
    assert_near_everywhere(1e-6, |place| {
        let (mut world, mut previous) = (scene(place), Interpolator::default());
        previous.record(&world);
        world.step(DT);
        let mut drawn = Drawn::default();
        let options = DrawOptions { seen_from: place, ..DrawOptions::default() };
        draw_world_at(&world, &options, &mut drawn, |body| -> Pose { previous.pose_from(body, 0.4, place) });
        drawn.0
    });
}
