//! Height fields: the same as chains, edited locally, looked up by a division.

use crate::{DT, add};
use proptest::prelude::*;
use toolkit::HeightField;
use toolkit::collide::Ray;
use toolkit::geom::{ChainSegment, Point, Shape, Sides, Vec2, chain};
use toolkit::world::{
    BodyDef, BodyId, ColliderDef, ColliderRef, DefError, Filter, Material, QueryFilter, World,
};

fn world_with_ground() -> (World, BodyId) {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    (world, ground)
}

/// The segments of a chain through the heights, from right to left.
fn chain_of(heights: &[f32], spacing: f32) -> Vec<ChainSegment> {
    let points = heights.iter().enumerate().map(|(i, &height)| Point::new(i as f32 * spacing, height));
    chain(points.rev(), false, Sides::One).unwrap()
}

fn heights(count: usize) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-1.0_f32..1.0, 2..count)
}

fn drop_bodies(world: &mut World, width: f32) {
    for i in 0..12 {
        let at = [(i as f32 + 0.5) * width / 12.0, 2.5 + 0.2 * i as f32];
        let shape = if i % 2 == 0 { Shape::circle(0.2) } else { Shape::rectangle(0.25, 0.15) };
        let body =
            BodyDef::dynamic().position(at).angle(0.4 * i as f32).velocity([1.0 - 0.2 * i as f32, -3.0]);
        add(world, body, shape.unwrap(), 1.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Its colliders are those of the same chain, so bodies move over it with the same bits.
    #[test]
    fn field_is_the_chain_through_its_heights(heights in heights(40), spacing in 0.1_f32..1.0) {
        let (mut world, ground) = world_with_ground();
        let mut field = HeightField::new(ground, spacing, heights.iter().copied()).unwrap();
        prop_assert_eq!(field.update(&mut world).unwrap(), heights.len() - 1);
        let (mut other, ground) = world_with_ground();
        let mut segments = chain_of(&heights, spacing);
        segments.reverse(); // cells are added from left to right
        other.add_chain(ground, &segments, Material::default(), Filter::default()).unwrap();
        let width = spacing * (heights.len() - 1) as f32;
        for world in [&mut world, &mut other] {
            drop_bodies(world, width);
            (0..150).for_each(|_| world.step(DT));
        }
        prop_assert_eq!(world.full_hash(), other.full_hash());
    }

    /// After any edits the cells are those of a field that is made anew, only cells around an edit were
    /// changed, and nothing is left to do.
    #[test]
    fn edits_end_where_a_new_field_begins(
        heights in heights(60),
        edits in prop::collection::vec((0_usize..60, prop::collection::vec(-2.0_f32..2.0, 1..5), any::<bool>()), 1..12),
    ) {
        let (mut world, ground) = world_with_ground();
        let mut field = HeightField::new(ground, 0.5, heights.iter().copied()).unwrap();
        field.update(&mut world).unwrap();
        let (mut now, cells) = (heights.clone(), heights.len() - 1);
        let mut holes = vec![false; cells];
        for (at, new, is_hole) in edits {
            let at = at % heights.len();
            let new = &new[..new.len().min(heights.len() - at)];
            field.set_heights(at, new).unwrap();
            now[at..at + new.len()].copy_from_slice(new);
            let cell = (3 * at) % cells;
            field.set_hole(cell, is_hole).unwrap();
            holes[cell] = is_hole;
            let changed = field.update(&mut world).unwrap();
            prop_assert!(changed <= new.len() + 3 + 3, "{}", changed);
            prop_assert_eq!(field.update(&mut world).unwrap(), 0);
        }
        let mut fresh = HeightField::new(ground, 0.5, now.iter().copied()).unwrap();
        for (cell, &is_hole) in holes.iter().enumerate() {
            fresh.set_hole(cell, is_hole).unwrap();
        }
        prop_assert_eq!(world.colliders().count(), holes.iter().filter(|&&is_hole| !is_hole).count());
        for cell in 0..cells {
            let x = 0.5 * cell as f32 + 0.25;
            let expected = fresh.segment(cell).map(Shape::ChainSegment);
            let found = field.collider_at(x).map(|id| world.collider(id).unwrap().shape().clone());
            prop_assert_eq!(found, expected);
        }
    }

    /// The walk along the cells finds what the broad phase of the world finds.
    #[test]
    fn walk_of_a_ray_finds_what_the_world_finds(
        heights in heights(40), hole in 0_usize..40, origin in (-3.0_f32..15.0, -2.0_f32..4.0),
        translation in (-20.0_f32..20.0, -6.0_f32..3.0), upright in any::<bool>(), endless in any::<bool>(),
    ) {
        let (mut world, ground) = world_with_ground();
        let mut field = HeightField::new(ground, 0.3, heights.iter().copied()).unwrap();
        field.set_hole(hole % (heights.len() - 1), true).unwrap();
        field.update(&mut world).unwrap();
        let translation = Vec2::new(if upright { 0.0 } else { translation.0 }, translation.1);
        let max_fraction = if endless { f32::INFINITY } else { 1.0 };
        let ray = Ray { max_fraction, ..Ray::new([origin.0, origin.1], translation) };
        let expected = world.cast_ray(&ray, QueryFilter::default()).unwrap();
        let found = field.cast_ray(&ray);
        prop_assert_eq!(found.map(|(hit, _)| hit.fraction), expected.map(|hit| hit.fraction), "{:?}", ray);
        if let (Some((hit, cell)), Some(expected)) = (found, expected) {
            // Where two cells meet, either may be named.
            let id = field.collider_at(0.3 * cell as f32 + 0.15);
            prop_assert!(id == Some(expected.collider.id()) || (hit.point - expected.point).norm() < 1e-5);
        }
    }

    /// Heights between those given lie on the line between them.
    #[test]
    fn height_is_that_of_the_line_between_two(heights in heights(30), share in 0.0_f32..1.0, cell in 0_usize..30) {
        let (_, ground) = world_with_ground();
        let field = HeightField::new(ground, 0.7, heights.iter().copied()).unwrap();
        let cell = cell % (heights.len() - 1);
        let x = 0.7 * (cell as f32 + share);
        let expected = heights[cell] + (heights[cell + 1] - heights[cell]) * share;
        prop_assert!((field.height_at(x).unwrap() - expected).abs() < 1e-4);
    }
}

#[test]
fn places_beyond_the_ends_have_no_cell() {
    let (_, ground) = world_with_ground();
    let mut field = HeightField::new(ground, 0.5, [1.0, 2.0, 4.0]).unwrap();
    assert_eq!(
        [-0.01, 0.0, 0.49, 0.5, 1.0, 1.01].map(|x| field.cell_at(x)),
        [None, Some(0), Some(0), Some(1), Some(1), None]
    );
    assert_eq!([f32::NAN, f32::INFINITY].map(|x| field.cell_at(x)), [None, None]);
    assert_eq!([0.0, 0.25, 1.0].map(|x| field.height_at(x)), [Some(1.0), Some(1.5), Some(4.0)]);
    field.set_hole(1, true).unwrap();
    assert_eq!((field.height_at(0.75), field.height_at(0.25)), (None, Some(1.5)));
}

/// A box slides over level heights as over one long box: it keeps its speed and its height.
#[test]
fn nothing_stumbles_over_inner_heights() {
    let (mut world, ground) = world_with_ground();
    let smooth = Material { friction: 0.0, static_friction: 0.0, ..Material::default() };
    let mut field = HeightField::new(ground, 0.13, [0.0; 200]).unwrap().material(smooth);
    field.update(&mut world).unwrap();
    let slider = add(
        &mut world,
        BodyDef::dynamic().position([1.0, 0.2]).velocity([6.0, 0.0]),
        Shape::rectangle(0.2, 0.2).unwrap(),
        1.0,
    );
    for _ in 0..180 {
        world.step(DT);
        let slider = world.body(slider).unwrap();
        assert!(
            (slider.velocity().x - 6.0).abs() < 1e-3 && slider.pose().rotation.sin.abs() < 1e-3,
            "{slider:?}"
        );
        assert!((slider.pose().position.y - 0.2).abs() < 2e-3);
    }
}

/// A crater lets a sleeping box fall, a wall that grows lifts one, and boxes elsewhere sleep on; a recording
/// replays it.
#[test]
fn edit_wakes_what_lies_there_and_nothing_else() {
    let (mut world, ground) = world_with_ground();
    let mut field = HeightField::new(ground, 0.5, [0.0; 80]).unwrap();
    field.update(&mut world).unwrap();
    let boxes = [5.0, 20.0, 35.0].map(|x| {
        add(&mut world, BodyDef::dynamic().position([x, 0.2]), Shape::rectangle(0.2, 0.2).unwrap(), 1.0)
    });
    (0..120).for_each(|_| world.step(DT));
    world.start_recording();
    let height = |world: &World, i: usize| world.body(boxes[i]).unwrap().pose().position.y;
    assert!(boxes.iter().all(|&body| !world.body(body).unwrap().is_awake()));
    field.set_heights(8, &[-2.0; 5]).unwrap();
    field.update(&mut world).unwrap();
    let awake = boxes.map(|body| world.body(body).unwrap().is_awake());
    assert_eq!(awake, [true, false, false]);
    (0..180).for_each(|_| world.step(DT));
    assert!((height(&world, 0) + 1.8).abs() < 0.01, "{}", height(&world, 0));
    // The ground under the last one goes, and it falls out of the world.
    field.set_hole(69, true).unwrap();
    field.set_hole(70, true).unwrap();
    field.update(&mut world).unwrap();
    (0..120).for_each(|_| world.step(DT));
    assert!(height(&world, 2) < -5.0 && (height(&world, 1) - 0.2).abs() < 0.01);
    world.stop_recording().unwrap().check().unwrap();
}

#[test]
fn wrong_numbers_of_a_field_are_named() {
    let (mut world, ground) = world_with_ground();
    let refused = |spacing: f32, heights: &[f32]| {
        HeightField::new(ground, spacing, heights.iter().copied()).unwrap_err().to_string()
    };
    assert_eq!(refused(0.0, &[0.0; 3]), "spacing is 0: it must be finite and at least 0.001");
    assert_eq!(refused(1.0, &[0.0]), "number of heights is 1: it must be from 2 to 1048576");
    assert_eq!(refused(1.0, &[0.0, f32::NAN]), "height is NaN: it must be from -1e6 to 1e6");
    let mut field = HeightField::new(ground, 1.0, [0.0; 4]).unwrap();
    field.update(&mut world).unwrap();
    let before = field.clone();
    assert!(
        field.set_heights(2, &[1.0, 1.0, 1.0]).is_err() && field.set_heights(usize::MAX, &[1.0]).is_err()
    );
    assert!(field.set_heights(0, &[1.0, f32::INFINITY]).is_err() && field.set_hole(3, true).is_err());
    assert_eq!(field, before);
    // A collider that the program has removed.
    let id = world.colliders().map(ColliderRef::id).next().unwrap();
    world.remove_collider(id).unwrap();
    field.set_heights(0, &[1.0]).unwrap();
    assert!(matches!(field.update(&mut world), Err(DefError::Handle(_))));
}

/// Where a handle of a cell is stale, an edit changes neither the field nor the world, also not those of its
/// cells that are there.
#[test]
fn a_refused_edit_changes_neither_the_field_nor_the_world() {
    let (mut world, ground) = world_with_ground();
    let mut field = HeightField::new(ground, 1.0, [0.0; 8]).unwrap();
    field.update(&mut world).unwrap();
    world.remove_collider(field.collider(4).unwrap()).unwrap();
    let (before, hash) = (field.clone(), world.full_hash());
    assert!(field.set_heights_in(&mut world, 2, &[1.0, 2.0]).is_err());
    assert!(field.set_heights_in(&mut world, 7, &[1.0, 2.0]).is_err());
    assert!(field.set_hole_in(&mut world, 3, true).is_err());
    assert_eq!((&field, world.full_hash()), (&before, hash));
    // Elsewhere it goes on.
    assert_eq!(field.set_heights_in(&mut world, 0, &[1.0]).unwrap(), 2);
    assert_eq!(field.set_hole_in(&mut world, 6, true).unwrap(), 2);
    assert_eq!((field.height_at(0.5), field.height_at(6.5)), (Some(0.5), None));
}

/// Its colliders have the properties that were given, and go with it, but no others.
#[test]
fn colliders_have_the_given_properties_and_are_removed_together() {
    let (mut world, ground) = world_with_ground();
    let def = ColliderDef::new(Shape::circle(1.0).unwrap()).friction(0.1).user_data(7);
    let mut field = HeightField::new(ground, 1.0, [0.0; 4]).unwrap().properties(def);
    add(&mut world, BodyDef::fixed(), Shape::circle(1.0).unwrap(), 1.0);
    field.update(&mut world).unwrap();
    let collider = world.collider(field.collider(1).unwrap()).unwrap();
    assert_eq!((collider.material().friction, collider.user_data()), (0.1, 7));
    field.remove(&mut world).unwrap();
    assert_eq!((world.colliders().count(), field.collider(1)), (1, None));
    assert_eq!(field.update(&mut world).unwrap(), 3);
    let bad = ColliderDef::new(Shape::circle(1.0).unwrap()).friction(-1.0);
    let mut bad = HeightField::new(ground, 1.0, [0.0; 4]).unwrap().properties(bad);
    assert!(bad.update(&mut world).is_err());
    assert_eq!(world.colliders().count(), 4);
}

/// A field that the world cannot take leaves no trace, whichever of its cells are too far out and whatever
/// changes beside them, and is as it was.
#[test]
fn a_field_is_updated_whole_or_not_at_all() {
    let shape = || Shape::circle(1.0).unwrap();
    for (spacing, count, offset) in [
        (1e8, 20, 0.0),
        (1e8, 11, 0.0),
        (3e8, 4, 0.0),
        (1e9, 3, 0.0),
        (1e30, 4, 0.0),
        (3e38, 2, 0.0),
        (1e8, 8, 3e8),
        (1e8, 8, 5e8),
        (1.0, 9, 2e9),
    ] {
        let (mut world, ground) = world_with_ground();
        let hash = world.sync_hash();
        let length = spacing * (count - 1) as f32;
        let made = HeightField::new(ground, spacing, vec![0.0; count]);
        assert_eq!(made.is_ok(), length <= 1e9, "{spacing} {count}");
        let Ok(field) = made else { continue };
        let mut field = field.properties(ColliderDef::new(shape()).offset([offset, 0.0], 0.0));
        let before = field.clone();
        let fits = offset + length <= 1e9;
        assert_eq!(field.update(&mut world).is_ok(), fits, "{spacing} {count} {offset}");
        assert_eq!(world.sync_hash() == hash, !fits);
        assert_eq!(field == before, !fits);
    }
    // Edits of cells that exist, beside a hole that cannot be filled.
    for offset in [0.0, 3e8] {
        let (mut world, ground) = world_with_ground();
        let def = ColliderDef::new(shape()).offset([offset, 0.0], 0.0);
        let mut field = HeightField::new(ground, 1e8, vec![0.0; 10]).unwrap().properties(def);
        (6..9).for_each(|cell| field.set_hole(cell, true).unwrap());
        field.update(&mut world).unwrap();
        field.set_heights(0, &[5.0; 9]).unwrap();
        let (hash, before) = (world.sync_hash(), field.clone());
        let filled = field.set_hole_in(&mut world, 7, false);
        assert_eq!(filled.is_ok(), offset == 0.0);
        assert!(filled.is_ok() || (world.sync_hash() == hash && field == before));
    }
}
