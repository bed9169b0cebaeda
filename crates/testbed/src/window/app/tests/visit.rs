//! What a visitor sees who has touched nothing yet: the picture, the title, tools, chosen scenes, an
//! invitation.

use super::*;
use crate::window::panels::SHOWCASE;
use crate::window::session::Tool;
use egui_kittest::kittest;
use std::collections::BTreeSet;

/// A desktop, a phone, and a phone on its side.
const SIZES: [[f32; 2]; 3] = [[1280.0, 800.0], [390.0, 844.0], [844.0, 390.0]];
const INVITATION: &str = "Grab something and throw it";

fn visit([width, height]: [f32; 2], scene: &str) -> Harness<'static, App> {
    let Ok(Command::Run(options)) = parse(["--scene", scene]) else { panic!("{scene}") };
    let window = Harness::builder().with_size([width, height]).with_step_dt(1.0 / 60.0);
    let app = App::new(&options).unwrap();
    let mut window = window.build_ui_state(|ui, app: &mut App| app.show(ui), app);
    window.run_steps(12);
    window
}

fn drag(window: &mut Harness<'_, App>, from: egui::Pos2, to: egui::Pos2) {
    window.hover_at(from);
    window.drag_at(from);
    window.step();
    window.hover_at(to);
    window.step();
    window.drop_at(to);
    window.step();
}

/// The picture is three quarters of the page at each size; all tools, and the chosen scenes or on a phone the
/// first of them, lie in the page, and do not cover each other.
#[test]
fn picture_is_the_page_on_a_first_visit() {
    for size in SIZES {
        let window = visit(size, SHOWCASE[0]);
        let page = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let picture = window.get_by_label("picture").rect();
        // The harness leaves a border of 8 points, which the window does not have.
        let share = picture.area() / page.shrink(8.0).area();
        println!("{size:?}: the picture is {:.1}% of the page", 100.0 * share);
        assert!(share >= 0.75 && page.contains_rect(picture), "{size:?}: {share}");
        let tools = Tool::ALL.map(|(name, _)| window.get_by_role_and_label(Role::RadioButton, name).rect());
        for (tool, (name, _)) in tools.iter().zip(Tool::ALL) {
            assert!(picture.contains_rect(*tool), "{size:?}: {name}: {tool:?}");
        }
        assert!(tools.is_sorted_by(|a, b| a.right() <= b.left()), "{tools:?}");
        let in_sight = SHOWCASE.iter().filter(|name| {
            let rect = window.get_by_role_and_label(Role::Button, &title(name)).rect();
            assert!(rect.top() >= picture.bottom(), "{name}: {rect:?}");
            page.contains_rect(rect)
        });
        let wanted = if size[0] > 1000.0 { 10 } else { 4 };
        assert!(in_sight.count() >= wanted, "{size:?}");
        assert!(window.query_by_role_and_label(Role::Slider, "gravity y").is_none(), "settings are folded");
    }
}

/// The first scene moves by more than ten pixels within a second, and is in the picture then.
#[test]
fn something_moves_within_a_second() {
    for size in SIZES {
        let mut window = visit(size, SHOWCASE[0]);
        let places = |window: &Harness<'_, App>| {
            let bodies = window.state().session.world().dynamic_bodies();
            bodies.map(|body| place(window, body.center())).collect::<Vec<_>>()
        };
        let before = places(&window);
        window.run_steps(48);
        let picture = window.get_by_label("picture").rect();
        let moved = places(&window)
            .into_iter()
            .zip(before)
            .filter(|(now, then)| picture.contains(*now) && (*now - *then).length() > 10.0);
        assert!(moved.count() > 0, "{size:?}");
    }
}

/// The invitation stays until a body is held for the first time, whatever else is done, and does not come
/// back with another scene.
#[test]
fn invitation_goes_after_the_first_grab() {
    let mut window = visit(SIZES[0], "falling_crate");
    let invites = |window: &Harness<'_, App>| window.query_by_label(INVITATION).is_some();
    window.key_press(egui::Key::Space);
    window.step();
    let crate_ = place(&window, first_body(&window).0);
    let air = window.get_by_label("picture").rect().right_center() - egui::vec2(40.0, 0.0);
    drag(&mut window, air, air - egui::vec2(0.0, 1.0));
    window.run_steps(3);
    assert!(invites(&window), "nothing was there");
    drag(&mut window, crate_, crate_ + egui::vec2(30.0, 0.0));
    window.run_steps(3);
    assert!(window.state().has_grabbed && !invites(&window));
    click(&mut window, "Ragdoll");
    window.run_steps(3);
    assert!(!invites(&window));
}

/// After a restart a scene is shown as at first, however much of it was shown before.
#[test]
fn restart_shows_what_was_shown_at_first() {
    let mut window = visit(SIZES[0], "wrecking_ball");
    window.key_press(egui::Key::Space);
    window.key_press(egui::Key::R);
    window.run_steps(3);
    let first = window.state().view.area();
    window.key_press(egui::Key::Space);
    window.run_steps(120);
    assert_ne!(window.state().view.area(), first, "it has grown");
    window.key_press(egui::Key::Space);
    window.key_press(egui::Key::R);
    window.run_steps(3);
    assert_eq!(window.state().view.area(), first);
}

/// A chosen scene and a tool are one tap away.
#[test]
fn scenes_and_tools_are_one_tap_away() {
    for size in SIZES {
        let mut window = visit(size, SHOWCASE[0]);
        click(&mut window, &title(SHOWCASE[1]));
        assert_eq!(window.state().session.scene().name, SHOWCASE[1]);
        click(&mut window, "cut");
        assert_eq!(window.state().session.tool, Tool::Cut);
    }
}

/// The chosen scenes exist, and differ.
#[test]
fn chosen_scenes_exist() {
    let names: BTreeSet<&str> = SHOWCASE.into_iter().filter(|name| scenes::find(name).is_some()).collect();
    assert_eq!(names.len(), SHOWCASE.len());
}

/// What experts want is folded twice: the controls show what anyone may change, all settings the rest.
#[test]
fn settings_of_experts_unfold_on_demand() {
    let mut window = visit(SIZES[0], "tower");
    let has =
        |window: &Harness<'_, App>, name: &str| window.query_by_role_and_label(Role::Slider, name).is_some();
    click(&mut window, "controls");
    window.run_steps(2);
    assert!(has(&window, "gravity y") && !has(&window, "sub-steps") && !has(&window, "frame"));
    click(&mut window, "all settings");
    window.run_steps(2);
    assert!(has(&window, "sub-steps") && has(&window, "frame"));
    click(&mut window, "all settings");
    window.run_steps(2);
    assert!(!has(&window, "sub-steps"));
}

/// With the tab key alone every button, tool and chosen scene is reached, and enter takes it.
#[test]
fn keys_reach_everything() {
    let mut window = visit(SIZES[0], SHOWCASE[0]);
    let focused = |window: &Harness<'_, App>| {
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime")]
        let all = window.query_all(kittest::by().predicate(|node| node.is_focused()));
        all.filter_map(|node| kittest::NodeT::accesskit_node(&node).label()).next_back()
    };
    let mut reached = BTreeSet::new();
    for _ in 0..60 {
        window.key_press(egui::Key::Tab);
        window.step();
        reached.extend(focused(&window));
    }
    let buttons = ["scenes", "next", "controls", "pause", "step", "restart", "fit"].map(str::to_owned);
    let tools = Tool::ALL.map(|(name, _)| name.to_owned());
    for name in buttons.into_iter().chain(tools).chain(SHOWCASE.map(title)) {
        assert!(reached.contains(&name), "{name}: {reached:?}");
    }
    while focused(&window) != Some(title("bridge")) {
        window.key_press(egui::Key::Tab);
        window.step();
    }
    window.key_press(egui::Key::Enter);
    window.run_steps(2);
    assert_eq!(window.state().session.scene().name, "bridge");
}

/// Titles are words: no identifiers, each begins with a capital letter or a digit, none is twice.
#[test]
fn titles_are_words() {
    let mut titles = BTreeSet::new();
    for entry in Entry::all() {
        let title = entry.title();
        assert!(!title.contains('_') && title.chars().next().is_some_and(|c| !c.is_lowercase()), "{title}");
        assert!(titles.insert((entry.kind(), title.clone())), "{title}");
    }
}
