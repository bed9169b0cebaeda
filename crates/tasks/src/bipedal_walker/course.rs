//! The ground under the walker: 200 points, and boxes on it.

use batch::Random;
use geom::{Point, Shape, ShapeError};

/// m, from one point of the ground to the next.
pub(super) const SPACING: f32 = 14.0 / 30.0;
/// Points of the ground.
pub(super) const POINTS: usize = 200;
/// m, of the ground where it begins, and about which it varies.
pub(super) const HEIGHT: f32 = 400.0 / 30.0 / 4.0;
/// Points at the beginning that are even.
const EVEN: u32 = 20;
/// Between these numbers of points lies grass between two obstacles.
const GRASS: [u32; 2] = [5, 9];
/// Boxes of the obstacles, at most: no course has more than two in ten points.
pub(super) const BOXES: usize = 40;

/// What a stretch of ground is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stretch {
    Grass,
    Stump,
    Stairs { up: f32, count: u32, from: f32 },
    Pit { from: f32 },
}

/// A course.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Course {
    /// m, of the points.
    pub(super) heights: [f32; POINTS],
    /// Left, lower, right, upper, m.
    boxes: [[f32; 4]; BOXES],
    box_count: usize,
}

impl Default for Course {
    fn default() -> Self {
        Self { heights: [HEIGHT; POINTS], boxes: [[0.0, 0.0, 1.0, 1.0]; BOXES], box_count: 0 }
    }
}

impl Course {
    /// Draws grass, whose slope is a damped random walk drawn to [`HEIGHT`], with obstacles between if
    /// `hard`.
    pub(super) fn draw(&mut self, hard: bool, random: &mut Random) {
        let mut whole = |[least, most]: [u32; 2]| least + (random.unit() * (most - least + 1) as f32) as u32;
        self.box_count = 0;
        let (mut stretch, mut left, mut is_new) = (Stretch::Grass, EVEN, false);
        let (mut y, mut slope) = (HEIGHT, 0.0_f32);
        for i in 0..POINTS {
            let x = i as f32 * SPACING;
            match (&mut stretch, is_new) {
                (Stretch::Grass, false) => {
                    let pull = if y == HEIGHT { 0.0 } else { (HEIGHT - y).signum() };
                    slope = 0.8 * slope + 0.01 * pull;
                    if i > EVEN as usize {
                        slope += (whole([0, (1 << 24) - 1]) as f32 / (1 << 23) as f32 - 1.0) / 30.0;
                    }
                    y += slope;
                }
                (Stretch::Grass, true) | (Stretch::Stump, false) => {}
                (Stretch::Stump, true) => {
                    left = whole([1, 2]);
                    let size = left as f32 * SPACING;
                    self.add([x, y, x + size, y + size]);
                }
                (Stretch::Stairs { up, count, from }, true) => {
                    *up = if whole([0, 1]) == 1 { 1.0 } else { -1.0 };
                    *count = whole([3, 4]);
                    *from = y;
                    for step in 0..*count {
                        let (at, top) = (x + 4.0 * step as f32 * SPACING, y + step as f32 * *up * SPACING);
                        self.add([at, top - SPACING, at + 4.0 * SPACING, top]);
                    }
                    left = *count * 4;
                }
                (Stretch::Stairs { up, count, from }, false) => {
                    let done = (*count * 4) as f32 - left as f32 - *up;
                    y = *from + done / 4.0 * *up * SPACING;
                }
                (Stretch::Pit { from }, true) => {
                    *from = y;
                    let width = whole([3, 4]);
                    for at in [x, x + width as f32 * SPACING] {
                        self.add([at, y - 4.0 * SPACING, at + SPACING, y]);
                    }
                    left = width + 2;
                }
                (Stretch::Pit { from }, false) => {
                    y = if left > 1 { *from - 4.0 * SPACING } else { *from };
                }
            }
            is_new = false;
            self.heights[i] = y;
            left -= 1;
            if left == 0 {
                left = whole(GRASS);
                is_new = true;
                stretch = if hard && stretch == Stretch::Grass {
                    match whole([0, 2]) {
                        0 => Stretch::Stump,
                        1 => Stretch::Stairs { up: 0.0, count: 0, from: y },
                        _ => Stretch::Pit { from: y },
                    }
                } else {
                    Stretch::Grass
                };
            }
        }
    }

    fn add(&mut self, sides: [f32; 4]) {
        if self.box_count < BOXES {
            self.boxes[self.box_count] = sides;
            self.box_count += 1;
        }
    }

    /// The boxes.
    pub(super) fn boxes(&self) -> &[[f32; 4]] {
        &self.boxes[..self.box_count]
    }

    /// The ground from point `index` to the next one.
    pub(super) fn segment(&self, index: usize) -> Result<Shape, ShapeError> {
        let [a, b] = [index, index + 1].map(|i| Point::new(i as f32 * SPACING, self.heights[i]));
        Shape::segment(a, b)
    }

    /// The share of the way from `origin` along `translation`, which leads to the right or straight down, at
    /// which a ray meets the ground; 1 if it does not. Boxes are not asked.
    pub(super) fn cast(&self, origin: Point, translation: [f32; 2]) -> f32 {
        let [dx, dy] = translation;
        if origin.x < 0.0 {
            return 1.0;
        }
        let first = (origin.x / SPACING) as usize;
        for i in first..POINTS - 1 {
            let left = i as f32 * SPACING - origin.x;
            if left > dx {
                break;
            }
            let (low, high) = (self.heights[i] - origin.y, self.heights[i + 1] - origin.y);
            let slope = (high - low) / SPACING;
            // low + slope (t dx - left) = t dy
            let t = (low - slope * left) / (dy - slope * dx);
            let along = t * dx - left;
            // The same bound to both sides, so that a ray through a point meets one of its two segments.
            if (0.0..=1.0).contains(&t) && (-1e-5..=SPACING + 1e-5).contains(&along) {
                return t;
            }
        }
        1.0
    }
}
