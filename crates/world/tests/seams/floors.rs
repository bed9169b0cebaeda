//! Floors that move, come and go.

use super::{DT, add, add_floor, add_with, rectangle, run, state, tile, world};
use geom::{Pose, Shape};
use world::{BodyDef, BodyId, ColliderDef, World, WorldSettings};

/// A crate slides over a row of loose crates, at several speeds: it does not hop, and they do not either.
#[test]
fn crate_slides_over_a_row_of_crates_without_a_hop() {
    for size in [0.5, 0.3] {
        for speed in [0.5, 1.0, 2.0, 4.0, 8.0] {
            let mut world = world();
            add_with(&mut world, BodyDef::fixed(), [tile(-10.0, 40.0, 1.0)], 0.6);
            let row: Vec<BodyId> = (0..20)
                .map(|i| {
                    let def = BodyDef::dynamic().position([2.0 * size * i as f32, size]);
                    add_with(&mut world, def, [rectangle(size, size)], 0.6)
                })
                .collect();
            run(&mut world, 1.0);
            let rest = state(&world, row[0])[1];
            let def = BodyDef::dynamic().position([0.0, rest + 2.0 * size]).velocity([speed, 0.0]);
            let slider = add(&mut world, def, [rectangle(size, size)]);
            let mut highest = 0.0_f32;
            let end = 2.0 * size * 18.0;
            for _ in 0..240 {
                world.step(DT);
                let [x, y, ..] = state(&world, slider);
                if x < end {
                    highest = highest.max(y - rest - 2.0 * size);
                }
            }
            assert!(highest < 0.002, "at {speed} m/s a crate of {size} m hops by {highest} m");
            let [x, .., v, _] = state(&world, slider);
            assert!(x > end || (v - speed).abs() < 0.01 * speed, "{speed} m/s: {v} m/s at {x}");
        }
    }
}

/// A stack of three slides over tiles as over one box.
#[test]
fn stack_slides_over_tiles_as_over_one_box() {
    let slide = |is_tiled: bool, speed: f32| {
        let mut world = world();
        if is_tiled {
            add_floor(&mut world, 0, 60);
        } else {
            add(&mut world, BodyDef::fixed(), [tile(0.0, 60.0, 1.0)]);
        }
        let stack: Vec<BodyId> = (0..3)
            .map(|i| {
                let def = BodyDef::dynamic().position([2.0, 0.5 + i as f32]).velocity([speed, 0.0]);
                add_with(&mut world, def, [rectangle(0.5, 0.5)], if i == 0 { 0.0 } else { 0.6 })
            })
            .collect();
        run(&mut world, 4.0);
        stack.iter().map(|&body| state(&world, body)).collect::<Vec<_>>()
    };
    for speed in [0.7, 3.0, 11.0] {
        for (tiled, plain) in slide(true, speed).iter().zip(slide(false, speed)) {
            let off = [0, 1, 2, 3, 4].map(|i| (tiled[i] - plain[i]).abs());
            assert!(off.iter().all(|&off| off < 0.01), "at {speed} m/s: {tiled:?}, one box: {plain:?}");
        }
    }
}

/// Tiles behind a slider are removed, and others are added just before it.
#[test]
fn slider_moves_on_while_tiles_are_removed_and_added() {
    for (speed, size) in [(0.5, 0.3), (2.0, 0.3), (4.0, 0.15), (9.0, 0.5)] {
        for shape in [rectangle(size, size), Shape::circle(size).unwrap()] {
            let mut world = world();
            let mut tiles = add_floor(&mut world, 0, 3);
            let def = BodyDef::dynamic().position([1.5, size]).velocity([speed, 0.0]);
            let slider = add(&mut world, def, [shape]);
            for step in 0..300 {
                let [x, y, _, v, _] = state(&world, slider);
                while x + size + 0.3 + speed * DT > tiles.len() as f32 {
                    let from = tiles.len() as f32;
                    tiles.push(add(&mut world, BodyDef::fixed(), [tile(from, from + 1.0, 1.0)]));
                }
                let behind = (x - size - 0.1).floor() as usize;
                for tile in &tiles[behind.saturating_sub(3)..behind] {
                    let _ = world.remove_body(*tile);
                }
                assert!((y - size).abs() < 2e-3, "{speed} m/s: at height {y} in step {step}");
                assert!((v - speed).abs() < 1e-3 * speed, "{speed} m/s: {v} m/s in step {step}");
                world.step(DT);
            }
        }
    }
}

/// A box is pressed against a step of 3 mm. As soon as a tile fills the way before the step, the box moves
/// on; no contact remembers that there was a step.
#[test]
fn step_is_one_until_a_tile_comes_and_covers_it() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    add(&mut world, BodyDef::fixed(), [tile(0.0, 5.0, 1.0)]);
    let def = BodyDef::dynamic().position([-0.6, 0.497]).velocity([0.1, 0.0]);
    let body = add(&mut world, def, [rectangle(0.5, 0.5)]);
    let push = |world: &mut World, steps: u32| {
        for _ in 0..steps {
            let mass = world.body(body).unwrap().mass_properties().mass;
            world.body_mut(body).unwrap().apply_central_force([0.1 * mass, 0.0]).unwrap();
            world.body_mut(body).unwrap().set_angular_velocity(0.0).unwrap();
            world.step(DT);
        }
        state(world, body)[0]
    };
    let before = push(&mut world, 180);
    assert!(before < -0.49, "the box has passed a real step: {before}");
    add(&mut world, BodyDef::fixed(), [tile(-5.0, 0.0, 1.0)]);
    let after = push(&mut world, 240);
    assert!(after > before + 0.5, "the box is held by a step that is none any more: {before}, {after}");
}

/// A platform carries a box to the shore, where the box slides off it.
#[test]
fn box_slides_from_a_platform_to_the_shore() {
    for shape in [rectangle(0.3, 0.3), Shape::circle(0.3).unwrap()] {
        for (platform_speed, speed) in [(2.0, 5.0), (0.0, 1.0), (1.0, 3.0), (3.0, 3.5)] {
            let mut world = world();
            add_floor(&mut world, 0, 30);
            // The platform comes to the shore when the box is near its end.
            let def =
                BodyDef::kinematic().position([-0.5 * platform_speed, 0.0]).velocity([platform_speed, 0.0]);
            let platform = add(&mut world, def, [tile(-10.0, 0.0, 0.5)]);
            let start = -0.75 * speed - 0.3;
            let def = BodyDef::dynamic().position([start, 0.3]).velocity([speed, 0.0]);
            let body = add(&mut world, def, [shape.clone()]);
            for step in 0..90 {
                if step == 30 {
                    world.body_mut(platform).unwrap().set_velocity([0.0, 0.0]).unwrap();
                }
                world.step(DT);
                let [_, y, _, v, _] = state(&world, body);
                assert!(
                    (y - 0.3).abs() < 2e-3 && (v - speed).abs() < 1e-3 * speed,
                    "{y} m, {v} m/s in step {step}"
                );
            }
        }
    }
}

/// A lift of two flush boxes carries a slider up past static ground, and stops flush with it.
#[test]
fn box_slides_from_a_lift_that_has_stopped_to_the_ground() {
    let mut world = world();
    add_floor(&mut world, 3, 20);
    let def = BodyDef::kinematic().position([0.0, -1.0]).velocity([0.0, 1.0]);
    let lift = add(&mut world, def, [tile(0.0, 1.5, 0.5), tile(1.5, 3.0, 0.5)]);
    let body = add(&mut world, BodyDef::dynamic().position([0.6, -0.5]), [rectangle(0.5, 0.5)]);
    run(&mut world, 1.0);
    world.body_mut(lift).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run(&mut world, 1.0);
    world.body_mut(body).unwrap().set_velocity([3.0, 0.0]).unwrap();
    for _ in 0..180 {
        world.step(DT);
        let [_, y, _, v, _] = state(&world, body);
        assert!((y - 0.5).abs() < 3e-3 && (v - 3.0).abs() < 3e-3, "{y} m, {v} m/s");
    }
}

/// A raft of forty boxes slides over static piles as a raft of one box. The piles are under it from first to
/// last, so that its front meets none.
#[test]
fn raft_of_boxes_slides_over_piles_as_one_box() {
    let slide = |count: usize, speed: f32| {
        let mut world = world();
        for i in -10..10 {
            add(&mut world, BodyDef::fixed(), [tile(0.5 * i as f32, 0.5 * i as f32 + 0.1, 1.0)]);
        }
        let width = 40.0 / count as f32;
        let boxes = (0..count).map(|i| {
            rectangle(0.5 * width, 0.1).transformed(Pose::at([(i as f32 + 0.5) * width - 20.0, 0.0]))
        });
        let def = BodyDef::dynamic().position([0.0, 0.1]).velocity([speed, 0.0]);
        let raft = add(&mut world, def, boxes);
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..(4.0 / speed / DT) as usize {
            world.step(DT);
            highest = highest.max(state(&world, raft)[1]);
        }
        [highest, state(&world, raft)[3]]
    };
    for speed in [1.0, 3.0, 7.0] {
        let (one, many) = (slide(1, speed), slide(40, speed));
        let off = [0, 1].map(|i| (many[i] - one[i]).abs());
        assert!(off[0] < 2e-3 && off[1] < 1e-3 * speed, "{speed} m/s: {many:?}, one: {one:?}");
    }
}

/// One-way tiles carry a slider as one platform does, and let a jumper pass from below.
#[test]
fn one_way_tiles_are_one_platform() {
    let mut world = world();
    for i in 0..20 {
        let body = world.add_body(BodyDef::fixed()).unwrap();
        let shape = tile(i as f32, i as f32 + 1.0, 0.2);
        world.add_collider(body, ColliderDef::new(shape).friction(0.0).one_way([0.0, 1.0])).unwrap();
    }
    let def = BodyDef::dynamic().position([1.0, 0.3]).velocity([4.0, 0.0]);
    let slider = add(&mut world, def, [rectangle(0.3, 0.3)]);
    let jumper = BodyDef::dynamic().position([17.0, -1.0]).velocity([0.3, 8.0]);
    let jumper = add(&mut world, jumper, [rectangle(0.2, 0.2)]);
    let mut highest = f32::NEG_INFINITY;
    for _ in 0..200 {
        world.step(DT);
        let [_, y, _, v, _] = state(&world, slider);
        assert!((y - 0.3).abs() < 2e-3 && (v - 4.0).abs() < 4e-3, "{y} m, {v} m/s");
        highest = highest.max(state(&world, jumper)[1]);
    }
    assert!(highest > 1.0, "the jumper was stopped at {highest} m");
}

/// Tiles whose heights differ by up to 2 mm cost little speed, and nobody hops.
#[test]
fn tiles_that_are_uneven_by_less_than_the_slop_slow_hardly() {
    for shape in [rectangle(0.3, 0.3), rectangle(0.8, 0.1), Shape::circle(0.3).unwrap()] {
        for speed in [1.0, 3.0, 5.0, 10.0] {
            let mut world = world();
            for i in 0..120 {
                let height = 0.001 * (i as f32 * 12.9898).sin();
                let shape = tile(i as f32, i as f32 + 1.0, 1.0).transformed(Pose::at([0.0, height]));
                add(&mut world, BodyDef::fixed(), [shape]);
            }
            let y = -shape.aabb(Pose::IDENTITY).lower.y;
            let def = BodyDef::dynamic().position([2.0, y]).velocity([speed, 0.0]);
            let body = add(&mut world, def, [shape.clone()]);
            for step in 0..600 {
                world.step(DT);
                let [x, now, _, v, _] = state(&world, body);
                if x < 118.0 {
                    assert!((now - y).abs() < 0.01, "{speed} m/s: at height {} in step {step}", now - y);
                    assert!((v - speed).abs() < 0.03 * speed, "{speed} m/s: {v} m/s in step {step}");
                }
            }
        }
    }
}

/// A stack on a tile of its own width, on several, or anywhere else falls asleep as on one slab: the corners
/// of the tiles beside it, which it touches or not by a rounding, give it no push. Before they were left
/// out, stacks of three, five and six stayed awake for ever.
#[test]
fn stack_falls_asleep_wherever_it_stands_on_tiles() {
    for (half, at) in [(0.5, 5.5), (0.5, 5.0), (1.0, 5.0), (0.25, 5.25)] {
        for offset in [0.0, 1e-6, 1e-5, 1e-4, 1e-3, 0.0025, 0.0026, 0.1] {
            for height in [1, 3, 5, 6, 8] {
                let mut world = world();
                let tiles = (0..20).map(|i| tile(i as f32, i as f32 + 1.0, 1.0));
                add_with(&mut world, BodyDef::fixed(), tiles, 0.6);
                let stack: Vec<BodyId> = (0..height)
                    .map(|i| {
                        let y = half * (1.0 + 2.0 * i as f32);
                        let def = BodyDef::dynamic().position([at + offset, y]);
                        let body = add_with(&mut world, def, [rectangle(half, half)], 0.6);
                        world.body_mut(body).unwrap().set_can_sleep(true);
                        body
                    })
                    .collect();
                run(&mut world, 4.0);
                let awake = stack.iter().filter(|&&body| world.body(body).unwrap().is_awake()).count();
                assert_eq!(awake, 0, "{height} boxes of {half} m at {at} + {offset}");
            }
        }
    }
}
