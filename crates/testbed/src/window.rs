//! The window: choose, pause, change and grab scenes.
//!
//! ```text
//!   session       the running scene: steps, controls, grabbing      needs no window
//!   view          the camera: metres <-> pixels                     needs no window
//!   canvas        `draw::DebugDraw` on egui
//!   keys          keys and buttons -> actions
//!   layout        which panels are shown                            needs no window
//!   meters        frames and steps per second, values over time       needs no window
//!   inspect       what lies under the pointer, with its numbers        needs no window
//!   overlay       pointer, velocities, islands, marks
//!   layers        strips and colours of the solver, parts of the broad phase, seams, ways of fast bodies
//!   links         the pages about the texts and the sources, opened from the window
//!   panels        list with search, bar, controls, times
//!   app           the panels and the picture, and the pointer on it
//!   explorers     `crate::explorers` with sliders and under the pointer
//!   native        opens it on a desktop
//!   thumbnails    small pictures for the list
//!   traces        what is seen of the last second: flashes, trails
//!   twin          the scene as it was defined, beside the one that is changed
//!   side_by_side  `crate::side_by_side`: the worlds of a comparison beside each other
//! ```
//!
//! The logic of the window is in `session` and `view`, so most tests need no user interface. Those that do
//! drive the same controls as a person, by name and by pointer, and need no display.

mod app;
mod canvas;
mod controls;
mod explorers;
mod hand;
mod inspect;
mod keys;
mod layers;
mod layout;
mod links;
mod look;
mod meters;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod overlay;
mod panels;
mod player;
mod session;
mod side_by_side;
mod stopwatch;
mod thumbnails;
mod traces;
mod twin;
mod view;

use crate::draw::{Theme, palette};
#[cfg(target_arch = "wasm32")]
pub use app::App;
use canvas::to_color32;
use eframe::egui;
#[cfg(target_arch = "wasm32")]
pub use layout::FINGER;
#[cfg(not(target_arch = "wasm32"))]
pub use native::{WindowError, open};
#[cfg(target_arch = "wasm32")]
pub use panels::SHOWCASE;

/// Chooses the colours of the panels: those of the system's theme, unless one is given. Where the system
/// tells none, light ones.
pub fn dress(context: &egui::Context, theme: Option<Theme>) {
    context.options_mut(|options| options.fallback_theme = egui::Theme::Light);
    set_theme(context, theme);
    for theme in Theme::ALL {
        let ink = to_color32(theme.of(palette::INK));
        context.style_mut_of(of_egui(theme), |style| {
            // Texts keep a contrast of 4.5 on panels and marked rows.
            style.visuals.weak_text_alpha = 0.85;
            let [link, error] = match theme {
                Theme::Light => [[0x1d, 0x5f, 0xb8], [0xb8, 0x1d, 0x1d]],
                Theme::Dark => [[0x8a, 0xb8, 0xf0], [0xff, 0x80, 0x80]],
            };
            let color = |[red, green, blue]: [u8; 3]| egui::Color32::from_rgb(red, green, blue);
            (style.visuals.hyperlink_color, style.visuals.error_fg_color) = (color(link), color(error));
            let widgets = &mut style.visuals.widgets;
            for state in [&mut widgets.noninteractive, &mut widgets.inactive] {
                state.fg_stroke.color = ink;
            }
        });
    }
}

/// Shows this theme, or that of the system.
fn set_theme(context: &egui::Context, theme: Option<Theme>) {
    let preference = theme.map_or(egui::ThemePreference::System, |theme| of_egui(theme).into());
    context.set_theme(preference);
}

/// The theme that is shown.
fn theme_of(context: &egui::Context) -> Theme {
    if context.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light }
}

fn of_egui(theme: Theme) -> egui::Theme {
    match theme {
        Theme::Light => egui::Theme::Light,
        Theme::Dark => egui::Theme::Dark,
    }
}
