//! Fields that begin, change and end wake what they act on otherwise, and nothing else.

use crate::{DT, add};
use proptest::prelude::*;
use toolkit::effects::{Attractor, Field, Fields, GravityRegion, Region, Water, Wind};
use toolkit::geom::{Aabb, Shape, Vec2};
use toolkit::world::{BodyDef, BodyId, Snapshot, World, WorldSettings};

fn run(world: &mut World, fields: &mut Fields, steps: usize) {
    for _ in 0..steps {
        fields.apply(world, DT).unwrap();
        world.step(DT);
    }
}

fn is_awake(world: &World, body: BodyId) -> bool {
    world.body(body).unwrap().is_awake()
}

/// A box on the floor on either side of x = 0, 20 m from it.
fn two_boxes() -> (World, [BodyId; 2]) {
    let mut world = World::default();
    add(&mut world, BodyDef::fixed().position([0.0, -1.0]), Shape::rectangle(60.0, 1.0).unwrap(), 1.0);
    let boxes = [-20.0, 20.0].map(|x| {
        let def = BodyDef::dynamic().position([x, 0.5]);
        add(&mut world, def, Shape::rectangle(0.5, 0.5).unwrap(), 1.0)
    });
    (world, boxes)
}

fn left() -> Region {
    Region::Box(Aabb::new([-40.0, -5.0], [-1.0, 30.0]))
}

/// A field of each kind that acts on the left, with this strength: an acceleration of about as much (m/s^2)
/// on a box of 1 m and 1 kg/m^2.
fn field(kind: usize, strength: f32) -> Field {
    match kind {
        0 => Water { density: 0.1 * strength, ..Water::new(left()) }.into(),
        1 => Wind { region: left(), ..Wind::new([(2.0 * strength).sqrt(), 0.0]) }.into(),
        2 => Attractor { reach: 30.0, ..Attractor::new([-20.0, 8.0], 56.0 * strength) }.into(),
        _ => GravityRegion::new(left(), Vec2::new(strength, -9.81)).into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Of two boxes at rest the one in the field wakes when the field begins, changes, moves away or ends,
    /// and sleeps while it stays as it is; the one outside never wakes.
    #[test]
    fn a_field_that_begins_changes_and_ends_wakes_what_it_acts_on_and_nothing_else(
        kind in 0_usize..4, strengths in prop::collection::vec(0.3_f32..3.0, 1..5), ends_by_zero in any::<bool>(),
    ) {
        let (mut world, [inside, outside]) = two_boxes();
        let mut fields = Fields::default();
        run(&mut world, &mut fields, 120);
        prop_assert!(!is_awake(&world, inside) && !is_awake(&world, outside), "at rest");
        let mut last = 0.0_f32;
        for strength in strengths.into_iter().chain([0.0]) {
            if (strength - last).abs() < 0.1 {
                continue;
            }
            last = strength;
            fields.list = vec![field(kind, strength)];
            if strength == 0.0 && !ends_by_zero {
                fields.list.clear();
            }
            fields.apply(&mut world, DT).unwrap();
            prop_assert!(is_awake(&world, inside), "{:?} of {} does not wake", kind, strength);
            prop_assert!(!is_awake(&world, outside), "{:?} of {} wakes what it does not reach", kind, strength);
            for _ in 0..600 {
                fields.apply(&mut world, DT).unwrap();
                world.step(DT);
                prop_assert!(!is_awake(&world, outside));
                if !is_awake(&world, inside) {
                    break;
                }
            }
            let at = world.body(inside).unwrap().center();
            prop_assert!(!is_awake(&world, inside), "awake at {} after 10 s of {} of {:?}", at, strength, kind);
            run(&mut world, &mut fields, 60);
            prop_assert!(!is_awake(&world, inside), "woken by a field that stays as it is");
        }
    }

    /// Water that falls or rises, fast or slow, takes its rafts along, also those that fell asleep: they end
    /// where those of a world without sleep end.
    #[test]
    fn rafts_that_sleep_follow_the_water(
        speed in prop_oneof![0.0005_f32..0.01, 0.01_f32..1.0], falls in any::<bool>(), ratio in 0.2_f32..0.9,
        pause in 0_usize..200,
    ) {
        let run_with = |sleeping: bool| {
            let mut world = World::new(WorldSettings { sleeping, ..WorldSettings::default() });
            let def = BodyDef::dynamic().position([0.0, 0.4 * (0.5 - ratio)]);
            let raft = add(&mut world, def, Shape::rectangle(1.0, 0.2).unwrap(), 1000.0 * ratio);
            let mut fields = Fields::new([Water::new(Region::below(0.0))]);
            run(&mut world, &mut fields, 400);
            assert_eq!(is_awake(&world, raft), !sleeping);
            let sign = if falls { -1.0 } else { 1.0 };
            let mut level = 0.0;
            let mut heights = Vec::new();
            for step in 0..1200 {
                if step < 600 || step > 600 + pause {
                    level += sign * speed * DT;
                    fields.list[0] = Water::new(Region::below(level)).into();
                }
                run(&mut world, &mut fields, 1);
                heights.push(world.body(raft).unwrap().center().y);
            }
            heights
        };
        for (step, (slept, expected)) in run_with(true).into_iter().zip(run_with(false)).enumerate() {
            // What falls asleep bobs with less than 5 cm/s, 10 mm at a draft of 0.36 m, and this much
            // remains.
            let apart = (slept - expected).abs();
            prop_assert!(apart < 0.02, "{} m beside the raft that never sleeps, in step {}", apart, step);
        }
    }

    /// A breeze that trembles by less than 0.01 m/s^2 wakes nothing, however long it blows.
    #[test]
    fn a_breeze_that_trembles_wakes_nothing(kind in 0_usize..4, strength in 0.3_f32..2.0) {
        let (mut world, boxes) = two_boxes();
        let mut fields = Fields::new([field(kind, strength)]);
        run(&mut world, &mut fields, 900);
        prop_assume!(boxes.iter().all(|&body| !is_awake(&world, body)));
        for step in 0..300 {
            let tremble = if step % 2 == 0 { 1.0 } else { -1.0 };
            fields.list = vec![field(kind, strength + 0.003 * tremble)];
            run(&mut world, &mut fields, 1);
            prop_assert!(boxes.iter().all(|&body| !is_awake(&world, body)), "step {}", step);
        }
    }
}

/// Fields are plain data: a clone that is kept with a snapshot goes on in the same way.
#[test]
fn a_clone_of_fields_goes_on_as_they_do() {
    let (mut world, _) = two_boxes();
    let mut fields = Fields::new([field(1, 1.0)]);
    run(&mut world, &mut fields, 300);
    fields.list = vec![field(1, 1.002)];
    run(&mut world, &mut fields, 10);
    let (mut snapshot, kept) = (Snapshot::default(), fields.clone());
    world.save(&mut snapshot);
    let go_on = |world: &mut World, fields: &mut Fields| {
        fields.list = vec![field(1, 1.5), field(3, 0.2)];
        run(world, fields, 100);
        fields.list.clear();
        run(world, fields, 100);
        world.full_hash()
    };
    let expected = go_on(&mut world, &mut fields);
    world.restore(&snapshot).unwrap();
    assert_eq!(go_on(&mut world, &mut kept.clone()), expected);
}

/// A number out of its range is named, and nothing acts.
#[test]
fn a_bad_field_is_named_and_nothing_acts() {
    let (mut world, boxes) = two_boxes();
    let bad = Wind { density: -1.0, ..Wind::new([9.0, 0.0]) };
    let mut fields = Fields::new([Field::from(Wind::new([9.0, 0.0])), bad.into()]);
    let before = world.full_hash();
    let error = fields.apply(&mut world, DT).unwrap_err();
    assert_eq!(error.to_string(), "density is -1: it must be finite and not negative");
    assert_eq!(world.full_hash(), before);
    assert_eq!(boxes.len(), 2);
}
