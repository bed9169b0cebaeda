//! The path of a query through a tree of boxes: which nodes it enters, which it turns away from.
//!
//! Source: *Souto, Video Game Physics II*, Dynamic Bounding Volume Trees. The tree is the text's, balanced by
//! rotations; the engine's own has four children.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::broadphase::{AvlTree, Mobility, VisitedNode};
use physics::geom::Obb;
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "tree path",
    about: "Drag a query over boxes: the nodes of a balanced tree that it enters, level by level, and those it skips.",
    sections: &[
        Text::GaulCustom.section("Game Physics High Level Detail"),
        Text::Souto.section("Dynamic Bounding Volume Trees"),
    ],
    source: "crates/broadphases/src/avl_tree.rs",
    new: || Box::new(TreeExplorer::new()),
};

/// Half the sides of the query, m.
const QUERY: [f32; 2] = [0.9, 0.7];
const MOST_BOXES: usize = 60;
/// The highest setting of the nodes looked at, which shows all: a tree of all boxes has no more.
const MOST_NODES: usize = 2 * MOST_BOXES - 1;

pub struct TreeExplorer {
    query: Point,
    count: usize,
    levels: usize,
    /// How many nodes the query has looked at.
    step: usize,
}

impl TreeExplorer {
    pub fn new() -> Self {
        Self { query: Point::new(0.6, 0.4), count: 30, levels: 8, step: MOST_NODES }
    }

    /// Box `i`: scattered by the golden ratio and its square root, so that no two are at one place.
    fn one(i: usize) -> Aabb {
        let x = (i as f32 * 0.618_034).fract() * 7.0 - 3.5;
        let y = (i as f32 * 0.786_151).fract() * 5.2 - 2.6;
        Aabb::around([x, y], [0.12 + 0.02 * (i % 7) as f32, 0.12 + 0.02 * (i % 5) as f32])
    }

    fn tree(&self) -> AvlTree {
        let mut tree = AvlTree::default();
        for i in 0..self.count {
            // The boxes are finite and the keys differ, so none is refused.
            let _ = tree.insert(i as u32, Self::one(i), Mobility::Moving);
        }
        tree
    }

    fn query_box(&self) -> Aabb {
        Aabb::around(self.query, QUERY)
    }

    /// The nodes that the query looks at, in this order.
    fn path(&self) -> Vec<VisitedNode> {
        let mut path = Vec::new();
        self.tree().visit_path(self.query_box(), &mut |node| path.push(node));
        path
    }

    /// Those that it has looked at so far.
    fn passed(&self) -> Vec<VisitedNode> {
        self.path().into_iter().take(self.step).collect()
    }
}

impl Explore for TreeExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Count { name: "boxes", value: &mut self.count, range: 1..=MOST_BOXES },
            Control::Count { name: "levels", value: &mut self.levels, range: 0..=8 },
            Control::Count { name: "nodes looked at", value: &mut self.step, range: 1..=MOST_NODES },
        ]
    }

    pointer::moves!(query);

    fn report(&self) -> Vec<String> {
        let (path, count) = (self.passed(), self.path().len());
        let entered = path.iter().filter(|node| node.is_entered).count();
        let found: Vec<_> = path.iter().filter(|node| node.is_entered).filter_map(|node| node.key).collect();
        vec![
            format!("{} boxes, height {}", self.count, self.tree().height()),
            format!("looked at {} nodes, entered {entered}", path.len()),
            format!("in all at {count} of {} nodes", 2 * self.count - 1),
            format!("found: {found:?}"),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        for i in 0..self.count {
            canvas.hull(&Obb::from(Self::one(i)).corners(), 0.0, colors::shape(HELP));
        }
        let passed = self.passed();
        let now = passed.len().checked_sub(1).filter(|_| passed.len() < self.path().len());
        let shown = passed.iter().enumerate().filter(|(_, node)| node.depth as usize <= self.levels);
        for (i, node) in shown {
            let corners = Obb::from(node.aabb).corners();
            if Some(i) == now {
                pen::outline(canvas, &corners, Paint::stroke(INK, 4.0));
            }
            if node.key.is_some() {
                let color = if node.is_entered { YES } else { NO };
                canvas.hull(&corners, 0.0, colors::shape(color));
            } else {
                let shade = 0.1 * node.depth.min(7) as f32;
                let color = if node.is_entered { colors::A } else { NO };
                let color = color.towards(Color([0xff; 3]), shade);
                pen::outline(canvas, &corners, Paint::stroke(color, if node.is_entered { 2.0 } else { 1.0 }));
            }
        }
        pen::outline(canvas, &Obb::from(self.query_box()).corners(), Paint::stroke(INK, 2.5));
        pen::handle(canvas, self.query, INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path finds exactly the boxes that overlap the query.
    #[test]
    fn path_finds_the_boxes_that_overlap() {
        let mut one = TreeExplorer::new();
        one.count = MOST_BOXES;
        for step in 0..50 {
            one.query = Point::new(0.13 * step as f32 - 3.2, 0.09 * step as f32 - 2.2);
            let mut found: Vec<_> =
                one.path().iter().filter(|node| node.is_entered).filter_map(|node| node.key).collect();
            found.sort_unstable();
            let overlaps = |&i: &usize| TreeExplorer::one(i).overlaps(one.query_box());
            let expected: Vec<_> = (0..MOST_BOXES).filter(overlaps).map(|i| i as u32).collect();
            assert_eq!(found, expected);
        }
    }
}
