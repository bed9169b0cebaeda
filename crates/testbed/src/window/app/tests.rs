//! The controls, driven as a person drives them: by name and by pointer. No display is needed.

mod draw_time;
mod ends;
mod inspection;
mod layout;
mod list;
mod screens;
mod side_bar;
mod side_by_side;
mod theme;
mod visit;

use super::*;
use crate::explorers::EXPLORERS;
use crate::options::{BroadphaseKind, Command, parse};
use crate::window::hand::Grip;
use eframe::egui::PointerButton;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use physics::prelude::*;
use physics::world::Method;

/// The title of an entry; of anything else its name.
fn title(name: &str) -> String {
    Entry::all().find(|entry| entry.name() == name).map_or_else(|| name.to_owned(), Entry::title)
}

/// The window on a scene, with all panels and settings. Each frame is one step, and each event has a frame of
/// its own.
fn window(scene: &str) -> Harness<'static, App> {
    window_at(60.0, scene)
}

/// The window on a scene, with so many frames in a second.
fn window_at(rate: f32, scene: &str) -> Harness<'static, App> {
    let Ok(Command::Run(options)) = parse(["--scene", scene]) else { panic!("{scene}") };
    let mut app = App::new(&options).unwrap();
    [Side::List, Side::Controls].into_iter().for_each(|side| app.layout.open(side));
    app.layout.all = true;
    let window = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(1.0 / rate);
    window.with_theme(egui::Theme::Light).build_ui_state(|ui, app: &mut App| app.show(ui), app)
}

fn click(window: &mut Harness<'_, App>, name: &str) {
    window.get_by_label(name).click();
    window.step();
}

/// Chooses an entry of the list, wherever it is scrolled to.
fn pick(window: &mut Harness<'_, App>, name: &str) {
    window.get_by_role_and_label(Role::Button, &title(name)).click_accesskit();
    window.step();
}

/// Clicks a checkbox: a scene may have the same name as an option.
fn tick(window: &mut Harness<'_, App>, name: &str) {
    window.get_by_role_and_label(Role::CheckBox, name).click_accesskit();
    window.step();
}

/// Clicks a radio button or a checkbox: a scene or an explorer may have the same name as an option.
fn choose(window: &mut Harness<'_, App>, name: &str) {
    let radio = window.query_by_role_and_label(Role::RadioButton, name);
    radio.unwrap_or_else(|| window.get_by_role_and_label(Role::CheckBox, name)).click();
    window.step();
}

fn slide(window: &mut Harness<'_, App>, name: &str, value: f64) {
    window.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
    window.step();
}

/// A paused window.
fn paused(scene: &str) -> Harness<'static, App> {
    let mut window = window(scene);
    click(&mut window, "pause");
    window
}

/// Centre and velocity of the first body that is not static.
fn first_body(window: &Harness<'_, App>) -> (Point, Vec2) {
    let body = window.state().session.world().bodies().find(|body| body.kind() != BodyKind::Static).unwrap();
    (body.center(), body.velocity())
}

/// Position of a point of the world in the window.
fn place(window: &Harness<'_, App>, point: Point) -> egui::Pos2 {
    let corner = window.get_by_label("picture").rect().min;
    corner + egui::Vec2::from(window.state().view.to_screen(point))
}

fn mean_height(window: &Harness<'_, App>) -> f32 {
    let heights: Vec<f32> =
        window.state().session.world().dynamic_bodies().map(|body| body.center().y).collect();
    heights.iter().sum::<f32>() / heights.len() as f32
}

/// The number of shapes, where each vertex of a mesh counts as one.
fn shapes(window: &Harness<'_, App>) -> usize {
    let count = |shape: &egui::Shape| match shape {
        egui::Shape::Mesh(mesh) => mesh.vertices.len(),
        _ => 1,
    };
    window.output().shapes.iter().map(|clipped| count(&clipped.shape)).sum()
}

/// At 144 frames in a second, bodies that fall are painted anew in every frame; without smoothing only in
/// those with a step.
#[test]
fn falling_bodies_are_painted_between_steps() {
    let mut window = window_at(144.0, "falling_crate");
    // The mesh alone: the figures of the panels change, too.
    let polygons = |window: &Harness<'_, App>| {
        let shapes = window.output().shapes.iter().map(|clipped| &clipped.shape);
        let meshes = shapes.filter(|shape| matches!(shape, egui::Shape::Mesh(_)));
        format!("{:?}", meshes.collect::<Vec<_>>())
    };
    let mut changes = |smooth: bool| {
        let session = &mut window.state_mut().session;
        session.restart();
        session.smooth = smooth;
        let mut painted = Vec::new();
        for _ in 0..48 {
            window.step();
            painted.push(polygons(&window));
        }
        painted.windows(2).filter(|frames| frames[0] != frames[1]).count()
    };
    let [smooth, plain] = [changes(true), changes(false)];
    assert!(smooth >= 45 && (15..=21).contains(&plain), "{smooth} and {plain} of 47");
}

#[test]
fn scene_is_found_by_search_and_chosen() {
    let mut window = window("pile");
    assert!(window.query_by_label("Tower").is_some());
    window.get_by_role_and_label(Role::TextInput, "search").focus();
    window.step();
    window.get_by_role_and_label(Role::TextInput, "search").type_text("tow");
    window.step();
    assert!(window.query_by_label("Billiards").is_none());
    pick(&mut window, "tower");
    assert_eq!(window.state().session.scene().name, "tower");
    let bounds = bodies(window.state().session.world()).unwrap();
    assert!(window.state().view.area().contains(bounds), "all of it is seen");
}

/// Enter chooses the first match; letters typed into the search do not trigger key commands.
#[test]
fn enter_chooses_the_first_match() {
    let mut window = paused("pile");
    window.get_by_role_and_label(Role::TextInput, "search").focus();
    window.step();
    window.get_by_role_and_label(Role::TextInput, "search").type_text("cue ball");
    window.key_press(egui::Key::S);
    window.step();
    window.key_press(egui::Key::Enter);
    window.step();
    let session = &window.state().session;
    assert_eq!((session.scene().name, session.steps(), session.paused), ("billiards", 0, true));
}

/// Paused, frames change nothing; a single step runs exactly one; a restart begins anew.
#[test]
fn scene_pauses_steps_and_restarts() {
    let mut window = window("tower");
    window.run_steps(10);
    click(&mut window, "pause");
    let stopped = window.state().session.steps();
    assert!(stopped >= 10);
    window.run_steps(10);
    assert_eq!(window.state().session.steps(), stopped);
    for more in 1..=3 {
        click(&mut window, "step");
        assert_eq!(window.state().session.steps(), stopped + more);
    }
    assert!(window.query_by_label_contains(&format!("step {}", stopped + 3)).is_some(), "and says so");
    click(&mut window, "restart");
    assert_eq!(window.state().session.steps(), 0);
    click(&mut window, "run");
    window.run_steps(5);
    assert!(window.state().session.steps() >= 5);
}

#[test]
fn keys_do_the_same_as_buttons() {
    let mut window = window("tower");
    window.key_press(egui::Key::Space);
    window.step();
    assert!(window.state().session.paused);
    let stopped = window.state().session.steps();
    window.key_press(egui::Key::S);
    window.step();
    assert_eq!(window.state().session.steps(), stopped + 1);
    window.key_press(egui::Key::R);
    window.step();
    assert_eq!(window.state().session.steps(), 0);
}

#[test]
fn bodies_rise_when_gravity_points_up() {
    let mut window = window("tower");
    window.run_steps(30);
    let before = mean_height(&window);
    slide(&mut window, "gravity y", 5.0);
    window.run_steps(60);
    let risen = mean_height(&window) - before;
    // g t^2 / 2 = 2.5 m
    assert!((2.0..3.0).contains(&risen), "{risen}");
}

#[test]
fn solver_and_broad_phase_can_be_switched() {
    let mut window = window("pyramid");
    for kind in BroadphaseKind::ALL {
        click(&mut window, kind.name());
        assert_eq!(window.state().session.controls().broadphase, kind);
    }
    click(&mut window, "classic");
    slide(&mut window, "iterations", 25.0);
    for name in ["by depth", "by projection"] {
        click(&mut window, name);
    }
    let settings = window.state().session.controls().settings;
    assert_eq!((settings.method, settings.classic.iterations), (Method::Classic, 25));
    click(&mut window, "soft");
    slide(&mut window, "sub-steps", 8.0);
    slide(&mut window, "iterations", 3.0);
    let settings = window.state().session.controls().settings;
    assert_eq!((settings.method, settings.solver.substeps), (Method::Soft, 8));
    assert_eq!(settings.solver.biased_sweeps, 3);
    assert_eq!(window.state().session.error(), None);
}

#[test]
fn materials_drag_and_sleep_can_be_set() {
    let mut window = paused("pile");
    for name in ["friction", "restitution", "drag"] {
        click(&mut window, &format!("set {name}"));
        slide(&mut window, name, 0.25);
    }
    click(&mut window, "sleeping");
    let controls = window.state().session.controls();
    assert_eq!([controls.friction, controls.restitution, controls.drag], [Some(0.25); 3]);
    assert!(!controls.settings.sleeping);
    assert!(window.state().session.world().colliders().all(|collider| collider.material().friction == 0.25));
    click(&mut window, "set friction");
    assert_eq!(window.state().session.controls().friction, None);
}

/// Each overlay draws something of its own, and removes it when switched off.
#[test]
fn each_overlay_is_drawn_and_removed() {
    let mut window = window("tower");
    window.run_steps(30);
    click(&mut window, "pause");
    let painted = |window: &mut Harness<'_, App>| {
        // The pointer is moved away, so that no tooltip covers the picture.
        window.remove_cursor();
        window.step();
        window.run_steps(40);
        shapes(window)
    };
    let bare = painted(&mut window);
    for name in ["contacts", "normals of contacts", "normals of edges", "boxes", "centres of mass"] {
        tick(&mut window, name);
        // Ten boxes: ten centres with two lines each, eleven boxes, twenty contact points.
        assert!(painted(&mut window) >= bare + 10, "{name}");
        tick(&mut window, name);
        assert_eq!(painted(&mut window), bare, "{name}");
    }
}

/// A grabbed body follows the pointer, and on release keeps its speed.
#[test]
fn body_is_grabbed_and_thrown_by_the_pointer() {
    for (name, grip) in Grip::ALL {
        let mut window = window("falling_crate");
        click(&mut window, name);
        slide(&mut window, "gravity y", 0.0);
        let start = place(&window, first_body(&window).0);
        window.hover_at(start);
        window.drag_at(start);
        window.step();
        assert!(window.state().session.held().is_some(), "{name}");
        let pace = egui::vec2(4.0, -1.0); // px per frame
        for frame in 1..=40 {
            window.hover_at(start + pace * frame as f32);
            window.step();
        }
        let pointer = Vec2::new(pace.x, -pace.y) * (60.0 * window.state().view.pixel());
        assert!((first_body(&window).1 - pointer).norm() < 0.1 * pointer.norm(), "{name}: held");
        window.drop_at(start + pace * 40.0);
        window.step();
        assert!(window.state().session.held().is_none(), "{name}");
        window.run_steps(3);
        // A carried body is thrown with the factor 5000 / 60 steps/s / 60 frames/s.
        let expected = if grip == Grip::Spring { pointer } else { pointer * (5000.0 / 3600.0) };
        let thrown = first_body(&window).1;
        assert!((thrown - expected).norm() < 0.1 * expected.norm(), "{name}: {thrown} for {expected}");
    }
}

/// With the tool chosen in the side bar, a stroke over a crate cuts it and does not move the picture, and a
/// click breaks a piece.
#[test]
fn bodies_are_cut_and_broken_by_the_pointer() {
    let mut window = window("falling_crate");
    slide(&mut window, "gravity y", 0.0);
    let count = |window: &Harness<'_, App>| window.state().session.world().dynamic_bodies().count();
    let drag = |window: &mut Harness<'_, App>, from: egui::Pos2, to: egui::Pos2| {
        window.hover_at(from);
        window.drag_at(from);
        window.step();
        window.hover_at(to);
        window.step();
        window.drop_at(to);
        window.step();
    };
    let (view, center) = (window.state().view, first_body(&window).0);
    let right = egui::vec2(2.0 / view.pixel(), 0.0);
    click(&mut window, "cut");
    let middle = place(&window, center);
    drag(&mut window, middle - right, middle + right);
    assert_eq!((count(&window), window.state().view), (2, view));
    click(&mut window, "break");
    let piece = place(&window, first_body(&window).0);
    drag(&mut window, piece, piece);
    assert!(count(&window) > 5, "{}", count(&window));
    assert_eq!(window.state().session.error(), None);
}

/// Dragging beside all bodies moves the picture; the wheel zooms about the pointer; "fit" shows the whole
/// scene.
#[test]
fn picture_moves_and_zooms() {
    let mut window = paused("tower");
    click(&mut window, "fit");
    let before = window.state().view;
    let air = Point::new(-4.0, 8.0);
    let start = place(&window, air);
    window.hover_at(start);
    window.drag_at(start);
    window.hover_at(start + egui::vec2(60.0, 40.0));
    window.step();
    assert!((place(&window, air) - (start + egui::vec2(60.0, 40.0))).length() < 1.0);
    window.event(egui::Event::PointerButton {
        pos: start + egui::vec2(60.0, 40.0),
        button: PointerButton::Primary,
        pressed: false,
        modifiers: egui::Modifiers::NONE,
    });
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    });
    window.step();
    window.run_steps(30);
    let zoomed = window.state().view;
    assert!(zoomed.pixel() < 0.8 * before.pixel(), "{} {}", zoomed.pixel(), before.pixel());
    assert!((place(&window, air) - (start + egui::vec2(60.0, 40.0))).length() < 1.0, "about the pointer");
    click(&mut window, "fit");
    assert_eq!(window.state().view, before);
}

/// Every control can be found by its name, also by people who cannot see the window.
#[test]
fn every_control_has_a_name() {
    let mut window = paused("tower");
    for name in ["set friction", "set restitution", "set drag"] {
        click(&mut window, name);
    }
    window.check_accessibility();
    click(&mut window, "classic");
    window.check_accessibility();
    for stage in ["pairs", "narrow phase", "solve", "finalize", "sleep", "whole step"] {
        assert!(window.query_by_label(stage).is_some(), "{stage}");
    }
}

/// Each explorer can be chosen like a scene, describes what it shows, and has named controls; the scene is
/// paused.
#[test]
fn explorers_are_chosen_and_have_named_controls() {
    let mut window = window("tower");
    for explorer in EXPLORERS {
        pick(&mut window, explorer.name);
        let line = (explorer.new)().report().swap_remove(0);
        assert!(window.query_by_label_contains(&line).is_some(), "{}: {line}", explorer.name);
        assert!(window.query_by_label_contains(explorer.source).is_some(), "{}", explorer.name);
        window.run();
        window.check_accessibility();
    }
    let steps = window.state().session.steps();
    window.run_steps(10);
    assert_eq!(window.state().session.steps(), steps);
    pick(&mut window, "tower");
    window.run_steps(10);
    assert_eq!(window.state().session.steps(), 11, "from the beginning");
}

/// A polygon that is dragged away no longer touches.
#[test]
fn polygon_is_dragged_and_turned() {
    let mut window = window("tower");
    pick(&mut window, "manifold");
    assert!(window.query_by_label("no contact").is_none());
    let middle = window.get_by_label("picture").rect().center();
    // B lies above the middle.
    let grip = middle - egui::vec2(0.0, 80.0);
    window.hover_at(grip);
    window.drag_at(grip);
    window.hover_at(grip - egui::vec2(0.0, 250.0));
    window.drop_at(grip - egui::vec2(0.0, 250.0));
    window.step();
    window.run();
    assert!(window.query_by_label("no contact").is_some());
    let incident = |window: &Harness<'_, App>| window.get_by_label_contains("incident edge").value();
    slide(&mut window, "angle of B", 0.0);
    window.run();
    let before = incident(&window);
    assert!(before.is_some());
    slide(&mut window, "angle of B", 3.0);
    window.run();
    assert_ne!(incident(&window), before);
}
