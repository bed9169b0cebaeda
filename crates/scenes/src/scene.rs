//! What a scene is: a level with a name, the text that it comes from, a script, and what a picture should
//! show.

use crate::script::Script;
use crate::text::Section;
use physics::prelude::*;

/// A scene with its default parameters and a name.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The name, as given on a command line.
    pub name: &'static str,
    /// What the scene shows, in one sentence.
    pub about: &'static str,
    /// The sections of the texts that it shows; none if it comes from elsewhere.
    pub sections: &'static [Section],
    /// The file that builds its level, from the root of the repository.
    pub source: &'static str,
    /// The number of steps, of a 60th of a second, within which the scene shows it.
    pub steps: u32,
    /// What a picture should show.
    pub view: SceneView,
    /// The level.
    pub level: fn() -> Level,
    /// The commands that change the scene while it runs.
    pub script: Option<Script>,
}

/// What a picture of a scene should show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneView {
    /// The part of the world, m.
    pub area: Aabb,
    /// Whether each edge of a polygon should have its outward normal.
    pub edge_normals: bool,
    /// The index in the level of a body with which the area moves: it is where the area says when the body is
    /// at the origin.
    pub follow: Option<u32>,
}

impl SceneView {
    /// With an outward normal on each edge of a polygon.
    pub(crate) const fn with_edge_normals(self) -> Self {
        Self { edge_normals: true, ..self }
    }

    /// Moves with a body of the level.
    pub(crate) const fn following(self, body: u32) -> Self {
        Self { follow: Some(body), ..self }
    }

    /// The part of a world to show now, m. `bodies` are those of the level, in its order.
    #[must_use]
    pub fn area_in<B: Broadphase>(&self, world: &World<B>, bodies: &[BodyId]) -> Aabb {
        let followed = self.follow.and_then(|body| world.body(*bodies.get(body as usize)?).ok());
        let moved = followed.map_or(Vec2::zeros(), |body| body.center().coords);
        Aabb { lower: self.area.lower + moved, upper: self.area.upper + moved }
    }
}

/// The view of the part of the world between these bounds, m.
pub(crate) const fn view(left: f32, bottom: f32, right: f32, top: f32) -> SceneView {
    let area = Aabb { lower: Point::new(left, bottom), upper: Point::new(right, top) };
    SceneView { area, edge_normals: false, follow: None }
}

/// The beginning of a scene: the file that makes it, its name, its steps and its view.
pub(crate) const fn scene(source: &'static str, name: &'static str, steps: u32, view: SceneView) -> Scene {
    Scene { name, about: "", sections: &[], source, steps, view, level: Level::default, script: None }
}

impl Scene {
    pub(crate) const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    pub(crate) const fn sections(self, sections: &'static [Section]) -> Self {
        Self { sections, ..self }
    }

    pub(crate) const fn level(self, level: fn() -> Level) -> Self {
        Self { level, ..self }
    }

    pub(crate) const fn script(self, script: Script) -> Self {
        Self { script: Some(script), ..self }
    }

    /// A variant of the scene, under a name of its own.
    pub(crate) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}
