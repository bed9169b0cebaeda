//! Floors, slopes, steps, ledges, corners, falls.

use crate::{DT, GRAVITY, Player, add, add_box, capsule, empty, shapes, upright_box};
use toolkit::CharacterSettings;
use toolkit::geom::{Shape, Sides, Vec2, chain};
use toolkit::world::{BodyDef, Filter, Material, World};

/// A floor with its surface at y = 0.
fn floor() -> World {
    let mut world = empty();
    add_box(&mut world, [0.0, -1.0], [100.0, 1.0]);
    world
}

/// A floor up to x = 0, and from there on a slope of `angle` (rad) of `length` (m).
fn slope(angle: f32, length: f32) -> World {
    let mut world = empty();
    add_box(&mut world, [-10.0, -1.0], [10.0, 1.0]);
    let (sin, cos) = angle.sin_cos();
    let top = [length * cos, length * sin];
    let wedge = [[0.0, 0.0], [top[0], 0.0], top];
    add(&mut world, BodyDef::fixed(), Shape::polygon(wedge).unwrap());
    world
}

#[test]
fn a_thousand_seams_of_tiles_cost_less_than_a_thousandth_of_the_speed() {
    for shape in shapes() {
        let mut world = empty();
        for i in -10..1010 {
            add_box(&mut world, [0.5 * i as f32, -0.25], [0.25, 0.25]);
        }
        let mut player = Player::new(world, shape, [0.0, 0.0]);
        let frames = (500.0 / (5.0 * DT)) as usize;
        for _ in 0..frames {
            let motion = player.frame(5.0);
            assert!(motion.ground.is_some() && motion.collisions.is_empty(), "{motion:?}");
            assert_eq!(motion.velocity.x, 5.0);
        }
        let wanted = frames as f32 * 5.0 * DT;
        assert!((player.x() / wanted - 1.0).abs() < 1e-3, "{} of {wanted} m", player.x());
    }
}

/// Tiles of a level editor differ by some millimetres.
#[test]
fn uneven_tiles_cost_no_speed() {
    for shape in shapes() {
        let mut world = empty();
        for i in -10..210 {
            let height = 0.004 * ((i * 7 % 5) as f32 / 4.0 - 0.5);
            add_box(&mut world, [0.5 * i as f32, -0.25 + height], [0.25, 0.25]);
        }
        let mut player = Player::new(world, shape, [0.0, 0.0]);
        player.frames(1000, 6.0);
        assert!((player.x() / (1000.0 * 6.0 * DT) - 1.0).abs() < 1e-3, "{}", player.x());
    }
}

#[test]
fn slopes_below_the_limit_are_climbed_at_the_wanted_speed_and_none_above() {
    let limit = 50.0_f32;
    for shape in shapes() {
        for degrees in [5.0, 15.0, 30.0, 45.0, 49.5] {
            let angle = f32::to_radians(degrees);
            let mut player = Player::new(slope(angle, 30.0), shape.clone(), [1.0, angle.tan() + 0.3]);
            player.frames(60, 0.0);
            let start = player.mover.position();
            for _ in 0..120 {
                let motion = player.frame(4.0);
                assert!(motion.ground.is_some(), "{degrees} degrees: {motion:?}");
            }
            let way = player.mover.position() - start;
            let wanted = 120.0 * 4.0 * DT;
            assert!(
                (way.norm() / wanted - 1.0).abs() < 1e-3,
                "{degrees} degrees: {} of {wanted} m",
                way.norm()
            );
            assert!((way.y.atan2(way.x) - angle).abs() < 1e-3);
        }
        for degrees in [limit + 0.5, 60.0, 75.0, 89.0] {
            let mut player = Player::new(slope(f32::to_radians(degrees), 30.0), shape.clone(), [-2.0, 0.0]);
            let mut highest = 0.0_f32;
            for _ in 0..180 {
                player.frame(4.0);
                highest = highest.max(player.feet());
            }
            assert!(highest < 0.02, "{degrees} degrees: {highest} m");
        }
    }
}

#[test]
fn it_stands_still_on_slopes_below_the_limit_and_slides_down_those_above() {
    for shape in shapes() {
        for degrees in [10.0, 30.0, 49.0] {
            let angle = f32::to_radians(degrees);
            let mut player = Player::new(slope(angle, 30.0), shape.clone(), [5.0, 5.0 * angle.tan() + 0.5]);
            player.frames(60, 0.0);
            let start = player.mover.position();
            player.frames(300, 0.0);
            let moved = (player.mover.position() - start).norm();
            assert!(moved < 1e-3, "{degrees} degrees: moved by {moved} m");
        }
        for degrees in [51.0, 65.0, 80.0] {
            let angle = f32::to_radians(degrees);
            let mut player = Player::new(slope(angle, 30.0), shape.clone(), [5.0, 5.0 * angle.tan() + 0.8]);
            let mut motion = player.drift();
            for _ in 0..60 {
                motion = player.drift();
            }
            assert!(motion.ground.is_none());
            let speed = motion.velocity.norm();
            assert!(speed > 3.0 && motion.velocity.y < 0.0, "{degrees} degrees: {:?}", motion.velocity);
        }
    }
}

#[test]
fn it_follows_the_ground_down_slopes_and_over_crests_without_a_frame_of_air() {
    for shape in shapes() {
        for speed in [2.0, 8.0, 15.0] {
            let mut world = empty();
            // Up, along the top, and down again.
            let hill = [[-40.0, 0.0], [40.0, 0.0], [4.0, 20.0], [-4.0, 20.0]];
            add(&mut world, BodyDef::fixed(), Shape::polygon(hill).unwrap());
            add_box(&mut world, [0.0, -1.0], [200.0, 1.0]);
            let mut player = Player::new(world, shape.clone(), [-45.0, 0.0]);
            let frames = (95.0 / (speed * DT)) as usize;
            let before = player.x();
            for frame in 0..frames {
                let motion = player.frame(speed);
                assert!(motion.ground.is_some(), "in the air in frame {frame}, at {}", motion.position);
            }
            assert!(player.x() - before > 70.0 && player.feet().abs() < 20.0);
        }
    }
}

#[test]
fn steps_up_to_the_step_height_are_climbed_and_none_above() {
    for shape in shapes() {
        for speed in [0.2, 1.0, 5.0, 12.0] {
            for (share, climbs) in [(0.3, true), (0.9, true), (0.99, true), (1.01, false), (1.5, false)] {
                let mut world = floor();
                let mut player = Player::new(empty(), shape.clone(), [-1.0, 0.0]);
                let height = share * player.mover.settings().step_height;
                add_box(&mut world, [50.0, 0.5 * height], [50.0, 0.5 * height]);
                player.world = world;
                player.frames((2.0 / (speed * DT)) as usize, speed);
                let feet = player.feet();
                let expected = if climbs { height } else { 0.0 };
                let what = format!("step of {share}, {speed} m/s: feet at {feet}, x at {}", player.x());
                assert!((feet - expected).abs() < 1e-3, "{what}");
                assert_eq!(player.x() > 0.5, climbs, "{what}");
            }
        }
    }
}

#[test]
fn stairs_up_and_down_keep_the_speed_and_the_ground() {
    for shape in shapes() {
        let mut world = floor();
        for i in 0..20 {
            let top = 0.18 * (i + 1) as f32;
            add_box(&mut world, [0.3 * i as f32 + 0.15, 0.5 * top], [0.15, 0.5 * top]);
            add_box(&mut world, [15.0 - 0.3 * i as f32, 0.5 * top], [0.15, 0.5 * top]);
        }
        add_box(&mut world, [7.65, 1.8], [1.8, 1.8]);
        let mut player = Player::new(world, shape.clone(), [-1.0, 0.0]);
        let (mut highest, mut steps) = (0.0_f32, 0);
        let mut frames = 0;
        while player.x() < 17.0 && frames < 1000 {
            let motion = player.frame(3.0);
            assert!(motion.ground.is_some(), "in the air at {}", motion.position);
            highest = highest.max(player.feet());
            steps += usize::from(motion.has_climbed_step);
            frames += 1;
        }
        assert!((highest - 3.6).abs() < 1e-2, "{highest}");
        assert!(steps >= 20, "{steps}");
        assert!(player.feet().abs() < 1e-2);
        // A step may put it forward by up to two skins.
        let wanted = 18.0 / (3.0 * DT);
        assert!((frames as f32) < 1.02 * wanted && (frames as f32) > 0.9 * wanted, "{frames} of {wanted}");
    }
}

#[test]
fn it_walks_off_a_ledge_and_falls_freely() {
    for shape in shapes() {
        let mut world = empty();
        add_box(&mut world, [-10.0, -1.0], [10.0, 1.0]);
        let mut player = Player::new(world, shape, [-1.0, 0.0]);
        let mut fall = 0;
        for _ in 0..120 {
            let motion = player.frame(3.0);
            fall += usize::from(motion.ground.is_none());
        }
        // Free fall, within the rounding of the first frame and a round foot that leaves the edge late.
        let seconds = fall as f32 * DT;
        let drop = 0.5 * GRAVITY * seconds * seconds;
        assert!(fall > 60 && (-player.feet() / drop - 1.0).abs() < 0.06, "{} of {drop} m", -player.feet());
        assert!((player.velocity.x - 3.0).abs() < 1e-5);
    }
}

#[test]
fn it_snaps_down_steps_up_to_the_snap_distance() {
    for shape in shapes() {
        for (share, stays) in [(0.5, true), (0.98, true), (1.05, false)] {
            let mut player = Player::new(empty(), shape.clone(), [-1.0, 0.0]);
            let drop = share * player.mover.settings().snap_distance;
            add_box(&mut player.world, [-10.0, -1.0], [10.0, 1.0]);
            add_box(&mut player.world, [10.0, -1.0 - drop], [10.0, 1.0]);
            player.frame(0.0);
            let air = (0..60).filter(|_| player.frame(3.0).ground.is_none()).count();
            // A round foot rolls over the edge, and so may stay on the ground over higher steps.
            let is_round = matches!(shape, Shape::Capsule(_));
            assert!(if stays { air == 0 } else { air > 0 || is_round }, "{share}: {air} frames of air");
            assert!((player.feet() + drop).abs() < 1e-3, "{share}: {}", player.feet());
        }
    }
}

#[test]
fn a_fall_at_100_metres_per_second_stops_at_a_thin_floor() {
    for shape in shapes() {
        let mut world = empty();
        add(&mut world, BodyDef::fixed(), Shape::segment([-10.0, 0.0], [10.0, 0.0]).unwrap());
        let mut player = Player::new(world, shape, [0.0, 20.0]);
        player.velocity.y = -100.0;
        for _ in 0..60 {
            player.frame(0.0);
        }
        assert!(player.feet().abs() < 1e-3, "{}", player.feet());
        assert!(player.mover.ground().is_some());
    }
}

/// Whether the walls are as steep as those of a shaft, or a wide trough.
#[test]
fn a_wedge_between_two_steep_slopes_holds_it_without_jitter() {
    for shape in shapes() {
        for degrees in [55.0_f32, 65.0, 75.0] {
            let mut world = empty();
            for side in [-1.0, 1.0] {
                let (width, height) = (4.0, 4.0 * degrees.to_radians().tan());
                let mut wedge = vec![[0.0, 0.0], [side * width, 0.0], [side * width, height]];
                if side < 0.0 {
                    wedge.reverse();
                }
                add(&mut world, BodyDef::fixed(), Shape::polygon(wedge).unwrap());
            }
            let mut player = Player::new(world, shape.clone(), [0.3, 4.0]);
            player.frames(240, 0.0);
            let rest = player.mover.position();
            for frame in 0..240 {
                // Pushing to one side and to the other does not shake it loose.
                let motion = player.frame(if frame % 60 < 30 { 3.0 } else { -3.0 });
                assert!((motion.position - rest).norm() < 0.01, "{degrees}: {} {rest}", motion.position);
                assert!(motion.ground.is_some() && !motion.is_crushed, "{degrees}: {motion:?}");
                assert!(motion.velocity.norm() < 1e-3);
            }
            assert!(player.overlap() < 1e-4, "{}", player.overlap());
            // It can jump out.
            let motion = player.jump(5.0);
            assert!(motion.position.y > rest.y + 0.05);
        }
    }
}

#[test]
fn walls_and_ceilings_are_reported_and_stop_it() {
    for shape in shapes() {
        let mut world = floor();
        add_box(&mut world, [3.0, 2.0], [1.0, 2.0]);
        add_box(&mut world, [-3.0, 2.0], [1.0, 2.0]);
        add_box(&mut world, [0.0, 2.9], [2.0, 0.9]);
        let mut player = Player::new(world, shape, [0.0, 0.0]);
        let free = player.frame(0.0);
        assert!(!free.is_wall_left && !free.is_wall_right && !free.is_ceiling);
        let right = player.frames(60, 5.0);
        assert!(right.is_wall_right && !right.is_wall_left, "{right:?}");
        assert_eq!((right.velocity, right.collisions.len()), (Vec2::zeros(), 1));
        let skin = player.mover.settings().skin;
        assert!((right.position.x as f32 - (2.0 - 0.3 - skin)).abs() < 1e-3);
        let left = player.frames(90, -5.0);
        assert!(left.is_wall_left && !left.is_wall_right, "{left:?}");
        let mut jump = player.jump(8.0);
        while jump.ground.is_none() && !jump.is_ceiling {
            jump = player.frame(0.0);
        }
        assert!(jump.is_ceiling && jump.velocity.y <= 0.0, "{jump:?}");
    }
}

#[test]
fn chains_are_smooth_ground() {
    let points: Vec<[f32; 2]> = (0..400)
        .map(|i| {
            let x = 100.0 - 0.5 * i as f32;
            [x, 2.0 * (0.3 * x).sin()]
        })
        .collect();
    for shape in shapes() {
        let mut world = empty();
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let segments = chain(points.iter().copied(), false, Sides::One).unwrap();
        world.add_chain(ground, &segments, Material::default(), Filter::default()).unwrap();
        let mut player = Player::new(world, shape, [-80.0, 3.0]);
        player.frames(60, 0.0);
        let mut way = 0.0;
        let mut last = player.mover.position();
        for _ in 0..1200 {
            let motion = player.frame(6.0);
            assert!(motion.ground.is_some(), "in the air at {}", motion.position);
            way += (motion.position - last).norm();
            last = motion.position;
        }
        // The foot of a character on curved ground goes a little farther, or less far, than the character.
        let wanted = 1200.0 * 6.0 * DT;
        assert!((way / wanted - 1.0).abs() < 0.03, "{way} of {wanted} m");
    }
}

/// A character that is put into a wall comes out of it, at the nearest side.
#[test]
fn it_is_pushed_out_of_what_it_starts_in() {
    for shape in shapes() {
        let mut world = floor();
        add_box(&mut world, [2.0, 2.0], [1.0, 2.0]);
        let mut player = Player::new(world, shape, [0.0, 0.0]);
        for position in [[0.9, 1.2], [3.2, 1.0], [0.0, 0.3], [1.2, 0.6]] {
            player.mover.set_position(position);
            player.velocity = Vec2::zeros();
            let motion = player.frame(0.0);
            assert!(player.overlap() == 0.0 && !motion.is_crushed, "{position:?}: {motion:?}");
        }
    }
}

#[test]
fn invalid_input_is_refused_and_named() {
    let mut player = Player::new(floor(), capsule(), [0.0, 0.0]);
    let before = player.mover.clone();
    let error = player.mover.step(&mut player.world, [f32::NAN, 0.0], DT).unwrap_err();
    assert_eq!(error.to_string(), "velocity.x is NaN: it must be finite and at most 1e9 m/s");
    for speed in (0..39).flat_map(|exponent| [10.0_f32.powi(exponent), -10.0_f32.powi(exponent)]) {
        for velocity in [[speed, 0.0], [0.0, speed], [speed, -speed]] {
            let mut mover = player.mover.clone();
            if let Err(error) = mover.step(&mut player.world, velocity, DT) {
                assert!(speed.abs() > 1e9 && error.to_string().starts_with("velocity."), "{error}");
                assert_eq!(mover, before);
            }
        }
    }
    let error = player.mover.step(&mut player.world, [0.0, 0.0], -1.0).unwrap_err();
    assert_eq!(error.to_string(), "dt is -1: it must be from 0 to 1");
    let settings = CharacterSettings { skin: 0.0, ..*before.settings() };
    let error = player.mover.set_settings(settings).unwrap_err();
    assert_eq!(error.to_string(), "skin is 0: it must be finite and above zero");
    for (far, named) in [([f32::NAN, 0.0], "position.x is NaN: "), ([0.0, 1e30], "position.y is 1")] {
        let error = player.mover.clone().at(far).step(&mut player.world, [0.0, 0.0], DT).unwrap_err();
        assert!(error.to_string().starts_with(named), "{error}");
    }
    let endless = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    assert!(player.mover.set_shape(endless).is_err());
    assert_eq!(player.mover, before);
}

/// Units of the game: in pixels with y downwards, the same run gives the same figures times a hundred.
#[test]
fn a_world_in_pixels_with_y_down_behaves_as_one_in_metres() {
    use toolkit::CharacterMover;
    use toolkit::world::WorldSettings;
    let scale = 100.0;
    let settings = WorldSettings { length_unit: scale, ..WorldSettings::default() };
    let mut world = World::new(settings.gravity([0.0, 9.81 * scale]));
    add_box(&mut world, [0.0, 100.0], [10_000.0, 100.0]);
    add_box(&mut world, [5_000.0, -10.0], [4_700.0, 10.0]); // a step of 20 cm at x = 3 m
    let shape = Shape::rectangle(30.0, 80.0).unwrap();
    let mut pixels = CharacterMover::new(shape, world.settings()).unwrap().at([0.0, -83.0]);
    let mut metres = floor();
    add_box(&mut metres, [50.0, 0.1], [47.0, 0.1]);
    let mut metres = Player::new(metres, upright_box(), [0.0, 0.03]);
    let mut velocity = Vec2::zeros();
    pixels.step(&mut world, [0.0, 0.0], DT).unwrap();
    for _ in 0..120 {
        velocity.y += 9.81 * scale * DT;
        velocity.x = 3.0 * scale;
        velocity = pixels.step(&mut world, velocity, DT).unwrap().velocity;
        metres.frame(3.0);
    }
    let (a, b) = (pixels.position(), metres.mover.position());
    assert!((a.x / f64::from(scale) - b.x).abs() < 1e-2, "{a} {b}");
    assert!((-a.y / f64::from(scale) - b.y).abs() < 1e-2 && b.y > 0.9, "{a} {b}");
}

#[test]
fn without_constant_speed_a_slope_slows_it_by_the_cosine() {
    let angle = 0.6_f32;
    let mut player = Player::new(slope(angle, 30.0), capsule(), [1.0, angle.tan() + 0.3]);
    let settings = CharacterSettings { constant_speed: false, ..*player.mover.settings() };
    player.mover.set_settings(settings).unwrap();
    player.frames(60, 0.0);
    let start = player.mover.position();
    player.frames(120, 4.0);
    let way = (player.mover.position() - start).norm() / (120.0 * 4.0 * DT);
    assert!((way / angle.cos() - 1.0).abs() < 1e-3, "{way}");
}

#[test]
fn a_step_of_no_time_changes_nothing() {
    let mut player = Player::new(floor(), capsule(), [0.0, 0.0]);
    player.frames(10, 3.0);
    let before = player.mover.clone();
    let motion = player.mover.step(&mut player.world, [3.0, 0.0], 0.0).unwrap();
    assert!((motion.position - before.position()).norm() < 1e-5);
    assert_eq!((motion.velocity.x, motion.ground.is_some()), (3.0, true));
}

#[test]
fn it_passes_sensors_and_what_its_filters_refuse() {
    use toolkit::world::{ColliderDef, QueryFilter};
    let wall = || ColliderDef::new(Shape::rectangle(0.5, 2.0).unwrap());
    let category = |category| Filter { category, ..Filter::default() };
    let run = |def: ColliderDef, mask: u64, excludes: bool| {
        let mut player = Player::new(floor(), capsule(), [0.0, 0.0]);
        let body = player.world.add_body(BodyDef::fixed().position([3.0, 2.0])).unwrap();
        player.world.add_collider(body, def).unwrap();
        let filter = Filter { mask, ..Filter::default() };
        let settings = CharacterSettings { filter, ..*player.mover.settings() };
        player.mover.set_settings(settings).unwrap();
        for _ in 0..120 {
            let query = QueryFilter::default();
            let query = if excludes { query.exclude_body(body) } else { query };
            let velocity = [5.0, -GRAVITY * DT];
            player.mover.step_with(&mut player.world, velocity, DT, query).unwrap();
        }
        player.x() > 9.0
    };
    assert!(!run(wall(), u64::MAX, false), "a wall stops it");
    assert!(run(wall().sensor(true), u64::MAX, false), "a sensor does not");
    assert!(run(wall().filter(category(4)), !4, false), "nor does a category that its mask leaves out");
    assert!(run(wall(), u64::MAX, true), "nor does what the query leaves out");
}

/// Up is where gravity comes from.
#[test]
fn it_walks_on_a_wall_if_gravity_points_to_it() {
    use toolkit::CharacterMover;
    use toolkit::world::WorldSettings;
    let mut world = World::new(WorldSettings::default().gravity([9.81, 0.0]));
    add_box(&mut world, [1.0, 0.0], [1.0, 50.0]);
    add_box(&mut world, [-0.1, 30.0], [0.1, 25.0]); // a step of 20 cm
    let shape = Shape::capsule([-0.5, 0.0], [0.5, 0.0], 0.3).unwrap();
    let mut mover = CharacterMover::new(shape, world.settings()).unwrap().at([-1.0, 0.0]);
    let mut velocity = Vec2::zeros();
    for _ in 0..120 {
        velocity = Vec2::new(velocity.x + 9.81 * DT, 4.0);
        velocity = mover.step(&mut world, velocity, DT).unwrap().velocity;
    }
    let skin = mover.settings().skin;
    let at = mover.position();
    assert!((at.x + 0.2 + 0.8 + f64::from(skin)).abs() < 1e-3 && (at.y - 8.0).abs() < 0.03, "{at}");
    assert!(mover.ground().is_some_and(|ground| (ground.normal - Vec2::new(-1.0, 0.0)).norm() < 1e-4));
}
