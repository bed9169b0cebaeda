//! Draws the world with Bevy's gizmos.

use crate::resource::Physics;
use bevy_app::prelude::*;
use bevy_color::Color as BevyColor;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::Gizmos;
use bevy_math::Vec2;
use physics::prelude::{Aabb, DebugDraw, DrawOptions, Point, draw_world};
use physics::toolkit::draw::Paint;

/// What [`PhysicsGizmosPlugin`] draws, and of which part of the world (m).
#[derive(Resource, Clone, Copy, Debug)]
pub struct PhysicsGizmos {
    /// Whether anything is drawn.
    pub enabled: bool,
    /// The layers.
    pub options: DrawOptions,
    /// What lies outside is not drawn, m.
    pub view: Aabb,
}

impl Default for PhysicsGizmos {
    fn default() -> Self {
        let view = Aabb::new([-1000.0, -1000.0], [1000.0, 1000.0]);
        Self { enabled: true, options: DrawOptions::default(), view }
    }
}

/// Draws bodies, joints and, by [`PhysicsGizmos`], contacts in every frame. Needs Bevy's `GizmoPlugin`, which
/// `DefaultPlugins` holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhysicsGizmosPlugin;

impl Plugin for PhysicsGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PhysicsGizmos>().add_systems(PostUpdate, draw);
    }
}

struct Lines<'a, 'w, 's> {
    gizmos: &'a mut Gizmos<'w, 's>,
    view: Aabb,
}

impl DebugDraw for Lines<'_, '_, '_> {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        // A circle of a metre gets about 30 chords.
        0.01
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        if let Some((color, _)) = paint.stroke.or(paint.fill.map(|fill| (fill, 1.0))) {
            let [red, green, blue] = color.0;
            let color = BevyColor::srgb_u8(red, green, blue);
            self.gizmos.line_2d(Vec2::new(a.x, a.y), Vec2::new(b.x, b.y), color);
        }
    }
}

fn draw(physics: Res<'_, Physics>, settings: Res<'_, PhysicsGizmos>, mut gizmos: Gizmos<'_, '_>) {
    if settings.enabled {
        let mut lines = Lines { gizmos: &mut gizmos, view: settings.view };
        draw_world(&physics.world, &settings.options, &mut lines);
    }
}
