//! The sling: how far it is pulled says how fast the ball flies, the other way.
//!
//! ```text
//!   v = -RATE pull,  |pull| <= MAX_PULL          p(t) = SLING + v t + g t^2 / 2
//! ```

use physics::prelude::{Point, Vec2};

/// Where the ball lies before it is thrown, m.
pub const SLING: [f32; 2] = [0.0, 2.0];

/// m.
pub const BALL_RADIUS: f32 = 0.3;

/// The farthest pull, m.
pub const MAX_PULL: f32 = 2.0;

/// Speed for each metre of pull, 1/s. The farthest throw leaves with 22 m/s, which carries 49 m.
const RATE: f32 = 11.0;

/// The velocity of a ball that is let go at `pointer` (m), m/s; zero if the pointer is nowhere.
#[must_use]
pub fn launch_velocity(pointer: Point) -> Vec2 {
    let pull = pointer - Point::from(SLING);
    let length = pull.norm();
    if !length.is_finite() || length == 0.0 {
        return Vec2::zeros();
    }
    pull * (-RATE * (length.min(MAX_PULL) / length))
}

/// Where the ball lies when the sling is pulled to `pointer`, m: not farther than the farthest pull.
#[must_use]
pub fn pulled_ball(pointer: Point) -> Point {
    Point::from(SLING) - launch_velocity(pointer) / RATE
}

/// Points of the path of a ball that starts with this velocity under this gravity, one each tenth of a
/// second, for a second.
pub fn path(velocity: Vec2, gravity: Vec2) -> impl Iterator<Item = Point> {
    (1..=10).map(move |i| {
        let t = 0.1 * i as f32;
        Point::from(SLING) + velocity * t + gravity * (0.5 * t * t)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pull to the lower left throws to the upper right, no faster than the farthest pull.
    #[test]
    fn throw_goes_against_the_pull_and_is_limited() {
        let sling = Point::from(SLING);
        let short = launch_velocity(sling + Vec2::new(-1.0, -1.0));
        assert!(short.x > 0.0 && (short.x - short.y).abs() < 1e-5);
        let far = launch_velocity(sling + Vec2::new(-300.0, -400.0));
        assert!((far.norm() - RATE * MAX_PULL).abs() < 1e-3 && (far.y / far.x - 4.0 / 3.0).abs() < 1e-5);
        assert!(((pulled_ball(sling + Vec2::new(-300.0, -400.0)) - sling).norm() - MAX_PULL).abs() < 1e-5);
        assert!((pulled_ball(sling + Vec2::new(-1.0, 0.5)) - (sling + Vec2::new(-1.0, 0.5))).norm() < 1e-5);
        assert_eq!(launch_velocity(sling), Vec2::zeros());
        assert_eq!(launch_velocity(Point::new(f32::NAN, 0.0)), Vec2::zeros());
    }
}
