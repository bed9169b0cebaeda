//! Light and dark pictures.
//!
//! Everything is drawn in the colours of light paper. A dark picture shows the same colours with their
//! lightness mirrored, so what is pale on light paper is near to the dark background, and what is dark is
//! light:
//!
//! ```text
//!   L' = DARKEST + (LIGHTEST - DARKEST) t^LIFT,  t = (PAPER - L) / (PAPER - INK)      hue and chroma stay
//! ```
//!
//! L is the lightness of OKLab, in which equal differences look equally large. A colour that the screen does
//! not have is clamped, channel by channel.
//!
//! Source: Ottosson, "A perceptual color space for image processing", 2020. Turned down: a second table of
//! colours, between which every drawing would have to choose; mirroring each channel, which changes hues.

use super::{Color, palette};

/// Lightness of the dark background and of the lightest lines on it: not black and white, which glare.
const DARKEST: f32 = 0.235;
const LIGHTEST: f32 = 0.92;
/// Below 1 it lifts what is pale on light paper, which would hardly stand out from a dark ground.
const LIFT: f32 = 0.8;

/// On what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// On light paper, as the pictures of the documentation.
    #[default]
    Light,
    /// On dark paper.
    Dark,
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Name on the command line and in the address of a page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The other one.
    #[allow(dead_code, reason = "only the window has a switch")]
    pub fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// The colour that stands for a colour of light paper.
    pub fn of(self, color: Color) -> Color {
        match self {
            Self::Light => color,
            Self::Dark => mirrored(color),
        }
    }

    /// An SVG file with its colours replaced: each stands in quotes, as `"#rrggbb"`.
    pub fn of_svg(self, text: String) -> String {
        if self == Self::Light {
            return text;
        }
        let mut parts = text.split("\"#");
        let mut shown = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let number = part.get(..6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            match number.filter(|_| part[6..].starts_with('"')) {
                Some(number) => {
                    let [_, red, green, blue] = number.to_be_bytes();
                    shown += &format!("\"{}{}", self.of(Color([red, green, blue])), &part[6..]);
                }
                None => shown += &format!("\"#{part}"),
            }
        }
        shown
    }
}

fn mirrored(color: Color) -> Color {
    let [lightness, a, b] = oklab(color);
    let [paper, ink] = [palette::BACKGROUND, palette::INK].map(|color| oklab(color)[0]);
    let share = (paper - lightness) / (paper - ink);
    let lifted = share.abs().powf(LIFT).copysign(share);
    srgb([(DARKEST + (LIGHTEST - DARKEST) * lifted).clamp(0.0, 1.0), a, b])
}

/// Lightness, and the two axes of colour.
fn oklab(Color(channels): Color) -> [f32; 3] {
    let linear = channels.map(|channel| {
        let value = f32::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let cones = product(
        [
            [0.412_221_46, 0.536_332_55, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_85, 0.629_978_7],
        ],
        linear,
    );
    product(
        [
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ],
        cones.map(f32::cbrt),
    )
}

fn srgb(lab: [f32; 3]) -> Color {
    let roots = product(
        [
            [1.0, 0.396_337_78, 0.215_803_76],
            [1.0, -0.105_561_346, -0.063_854_17],
            [1.0, -0.089_484_18, -1.291_485_5],
        ],
        lab,
    );
    let linear = product(
        [
            [4.076_741_7, -3.307_711_6, 0.230_969_94],
            [-1.268_438, 2.609_757_4, -0.341_319_38],
            [-0.004_196_086_3, -0.703_418_6, 1.707_614_7],
        ],
        roots.map(|root| root * root * root),
    );
    Color(linear.map(|value| {
        let value = value.clamp(0.0, 1.0);
        let value = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (255.0 * value).round() as u8
    }))
}

fn product(rows: [[f32; 3]; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    rows.map(|row| row[0] * x + row[1] * y + row[2] * z)
}

/// The contrast of two colours as the Web Content Accessibility Guidelines define it, 1 to 21.
#[cfg(test)]
pub fn contrast(a: Color, b: Color) -> f32 {
    let luminance = |Color(channels): Color| {
        let [red, green, blue] = channels.map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let [a, b] = [a, b].map(luminance);
    if a > b { a / b } else { b / a }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OKLab of sRGB's red, as its source lists it, and back.
    #[test]
    fn oklab_has_the_values_of_its_source() {
        let red = oklab(Color([255, 0, 0]));
        for (found, wanted) in red.into_iter().zip([0.627_96, 0.224_86, 0.125_85]) {
            assert!((found - wanted).abs() < 1e-4, "{red:?}");
        }
        for color in [[255, 0, 0], [1, 2, 3], [250, 200, 7], [0, 0, 0], [255, 255, 255]].map(Color) {
            let Color(back) = srgb(oklab(color));
            assert!(back.iter().zip(color.0).all(|(a, b)| a.abs_diff(b) <= 1), "{color} {back:?}");
        }
    }

    /// In both themes text can be read (contrast 7), lines and marks be seen (3), and an outline be told from
    /// its fill.
    #[test]
    fn lines_and_texts_are_readable_in_both_themes() {
        for theme in Theme::ALL {
            let paper = theme.of(palette::BACKGROUND);
            let against = |color: Color| contrast(theme.of(color), paper);
            assert!(against(palette::INK) >= 7.0, "{theme:?}: {}", against(palette::INK));
            for mark in [palette::JOINT, palette::CONTACT, palette::SHORTENED, palette::AABB] {
                assert!(against(mark) >= 3.0, "{theme:?}, {mark}: {}", against(mark));
            }
            for (fill, line) in palette::fills_and_lines() {
                let found = contrast(theme.of(fill), theme.of(line));
                assert!(found >= 1.8, "{theme:?}: {line} on {fill}: {found}");
                assert!(against(line) >= 2.5, "{theme:?}: {line}: {}", against(line));
            }
        }
    }

    /// What is paler on light paper is darker on dark paper, and light pictures stay as they are.
    #[test]
    fn dark_mirrors_the_order_of_lightness() {
        let mut greys: Vec<u8> = (0..=50).map(|i| 5 * i).collect();
        greys.reverse();
        let shown = greys.iter().map(|&grey| Theme::Dark.of(Color([grey; 3])).0[1]);
        assert!(shown.collect::<Vec<_>>().is_sorted());
        assert_eq!(Theme::Light.of(palette::CONTACT), palette::CONTACT);
    }

    #[test]
    fn svg_has_its_colours_replaced_and_nothing_else() {
        let text = "<rect fill=\"#fbfaf7\"/><a href=\"#here\"/><text>#262a36</text>".to_owned();
        assert_eq!(Theme::Light.of_svg(text.clone()), text);
        let paper = Theme::Dark.of(palette::BACKGROUND);
        let dark = format!("<rect fill=\"{paper}\"/><a href=\"#here\"/><text>#262a36</text>");
        assert_eq!(Theme::Dark.of_svg(text), dark);
    }
}
