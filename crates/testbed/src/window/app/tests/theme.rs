//! Light and dark.

use super::*;
use crate::draw::{Color, Theme, palette};
use crate::window::canvas::to_color32;

/// Whether the picture has bodies filled with the colour that stands for `color` in a theme.
fn has_color(window: &Harness<'_, App>, theme: Theme, color: Color) -> bool {
    let wanted = to_color32(theme.of(color));
    window.output().shapes.iter().any(|clipped| match &clipped.shape {
        egui::Shape::Mesh(mesh) => mesh.vertices.iter().any(|vertex| vertex.color == wanted),
        _ => false,
    })
}

/// The button and the key change panels, background and bodies; the address names the theme where it is not
/// that of the system, which here tells none, so that light is shown.
#[test]
fn theme_is_switched_by_button_and_key() {
    let mut window = paused("tower");
    crate::window::dress(&window.ctx, None);
    window.run_steps(2);
    let (ground, _) = palette::fills_and_lines().next().unwrap();
    let shown = |window: &Harness<'_, App>, theme: Theme| {
        assert_eq!(theme_of(&window.ctx), theme);
        assert_eq!(paper(&window.ctx), to_color32(theme.of(palette::BACKGROUND)));
        assert!(has_color(window, theme, ground) && !has_color(window, theme.other(), ground), "{theme:?}");
    };
    shown(&window, Theme::Light);
    assert!(!window.state().query().contains("theme"));
    click(&mut window, "dark");
    window.step();
    shown(&window, Theme::Dark);
    assert_eq!(window.state().query(), "?scene=tower&theme=dark");
    window.key_press(egui::Key::T);
    window.step();
    window.step();
    shown(&window, Theme::Light);
    assert!(!window.state().query().contains("theme"));
}

/// A theme of the command line or the address is shown whatever the system has.
#[test]
fn theme_of_the_options_wins() {
    let Ok(Command::Run(options)) = parse(["--theme", "dark"]) else { panic!() };
    let app = App::new(&options).unwrap();
    assert_eq!(app.theme(), Some(Theme::Dark));
    let context = egui::Context::default();
    for (theme, wanted) in [(app.theme(), Theme::Dark), (Some(Theme::Light), Theme::Light)] {
        crate::window::dress(&context, theme);
        assert_eq!(theme_of(&context), wanted);
    }
}
