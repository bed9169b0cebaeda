//! Which panels stand beside the picture: data, so that it can be tested without a window.
//!
//! ```text
//!   wide     +------+---------------+----------+     narrow   +-----------+     +-----------+
//!            | list |    picture    | controls |              |  picture  |  or |   list    |
//!            +------+---------------+----------+              +-----------+     +-----------+
//! ```
//!
//! A narrow or low window, such as a telephone, has room for one of the three: a panel takes the place of the
//! picture, and goes when an entry is chosen. At first only the picture is shown, with a bar above it and the
//! chosen scenes below.

use eframe::egui::{Style, TextStyle, vec2};

/// Width below which a window is narrow, px: the two panels would leave less than a third of it to the
/// picture.
pub const NARROW: f32 = 760.0;

/// Height below which a window is narrow, too, px: a telephone on its side.
pub const LOW: f32 = 480.0;

/// Widths of the panels at the sides at first, px.
pub const LIST: f32 = 250.0;
pub const CONTROLS: f32 = 320.0;

/// Least height of what is touched with a finger, points. A point of a phone is about 0.16 mm.
pub const FINGER: f32 = 36.0;

/// Size of letters in a narrow window, points.
const LETTERS: f32 = 16.0;

/// Makes buttons, sliders and rows large enough for fingers.
pub fn for_fingers(style: &mut Style) {
    let spacing = &mut style.spacing;
    spacing.interact_size.y = FINGER;
    spacing.button_padding = vec2(10.0, 6.0);
    spacing.icon_width = 20.0;
    for text in [TextStyle::Body, TextStyle::Button] {
        style.text_styles.entry(text).and_modify(|font| font.size = LETTERS);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The list of scenes.
    List,
    /// The controls.
    Controls,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// In a wide window: list and controls.
    wide: [bool; 2],
    /// In a narrow window: the panel in place of the picture.
    narrow: Option<Side>,
    /// Width and height of the window in the last frame, px.
    size: [f32; 2],
    /// Whether settings and figures for experts are shown.
    pub all: bool,
    /// Whether graphs over time are shown.
    pub graphs: bool,
    /// Whether the page of keys is shown.
    pub help: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            wide: [false; 2],
            narrow: None,
            size: [f32::INFINITY; 2],
            all: false,
            graphs: false,
            help: false,
        }
    }
}

impl Layout {
    /// Tells the width and height of the window, px.
    pub fn resize(&mut self, size: [f32; 2]) {
        self.size = size;
    }

    /// Whether there is room for one thing only.
    pub fn is_narrow(&self) -> bool {
        self.size[0] < NARROW || self.is_low()
    }

    /// Whether there is no height for words below pictures.
    pub fn is_low(&self) -> bool {
        self.size[1] < LOW
    }

    pub fn shows(&self, side: Side) -> bool {
        if self.is_narrow() { self.narrow == Some(side) } else { self.wide[side as usize] }
    }

    pub fn shows_picture(&self) -> bool {
        !self.is_narrow() || self.narrow.is_none()
    }

    pub fn toggle(&mut self, side: Side) {
        if self.is_narrow() {
            self.narrow = (self.narrow != Some(side)).then_some(side);
        } else {
            self.wide[side as usize] ^= true;
        }
    }

    /// Opens a panel if it leaves the picture its place.
    pub fn open_beside(&mut self, side: Side) {
        self.wide[side as usize] = true;
    }

    pub fn open(&mut self, side: Side) {
        if !self.shows(side) {
            self.toggle(side);
        }
    }

    /// Hides all panels; if none is shown, shows those that there is room for.
    pub fn toggle_all(&mut self) {
        if self.is_narrow() {
            self.narrow = None;
        } else {
            self.wide = [self.wide == [false; 2]; 2];
        }
    }

    /// An entry was chosen: in a narrow window the picture comes back.
    pub fn chosen(&mut self) {
        self.narrow = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Side; 2] = [Side::List, Side::Controls];

    fn at(width: f32) -> Layout {
        let mut layout = Layout::default();
        layout.resize([width, 800.0]);
        layout
    }

    /// At any width and after any clicks something is shown, and in a narrow window only one thing.
    #[test]
    fn narrow_window_shows_one_thing() {
        for size in [[320.0, 800.0], [390.0, 844.0], [759.0, 800.0], [844.0, 390.0]] {
            let mut layout = Layout::default();
            layout.resize(size);
            assert!(layout.shows_picture(), "the picture comes first");
            for side in [Side::List, Side::Controls, Side::Controls, Side::List, Side::List] {
                layout.toggle(side);
                let shown = BOTH.iter().filter(|side| layout.shows(**side)).count();
                assert_eq!(shown + usize::from(layout.shows_picture()), 1, "{layout:?}");
            }
            layout.open(Side::List);
            layout.chosen();
            assert!(layout.shows_picture());
        }
    }

    /// In a wide window panels are hidden and shown one by one, or both at once, and the picture stays.
    #[test]
    fn wide_window_hides_panels_one_by_one() {
        let mut layout = at(1280.0);
        let shown = |layout: &Layout| BOTH.map(|side| layout.shows(side));
        assert_eq!(shown(&layout), [false, false], "the picture comes first");
        layout.toggle(Side::Controls);
        assert_eq!(shown(&layout), [false, true]);
        layout.toggle_all();
        assert_eq!(shown(&layout), [false, false]);
        layout.toggle_all();
        assert_eq!(shown(&layout), [true, true]);
        layout.chosen();
        assert_eq!((shown(&layout), layout.shows_picture()), ([true, true], true));
    }

    /// What is hidden in a narrow window does not stay hidden in a wide one.
    #[test]
    fn width_changes_back_and_forth() {
        let mut layout = at(1280.0);
        layout.toggle(Side::List);
        layout.resize([390.0, 844.0]);
        layout.toggle(Side::Controls);
        assert!(layout.shows(Side::Controls) && !layout.shows(Side::List));
        layout.resize([1280.0, 800.0]);
        assert!(layout.shows(Side::List) && !layout.shows(Side::Controls));
    }
}
