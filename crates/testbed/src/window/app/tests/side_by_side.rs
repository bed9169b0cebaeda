//! Comparisons, chosen and driven as a person does it.

use super::*;
use scenes::COMPARISONS;

fn steps(window: &Harness<'_, App>) -> u32 {
    window.state().compared.as_ref().unwrap().worlds().steps()
}

/// The picture of a panel.
fn cell(window: &Harness<'_, App>, label: &str) -> egui::Rect {
    window.get_by_role_and_label(Role::Image, &format!("picture of {label}")).rect()
}

/// Choosing a comparison shows every label with its picture and its figures, all in sight, not one above
/// another, of one size; each picture has shapes in it, and everything has a name.
#[test]
fn comparison_shows_every_panel_with_label_and_figures() {
    let mut window = paused("tower");
    for comparison in COMPARISONS {
        pick(&mut window, comparison.name);
        window.step();
        if window.query_by_label("pause").is_some() {
            click(&mut window, "pause");
        }
        window.remove_cursor();
        window.step();
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0));
        let cells: Vec<egui::Rect> = comparison.panels.iter().map(|one| cell(&window, one.label)).collect();
        for (i, (rect, panel)) in cells.iter().zip(comparison.panels).enumerate() {
            assert!(screen.contains_rect(*rect) && rect.width() > 200.0 && rect.height() > 100.0, "{rect:?}");
            assert!((rect.size() - cells[0].size()).length() < 1.0, "{}: {rect:?}", comparison.name);
            assert!(
                cells[..i].iter().all(|other| !other.intersects(*rect)),
                "{}: {cells:?}",
                comparison.name
            );
            assert!(window.query_all_by_label(panel.label).count() > 0, "{}", panel.label);
            let inside = window.output().shapes.iter().filter(|shape| shape.clip_rect == *rect);
            let meshes = inside.filter_map(|clipped| match &clipped.shape {
                egui::Shape::Mesh(mesh) => Some(mesh.vertices.len()),
                _ => None,
            });
            let vertices: usize = meshes.sum();
            // A ground and one plank take 24.
            assert!(vertices > 20, "{}, {}: {vertices} vertices", comparison.name, panel.label);
        }
        let worlds = window.state().compared.as_ref().unwrap().worlds();
        for world in worlds.worlds() {
            for (figure, value) in world.figures(comparison.figures) {
                let text = figure.show(value);
                let labels: Vec<_> = window.query_all_by_label(&text).map(|label| label.rect()).collect();
                let below = |rect: &egui::Rect| {
                    let cell = cell(&window, world.label());
                    rect.top() >= cell.bottom()
                        && rect.left() >= cell.left() - 1.0
                        && rect.right() <= cell.right()
                };
                assert!(labels.iter().any(below), "{}, {}: {text}", comparison.name, world.label());
                assert!(labels.iter().all(|rect| screen.contains_rect(*rect)), "{text}: {labels:?}");
            }
        }
        window.check_accessibility();
    }
}

/// One run, pause, step and restart for all panels, by button and by key; the scene waits meanwhile.
#[test]
fn panels_run_pause_step_and_restart_together() {
    let mut window = window("tower");
    pick(&mut window, "detection");
    let scene = window.state().session.steps();
    window.run_steps(10);
    assert!(steps(&window) >= 9, "{}", steps(&window));
    click(&mut window, "pause");
    let stopped = steps(&window);
    window.run_steps(10);
    assert_eq!(steps(&window), stopped);
    click(&mut window, "step");
    window.key_press(egui::Key::S);
    window.step();
    assert_eq!(steps(&window), stopped + 2);
    assert!(window.query_by_label_contains(&format!("step {}", stopped + 2)).is_some(), "and says so");
    click(&mut window, "restart");
    assert_eq!(steps(&window), 0);
    assert_eq!(window.state().session.steps(), scene, "the scene waits");
}

#[test]
fn comparison_pauses_once_where_the_difference_can_be_seen() {
    let mut window = window("tower");
    pick(&mut window, "weights");
    let pause = scenes::find_comparison("weights").unwrap().steps;
    window.run_steps(2 * pause as usize);
    assert_eq!(steps(&window), pause);
    assert!(window.query_by_label("run").is_some(), "it is paused");
    click(&mut window, "run");
    window.run_steps(10);
    assert!(steps(&window) >= pause + 9, "{}", steps(&window));
}

/// Zooming and moving one picture moves all, "fit" shows everything, and a button opens a scene alone.
#[test]
fn pictures_move_together_and_scenes_open_alone() {
    let mut window = window("tower");
    pick(&mut window, "weights");
    click(&mut window, "pause");
    let drawn = |window: &Harness<'_, App>, label: &str| {
        let rect = cell(window, label);
        let shapes = window.output().shapes.iter().filter(|shape| shape.clip_rect == rect);
        let mut places: Vec<egui::Rect> = shapes.map(|shape| shape.shape.visual_bounding_rect()).collect();
        places.iter_mut().for_each(|place| *place = place.translate(-rect.min.to_vec2()));
        format!("{:?}", places[0])
    };
    let labels = ["mean of two points", "two points, plain", "two points, by depth"];
    let before = labels.map(|label| drawn(&window, label));
    let start = cell(&window, labels[1]).center();
    window.hover_at(start);
    window.drag_at(start);
    window.step();
    window.hover_at(start + egui::vec2(30.0, 20.0));
    window.step();
    window.drop_at(start + egui::vec2(30.0, 20.0));
    window.step();
    window.run_steps(2);
    let after = labels.map(|label| drawn(&window, label));
    for (before, after) in before.iter().zip(&after) {
        assert_ne!(before, after);
    }
    click(&mut window, "fit");
    window.run_steps(2);
    assert_eq!(labels.map(|label| drawn(&window, label)), before);
    click(&mut window, "open landing_plain");
    assert!(window.state().compared.is_none());
    assert_eq!(window.state().session.scene().name, "landing_plain");
    pick(&mut window, "weights");
    pick(&mut window, "manifold");
    assert!(window.state().compared.is_none() && window.state().explored.is_some());
}

/// Position in the window of a point of the world of a panel.
fn place_in(window: &Harness<'_, App>, label: &str, point: Point) -> egui::Pos2 {
    let view = window.state().compared.as_ref().unwrap().view();
    cell(window, label).min + egui::Vec2::from(view.to_screen(point))
}

/// The lightest dynamic body, which follows the pointer soonest, and its centre.
fn lightest(window: &Harness<'_, App>, which: usize) -> (BodyId, Point) {
    let compared = window.state().compared.as_ref().unwrap();
    let bodies = compared.worlds().worlds()[which].world().dynamic_bodies();
    let lightest = bodies.min_by(|a, b| a.mass_properties().mass.total_cmp(&b.mass_properties().mass));
    lightest.map(|body| (body.id(), body.center())).unwrap()
}

/// In each picture a body is grabbed, follows the pointer in its own world alone, and is released; the
/// pictures do not move meanwhile.
#[test]
fn body_is_grabbed_in_any_panel_and_moves_in_that_world_alone() {
    let labels = ["mean of two points", "two points, plain", "two points, by depth"];
    let paused = || {
        let mut window = window("tower");
        pick(&mut window, "weights");
        click(&mut window, "pause");
        window
    };
    let hashes = |window: &Harness<'_, App>| -> Vec<u64> {
        let worlds = window.state().compared.as_ref().unwrap().worlds().worlds();
        worlds.iter().map(|world| world.world().state_hash()).collect()
    };
    let steps = |window: &mut Harness<'_, App>| {
        for _ in 0..40 {
            window.key_press(egui::Key::S);
            window.step();
        }
    };
    // The same without a hand.
    let mut alone = paused();
    click(&mut alone, "restart");
    steps(&mut alone);
    for (which, label) in labels.into_iter().enumerate() {
        for (name, _) in Grip::ALL {
            let mut window = paused();
            choose(&mut window, name);
            click(&mut window, "restart");
            let view = window.state().compared.as_ref().unwrap().view();
            let (body, center) = lightest(&window, which);
            let start = place_in(&window, label, center);
            window.hover_at(start);
            window.drag_at(start);
            window.step();
            let held = |window: &Harness<'_, App>| window.state().compared.as_ref().unwrap().held();
            assert_eq!(held(&window), Some((which, body)), "{label}, {name}");
            let to = start + egui::vec2(40.0, -30.0);
            window.hover_at(to);
            window.step();
            steps(&mut window);
            let world = &window.state().compared.as_ref().unwrap().worlds().worlds()[which];
            let moved = place_in(&window, label, world.world().body(body).unwrap().center());
            assert!((moved - to).length() < 6.0, "{label}, {name}: {moved:?} for {to:?}");
            for (i, (one, other)) in hashes(&window).into_iter().zip(hashes(&alone)).enumerate() {
                assert_eq!(one == other, i != which, "{label}, {name}: world {i}");
            }
            window.drop_at(to);
            window.step();
            assert_eq!(held(&window), None);
            assert_eq!(window.state().compared.as_ref().unwrap().view(), view, "the pictures stay");
            assert!(window.state().compared.as_ref().unwrap().error().is_none());
        }
    }
}

/// Gravity and materials are set in all worlds, stay when the worlds begin anew, and are again those of each
/// scene when they are released. A comparison that is not touched runs as it does without a window.
#[test]
fn side_bar_of_a_comparison_sets_every_world() {
    let mut window = window("tower");
    pick(&mut window, "corrections");
    click(&mut window, "pause");
    let gravities = |window: &Harness<'_, App>| -> Vec<Vec2> {
        let worlds = window.state().compared.as_ref().unwrap().worlds().worlds();
        worlds.iter().map(|world| world.world().settings().gravity).collect()
    };
    let own = gravities(&window);
    tick(&mut window, "set gravity");
    assert_eq!(gravities(&window), own, "it begins with that of the scenes");
    slide(&mut window, "gravity y", 5.0);
    slide(&mut window, "gravity x", 2.0);
    assert!(gravities(&window).iter().all(|gravity| *gravity == Vec2::new(2.0, 5.0)));
    for name in ["friction", "restitution", "drag"] {
        tick(&mut window, &format!("set {name}"));
        slide(&mut window, name, 0.25);
    }
    click(&mut window, "restart");
    assert!(gravities(&window).iter().all(|gravity| *gravity == Vec2::new(2.0, 5.0)));
    for world in window.state().compared.as_ref().unwrap().worlds().worlds() {
        let mut materials = world.world().colliders().map(ColliderRef::material);
        assert!(materials.all(|one| one.friction == 0.25 && one.restitution == 0.25), "{}", world.label());
        assert_eq!(world.world().settings().classic.drag, 0.25);
    }
    for name in ["gravity", "friction", "restitution", "drag"] {
        tick(&mut window, &format!("set {name}"));
    }
    assert_eq!(gravities(&window), own);
    for world in window.state().compared.as_ref().unwrap().worlds().worlds() {
        let (defined, _) = World::load(&(world.scene().level)()).unwrap();
        assert_eq!(world.world().state_hash(), defined.state_hash(), "{}", world.label());
    }
    assert!(window.state().compared.as_ref().unwrap().error().is_none());
    window.check_accessibility();
}

/// At half the speed half as many steps are done in as many frames, of a comparison and of a scene.
#[test]
fn speed_says_how_fast_time_passes() {
    const FRAMES: u64 = 24;
    let mut window = window("tower");
    let done = |window: &mut Harness<'_, App>, speed: f64, steps: &dyn Fn(&Harness<'_, App>) -> u64| {
        slide(window, "speed", speed);
        let before = steps(window);
        window.run_steps(FRAMES as usize);
        steps(window) - before
    };
    let of_scene = |window: &Harness<'_, App>| window.state().session.steps();
    let of_comparison = |window: &Harness<'_, App>| u64::from(steps(window));
    let speeds = [(1.0, FRAMES), (0.5, FRAMES / 2), (2.0, 2 * FRAMES)];
    for (speed, expected) in speeds {
        let found = done(&mut window, speed, &of_scene);
        assert!(found.abs_diff(expected) <= 1, "scene at {speed}: {found}");
    }
    // This comparison pauses after 60 steps.
    pick(&mut window, "detection");
    for (speed, expected) in speeds {
        click(&mut window, "restart");
        let found = done(&mut window, speed, &of_comparison);
        assert!(found.abs_diff(expected) <= 2, "comparison at {speed}: {found}");
    }
}
