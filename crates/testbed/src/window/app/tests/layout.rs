//! Panels that hide, next and previous, the page of keys, and a window as narrow as a telephone.

use super::*;
use crate::entry::grouped;

fn press(window: &mut Harness<'_, App>, key: egui::Key) {
    window.key_press(key);
    window.step();
    window.step();
}

fn has(window: &Harness<'_, App>, role: Role, name: &str) -> bool {
    window.query_by_role_and_label(role, name).is_some()
}

/// In a window of 1,000 x 700 px names of scenes are in sight at first, and the current one is, wherever it
/// stands in the list; it alone is marked.
#[test]
fn current_scene_is_marked_and_in_sight() {
    for scene in ["falling_crate", "joint_grid", "soft_clockwork"] {
        let mut window = paused(scene);
        window.set_size(egui::vec2(1000.0, 700.0));
        window.run_steps(60); // scrolling is animated
        let name = title(scene);
        let row = window.get_by_role_and_label(Role::Button, &name);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1000.0, 700.0));
        assert!(screen.contains_rect(row.rect()), "{scene}: {:?}", row.rect());
        let names: Vec<String> = Entry::all().map(Entry::title).collect();
        let marked = window.query_all_by_role(Role::Button).filter(|node| {
            let node = egui_kittest::kittest::NodeT::accesskit_node(node);
            // Buttons of the bar are marked, too.
            let is_entry = node.label().is_some_and(|label| names.contains(&label));
            is_entry && node.toggled() == Some(egui::accesskit::Toggled::True)
        });
        assert_eq!(marked.count(), 1, "{scene}");
    }
}

/// By key, next and previous go through the list and come back, over the borders of groups; among what the
/// search finds, if one searches.
#[test]
fn next_and_previous_walk_the_list() {
    let mut window = paused("falling_crate");
    let order: Vec<Entry> = grouped().into_iter().flat_map(|(_, members)| members).collect();
    let place = order.iter().position(|entry| entry.name() == "falling_crate").unwrap();
    for step in 1..=12 {
        press(&mut window, egui::Key::N);
        assert_eq!(window.state().current().name(), order[place + step].name());
    }
    for _ in 0..12 {
        press(&mut window, egui::Key::PageUp);
    }
    assert_eq!(window.state().current().name(), "falling_crate");
    window.state_mut().list.search = "pyramid".to_owned();
    for _ in 0..2 {
        click(&mut window, "next");
        let name = window.state().current();
        assert!(
            format!("{} {}", name.name(), name.about()).to_lowercase().contains("pyramid"),
            "{}",
            name.name()
        );
    }
}

/// Panels hide by key and by button, and the picture takes their room.
#[test]
fn panels_hide_and_leave_their_room_to_the_picture() {
    let mut window = paused("tower");
    let width = |window: &Harness<'_, App>| window.get_by_label("picture").rect().width();
    let both = width(&window);
    press(&mut window, egui::Key::C);
    let without_controls = width(&window);
    assert!(without_controls > both + 200.0 && !has(&window, Role::Slider, "gravity y"));
    click(&mut window, "scenes");
    window.step();
    assert!(width(&window) > 1260.0, "{}", width(&window));
    press(&mut window, egui::Key::H);
    assert_eq!(width(&window), both);
    // The bar tells which are shown.
    let toggled = |window: &Harness<'_, App>, name: &str| {
        let button = window.get_by_role_and_label(Role::Button, name);
        egui_kittest::kittest::NodeT::accesskit_node(&button).toggled()
    };
    assert_eq!(toggled(&window, "scenes"), Some(egui::accesskit::Toggled::True));
    press(&mut window, egui::Key::L);
    assert_ne!(toggled(&window, "scenes"), Some(egui::accesskit::Toggled::True));
}

#[test]
fn page_of_keys_names_every_key() {
    let mut window = paused("tower");
    assert!(window.query_by_label("N, page down").is_none());
    press(&mut window, egui::Key::F1);
    for row in &crate::window::keys::KEYS {
        assert!(window.query_by_label(row.names).is_some(), "{}", row.names);
    }
    press(&mut window, egui::Key::Escape);
    assert!(window.query_by_label("N, page down").is_none());
}

/// At 390 px the picture has the whole width, list and controls unfold in its place, and it comes back when a
/// scene is chosen. Nothing is wider than the window.
#[test]
fn narrow_window_folds_list_and_controls() {
    let mut window = paused("tower");
    window.set_size(egui::vec2(390.0, 800.0));
    window.run_steps(3);
    let picture = window.get_by_label("picture").rect();
    assert!(picture.width() > 370.0 && picture.right() <= 390.0 && picture.height() > 400.0, "{picture:?}");
    click(&mut window, "scenes");
    window.run_steps(2);
    assert!(window.query_by_label("picture").is_none());
    pick(&mut window, "pyramid");
    window.run_steps(2);
    assert_eq!(window.state().session.scene().name, "pyramid");
    assert!(window.query_by_label("picture").is_some());
    click(&mut window, "controls");
    window.run_steps(2);
    for name in ["gravity y", "sub-steps", "speed"] {
        let slider = window.get_by_role_and_label(Role::Slider, name).rect();
        assert!(slider.right() <= 390.0 && slider.height() >= 30.0, "{name}: {slider:?}");
    }
}

/// On a phone, the buttons stand in one row inside of the window, as high and nearly as wide as a finger
/// needs. Their signs have names for those who do not see them.
#[test]
fn buttons_of_a_phone_stand_in_one_row() {
    for width in [390.0, 360.0, 320.0] {
        let mut window = paused("tower");
        window.set_size(egui::vec2(width, 800.0));
        window.run_steps(3);
        let names = ["scenes", "next", "controls", "run", "step", "restart", "fit", "dark"];
        let rects = names.map(|name| window.get_by_role_and_label(Role::Button, name).rect());
        for (name, rect) in names.iter().zip(rects) {
            assert_eq!(rect.top(), rects[0].top(), "{name} at {width}");
            assert!(rect.left() >= 0.0 && rect.right() <= width, "{name} at {width}: {rect:?}");
            assert!(rect.height() >= 36.0 && rect.width() >= 32.0, "{name} at {width}: {rect:?}");
        }
        assert!(rects.is_sorted_by(|a, b| a.right() <= b.left()), "{rects:?}");
        let picture = window.get_by_label("picture").rect();
        assert!(picture.top() < 90.0, "{picture:?}");
    }
}

/// Graphs unfold by key, say what they are, and hold a value for each frame with a step.
#[test]
fn graphs_unfold_and_follow_the_scene() {
    let mut window = window("tower");
    assert!(!has(&window, Role::Image, "graph of energy"));
    let height = |window: &Harness<'_, App>| window.get_by_label("picture").rect().height();
    let before = height(&window);
    press(&mut window, egui::Key::G);
    for name in ["time", "energy", "momentum", "contacts", "bodies"] {
        assert!(has(&window, Role::Image, &format!("graph of {name}")), "{name}");
    }
    assert!(height(&window) < before);
    window.run_steps(30);
    let noted = window.state().meters.graphs[0].curves[0].series.values().len() as u64;
    assert_eq!(noted, window.state().session.steps());
    assert!((window.state().meters.real_time_factor() - 1.0).abs() < 0.1);
    click(&mut window, "pause");
    let paused = window.state().session.steps();
    window.run_steps(30);
    assert_eq!(window.state().meters.graphs[0].curves[0].series.values().len() as u64, paused);
}

/// The fit goes from the whole scene to a filled picture to what moves, and back; after moving the picture,
/// first to the whole.
#[test]
fn fit_goes_round_whole_filled_and_moving() {
    let mut window = paused("steady_tower");
    let grown = window.state().view;
    click(&mut window, "fit");
    assert!(window.state().view.pixel() >= grown.pixel(), "it begins at what can move");
    let whole = window.state().view;
    let mut pixels = Vec::new();
    for _ in 0..3 {
        click(&mut window, "fit");
        window.step();
        pixels.push(window.state().view.pixel());
    }
    assert!(pixels[0] < whole.pixel() && pixels[1] <= whole.pixel(), "{pixels:?}");
    assert_eq!(window.state().view, whole);
    click(&mut window, "fit");
    window.state_mut().view.pan([30.0, 0.0]);
    click(&mut window, "fit");
    window.step();
    assert_eq!(window.state().view, whole);
}
