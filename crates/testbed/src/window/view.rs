//! The camera: which part of the world is shown, and at which scale. Independent of the window.
//!
//! Screen positions are in pixels from the upper left corner of the canvas, y down; world positions are in
//! metres, y up.
//!
//! ```text
//!   x_world = center.x + (x_screen - width / 2) pixel
//!   y_world = center.y - (y_screen - height / 2) pixel
//! ```

mod fit;

pub use fit::{Fit, bodies, grown, moving};
use physics::prelude::*;

/// Share of the canvas that stays empty on each side of a fitted area.
const MARGIN: f32 = 0.04;

/// Smallest and largest size of a pixel, m: from what f32 resolves in a scene of some metres to a whole world
/// on the screen.
const PIXEL: (f32, f32) = (1e-5, 100.0);

/// A position on the canvas, px.
pub type Screen = [f32; 2];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The point in the middle of the canvas, m.
    center: Point,
    /// Size of a pixel, m.
    pixel: f32,
    /// Width and height of the canvas, px.
    size: Screen,
    /// The area that is shown whole, m, until the user moves or zooms the picture.
    whole: Option<Aabb>,
}

impl View {
    /// Shows all of `area` (m) on a canvas of `size` (px).
    pub fn new(size: Screen, area: Aabb) -> Self {
        let mut view = Self { center: Point::origin(), pixel: 1.0, size, whole: None };
        view.fit(area);
        view
    }

    /// Shows all of `area` (m), as large as possible.
    pub fn fit(&mut self, area: Aabb) {
        let [extents, room] = [area.extents(), Vec2::from(self.size) * (1.0 - 2.0 * MARGIN)];
        self.center = area.center();
        self.pixel = limited((extents.x / room.x).max(extents.y / room.y));
        self.whole = Some(area);
    }

    /// Shows another area as long as the user has not moved or zoomed the picture.
    pub fn follow(&mut self, area: Aabb) {
        if self.whole.is_some() {
            self.fit(area);
        }
    }

    /// Changes the size of the canvas, px. A fitted area stays fitted; otherwise the centre stays in the
    /// middle.
    pub fn resize(&mut self, size: Screen) {
        let size = size.map(|length| length.max(1.0));
        if size != self.size {
            self.size = size;
            if let Some(area) = self.whole {
                self.fit(area);
            }
        }
    }

    /// Whether an area is shown whole: the user has not moved or zoomed the picture.
    pub fn is_fitted(self) -> bool {
        self.whole.is_some()
    }

    pub fn aspect(self) -> f32 {
        self.size[0] / self.size[1]
    }

    /// m.
    pub fn pixel(self) -> f32 {
        self.pixel
    }

    /// m.
    pub fn area(self) -> Aabb {
        Aabb::around(self.center, Vec2::from(self.size) * (0.5 * self.pixel))
    }

    pub fn to_screen(self, point: Point) -> Screen {
        let [width, height] = self.size;
        let offset = (point - self.center) / self.pixel;
        [0.5 * width + offset.x, 0.5 * height - offset.y]
    }

    pub fn to_world(self, [x, y]: Screen) -> Point {
        let [width, height] = self.size;
        self.center + Vec2::new(x - 0.5 * width, 0.5 * height - y) * self.pixel
    }

    /// Moves the picture with the pointer, which has moved by `delta`, px.
    pub fn pan(&mut self, [x, y]: Screen) {
        self.center += Vec2::new(-x, y) * self.pixel;
        self.whole = None;
    }

    /// Makes everything `factor` times as large; the point under `pointer` stays there.
    pub fn zoom(&mut self, factor: f32, pointer: Screen) {
        let under = self.to_world(pointer);
        self.pixel = limited(self.pixel / factor);
        self.center += under - self.to_world(pointer);
        self.whole = None;
    }
}

/// A pixel size within the limits, m; for NaN or infinity a centimetre.
fn limited(pixel: f32) -> f32 {
    if pixel.is_finite() { pixel.clamp(PIXEL.0, PIXEL.1) } else { 0.01 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        View::new([800.0, 600.0], Aabb::new([-10.0, -1.0], [10.0, 5.0]))
    }

    fn near(a: Point, b: Point) -> bool {
        (a - b).norm() < 1e-3
    }

    /// A fitted area is visible as a whole, centred and not distorted.
    #[test]
    fn fitted_area_is_visible_as_a_whole() {
        for area in [view().area(), Aabb::new([3.0, 0.0], [4.0, 90.0]), Aabb::new([0.0; 2], [0.0; 2])] {
            let fitted = View::new([800.0, 600.0], area);
            assert!(fitted.area().contains(area), "{area:?}");
            assert!(near(fitted.area().center(), area.center()));
            assert!((fitted.area().extents().x / fitted.area().extents().y - 800.0 / 600.0).abs() < 1e-3);
        }
    }

    /// The upper left corner of the canvas is the upper left corner of the area, and back.
    #[test]
    fn to_screen_and_to_world_are_inverse() {
        let view = view();
        let area = view.area();
        assert!(near(view.to_world([0.0, 0.0]), Point::new(area.lower.x, area.upper.y)));
        for point in [Point::new(0.0, 0.0), Point::new(-9.5, 4.0), Point::new(30.0, -7.0)] {
            assert!(near(view.to_world(view.to_screen(point)), point));
        }
    }

    /// A point that is held stays under the pointer while the picture is moved or zoomed.
    #[test]
    fn held_point_stays_under_the_pointer() {
        let mut view = view();
        let held = view.to_world([100.0, 200.0]);
        view.pan([50.0, -20.0]);
        assert!(near(view.to_world([150.0, 180.0]), held));
        for factor in [1.5, 0.2, 7.0] {
            view.zoom(factor, [150.0, 180.0]);
            assert!(near(view.to_world([150.0, 180.0]), held), "{factor}");
        }
    }

    /// A larger canvas shows a fitted area larger; after the user has moved the picture it shows more of the
    /// world.
    #[test]
    fn larger_canvas_shows_a_fitted_area_larger() {
        let mut view = view();
        let before = view.pixel();
        view.resize([1600.0, 1200.0]);
        assert!(
            (view.pixel() - 0.5 * before).abs() < 1e-6
                && view.area().contains(Aabb::new([-10.0, -1.0], [10.0, 5.0]))
        );
        view.pan([10.0, 0.0]);
        let (middle, before) = (view.area().center(), view.pixel());
        view.resize([1000.0, 0.0]);
        assert!(near(view.area().center(), middle));
        assert_eq!((view.pixel(), view.size), (before, [1000.0, 1.0]));
    }

    /// After any zoom factor the picture is valid.
    #[test]
    fn zoom_stays_within_limits() {
        let mut view = view();
        for factor in [1e9, 1e-12, 0.0, f32::NAN] {
            view.zoom(factor, [0.0, 0.0]);
            assert!((PIXEL.0..=PIXEL.1).contains(&view.pixel()), "{factor}");
            assert!(view.area().is_valid(), "{factor}");
        }
    }
}
