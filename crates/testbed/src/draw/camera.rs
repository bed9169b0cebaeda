//! What becomes a file of a run, whatever the format: the end as SVG or PNG, all of it as GIF.

use super::{Canvas, Film, Raster, Svg, WIDTH, draw_contacts, draw_world};
use physics::broadphase::Broadphase;
use physics::prelude::*;

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The end, as shapes.
    Svg,
    /// The end, as pixels.
    Png,
    /// All of it, as pixels.
    Gif,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Png, Self::Gif];

    /// How files of this format end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }
}

/// Sees a run, and keeps what its format can show.
pub struct Camera {
    view: Aabb,
    contacts: bool,
    medium: Medium,
}

enum Medium {
    Svg,
    Png,
    Gif(Box<Film>),
}

impl Camera {
    /// For a run of so many steps of `dt` (s); it shows `view` (m), with contacts or without.
    ///
    /// # Errors
    /// A size that no picture can have.
    pub fn new(format: Format, view: Aabb, contacts: bool, steps: u32, dt: f32) -> Result<Self, String> {
        let medium = match format {
            Format::Svg => Medium::Svg,
            Format::Png => Medium::Png,
            Format::Gif => Medium::Gif(Box::new(Film::new(view, steps, dt)?)),
        };
        Ok(Self { view, contacts, medium })
    }

    /// To be called before the first step, as step 0, and after each.
    ///
    /// # Errors
    /// What the encoder says.
    pub fn see<B: Broadphase>(&mut self, world: &World<B>, step: u32) -> Result<(), String> {
        match &mut self.medium {
            Medium::Gif(film) => film.see(step, |canvas| draw(world, self.contacts, canvas)),
            Medium::Svg | Medium::Png => Ok(()),
        }
    }

    /// The file, at the end of the run.
    ///
    /// # Errors
    /// What the encoder says.
    pub fn finish<B: Broadphase>(self, world: &World<B>) -> Result<Vec<u8>, String> {
        match self.medium {
            Medium::Svg => {
                let mut svg = Svg::new(self.view);
                draw(world, self.contacts, &mut svg);
                Ok(svg.finish().into_bytes())
            }
            Medium::Png => {
                let mut raster = Raster::new(self.view, WIDTH)?;
                draw(world, self.contacts, &mut raster);
                raster.png()
            }
            Medium::Gif(film) => film.finish(),
        }
    }
}

fn draw<B: Broadphase>(world: &World<B>, contacts: bool, canvas: &mut impl Canvas) {
    draw_world(world, canvas);
    if contacts {
        draw_contacts(world, canvas);
    }
}
