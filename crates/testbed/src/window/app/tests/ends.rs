//! Every value of the side bar at its ends, in every scene.

use super::*;
use crate::entry::Entry;
use crate::window::controls::Controls;
use egui_kittest::kittest::NodeT;
use physics::solver::SolverSettings;
use scenes::COMPARISONS;

/// Steps with each of the values.
const STEPS: u32 = 2;

/// Scenes with more bodies than this, whose steps take long, are run with some of the extremes alone: each
/// with another eighth of them.
const MOST_BODIES: usize = 40;
const SHARE: usize = 8;

/// Values that a person can reach in the side bar.
struct Reached {
    /// What was clicked or moved last.
    what: String,
    controls: Controls,
    /// Whether all sliders stand at one end.
    is_extreme: bool,
}

impl Reached {
    /// The controls of a scene with all that the side bar sets as it is here.
    fn in_scene(&self, own: Controls) -> Controls {
        let set = self.controls.settings;
        let solver = SolverSettings {
            substeps: set.solver.substeps,
            biased_sweeps: set.solver.biased_sweeps,
            bounce_threshold: set.solver.bounce_threshold,
            ..own.settings.solver
        };
        let settings = WorldSettings {
            gravity: set.gravity,
            sleeping: set.sleeping,
            continuous: set.continuous,
            method: set.method,
            manifolds: set.manifolds,
            classic: set.classic,
            solver,
            ..own.settings
        };
        Controls { settings, ..self.controls }
    }
}

fn names(window: &Harness<'_, App>, role: Role) -> Vec<String> {
    window.query_all_by_role(role).filter_map(|node| node.accesskit_node().label()).collect()
}

/// Moves every slider to its least value, or to its greatest one.
fn move_all(window: &mut Harness<'_, App>, to_greatest: bool) {
    for name in names(window, Role::Slider) {
        let slider = window.get_by_role_and_label(Role::Slider, &name).accesskit_node();
        let ends = [slider.min_numeric_value(), slider.max_numeric_value()];
        if let Some(end) = ends[usize::from(to_greatest)] {
            slide(window, &name, end);
        }
    }
}

/// What one reaches who sets everything that can be set for all bodies, and then clicks every button with
/// each solver and moves every slider that it brings to both ends.
fn reached() -> Vec<Reached> {
    let mut window = paused("falling_crate");
    let mut all = Vec::new();
    let mut note = |window: &Harness<'_, App>, what: String, is_extreme: bool| {
        all.push(Reached { what, controls: window.state().session.controls(), is_extreme });
    };
    for name in ["set friction", "set restitution", "set drag"] {
        tick(&mut window, name);
    }
    for solver in ["soft", "classic"] {
        choose(&mut window, solver);
        let mut sliders = Vec::new();
        for button in names(&window, Role::RadioButton) {
            // Some buttons belong to another one: how a body is held, to holding it.
            let is_shown = window.query_by_role_and_label(Role::RadioButton, &button).is_some();
            if ["soft", "classic"].contains(&button.as_str()) || !is_shown {
                continue;
            }
            choose(&mut window, &button);
            note(&window, format!("{solver}, {button}"), false);
            if names(&window, Role::Slider) != sliders {
                sliders = names(&window, Role::Slider);
                for (end, to_greatest) in [("least", false), ("greatest", true)] {
                    move_all(&mut window, to_greatest);
                    note(&window, format!("{solver}, {button}, all sliders at the {end}"), true);
                }
            }
        }
        for name in names(&window, Role::CheckBox).iter().filter(|name| !name.starts_with("set ")) {
            tick(&mut window, name);
            note(&window, format!("{solver}, {name}"), false);
        }
        move_all(&mut window, false);
        note(&window, format!("{solver}, all sliders at the least again"), true);
    }
    all.dedup_by(|one, last| one.controls == last.controls);
    all
}

#[test]
fn no_scene_breaks_with_any_value_of_the_side_bar_at_its_ends() {
    let all = reached();
    let extremes: Vec<&Reached> = all.iter().filter(|reached| reached.is_extreme).collect();
    for method in [Method::Soft, Method::Classic] {
        let gravities: Vec<f32> = extremes
            .iter()
            .map(|one| &one.controls.settings)
            .filter(|one| one.method == method)
            .map(|one| one.gravity.y)
            .collect();
        assert!(gravities.contains(&-25.0) && gravities.contains(&25.0), "{gravities:?}");
    }
    assert!(all.len() > 40 && extremes.len() > 8, "{} {}", all.len(), extremes.len());
    let mut window = paused("falling_crate");
    let session = &mut window.state_mut().session;
    for (number, scene) in scenes::all().enumerate() {
        session.choose(scene).unwrap();
        let is_large = session.world().bodies().count() > MOST_BODIES;
        let some = extremes.iter().copied().skip(number % SHARE).step_by(SHARE);
        let tried: Vec<&Reached> = if is_large { some.collect() } else { all.iter().collect() };
        for reached in tried {
            session.set_controls(reached.in_scene(session.controls()));
            for _ in 0..STEPS {
                session.step();
            }
            let (name, what) = (scene.name, &reached.what);
            assert_eq!(session.error(), None, "{name}: {what}");
            for body in session.world().bodies() {
                let (center, velocity) = (body.center(), body.velocity());
                let numbers = [center.x, center.y, velocity.x, velocity.y, body.angular_velocity()];
                assert!(numbers.iter().all(|number| number.is_finite()), "{name}: {what}: {numbers:?}");
            }
        }
    }
}

/// The same of comparisons, whose side bar sets gravity, materials and drag in all panels at once: nothing
/// panics or is refused, and every figure is a number.
#[test]
fn no_comparison_breaks_with_any_value_of_the_side_bar_at_its_ends() {
    let mut window = window("falling_crate");
    for comparison in COMPARISONS {
        window.state_mut().choose(Entry::Comparison(comparison));
        window.step();
        for name in ["set gravity", "set friction", "set restitution", "set drag"] {
            tick(&mut window, name);
        }
        for to_greatest in [false, true] {
            move_all(&mut window, to_greatest);
            let compared = window.state().compared.as_ref().unwrap();
            assert_eq!(compared.error(), None, "{}", comparison.name);
            for world in compared.worlds().worlds() {
                for (figure, value) in world.figures(comparison.figures) {
                    assert!(value.is_finite(), "{}, {}: {figure:?}", comparison.name, world.label());
                }
            }
        }
    }
}
