//! Small pictures for the list: each entry as it begins, drawn by the back end of the picture files when
//! its row is first seen.
//!
//! One is drawn in a frame, so that the list stays quick: a scene of ten thousand bodies takes some ten
//! milliseconds. Nothing is stored in files.

use super::canvas::to_color32;
use super::theme_of;
use super::view::{bodies, grown};
use crate::draw::{DrawOptions, Raster, Theme, draw_world};
use crate::entry::Entry;
use crate::explorers::{AREA, draw_of};
use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};
use physics::prelude::*;
use scenes::{Mark, Scene, ScriptRunner};
use std::time::Duration;

/// Width and height of a picture, px; it is shown at half this size and less, so that lines are thin.
const SIZE: [u16; 2] = [144, 96];

/// Size in the list, points.
pub const SHOWN: [f32; 2] = [54.0, 36.0];

/// The pictures drawn so far.
#[derive(Default)]
pub struct Thumbnails {
    drawn: Vec<(Entry, Option<TextureHandle>)>,
    /// The number of the frame in which the last one was drawn.
    frame: Option<u64>,
    /// That of the pictures.
    theme: Theme,
}

impl Thumbnails {
    /// The picture of an entry, if it has been drawn. If not, draws it, at most one in a frame.
    pub fn get(&mut self, ctx: &Context, entry: Entry) -> Option<&TextureHandle> {
        let theme = theme_of(ctx);
        if theme != self.theme {
            self.drawn.clear();
            self.theme = theme;
        }
        let place = self.drawn.iter().position(|(known, _)| known.is(entry));
        if place.is_none() {
            let now = ctx.cumulative_frame_nr();
            if self.frame == Some(now) {
                ctx.request_repaint_after(Duration::from_millis(30));
                return None;
            }
            self.frame = Some(now);
            let picture = picture(entry, theme).map(|image| {
                let name = format!("picture of {}", entry.name());
                ctx.load_texture(name, image, TextureOptions::LINEAR)
            });
            self.drawn.push((entry, picture));
        }
        let place = place.unwrap_or(self.drawn.len() - 1);
        self.drawn[place].1.as_ref()
    }
}

/// Draws an entry as it begins; a comparison as its first panel.
fn picture(entry: Entry, theme: Theme) -> Option<ColorImage> {
    let raster = match entry {
        Entry::Scene(scene) => scene_picture(scene),
        Entry::Comparison(comparison) => scene_picture(comparison.panels.first()?.scene()?),
        Entry::Explorer(explorer) => {
            let mut raster = Raster::new(framed(AREA), SIZE[0]).ok()?;
            draw_of(&*(explorer.new)(), &mut raster);
            Some(raster)
        }
    }?;
    let pixels: Vec<_> = raster.colors().map(|color| to_color32(theme.of(color))).collect();
    Some(ColorImage::new(raster.size().map(usize::from), pixels))
}

fn scene_picture(scene: &Scene) -> Option<Raster> {
    let (world, ids) = World::load(&(scene.level)()).ok()?;
    let area = scene.view.area_in(&world, &ids.bodies);
    let area = if scene.view.follow.is_none() { grown(None, area, bodies(&world), 0.0) } else { area };
    let mut raster = Raster::new(framed(area), SIZE[0]).ok()?;
    let (ground_as_one, color_by_kind) = (true, true);
    let options = DrawOptions { fade_joints: 24.0, ground_as_one, color_by_kind, ..DrawOptions::default() };
    let mut runner = ScriptRunner::before(&world, scene.script);
    runner.draw_below(&mut raster);
    draw_world(&world, &options, &mut raster);
    // Letters would cover the picture.
    runner.marks.retain(|mark| !matches!(mark, Mark::Label(..)));
    runner.draw(&mut raster);
    Some(raster)
}

/// An area widened to the aspect of the pictures.
fn framed(area: Aabb) -> Aabb {
    let (size, aspect) = (area.extents(), f32::from(SIZE[0]) / f32::from(SIZE[1]));
    let size = Vec2::new(size.x.max(size.y * aspect), size.y.max(size.x / aspect));
    Aabb::around(area.center(), size * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Color32;
    use std::collections::BTreeSet;

    /// Every entry has a picture of the one size, and none is blank.
    #[test]
    fn every_entry_has_a_picture() {
        for (entry, theme) in Entry::all().zip(Theme::ALL.into_iter().cycle()) {
            let image = picture(entry, theme).unwrap_or_else(|| panic!("{}", entry.name()));
            assert_eq!(image.size, SIZE.map(usize::from), "{}", entry.name());
            let colors: BTreeSet<[u8; 4]> = image.pixels.iter().map(Color32::to_array).collect();
            // A scene that measures an empty step has nothing but its ground.
            assert!(colors.len() >= 2, "{}", entry.name());
        }
    }
}
