//! Several worlds in one picture, each in a cell: a title, the world, lines of text.
//!
//! ```text
//!   title        title
//!   +--------+   +--------+
//!   | world  |   | world  |      all worlds at one scale, each cut at its cell
//!   +--------+   +--------+
//!   line         line
//! ```
//!
//! The places are computed once, in pixels, for text and for pixels alike.

use super::svg::{TEXT_SHIFT, TEXT_SIZE, escaped};
use super::{Color, DebugDraw, DrawOptions, Paint, Raster, Svg, draw_world, palette};
use physics::broadphase::Broadphase;
use physics::prelude::*;
use std::fmt::Write as _;

/// Colour of the frames around the worlds.
const FRAME: Color = Color([0xd3, 0xd5, 0xd9]);
/// Space between cells and around them, px.
const GAP: f32 = 16.0;
/// Height of a line of text, px.
const LINE: f32 = 18.0;

/// What a cell shows.
pub struct SheetCell<'a, B: Broadphase> {
    /// The world.
    pub world: &'a World<B>,
    /// Which layers of it.
    pub options: DrawOptions,
    /// Which part of it, m; of the same size in all cells of a sheet.
    pub area: Aabb,
    /// The line above.
    pub title: &'a str,
    /// The lines below.
    pub lines: Vec<String>,
}

/// Where the cells of a sheet are.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Width and height of all, px.
    size: [f32; 2],
    /// Width and height of the picture in a cell, px.
    picture: [f32; 2],
    /// Upper left corners of the pictures, px.
    corners: Vec<[f32; 2]>,
}

impl Sheet {
    /// Columns for so many cells: a row of up to three, and four as a square.
    fn columns(cells: usize) -> usize {
        if cells == 4 { 2 } else { cells.clamp(1, 3) }
    }

    /// For these cells, `width` pixels wide.
    pub fn new<B: Broadphase>(cells: &[SheetCell<'_, B>], width: u16) -> Self {
        let columns = Self::columns(cells.len());
        let across = ((f32::from(width) - GAP) / columns as f32 - GAP).floor().max(1.0);
        let size = cells.first().map_or(Vec2::new(1.0, 1.0), |cell| cell.area.extents());
        let down = (across * size.y / size.x).round();
        let lines = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(0);
        let row = LINE + down + lines as f32 * LINE + GAP;
        let corner = |i: usize| {
            let [column, line] = [i % columns, i / columns].map(|place| place as f32);
            [GAP + column * (across + GAP), GAP + line * row + LINE]
        };
        let rows = cells.len().div_ceil(columns) as f32;
        let size = [f32::from(width), GAP + rows * row];
        Self { size, picture: [across, down], corners: (0..cells.len()).map(corner).collect() }
    }

    /// All of the sheet as the view of a [`Raster`] or a film on which [`Sheet::paint`] draws: a pixel is a
    /// metre.
    pub fn view(&self) -> Aabb {
        Aabb::new([0.0, 0.0], self.size)
    }

    /// Where the texts of a cell begin on their baseline, px from the upper left: the title, then the lines.
    fn baselines(&self, cell: usize) -> impl Iterator<Item = [f32; 2]> + use<> {
        let ([x, y], down) = (self.corners[cell], self.picture[1]);
        std::iter::once([x, y - 6.0]).chain((1..).map(move |line| [x, y + down + line as f32 * LINE - 3.0]))
    }

    /// The sheet as the text of an SVG file.
    pub fn svg<B: Broadphase>(&self, cells: &[SheetCell<'_, B>]) -> String {
        let [width, height] = self.size;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"{TEXT_SIZE}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            palette::BACKGROUND
        );
        for (i, cell) in cells.iter().enumerate() {
            let ([x, y], [across, down]) = (self.corners[i], self.picture);
            let mut svg = Svg::inset(cell.area, [x, y], across);
            draw_world(cell.world, &cell.options, &mut svg);
            text += &svg.finish();
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{across}\" height=\"{down}\" fill=\"none\" stroke=\"{FRAME}\"/>"
            );
            let weights = std::iter::once(" font-weight=\"bold\"").chain(std::iter::repeat(""));
            let lines = std::iter::once(cell.title).chain(cell.lines.iter().map(String::as_str));
            for (([x, y], line), weight) in self.baselines(i).zip(lines).zip(weights) {
                let (line, ink) = (escaped(line), palette::INK);
                let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\"{weight} fill=\"{ink}\">{line}</text>");
            }
        }
        text + "</svg>\n"
    }

    /// Draws the sheet on pixels, whose view is [`Sheet::view`].
    ///
    /// # Errors
    /// If a cell would have no pixels.
    pub fn paint<B: Broadphase>(&self, cells: &[SheetCell<'_, B>], sheet: &mut Raster) -> Result<(), String> {
        for (i, cell) in cells.iter().enumerate() {
            let mut picture = Raster::new(cell.area, self.picture[0] as u16)?;
            draw_world(cell.world, &cell.options, &mut picture);
            sheet.paste(self.corners[i], &picture);
            let ([x, y], [across, down]) = (self.corners[i], self.picture);
            let top = self.size[1] - y;
            let frame = [[x, top], [x, top - down], [x + across, top - down], [x + across, top]];
            sheet.polygon(&frame.map(Point::from), Paint::stroke(FRAME, 1.0));
            let lines = std::iter::once(cell.title).chain(cell.lines.iter().map(String::as_str));
            for ([x, y], line) in self.baselines(i).zip(lines) {
                // A text begins right of its point and below it.
                let at = Point::new(x - TEXT_SHIFT[0], self.size[1] - y + TEXT_SHIFT[1]);
                sheet.text(at, line, palette::INK);
            }
        }
        Ok(())
    }
}
