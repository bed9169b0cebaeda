//! The controls of the side bar: each sets what it says, and changes what is drawn.

use super::*;
use physics::textbook::{ImpulseMethod, Integrator, PositionCorrection};

/// Every variant of the classic solver that the texts describe is set by its control.
#[test]
fn every_variant_of_the_classic_solver_can_be_set() {
    let mut window = paused("pile");
    click(&mut window, "classic");
    let classic = |window: &Harness<'_, App>| window.state().session.controls().settings.classic;
    for (name, impulses) in [
        ("separate", ImpulseMethod::Separate),
        ("by depth", ImpulseMethod::DepthWeighted),
        ("none, only moved apart", ImpulseMethod::Displacement),
        ("accumulated", ImpulseMethod::Accumulated),
    ] {
        click(&mut window, name);
        assert_eq!(classic(&window).impulses, impulses);
    }
    click(&mut window, "by velocity");
    slide(&mut window, "bias factor", 0.5);
    slide(&mut window, "slop", 0.02);
    assert_eq!(classic(&window).correction, PositionCorrection::Baumgarte { factor: 0.5, slop: 0.02 });
    click(&mut window, "by projection");
    slide(&mut window, "percent", 0.75);
    assert_eq!(classic(&window).correction, PositionCorrection::Projection { fraction: 0.75, slop: 0.01 });
    click(&mut window, "split");
    slide(&mut window, "beta", 0.25);
    assert_eq!(classic(&window).correction, PositionCorrection::Split { fraction: 0.25 });
    click(&mut window, "left");
    assert_eq!(classic(&window).correction, PositionCorrection::None);
    click(&mut window, "explicit Euler");
    assert_eq!(classic(&window).integrator, Integrator::Explicit);
    for name in ["warm start", "detect in each iteration"] {
        tick(&mut window, name);
    }
    slide(&mut window, "bounce threshold", 2.5);
    assert_eq!(classic(&window).bounce_threshold, 2.5);
    assert!(classic(&window).detect_each_iteration && !classic(&window).warm_start);
    assert_eq!(window.state().session.error(), None);
}

/// Each option of the side bar of the texts' demos changes what is drawn after half a second.
#[test]
fn side_bar_options_of_the_texts_change_what_is_drawn() {
    let drawn = |scene: &str, steps: u32, change: &dyn Fn(&mut Harness<'_, App>)| {
        let mut window = paused(scene);
        // All controls are in sight: what is scrolled away cannot be clicked.
        window.set_size(egui::vec2(1280.0, 1600.0));
        window.step();
        let place = window.get_by_label("picture").rect();
        change(&mut window);
        // The button "step" does this; without a frame for each step the test takes a third of the time.
        for _ in 0..steps {
            window.state_mut().session.step();
        }
        window.remove_cursor();
        window.step();
        // The panels show durations, which differ from run to run.
        let picture = window.get_by_label("picture").rect();
        // A side bar that grows with a number would change the picture whatever the option does.
        assert_eq!(picture, place, "{scene}: the picture stays where it is");
        let shapes = window.output().shapes.iter();
        let in_picture = shapes.filter(|shape| picture.contains_rect(shape.clip_rect));
        in_picture.map(|shape| format!("{:?}", shape.shape)).collect::<String>()
    };
    let plain = drawn("collision", 30, &|_| {});
    assert_eq!(plain, drawn("collision", 30, &|_| {}), "the same options draw the same");
    type Change<'a> = &'a dyn Fn(&mut Harness<'_, App>);
    let changes: [(&str, Change<'_>); 7] = [
        ("iterations", &|window| slide(window, "iterations", 1.0)),
        ("displacement", &|window| click(window, "none, only moved apart")),
        ("friction", &|window| {
            click(window, "set friction");
            slide(window, "friction", 1.0);
        }),
        ("restitution", &|window| {
            click(window, "set restitution");
            slide(window, "restitution", 1.0);
        }),
        ("drag", &|window| {
            click(window, "set drag");
            slide(window, "drag", 4.0);
        }),
        ("gravity", &|window| slide(window, "gravity y", 0.0)),
        ("normals", &|window| tick(window, "normals of edges")),
    ];
    for (name, change) in changes {
        assert!(drawn("collision", 30, change) != plain, "{name}");
    }
    // Variants of the texts, each on a scene and for as many steps as show it. The scene restarts with the
    // variant: what bodies have gained in the first frames by the other one would hide the difference.
    let variants: [(&str, u32, &[&str]); 8] = [
        ("collision", 40, &["separate", "by depth", "none, velocity clamped"]),
        ("collision", 40, &["explicit Euler", "positions first"]),
        ("detection_once", 60, &["detect in each iteration"]),
        ("squash_1", 60, &["warm start"]),
        ("corrections_baumgarte", 10, &["left", "by projection", "split"]),
        ("contact_points_clipped", 10, &["mean point", "support average"]),
        ("manifolds_gjk", 120, &["separating axes"]),
        ("impacts_stopped", 20, &["go back to the impact", "with nothing"]),
    ];
    for (scene, steps, names) in variants {
        let plain = drawn(scene, steps, &|window| click(window, "restart"));
        for name in names {
            let chosen = drawn(scene, steps, &|window| {
                choose(window, name);
                click(window, "restart");
            });
            assert!(chosen != plain, "{scene}: {name}");
        }
    }
    // The numbers of a variant, each moved far from what the scene has.
    let sliders = [
        ("corrections_baumgarte", 10, "bias factor", 0.9),
        ("corrections_baumgarte", 10, "slop", 0.1),
        ("corrections_projection", 10, "percent", 0.9),
        ("corrections_projection", 10, "slop", 0.1),
        ("corrections_split", 10, "beta", 0.9),
    ];
    for (scene, steps, name, value) in sliders {
        let plain = drawn(scene, steps, &|window| click(window, "restart"));
        let moved = drawn(scene, steps, &|window| {
            slide(window, name, value);
            click(window, "restart");
        });
        assert!(moved != plain, "{scene}: {name}");
    }
    // The balls hit the floor with 8.9 m/s, so with a threshold above that none bounces.
    for solver in ["soft", "classic"] {
        let [plain, none] = [1.0, 10.0].map(|threshold| {
            drawn("bouncing_max", 90, &|window| {
                click(window, solver);
                slide(window, "bounce threshold", threshold);
                click(window, "restart");
            })
        });
        assert!(none != plain, "{solver}: bounce threshold");
    }
}

/// A slider of a scene builds it anew with the value; all of it is in sight.
#[test]
fn parameters_build_the_scene_anew() {
    let mut window = paused("tower");
    slide(&mut window, "boxes", 25.0);
    window.step();
    let session = &window.state().session;
    assert_eq!((session.world().dynamic_bodies().count(), session.steps()), (25, 0));
    let top = session.world().dynamic_bodies().map(|body| body.center().y).fold(0.0, f32::max);
    assert!(window.state().view.area().upper.y > top + 0.5);
    click(&mut window, "restart");
    assert_eq!(window.state().session.world().dynamic_bodies().count(), 25, "a restart keeps the value");
    pick(&mut window, "falling_crate");
    assert!(window.query_by_role_and_label(Role::Slider, "boxes").is_none());
}

/// Beside the scene stands the scene as it was defined: both do the same steps, and only one has the
/// gravity of the side bar.
#[test]
fn scene_stands_beside_itself() {
    let mut window = window("tower");
    click(&mut window, "beside");
    slide(&mut window, "gravity y", 5.0);
    window.run_steps(30);
    let rect = |name: &str| window.get_by_role_and_label(Role::Image, name).rect();
    let [own, set] = [rect("picture as it was defined"), rect("picture")];
    assert!(own.right() <= set.left() && (own.size() - set.size()).length() < 2.0, "{own:?} {set:?}");
    let twin = window.state().twin.as_ref().unwrap().session();
    let session = &window.state().session;
    assert_eq!(twin.steps(), session.steps());
    assert_eq!((twin.world().settings().gravity.y, session.world().settings().gravity.y), (-10.0, 5.0));
    click(&mut window, "beside");
    window.step();
    assert!(window.query_by_label("picture as it was defined").is_none());
}
