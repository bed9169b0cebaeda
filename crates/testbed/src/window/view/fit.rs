//! What of a scene a picture shows: the whole, as much as fills the picture, or what moves.
//!
//! ```text
//!   whole   +----+  +    filled   +-----------+     moving   +-----------+
//!           |    |  |             |  the part |              |   +---+   |
//!           |    |  | picture     |  around   |              |   | o |   |  bounds of the bodies
//!           +----+  +             +-----------+              +---+---+---+
//! ```
//!
//! A tower or a road leaves most of the picture empty if it is seen as a whole.

use physics::prelude::*;

/// Share of its size by which the bounds of what moves are widened on each side.
const SPACE: f32 = 0.2;
/// Least size of what is shown, as a share of the area of the scene.
const LEAST: f32 = 0.05;

/// What of a scene is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// All of its area.
    #[default]
    Whole,
    /// A part of its area that fills the picture, around what moves.
    Filled,
    /// What moves.
    Moving,
}

impl Fit {
    /// The next one, round the end.
    pub fn next(self) -> Self {
        match self {
            Self::Whole => Self::Filled,
            Self::Filled => Self::Moving,
            Self::Moving => Self::Whole,
        }
    }

    /// The part of the world to be shown, m: of a scene with this area, in which `moving` bounds what
    /// moves, in a picture of this width for each height.
    pub fn area(self, area: Aabb, moving: Option<Aabb>, aspect: f32) -> Aabb {
        let inside = |bounds: Aabb| bounds.overlaps(area).then(|| intersection(bounds, area));
        let moving = moving.and_then(inside);
        match self {
            Self::Whole => area,
            Self::Filled => {
                let size = area.extents();
                let shown = if aspect * size.y > size.x {
                    Vec2::new(size.x, size.x / aspect)
                } else {
                    Vec2::new(size.y * aspect, size.y)
                };
                let center = moving.unwrap_or(area).center();
                let inner = (size - shown) * 0.5;
                let offset = center - area.center();
                let offset = Vec2::new(offset.x.clamp(-inner.x, inner.x), offset.y.clamp(-inner.y, inner.y));
                Aabb::around(area.center() + offset, shown * 0.5)
            }
            Self::Moving => {
                let Some(moving) = moving else { return area };
                let (size, least) = (moving.extents() * (1.0 + 2.0 * SPACE), area.extents() * LEAST);
                let wide = Vec2::new(size.x.max(least.x), size.y.max(least.y)) * 0.5;
                intersection(Aabb::around(moving.center(), wide), area)
            }
        }
    }
}

/// The bounds of the dynamic bodies that are awake, or of all if none is, m.
pub fn moving<B: Broadphase>(world: &World<B>) -> Option<Aabb> {
    let bounds = |only_awake: bool| {
        let bodies = world.dynamic_bodies().filter(move |body| !only_awake || body.is_awake());
        bodies.flat_map(|body| body.colliders().map(ColliderRef::fat_aabb)).reduce(Aabb::union)
    };
    bounds(true).or_else(|| bounds(false))
}

fn intersection(a: Aabb, b: Aabb) -> Aabb {
    let lower = Point::new(a.lower.x.max(b.lower.x), a.lower.y.max(b.lower.y));
    let upper = Point::new(a.upper.x.min(b.upper.x), a.upper.y.min(b.upper.y));
    Aabb { lower, upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALL: Aabb = Aabb { lower: Point::new(-5.0, 0.0), upper: Point::new(5.0, 100.0) };
    const WIDE: Aabb = Aabb { lower: Point::new(-100.0, -5.0), upper: Point::new(100.0, 5.0) };

    /// Filled, the area has the aspect of the picture and lies in that of the scene, at whatever moves in it.
    #[test]
    fn filled_area_has_the_aspect_of_the_picture_and_lies_in_the_scene() {
        for area in [TALL, WIDE] {
            for aspect in [0.5, 1.0, 1.6] {
                for at in [area.lower, area.center(), area.upper] {
                    let moving = Aabb::around(at, Vec2::new(1.0, 1.0));
                    let shown = Fit::Filled.area(area, Some(moving), aspect);
                    assert!((shown.extents().x / shown.extents().y - aspect).abs() < 1e-3);
                    assert!(area.expanded(1e-3).contains(shown), "{shown:?}");
                    assert!(shown.overlaps(moving));
                }
            }
        }
        // A tower of 10 x 100 m in a picture of 16:10: 1/16 of it, 10 times as large as the whole.
        let shown = Fit::Filled.area(TALL, None, 1.6);
        assert!((shown.extents().x - 10.0).abs() < 1e-3);
    }

    /// What moves is shown with space around it, never smaller than a share of the scene nor larger than
    /// it; what has left the scene does not lead the camera out of it.
    #[test]
    fn moving_bodies_are_shown_with_space_around() {
        let moving = Aabb::around(Point::new(0.0, 50.0), Vec2::new(2.0, 4.0));
        let shown = Fit::Moving.area(TALL, Some(moving), 1.0);
        assert!(shown.contains(moving) && shown.extents().y < 14.0, "{shown:?}");
        let far = Aabb::around(Point::new(500.0, 50.0), Vec2::new(2.0, 4.0));
        assert_eq!(Fit::Moving.area(TALL, Some(far), 1.0), TALL);
        let dot = Aabb::around(Point::new(0.0, 50.0), Vec2::new(1e-4, 1e-4));
        assert!(Fit::Moving.area(TALL, Some(dot), 1.0).extents().y > 4.9);
        assert_eq!(Fit::Moving.area(TALL, None, 1.0), TALL);
        assert_eq!(Fit::Moving.area(TALL, Some(TALL.expanded(3.0)), 1.0), TALL);
    }

    /// Three steps lead round; the whole is the area of the scene.
    #[test]
    fn whole_scene_comes_first_and_again() {
        assert_eq!(Fit::default().next().next().next(), Fit::Whole);
        assert_eq!(Fit::Whole.area(WIDE, None, 1.0), WIDE);
    }
}
