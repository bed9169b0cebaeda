//! Records a run as a GIF file that plays in real time.
//!
//! All frames share one colour table, with every fill and outline colour of the drawing and the mixtures that
//! smooth edges make of a fill, its outline and the background. So a body at rest has the same pixels in
//! every frame. A frame stores only the rectangle that has changed; unchanged pixels in it are transparent.
//! If nothing has changed, the frame before is shown for longer.
//!
//! Turned down: a colour table chosen by the encoder (NeuQuant). Chosen from the first frame, it misses
//! colours that appear later, such as the pale ones of sleeping bodies. Chosen for each frame, colours
//! flicker.

use super::{Color, Raster, Theme, palette};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use physics::prelude::*;
use std::collections::HashMap;

/// Width of a film, px.
const WIDTH: u16 = 640;

/// A film has at most this many frames, besides the first and the last.
const MAX_FRAMES: u32 = 150;

/// Shortest time that a frame is shown, 1/100 s (the unit of the format). Browsers show shorter frames for
/// ten times as long.
const SHORTEST: u32 = 2;

/// Time that the last frame is shown before the film starts again, 1/100 s.
const PAUSE: u32 = 100;

/// Number of colours in the table between a fill and its outline, and between the outline and the background.
const BLENDS: u8 = 6;

pub struct Film {
    canvas: Raster,
    inks: Inks,
    steps: u32,
    stride: u32,
    dt: f32,
    /// The picture after the last frame: for each pixel its index in the colour table.
    shown: Vec<u8>,
    /// The last frame and the time at which it appears, 1/100 s. Its duration is known when the next frame is
    /// added.
    last: Option<(Frame<'static>, u32)>,
    encoder: Encoder<Vec<u8>>,
}

impl Film {
    /// For a run of `steps` steps of `dt` seconds; shows the part `view` (m) of the world in the colours of
    /// `theme`.
    ///
    /// # Errors
    /// If the picture would have no pixels or too many.
    pub fn new(view: Aabb, steps: u32, dt: f32, theme: Theme) -> Result<Self, String> {
        let (canvas, inks) = (Raster::new(view, WIDTH)?, Inks::new());
        let [width, height] = canvas.size();
        let mut encoder = Encoder::new(Vec::new(), width, height, &inks.table(theme)).map_err(refused)?;
        encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
        let least = (SHORTEST as f32 / (100.0 * dt)).ceil() as u32;
        let stride = steps.div_ceil(MAX_FRAMES).max(least);
        Ok(Self { canvas, inks, steps, stride, dt, shown: Vec::new(), last: None, encoder })
    }

    /// Records a step: calls `draw` if a frame is due, which shows the part `area` (m) of the world, as large
    /// as that of [`Film::new`]. Call it before the first step with step 0, and after each step.
    ///
    /// # Errors
    /// The message of the encoder.
    pub fn see(&mut self, step: u32, area: Aabb, draw: impl FnOnce(&mut Raster)) -> Result<(), String> {
        if !step.is_multiple_of(self.stride) && step != self.steps {
            return Ok(());
        }
        self.canvas.look_at(area);
        self.canvas.clear();
        draw(&mut self.canvas);
        let seen = self.inks.of_all(self.canvas.colors());
        if let Some(frame) = self.frame(&seen) {
            let now = self.time(step);
            self.write_last(now)?;
            self.last = Some((frame, now));
            self.shown = seen;
        }
        Ok(())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// The message of the encoder.
    pub fn finish(mut self) -> Result<Vec<u8>, String> {
        self.write_last(self.time(self.steps) + PAUSE)?;
        self.encoder.into_inner().map_err(refused)
    }

    /// Time at which a step ends, 1/100 s. Rounding each end instead of each duration keeps errors from
    /// adding up.
    fn time(&self, step: u32) -> u32 {
        (100.0 * f64::from(self.dt) * f64::from(step)).round() as u32
    }

    /// `None` if nothing has changed.
    fn frame(&self, seen: &[u8]) -> Option<Frame<'static>> {
        let [width, height] = self.canvas.size().map(usize::from);
        let part = if self.shown.is_empty() {
            Part { left: 0, top: 0, right: width, bottom: height }
        } else {
            Part::that_differs(&self.shown, seen, width)?
        };
        let mut buffer = Vec::with_capacity((part.right - part.left) * (part.bottom - part.top));
        for row in part.top..part.bottom {
            let row = row * width + part.left..row * width + part.right;
            match self.shown.get(row.clone()) {
                Some(shown) => {
                    let new = |(was, is): (&u8, &u8)| if was == is { self.inks.transparent() } else { *is };
                    buffer.extend(shown.iter().zip(&seen[row]).map(new));
                }
                None => buffer.extend_from_slice(&seen[row]),
            }
        }
        Some(Frame {
            left: part.left as u16,
            top: part.top as u16,
            width: (part.right - part.left) as u16,
            height: (part.bottom - part.top) as u16,
            buffer: buffer.into(),
            transparent: Some(self.inks.transparent()),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        })
    }

    /// Writes the last frame, which is shown until `end`, 1/100 s.
    fn write_last(&mut self, end: u32) -> Result<(), String> {
        let Some((mut frame, start)) = self.last.take() else { return Ok(()) };
        frame.delay = u16::try_from(end.saturating_sub(start).max(SHORTEST)).unwrap_or(u16::MAX);
        self.encoder.write_frame(&frame).map_err(refused)
    }
}

/// A rectangle of pixels: columns and rows, the ends excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Part {
    /// The smallest rectangle outside of which two pictures are equal; `None` if they are equal everywhere.
    fn that_differs(one: &[u8], other: &[u8], width: usize) -> Option<Self> {
        let mut part: Option<Self> = None;
        for (y, (one, other)) in one.chunks_exact(width).zip(other.chunks_exact(width)).enumerate() {
            let Some(first) = one.iter().zip(other).position(|(a, b)| a != b) else { continue };
            let last = one.iter().zip(other).rposition(|(a, b)| a != b).unwrap_or(first);
            let row = Self { left: first, top: y, right: last + 1, bottom: y + 1 };
            part = Some(part.map_or(row, |above| Self {
                left: above.left.min(row.left),
                top: above.top,
                right: above.right.max(row.right),
                bottom: row.bottom,
            }));
        }
        part
    }
}

/// The colour table, and for other colours the nearest one in it.
#[derive(Clone, Debug)]
struct Inks {
    colors: Vec<Color>,
    known: HashMap<[u8; 3], u8>,
}

impl Inks {
    fn new() -> Self {
        let mut colors = vec![
            palette::BACKGROUND,
            palette::WATER,
            palette::JOINT,
            palette::CONTACT,
            palette::SENSOR,
            palette::SENSOR_ENTERED,
        ];
        for (fill, line) in palette::fills_and_lines() {
            colors.extend([fill, line]);
            for blend in 1..=BLENDS {
                let share = f32::from(blend) / f32::from(BLENDS + 1);
                colors.extend([fill.towards(line, share), line.towards(palette::BACKGROUND, share)]);
            }
        }
        // One of the 256 indices stands for a transparent pixel.
        assert!(colors.len() < 256, "{} colours", colors.len());
        Self { colors, known: HashMap::new() }
    }

    /// Red, green and blue of each colour, as GIF stores them.
    fn table(&self, theme: Theme) -> Vec<u8> {
        self.colors.iter().flat_map(|color| theme.of(*color).0).collect()
    }

    /// Index of the transparent colour: the one after all others.
    fn transparent(&self) -> u8 {
        self.colors.len() as u8
    }

    fn of_all(&mut self, colors: impl Iterator<Item = Color>) -> Vec<u8> {
        // Most pixels have the colour of their left neighbour.
        let mut left = (palette::BACKGROUND, self.of(palette::BACKGROUND));
        colors
            .map(|color| {
                if color != left.0 {
                    left = (color, self.of(color));
                }
                left.1
            })
            .collect()
    }

    /// Index of the nearest colour by distance in sRGB; of equal distances the lowest index.
    fn of(&mut self, Color(wanted): Color) -> u8 {
        *self.known.entry(wanted).or_insert_with(|| {
            let distance = |Color(color): &Color| -> u32 {
                color.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = self.colors.iter().zip(0..).min_by_key(|(color, _)| distance(color));
            nearest.map_or(0, |(_, place)| place)
        })
    }
}

fn refused(error: gif::EncodingError) -> String {
    format!("a GIF file: {error}")
}

#[cfg(test)]
mod tests {
    use super::super::{DrawOptions, Paint, draw_world};
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    /// View of 100 pixels per metre.
    fn view() -> Aabb {
        Aabb::new([-3.2, -1.0], [3.2, 3.0])
    }

    /// The pictures that a viewer shows at each frame (as colour indices), the frames, and the colour table.
    fn watched(file: &[u8]) -> (Vec<Vec<u8>>, Vec<Frame<'static>>, Vec<u8>) {
        let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let table = decoder.global_palette().unwrap().to_vec();
        let [width, height] = [decoder.width(), decoder.height()].map(usize::from);
        let (mut screen, mut screens, mut frames) = (vec![u8::MAX; width * height], Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (y, row) in frame.buffer.chunks_exact(frame.width.into()).enumerate() {
                for (x, place) in row.iter().enumerate().filter(|(_, p)| Some(**p) != frame.transparent) {
                    screen[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = *place;
                }
            }
            screens.push(screen.clone());
            frames.push(frame.clone());
        }
        (screens, frames, table)
    }

    fn delays(frames: &[Frame<'_>]) -> Vec<u16> {
        frames.iter().map(|frame| frame.delay).collect()
    }

    /// A film in which the picture changes in each step.
    fn film(steps: u32) -> Vec<Frame<'static>> {
        let mut film = Film::new(view(), steps, DT, Theme::Light).unwrap();
        for step in 0..=steps {
            let there = Point::new(0.01 * step as f32 - 3.0, 1.0);
            film.see(step, view(), |canvas| canvas.circle(there, 0.05, Paint::fill(palette::JOINT))).unwrap();
        }
        watched(&film.finish().unwrap()).1
    }

    /// A film has as many frames, and lasts as long, as the run takes, to a hundredth of a second; its end
    /// stays for one second.
    #[test]
    fn film_lasts_as_long_as_its_run() {
        assert_eq!(delays(&film(0)), [100]);
        assert_eq!(delays(&film(6)), [3, 4, 3, 100], "every second step, at 3.3, 6.7 and 10");
        assert_eq!(delays(&film(7)), [3, 4, 3, 2, 100], "and the last");
        let long = delays(&film(450));
        assert_eq!((long.len(), long[0], long.iter().sum::<u16>()), (151, 5, 750 + 100));
        // As few frames as the format allows: one in ten minutes.
        assert_eq!(Film::new(view(), u32::MAX, DT, Theme::Light).unwrap().stride, u32::MAX / 150 + 1);
    }

    /// Laying the frames over each other gives what was drawn, and no frame is larger than what changed.
    #[test]
    fn frames_laid_over_each_other_give_what_was_drawn() {
        let mut level = Level::default();
        let box_of = |half: f32| ColliderDef::new(Shape::rectangle(half, half).unwrap());
        level.body_with(BodyDef::fixed().position([2.0, 0.5]), box_of(0.5));
        level.body_with(BodyDef::dynamic().position([-1.0, 2.5]), box_of(0.25));
        let (mut world, _) = World::load(&level).unwrap();
        let mut film = Film::new(view(), 30, DT, Theme::Light).unwrap();
        let (mut inks, mut drawn) = (Inks::new(), Vec::new());
        for step in 0..=30 {
            film.see(step, view(), |canvas| {
                draw_world(&world, &DrawOptions::default(), canvas);
                drawn.push(inks.of_all(canvas.colors()));
            })
            .unwrap();
            world.step(DT);
        }
        let (screens, frames, table) = watched(&film.finish().unwrap());
        assert_eq!((screens.len(), &screens), (16, &drawn));
        assert_eq!(table[..inks.table(Theme::Light).len()], inks.table(Theme::Light));
        let first = &frames[0];
        assert_eq!((first.left, first.top, first.width, first.height), (0, 0, 640, 400));
        for frame in &frames[1..] {
            // The box with its outline, before and after it fell by 1.25 m.
            let (left, right) = (frame.left, frame.left + frame.width);
            assert!(left >= 193 && right <= 247 && (50..75).contains(&frame.height), "{frame:?}");
        }
        // Pixels drawn without mixing keep their exact colours.
        let seen = |x: usize, y: usize| &table[3 * usize::from(screens[0][y * 640 + x])..][..3];
        let insides: Vec<Color> = world.bodies().map(palette::of_body).collect();
        assert_eq!((seen(520, 250), seen(220, 50)), (&insides[0].0[..], &insides[1].0[..]));
        assert_eq!(seen(10, 10), palette::BACKGROUND.0);
    }

    /// The last frame stays as long as the picture does not change.
    #[test]
    fn film_of_a_still_picture_has_one_frame() {
        let mut film = Film::new(view(), 60, DT, Theme::Light).unwrap();
        for step in 0..=60 {
            let x = if step < 30 { 0.0 } else { 1.0 };
            film.see(step, view(), |canvas| {
                canvas.circle(Point::new(x, 1.0), 0.1, Paint::fill(palette::CONTACT));
            })
            .unwrap();
        }
        assert_eq!(delays(&watched(&film.finish().unwrap()).1), [50, 150]);
    }

    #[test]
    fn changed_rectangle_is_the_smallest() {
        let (blank, mut other) = ([0; 20], [0; 20]);
        assert_eq!(Part::that_differs(&blank, &other, 5), None);
        other[7] = 1;
        assert_eq!(
            Part::that_differs(&blank, &other, 5),
            Some(Part { left: 2, top: 1, right: 3, bottom: 2 })
        );
        other[16] = 1;
        assert_eq!(
            Part::that_differs(&blank, &other, 5),
            Some(Part { left: 1, top: 1, right: 3, bottom: 4 })
        );
    }

    /// A colour of the table maps to itself; any other maps to the nearest one.
    #[test]
    fn colour_maps_to_the_nearest_in_the_table() {
        let mut inks = Inks::new();
        for color in inks.colors.clone() {
            let place = inks.of(color);
            assert_eq!(inks.colors[usize::from(place)], color);
        }
        let Color([red, green, blue]) = palette::BACKGROUND;
        assert_eq!(inks.of(Color([red, green - 1, blue])), 0);
        assert_eq!(inks.of(Color([255; 3])), 0);
    }
}
