//! A body is inspected by a click, and the tools of one click change the world.

use super::*;

/// Presses and releases the left button at a place.
fn click_at(window: &mut Harness<'_, App>, at: egui::Pos2) {
    window.hover_at(at);
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.step();
    window.step();
}

/// A click on a body shows its numbers with units in the side bar, a second one hides them, and so does the
/// button; a drag shows nothing.
#[test]
fn click_shows_every_number_of_a_body() {
    let mut window = paused("falling_crate");
    let crate_ = place(&window, first_body(&window).0);
    assert!(window.query_by_label("kinetic energy").is_none());
    click_at(&mut window, crate_);
    for row in ["position", "velocity", "mass", "inertia", "kinetic energy", "friction"] {
        assert!(window.query_by_label(row).is_some(), "{row}");
    }
    let mass = window.state().session.world().dynamic_bodies().next().unwrap().mass_properties().mass;
    assert!(window.query_by_label_contains(" kg m²").is_some() && mass > 0.0);
    click_at(&mut window, crate_);
    assert!(window.query_by_label("kinetic energy").is_none());
    click_at(&mut window, crate_);
    click(&mut window, "forget");
    assert!(window.state().inspected.is_none());
    window.hover_at(crate_);
    window.drag_at(crate_);
    window.step();
    window.hover_at(crate_ + egui::vec2(40.0, 0.0));
    window.step();
    window.drop_at(crate_ + egui::vec2(40.0, 0.0));
    window.step();
    assert!(window.state().inspected.is_none(), "a drag is no click");
}

/// Each tool of one click does what its name says.
#[test]
fn tools_add_pin_push_and_delete() {
    let mut window = paused("falling_crate");
    let count = |window: &Harness<'_, App>| window.state().session.world().dynamic_bodies().count();
    let crate_ = place(&window, first_body(&window).0);
    choose(&mut window, "add");
    for added in 1..=4 {
        click_at(&mut window, crate_ + egui::vec2(60.0 * added as f32, 0.0));
        assert_eq!(count(&window), 1 + added);
    }
    choose(&mut window, "pin");
    click_at(&mut window, crate_ + egui::vec2(3.0, 3.0));
    assert_eq!(window.state().session.world().joints().count(), 1);
    choose(&mut window, "explode");
    click_at(&mut window, crate_ + egui::vec2(120.0, 40.0));
    click(&mut window, "step");
    let fastest = |window: &Harness<'_, App>| {
        let bodies = window.state().session.world().dynamic_bodies();
        bodies.map(|body| body.velocity().norm()).fold(0.0, f32::max)
    };
    assert!((1.0..200.0).contains(&fastest(&window)), "{}", fastest(&window));
    choose(&mut window, "delete");
    click(&mut window, "restart");
    let crate_ = place(&window, first_body(&window).0);
    click_at(&mut window, crate_);
    assert_eq!(count(&window), 0);
    assert_eq!(window.state().session.error(), None);
}

/// Impulses, velocities and islands are drawn when asked for, and no longer when not.
#[test]
fn each_layer_of_a_scene_is_drawn_and_removed() {
    let mut window = window("wrecking_ball");
    window.run_steps(20);
    click(&mut window, "pause");
    let painted = |window: &mut Harness<'_, App>| {
        window.remove_cursor();
        window.run_steps(3);
        shapes(window)
    };
    let bare = painted(&mut window);
    for name in ["impulses", "velocities", "islands", "numbers of bodies"] {
        tick(&mut window, name);
        assert!(painted(&mut window) > bare, "{name}");
        tick(&mut window, name);
        assert_eq!(painted(&mut window), bare, "{name}");
    }
}
