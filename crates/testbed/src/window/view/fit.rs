//! What of a scene a picture shows: the whole, as much as fills the picture, or what moves.
//!
//! ```text
//!   whole   +----+  +    filled   +-----------+     moving   +-----------+
//!           |    |  |             |  the part |              |   +---+   |
//!           |    |  | picture     |  around   |              |   | o |   |  bounds of the bodies
//!           +----+  +             +-----------+              +---+---+---+
//! ```
//!
//! A tower or a road leaves most of the picture empty if it is seen as a whole. So a scene begins at what can
//! move, with the ground below it, and [`grown`] widens what is shown before something leaves it.

use physics::prelude::*;

/// Share of its size by which the bounds of what moves are widened on each side.
const SPACE: f32 = 0.2;
/// Least size of what is shown, as a share of the area of the scene: of what moves, and at the beginning.
const LEAST: f32 = 0.05;
const LEAST_AT_FIRST: f32 = 0.3;
/// Share of the way to its wanted area that the picture goes in a second, as a rate, 1/s.
const GROWTH: f32 = 3.0;

/// What of a scene is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// What could move so far, and what lies below it.
    #[default]
    Grown,
    /// All of its area.
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
            Self::Grown | Self::Moving => Self::Whole,
            Self::Whole => Self::Filled,
            Self::Filled => Self::Moving,
        }
    }

    /// The part of the world to be shown, m: of a scene with this area, in which `moving` bounds what
    /// moves, in a picture of this width for each height.
    pub fn area(self, area: Aabb, moving: Option<Aabb>, aspect: f32) -> Aabb {
        let inside = |bounds: Aabb| bounds.overlaps(area).then(|| intersection(bounds, area));
        let moving = moving.and_then(inside);
        match self {
            Self::Whole | Self::Grown => area,
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

/// The area to show `seconds` after `shown` (`None` at the beginning) was shown, m: of a scene with this
/// area, whose dynamic bodies have these bounds. It lies in the scene and never shrinks.
pub fn grown(shown: Option<Aabb>, scene: Aabb, bodies: Option<Aabb>, seconds: f32) -> Aabb {
    let Some(bodies) = bodies.filter(|bounds| bounds.overlaps(scene)) else { return shown.unwrap_or(scene) };
    let least = scene.extents() * LEAST_AT_FIRST;
    let space = bodies.extents() * SPACE;
    let half = (bodies.extents() * 0.5 + space).sup(&(least * 0.5));
    let wanted = intersection(Aabb::around(bodies.center(), half), scene);
    // With the ground, on which things will fall.
    let wanted = Aabb { lower: Point::new(wanted.lower.x, scene.lower.y), ..wanted };
    let Some(shown) = shown else { return wanted };
    let wanted = wanted.union(shown);
    let share = 1.0 - (-GROWTH * seconds).exp();
    let between = |from: Point, to: Point| from + (to - from) * share;
    Aabb { lower: between(shown.lower, wanted.lower), upper: between(shown.upper, wanted.upper) }
}

/// The bounds of all dynamic bodies, m.
pub fn bodies<B: Broadphase>(world: &World<B>) -> Option<Aabb> {
    let colliders = world.dynamic_bodies().flat_map(BodyRef::colliders);
    colliders.map(ColliderRef::fat_aabb).reduce(Aabb::union)
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

    /// A picture begins at what can move and reaches down to the ground; it stays in the scene, never
    /// shrinks, and after two seconds shows what has moved away, but for a hundredth.
    #[test]
    fn picture_begins_at_the_bodies_and_grows_with_them() {
        let at = |x: f32, y: f32| Some(Aabb::around(Point::new(x, y), Vec2::new(1.0, 1.0)));
        let first = grown(None, WIDE, at(-60.0, 1.0), 0.0);
        assert!(first.contains(at(-60.0, 1.0).unwrap()) && first.extents().x < 70.0, "{first:?}");
        assert_eq!(first.lower.y, WIDE.lower.y);
        let mut shown = first;
        for i in 0..600_u16 {
            // Away for five seconds, then back.
            let x = if i < 300 { -60.0 + 0.2 * f32::from(i) } else { -60.0 };
            let next = grown(Some(shown), WIDE, at(x, 1.0), 1.0 / 60.0);
            assert!(
                next.expanded(1e-3).contains(shown) && WIDE.expanded(1e-3).contains(next),
                "{i}: {next:?}"
            );
            assert!(next.contains(at(x, 1.0).unwrap()), "{i}: {next:?}");
            shown = next;
        }
        let far = grown(Some(first), WIDE, at(90.0, 1.0), 2.0);
        assert!(far.upper.x > 88.0, "{far:?}");
        assert_eq!(grown(None, WIDE, None, 0.0), WIDE);
        assert_eq!(grown(None, WIDE, at(500.0, 0.0), 0.0), WIDE);
    }

    /// Three steps lead round; the whole is the area of the scene.
    #[test]
    fn whole_scene_comes_first_and_again() {
        assert_eq!(Fit::default().next(), Fit::Whole);
        assert_eq!(Fit::Whole.next().next().next(), Fit::Whole);
        assert_eq!(Fit::Whole.area(WIDE, None, 1.0), WIDE);
    }
}
