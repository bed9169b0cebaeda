//! Comparisons: their scenes can be looked at side by side, and their figures differ as the texts say.

use super::DT;
use physics::prelude::*;
use scenes::{COMPARISONS, Comparison, Figure, Jitter, Meter, Panel, Recipe, find_comparison};

/// The world of a panel after so many steps, and what was measured on the way.
fn measured(panel: &Panel, steps: u32) -> (World, Meter) {
    let scene = panel.scene().unwrap_or_else(|| panic!("no scene {}", panel.scene));
    let (mut world, ids) = World::load(&(scene.level)()).expect("a level of this crate");
    let mut meter = Meter::new(&world, &ids.bodies, scene.view.area);
    for _ in 0..steps * panel.cuts {
        world.step(DT / panel.cuts as f32);
        meter.see(&world);
    }
    (world, meter)
}

/// The values of a figure, panel by panel, after so many steps.
fn after(steps: u32, name: &str, figure: Figure) -> Vec<f64> {
    let comparison = find_comparison(name).unwrap();
    assert!(comparison.figures.contains(&figure), "{name} shows {figure:?}");
    let value = |panel| {
        let (world, meter) = measured(panel, steps);
        meter.value(figure, &world)
    };
    comparison.panels.iter().map(value).collect()
}

/// [`after`] as many steps as the comparison asks for.
fn values(name: &str, figure: Figure) -> Vec<f64> {
    after(find_comparison(name).unwrap().steps, name, figure)
}

/// A figure of a comparison by the beginning of its name.
fn figure(name: &str, begin: &str) -> Figure {
    let all = find_comparison(name).unwrap().figures;
    *all.iter().find(|figure| figure.name().starts_with(begin)).unwrap()
}

/// Names differ; each comparison has two panels or more with labels and scenes of their own, which exist,
/// show the same part of the world, have equal bodies at the beginning and no script.
#[test]
fn scenes_of_a_comparison_exist_and_show_the_same() {
    let all_differ = |names: &mut dyn Iterator<Item = String>| {
        let mut names: Vec<_> = names.collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        names.len() == count
    };
    assert!(all_differ(&mut COMPARISONS.iter().map(|one| one.name.to_owned())));
    for Comparison { name, about, sections, steps, panels, figures } in COMPARISONS {
        assert!(about.ends_with('.') && *steps > 0 && !sections.is_empty() && !figures.is_empty(), "{name}");
        assert!(scenes::find(name).is_none(), "{name} is a scene");
        assert!(panels.len() >= 2, "{name}");
        assert!(all_differ(&mut panels.iter().map(|panel| panel.label.to_owned())), "{name}");
        let run = |panel: &Panel| format!("{} in {} steps", panel.scene, panel.cuts);
        assert!(
            all_differ(&mut panels.iter().map(run)) && panels.iter().all(|panel| panel.cuts > 0),
            "{name}"
        );
        let scenes: Vec<_> = panels.iter().map(|panel| panel.scene().expect(panel.scene)).collect();
        for scene in &scenes {
            assert_eq!(scene.view, scenes[0].view, "{name}: {}", scene.name);
            assert!(scene.script.is_none(), "{name}: {}", scene.name);
            let [level, first] = [scene, scenes[0]].map(|scene| (scene.level)());
            assert_eq!(level.bodies, first.bodies, "{name}: {}", scene.name);
        }
    }
}

/// Comparisons that show that one difference makes none, with the panels that come out alike.
const ALIKE: &[(&str, [usize; 2])] = &[("jitter", [0, 4])];

/// At the steps of each comparison, every figure has a finite value, and at least one tells all panels apart,
/// as a reader sees them, but for those that are meant to be alike.
#[test]
fn a_figure_tells_the_panels_of_each_comparison_apart() {
    for comparison in COMPARISONS {
        let tells_apart = |figure: &&Figure| {
            let values = values(comparison.name, **figure);
            assert!(values.iter().all(|value| value.is_finite()), "{}: {values:?}", comparison.name);
            let mut shown: Vec<String> = values.into_iter().map(|value| figure.show(value)).collect();
            if let Some((_, [one, other])) = ALIKE.iter().find(|(name, _)| *name == comparison.name) {
                assert_eq!(shown[*one], shown[*other], "{}", comparison.name);
                shown[*other] += " again";
            }
            shown.sort_unstable();
            shown.dedup();
            shown.len() == comparison.panels.len()
        };
        assert!(comparison.figures.iter().any(|figure| tells_apart(&figure)), "{}", comparison.name);
    }
}

/// Baumgarte's bias leaves bodies that overlapped with a hundred times the energy that projection and split
/// leave; without a correction the overlap of 0.3 m stays.
#[test]
fn only_the_bias_gives_energy_to_bodies_that_overlap() {
    let energy = values("corrections", Figure::GreatestKineticEnergy);
    let [none, bias, projection, split] = energy[..] else { panic!("{energy:?}") };
    assert!(bias > 10.0 && [none, projection, split].iter().all(|other| *other < 0.01 * bias), "{energy:?}");
    let overlap = values("corrections", Figure::Overlap);
    assert!(overlap[0] > 0.29 && overlap[1..].iter().all(|other| *other < 0.16), "{overlap:?}");
}

/// A plank that lands level falls over if each of 50 iterations may only push, and stands if their sum may.
#[test]
fn plank_stands_only_if_the_sum_of_the_iterations_is_bounded() {
    let height = values("two planks", figure("two planks", "height"));
    let spin = values("two planks", Figure::GreatestSpin);
    assert!(height[0] < 0.75 && (height[1] - 1.0).abs() < 0.02, "{height:?}");
    assert!(spin[1] < 0.01, "{spin:?}");
}

/// The mean of two points turns the plank counter-clockwise, two points turn it back, and more so if the
/// deeper one takes more of the impulse.
#[test]
fn weights_turn_a_plank_further_towards_level_and_the_mean_away() {
    let turns = values("weights", figure("weights", "greatest turn"));
    let [mean, plain, by_depth] = turns[..] else { panic!("{turns:?}") };
    assert!(mean > 0.02 && plain < -0.01 && by_depth < 1.5 * plain, "{turns:?}");
}

/// Boxes at rest come to a stop if 10 mm of overlap are left to them, also where all of the rest is removed
/// at once. Without a slop they tremble by more than a millimetre in each step, also where only a fifth is
/// removed, and fall if all is. So of the two warnings of the texts, that of *The Basics* (slop) holds by
/// itself, and that of *Custom Physics Engine* (not all of the overlap) only without a slop.
#[test]
fn boxes_tremble_without_a_slop_and_fall_if_all_overlap_is_removed() {
    let tremble = values("jitter", Figure::Tremble);
    let [slop, fifth, four_fifths, all, all_with_slop] = tremble[..] else { panic!("{tremble:?}") };
    // What is left after eight seconds halves five times in a second.
    assert!(slop < 1e-6 && all_with_slop < 1e-6, "{tremble:?}");
    assert!([fifth, four_fifths, all].iter().all(|motion| *motion > 1e-3), "{tremble:?}");
    let fallen = values("jitter", Figure::Fallen);
    assert!(fallen[3] >= 2.0 && fallen[..3] == [0.0; 3] && fallen[4] == 0.0, "{fallen:?}");
}

/// The same holds for towers of two to six boxes: after ten seconds they move a hundred times less with a
/// slop than without one, whatever the fraction.
#[test]
fn slop_calms_towers_of_any_height() {
    for boxes in 2..=6 {
        let tremble = |fraction, slop| {
            let level = Jitter { fraction, slop, boxes, ..Jitter::default() }.level();
            let (mut world, ids) = World::load(&level).unwrap();
            let mut meter = Meter::new(&world, &ids.bodies, Aabb::new([-1.0, -1.0], [1.0, 1.0]));
            for _ in 0..600 {
                world.step(DT);
                meter.see(&world);
            }
            meter.value(Figure::Tremble, &world)
        };
        let [with, without] = [0.01, 0.0].map(|slop| [0.2, 0.8, 1.0].map(|fraction| tremble(fraction, slop)));
        let [most, least] = [with.into_iter().fold(0.0, f64::max), without.into_iter().fold(1.0, f64::min)];
        assert!(most < 0.01 * least, "{boxes} boxes: {with:?} with a slop, {without:?} without");
    }
}

/// By the recipe of *Gaul, Custom Physics Engine* (separate impulses, no warm starting, projection of 40%
/// beyond 10 mm) a tower of three boxes stands after ten seconds with 5 iterations, one of four with 10, and
/// one of five with 20, the most that the text names. With accumulated impulses and warm starting, all of
/// them stand with ten, and still after a minute, when the highest of the others has fallen.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn recipe_holds_up_towers_of_three_to_five_boxes() {
    let comparison = find_comparison("towers by recipe").unwrap();
    let standing = |panel: &Panel, steps| -> Vec<u32> {
        let (world, _) = measured(panel, steps);
        let heights: Vec<f32> = world.dynamic_bodies().map(|body| body.center().y).collect();
        let mut begin = 0;
        let stands = |boxes: &u32| {
            let tower = &heights[begin..begin + *boxes as usize];
            begin += tower.len();
            // Boxes that sink into each other by up to 70 mm are still one above the other.
            (0..).zip(tower).all(|(k, height)| (height - 0.5 - k as f32).abs() < 0.3)
        };
        Recipe::TOWERS.into_iter().filter(stands).collect()
    };
    let after = |steps| comparison.panels.iter().map(|panel| standing(panel, steps)).collect::<Vec<_>>();
    assert_eq!(after(comparison.steps), [vec![3], vec![3, 4], vec![3, 4, 5], vec![3, 4, 5, 6]]);
    assert_eq!(after(3600), [vec![], vec![3], vec![3, 4], vec![3, 4, 5, 6]]);
}

/// With impulses by depth, planks that have landed come to rest; with plain ones one keeps rocking.
#[test]
fn planks_come_to_rest_with_weights_and_rock_without() {
    for steps in [180, 300, 600] {
        let spins = after(steps, "weights at rest", Figure::Spin);
        assert!(spins[0] > 2e-3 && spins[1] < 2e-4, "{steps}: {spins:?}");
    }
}

/// Detection in each iteration leaves less than half of the deepest overlap.
#[test]
fn detection_in_each_iteration_halves_the_deepest_overlap() {
    let overlap = values("detection", Figure::DeepestOverlap);
    assert!(overlap[1] < 0.5 * overlap[0], "{overlap:?}");
}

/// If positions come first, boxes at rest are deeper by a fall of g dt^2 or more in every step.
#[test]
fn positions_first_leave_boxes_deeper_by_a_fall() {
    for steps in 4..=30 {
        let overlap = after(steps, "order of a step", Figure::Overlap);
        assert!(overlap[1] > overlap[0] + f64::from(9.81 * DT * DT), "{steps}: {overlap:?}");
    }
}

/// With the mean of points the first plank turns the wrong way, with the average of support points the second
/// rests on air; with two clipped points neither happens.
#[test]
fn cruder_contact_points_turn_a_plank_or_hold_it_in_the_air() {
    let turns = values("contact points", figure("contact points", "greatest turn"));
    assert!(turns[0] < 0.0 && turns[1] > 0.1, "{turns:?}");
    let heights = after(60, "contact points", figure("contact points", "height"));
    assert!(heights[0] < 1.5 && heights[1] < 1.5 && heights[2] > 2.15, "{heights:?}");
}

/// Pendulums of explicit Euler gain more energy with every second, those of symplectic Euler none.
#[test]
fn only_explicit_euler_gains_energy() {
    let gains: Vec<Vec<f64>> =
        [60, 200, 400].map(|steps| after(steps, "integrators", Figure::EnergyGain)).to_vec();
    assert!(gains.is_sorted_by(|a, b| a[0] < 0.9 * b[0]), "{gains:?}");
    assert!(gains.iter().all(|gain| gain[1] < 0.0 && -gain[1] < 0.2 * gains[2][0]), "{gains:?}");
}

/// More iterations, less overlap; and of a tower, more height.
#[test]
fn more_iterations_hold_stacks_and_towers_up() {
    let overlap = values("stacks by iterations", Figure::Overlap);
    assert!(overlap.is_sorted_by(|a, b| *a > 1.5 * *b), "{overlap:?}");
    let heights = after(240, "tower by iterations", figure("tower by iterations", "height"));
    assert!(heights[0] < 2.0 && heights[1] > 9.3, "{heights:?}");
}

/// A ball of speed v that loses no time bounces in t seconds as often as a straight line of the length v t
/// passes a wall. Only the step that goes back to the impact has all of these bounces.
#[test]
fn only_resolved_impacts_have_all_bounces() {
    let bounces = values("impacts", Figure::Bounces);
    let [missed, smaller, stopped, resolved] = bounces[..] else { panic!("{bounces:?}") };
    let room = scenes::Impacts::HALF - scenes::Impacts::RADIUS;
    let count = |speed: f32| f64::from(((room + speed) / (2.0 * room)).floor());
    let expected: f64 = scenes::Impacts::SPEEDS.into_iter().map(count).sum();
    assert_eq!(resolved, expected, "{bounces:?}");
    assert!(missed < stopped && stopped < smaller && smaller < resolved, "{bounces:?}");
    assert_eq!(values("impacts", Figure::OutsideOfView), [1.0, 0.0, 0.0, 0.0], "the fastest passes the wall");
}

/// Balls that bounce by the larger of two restitutions lose less energy than by the smaller.
#[test]
fn larger_restitution_loses_less_energy() {
    let gains = values("restitution rules", Figure::EnergyGain);
    assert!(gains[0] < 0.0 && gains[1] < 1.3 * gains[0], "{gains:?}");
}

/// Without impulses nothing turns.
#[test]
fn shapes_turn_only_by_impulses() {
    let spins = values("responses", Figure::GreatestSpin);
    assert!(spins[0] == 0.0 && spins[1] > 1.0, "{spins:?}");
}

/// Convex hulls hold the ball and the box higher than convex pieces do.
#[test]
fn hulls_keep_bodies_out_of_hollows() {
    for what in ["height of the ball", "height of the box"] {
        let heights = values("hulls and pieces", figure("hulls and pieces", what));
        assert!(heights[0] > heights[1] + 0.5, "{what}: {heights:?}");
    }
}

/// A meter counts and keeps what was greatest: a box that is thrown against a wall bounces once, and what it
/// turned counts with its sign over more than a full turn.
#[test]
fn meter_counts_bounces_and_turns() {
    let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
    let square = || ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
    level.body_with(BodyDef::fixed().position([3.0, 0.0]), square());
    level.body_with(BodyDef::dynamic().velocity([2.0, 0.0]), square().restitution(1.0).friction(0.0));
    level.body_with(BodyDef::dynamic().position([0.0, 5.0]).angular_velocity(-5.0), square());
    let (mut world, ids) = World::load(&level).unwrap();
    let mut meter = Meter::new(&world, &ids.bodies, Aabb::new([-1.0, -1.0], [9.0, 9.0]));
    let first = meter.value(Figure::EnergyGain, &world);
    assert_eq!(first, 0.0);
    let spin = meter.value(Figure::GreatestSpin, &world);
    assert!((spin - 5.0).abs() < 1e-6, "also before the first step: {spin}");
    for _ in 0..120 {
        world.step(DT);
        meter.see(&world);
    }
    assert_eq!(meter.value(Figure::Bounces, &world), 1.0);
    let turn = meter.value(Figure::Turn { of: "", body: 2 }, &world);
    assert!((turn + 10.0).abs() < 0.1, "two seconds at -5 rad/s: {turn}");
    assert!(meter.value(Figure::Height { of: "", body: 9 }, &world).is_nan(), "there is no such body");
    world.remove_body(ids.bodies[2]).unwrap();
    assert!(meter.value(Figure::Height { of: "", body: 2 }, &world).is_nan(), "it is gone");
}
