//! Which pairs of shapes are worth a manifold: of all pairs, those whose boxes overlap, those that layers
//! allow, and those that touch.
//!
//! Source: *Gaul, The Basics*, the list at its end (contact pair sorting and culling, layering).

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::broadphase::Mobility;
use physics::collide::overlap;
use physics::geom::Obb;
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "pair culling",
    about: "Drag shapes of three layers: of all pairs, those whose boxes overlap, those whose layers meet, and those that touch.",
    sections: &[Text::GaulCustom.section("Architecture"), Text::GaulBasics.section("(the list at the end)")],
    source: "crates/broadphase/src/pair_finder.rs",
    new: || Box::new(CullingExplorer::new()),
};

const COUNT: usize = 14;
const LAYERS: [&str; 3] = ["1", "2", "3"];
const STAGES: &[&str] = &["all pairs", "boxes overlap", "layers meet", "shapes touch"];

pub struct CullingExplorer {
    places: Vec<Point>,
    /// Which layers collide: 1 with 1, 1 with 2, 1 with 3, 2 with 2, 2 with 3, 3 with 3.
    collide: [bool; 6],
    margin: f32,
    shown: usize,
}

impl CullingExplorer {
    pub fn new() -> Self {
        let place = |i: usize| {
            let (x, y) = ((i as f32 * 0.618_034).fract(), (i as f32 * 0.786_151).fract());
            Point::new(4.4 * x - 2.2, 3.0 * y - 1.5)
        };
        let collide = [true, true, false, true, false, true];
        Self { places: (0..COUNT).map(place).collect(), collide, margin: 0.1, shown: 2 }
    }

    /// Shape `i`: circles and boxes, in turn.
    fn shape(i: usize) -> Result<Shape, ShapeError> {
        let size = 0.42 + 0.04 * (i % 5) as f32;
        if i.is_multiple_of(2) { Shape::circle(size) } else { Shape::rectangle(size, 0.7 * size) }
    }

    fn pose(&self, i: usize) -> Pose {
        Pose::new(self.places[i], 0.4 * i as f32)
    }

    fn layer(i: usize) -> usize {
        i % LAYERS.len()
    }

    /// The filter of a layer: its own bit, and the bits of the layers that it collides with.
    fn filter(&self, layer: usize) -> Filter {
        let meets = |other: usize| {
            let (low, high) = (layer.min(other), layer.max(other));
            self.collide[[0, 3, 5][low] + high - low]
        };
        let mask = (0..LAYERS.len()).filter(|&other| meets(other)).map(|other| 1 << other).sum();
        Filter { category: 1 << layer, mask, group: 0 }
    }

    fn fat_box(&self, i: usize) -> Option<Aabb> {
        let aabb = Self::shape(i).ok()?.aabb(self.pose(i)).expanded(self.margin);
        aabb.is_valid().then_some(aabb)
    }

    /// The pairs that are left after each stage.
    fn stages(&self) -> [Vec<(usize, usize)>; 4] {
        let mut tree = DynamicTree::default();
        for i in 0..COUNT {
            if let Some(aabb) = self.fat_box(i) {
                // The box is valid and the key new, so it is not refused.
                let _ = tree.insert(i as u32, aabb, Mobility::Moving);
            }
        }
        let moved: Vec<u32> = (0..COUNT as u32).filter(|&key| tree.contains(key)).collect();
        let mut found = Vec::new();
        tree.find_pairs(&moved, &mut found);
        let mut near: Vec<(usize, usize)> =
            found.into_iter().map(|(a, b)| (a.min(b) as usize, a.max(b) as usize)).collect();
        near.sort_unstable();
        near.dedup();
        let accepted =
            |&(a, b): &(usize, usize)| self.filter(Self::layer(a)).accepts(self.filter(Self::layer(b)));
        let allowed: Vec<_> = near.iter().copied().filter(accepted).collect();
        let touches = |&(a, b): &(usize, usize)| match (Self::shape(a), Self::shape(b)) {
            (Ok(shape_a), Ok(shape_b)) => overlap(&shape_a, self.pose(a), &shape_b, self.pose(b)),
            _ => false,
        };
        let touching = allowed.iter().copied().filter(touches).collect();
        let all = (0..COUNT).flat_map(|a| (a + 1..COUNT).map(move |b| (a, b))).collect();
        [all, near, allowed, touching]
    }
}

impl Explore for CullingExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { collide: [a, b, c, d, e, f], margin, shown, .. } = self;
        let mut controls = vec![
            Control::Choice { name: "show", value: shown, names: STAGES },
            Control::Number { name: "margin of boxes", value: margin, range: 0.0..=0.5, unit: " m" },
        ];
        let names =
            ["1 meets 1", "1 meets 2", "1 meets 3", "2 meets 2", "2 meets 3", "3 meets 3"].into_iter();
        controls.extend(names.zip([a, b, c, d, e, f]).map(|(name, value)| Control::Switch { name, value }));
        controls
    }

    pointer::moves_points!(places);

    fn report(&self) -> Vec<String> {
        let stages = self.stages();
        STAGES.iter().zip(&stages).map(|(name, pairs)| format!("{name}: {}", pairs.len())).collect()
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let stages = self.stages();
        let is_touching = |i: usize| stages[3].iter().any(|&(a, b)| a == i || b == i);
        for i in 0..COUNT {
            if let Some(aabb) = self.fat_box(i) {
                pen::outline(canvas, &Obb::from(aabb).corners(), Paint::stroke(HELP, 1.0));
            }
            let paint = colors::shape([colors::A, colors::B, NO][Self::layer(i)]);
            let Ok(shape) = Self::shape(i) else { continue };
            let Some(hull) = shape.hull() else { continue };
            let corners: Vec<Point> = hull.vertices.iter().map(|&vertex| self.pose(i) * vertex).collect();
            canvas.hull(&corners, hull.radius, paint);
            pen::word(canvas, self.places[i], LAYERS[Self::layer(i)], if is_touching(i) { YES } else { INK });
        }
        for &(a, b) in &stages[self.shown] {
            canvas.segment(self.places[a], self.places[b], Paint::stroke(YES, 1.5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each stage is a part of the one before it, and no pair that touches is lost: against a loop over all
    /// pairs, for every choice of layers.
    #[test]
    fn culling_loses_no_pair_that_may_touch() {
        let mut one = CullingExplorer::new();
        for layers in 0..64_u32 {
            one.collide = std::array::from_fn(|bit| layers >> bit & 1 != 0);
            one.margin = 0.01 * (layers % 7) as f32;
            let [all, near, allowed, touching] = one.stages();
            assert_eq!(all.len(), COUNT * (COUNT - 1) / 2);
            assert!(near.iter().all(|pair| all.contains(pair)));
            assert!(allowed.iter().all(|pair| near.contains(pair)));
            let expected: Vec<_> = all
                .into_iter()
                .filter(|&(a, b)| {
                    let [p, q] = [a, b].map(CullingExplorer::layer);
                    let index = match (p.min(q), p.max(q)) {
                        (0, high) => high,
                        (1, high) => 2 + high,
                        _ => 5,
                    };
                    let [shape_a, shape_b] = [a, b].map(|i| CullingExplorer::shape(i).unwrap());
                    one.collide[index] && overlap(&shape_a, one.pose(a), &shape_b, one.pose(b))
                })
                .collect();
            assert_eq!(touching, expected, "layers {layers:b}");
        }
    }
}
