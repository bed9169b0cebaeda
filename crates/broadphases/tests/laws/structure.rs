//! Properties of single broad phases: the height of the tree, the parts, the cell size of the grid.

use super::laws::common::{crowd, found_by_overlap};
use broadphase::{Broadphase, Mobility};
use broadphases::{AvlTree, InvalidCellSize, QuadTree, UniformGrid};
use geom::Aabb;

/// The AVL tree shows as many levels as its height says, the others many cells.
#[test]
fn parts_are_nodes_and_cells() {
    let depths_of = |broadphase: &dyn Broadphase| {
        let mut depths = Vec::new();
        broadphase.for_each_part(&mut |depth, _| depths.push(depth));
        depths
    };
    let (tree, _) = crowd::<AvlTree>(200);
    assert_eq!(depths_of(&tree).into_iter().max().map(|depth| depth + 1), Some(tree.height()));
    assert!(depths_of(&crowd::<QuadTree>(200).0).len() > 10);
    assert!(depths_of(&crowd::<UniformGrid>(200).0).len() > 10);
}

/// Whatever the order of insertion and removal, rotations keep an AVL tree not higher than 1.44 log2 n
/// (Adelson-Velsky and Landis 1962), also where the tree by surface area may be twice the least height.
#[test]
fn an_avl_tree_is_not_higher_than_1_44_log2_n() {
    let bound = |count: u32| 1.4405 * f64::from(count + 2).log2() - 0.3;
    let line = |i: u32| Aabb::around([i as f32, 0.0], [0.6, 0.6]);
    let grid = |i: u32| Aabb::around([(i % 70) as f32, (i / 70) as f32], [0.6, 0.6]);
    let point = |_: u32| Aabb::around([0.0, 0.0], [0.6, 0.6]);
    let nested = |i: u32| Aabb::around([0.0, 0.0], [1.0 + i as f32; 2]);
    let scenes: [&dyn Fn(u32) -> Aabb; 4] = [&line, &grid, &point, &nested];
    for (scene, aabb) in scenes.into_iter().enumerate() {
        let mut tree = AvlTree::default();
        for key in 0..4900 {
            tree.insert(key, aabb(key), Mobility::Moving).unwrap();
            assert!(f64::from(tree.height()) <= bound(key + 1), "scene {scene}, {key}: {}", tree.height());
        }
        assert_eq!(tree.validate(), Ok(()));
        // All on one side are removed.
        for key in 0..4000 {
            tree.remove(key).unwrap();
        }
        assert!(f64::from(tree.height()) <= bound(900), "scene {scene}: {}", tree.height());
        assert_eq!(tree.validate(), Ok(()));
    }
}

/// A query looks at few nodes of a balanced tree, and enters each node above a leaf that it finds.
#[test]
fn path_of_a_query_in_an_avl_tree_leads_to_what_it_finds() {
    let (tree, boxes) = crowd::<AvlTree>(2000);
    let query = Aabb::around([20.0, 20.0], [1.5, 1.5]);
    let (mut looked, mut found) = (0, Vec::new());
    tree.visit_path(query, &mut |node| {
        looked += 1;
        assert_eq!(node.is_entered, node.aabb.overlaps(query));
        found.extend(node.key.filter(|_| node.is_entered));
    });
    found.sort_unstable();
    assert_eq!(found, found_by_overlap(&tree, query));
    assert!(found.iter().all(|&key| boxes[key as usize].overlaps(query)) && !found.is_empty());
    assert!(looked < 400, "{looked} nodes of 3999");
}

#[test]
fn a_grid_refuses_a_cell_size_that_is_not_finite_and_positive() {
    for size in [0.0, -1.0, f32::INFINITY, f32::NAN] {
        assert!(matches!(UniformGrid::new(size), Err(InvalidCellSize(_))));
    }
    assert_eq!(
        UniformGrid::new(-1.0).unwrap_err().to_string(),
        "the size of a cell must be finite and above zero, not -1 m"
    );
}
