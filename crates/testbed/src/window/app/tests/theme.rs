//! Light and dark.

use super::*;
use crate::draw::{Color, Theme, contrast, palette};
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

/// Text on panels, buttons and marked entries has a contrast of 4.5 (level AA of the guidelines for web
/// pages) in both themes, also weak text, links and errors.
#[test]
fn texts_of_panels_are_readable_in_both_themes() {
    let context = egui::Context::default();
    crate::window::dress(&context, None);
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        let visuals = context.style_of(theme).visuals.clone();
        let widgets = &visuals.widgets;
        let panel = visuals.panel_fill;
        for (what, text, ground) in [
            ("text", visuals.text_color(), panel),
            ("weak text", visuals.weak_text_color(), panel),
            ("strong text", visuals.strong_text_color(), panel),
            ("a link", visuals.hyperlink_color, panel),
            ("an error", visuals.error_fg_color, panel),
            ("a button", widgets.inactive.fg_stroke.color, widgets.inactive.weak_bg_fill),
            ("a button under the pointer", widgets.hovered.fg_stroke.color, widgets.hovered.weak_bg_fill),
            ("a button that is held", widgets.active.fg_stroke.color, widgets.active.weak_bg_fill),
            ("a marked entry", visuals.selection.stroke.color, visuals.selection.bg_fill),
            ("a marked row", visuals.strong_text_color(), visuals.selection.bg_fill),
            ("the description of a marked row", visuals.weak_text_color(), visuals.selection.bg_fill),
        ] {
            let shown = |color: egui::Color32| Color([color.r(), color.g(), color.b()]);
            let share = f32::from(text.a()) / 255.0;
            let text =
                if share < 1.0 { shown(ground).towards(shown(text.to_opaque()), share) } else { shown(text) };
            let found = contrast(text, shown(ground));
            println!("{theme:?}: {what}: {found:.1}");
            assert!(found >= 4.5, "{theme:?}: {what}: {text} on {}: {found}", shown(ground));
        }
    }
}
