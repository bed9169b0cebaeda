//! Records a run as a file: its end as SVG or PNG, or all of it as GIF.

use super::{DrawOptions, Film, Raster, Svg, Theme, WIDTH, draw_world};
use physics::broadphase::Broadphase;
use physics::prelude::*;
use scenes::{SceneView, ScriptRunner};

/// The file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The end of the run, as shapes.
    Svg,
    /// The end of the run, as pixels.
    Png,
    /// The whole run, as pixels.
    Gif,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Png, Self::Gif];

    /// File name extension of the format.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }
}

/// Records a run in one format.
pub struct Camera {
    view: SceneView,
    bodies: Vec<BodyId>,
    options: DrawOptions,
    theme: Theme,
    medium: Medium,
}

enum Medium {
    Svg,
    Png,
    Gif(Box<Film>),
}

impl Camera {
    /// For a run of `steps` steps of `dt` seconds, whose level has these bodies. Draws contacts if `contacts`
    /// is set, in the colours of `theme`.
    ///
    /// # Errors
    /// If the picture would have no pixels or too many.
    pub fn new(
        format: Format,
        view: SceneView,
        bodies: Vec<BodyId>,
        (contacts, theme): (bool, Theme),
        steps: u32,
        dt: f32,
    ) -> Result<Self, String> {
        let medium = match format {
            Format::Svg => Medium::Svg,
            Format::Png => Medium::Png,
            Format::Gif => Medium::Gif(Box::new(Film::new(view.area, steps, dt, theme)?)),
        };
        let edge_normals = view.edge_normals;
        let options = DrawOptions { contacts, normals: contacts, edge_normals, ..DrawOptions::default() };
        Ok(Self { view, bodies, options, theme, medium })
    }

    /// Records the state of the world, with the marks of its script. Call it before the first step with step
    /// 0, and after each step.
    ///
    /// # Errors
    /// The message of the encoder.
    pub fn see<B: Broadphase>(
        &mut self,
        world: &World<B>,
        script_runner: &ScriptRunner,
        step: u32,
    ) -> Result<(), String> {
        match &mut self.medium {
            Medium::Gif(film) => {
                let area = self.view.area_in(world, &self.bodies);
                film.see(step, area, |canvas| {
                    script_runner.draw_below(canvas);
                    draw_world(world, &self.options, canvas);
                    script_runner.draw(canvas);
                })
            }
            Medium::Svg | Medium::Png => Ok(()),
        }
    }

    /// The bytes of the file, at the end of the run.
    ///
    /// # Errors
    /// The message of the encoder.
    pub fn finish<B: Broadphase>(
        self,
        world: &World<B>,
        script_runner: &ScriptRunner,
    ) -> Result<Vec<u8>, String> {
        let area = self.view.area_in(world, &self.bodies);
        match self.medium {
            Medium::Svg => {
                let mut svg = Svg::new(area);
                script_runner.draw_below(&mut svg);
                draw_world(world, &self.options, &mut svg);
                script_runner.draw(&mut svg);
                Ok(self.theme.of_svg(svg.finish()).into_bytes())
            }
            Medium::Png => {
                let mut raster = Raster::new(area, WIDTH)?;
                script_runner.draw_below(&mut raster);
                draw_world(world, &self.options, &mut raster);
                script_runner.draw(&mut raster);
                raster.png(self.theme)
            }
            Medium::Gif(film) => film.finish(),
        }
    }
}
