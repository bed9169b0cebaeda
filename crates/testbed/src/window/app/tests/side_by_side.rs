//! Comparisons, chosen and driven as a person does it.

use super::*;
use scenes::COMPARISONS;

fn steps(window: &Harness<'_, App>) -> u32 {
    window.state().compared.as_ref().unwrap().worlds().steps()
}

/// Chooses an entry of the list: its name may be written elsewhere in the window too.
fn choose_entry(window: &mut Harness<'_, App>, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    window.step();
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
    // The whole list is in sight, so that each entry can be clicked.
    for comparison in COMPARISONS {
        window.set_size(egui::vec2(1280.0, 4000.0));
        window.step();
        choose_entry(&mut window, comparison.name);
        window.set_size(egui::vec2(1280.0, 800.0));
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
            let inside = window.output().shapes.iter().filter(|shape| shape.clip_rect == *rect).count();
            assert!(inside > 3, "{}, {}: {inside} shapes", comparison.name, panel.label);
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
    choose_entry(&mut window, "detection");
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

/// The worlds pause by themselves at the step where the difference can be seen, and go on if asked.
#[test]
fn comparison_pauses_once_where_the_difference_can_be_seen() {
    let mut window = window("tower");
    choose_entry(&mut window, "weights");
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
    choose_entry(&mut window, "weights");
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
    choose_entry(&mut window, "weights");
    choose_entry(&mut window, "manifold");
    assert!(window.state().compared.is_none() && window.state().explored.is_some());
}
