//! Laws of breaking polygons into Voronoi cells.

use crate::common;

use common::{
    area_of_all, box_of, common_area, convex, depth_in, distance, extent, largest_coordinate, perimeter,
    placed, placement, samples, to_f64,
};
use geom::tolerance::WELD;
use geom::{Fracture, FractureError, Point, Polygon};
use proptest::prelude::*;

/// How far rounding and welding may move a vertex, m.
fn slack(polygon: &Polygon) -> f64 {
    let size = largest_coordinate(polygon.vertices()).max(extent(polygon.vertices()));
    f64::from(WELD).max(4.0 * f64::from(f32::EPSILON) * size)
}

fn sites() -> impl Strategy<Value = Vec<Point>> {
    let anywhere = (-3.0_f32..3.0, -3.0_f32..3.0).prop_map(|(x, y)| Point::new(x, y));
    // On a grid many sites are equally far, and some coincide.
    let gridded = (-4_i32..4, -4_i32..4).prop_map(|(x, y)| Point::new(x as f32 * 0.5, y as f32 * 0.5));
    prop_oneof![prop::collection::vec(anywhere, 1..30), prop::collection::vec(gridded, 1..30)]
}

/// Checks that the cells are valid polygons, keep the area, do not overlap, and contain the points nearest to
/// their sites.
fn check(polygon: &Polygon, sites: &[Point]) -> Result<Fracture, TestCaseError> {
    let slack = slack(polygon);
    let fracture = match polygon.fracture(sites.iter().copied()) {
        Ok(fracture) => fracture,
        // Where f32 has hardly any points within the polygon, all cells may be dropped.
        Err(FractureError::NoCells { .. }) => {
            let all_dropped = sites.len() as f64 * (perimeter(polygon.vertices()) * slack + 1e-9);
            prop_assert!(common::area_of(polygon) <= all_dropped);
            return Err(TestCaseError::reject("too small for the place"));
        }
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let polygons: Vec<&Polygon> = fracture.cells.iter().map(|cell| &cell.polygon).collect();
    let perimeters: f64 = polygons.iter().map(|cell| perimeter(cell.vertices())).sum();
    let (sum, whole) = (area_of_all(polygons.iter().copied()), common::area_of(polygon));
    let reported = f64::from(fracture.missing_area);
    prop_assert!((sum + reported - whole).abs() <= 1e-6 * whole, "{sum} + {reported} of {whole} m^2");
    // A dropped cell is thinner than the slack somewhere, or smaller than the least area.
    let dropped = sites.len() - polygons.len();
    let allowed = (perimeters + dropped as f64 * perimeter(polygon.vertices())) * slack;
    prop_assert!(reported.abs() <= allowed + 1e-9 * dropped as f64, "{reported} m^2 are missing");
    for (i, cell) in fracture.cells.iter().enumerate() {
        prop_assert!(Polygon::new(cell.polygon.vertices().iter().copied()).is_ok());
        for other in &fracture.cells[..i] {
            let common = common_area(&cell.polygon, &other.polygon);
            prop_assert!(common <= perimeter(cell.polygon.vertices()) * slack, "cells share {common} m^2");
        }
    }
    let (lower, upper) = box_of(polygon.vertices());
    for p in samples(lower, upper, 200) {
        let inside = depth_in(polygon.vertices(), p);
        let nearest = sites.iter().map(|&s| distance(to_f64(s), p)).fold(f64::MAX, f64::min);
        for cell in &fracture.cells {
            if depth_in(cell.polygon.vertices(), p) > slack {
                let own = distance(to_f64(sites[cell.site]), p);
                prop_assert!(
                    own <= nearest + slack,
                    "{p:?} is in the cell of a site {own} m away, not {nearest}"
                );
                prop_assert!(inside > -slack);
            }
        }
    }
    Ok(fracture)
}

proptest! {
    #[test]
    fn cells_contain_the_points_nearest_to_their_sites(polygon in convex(), sites in sites()) {
        check(&polygon, &sites)?;
    }

    #[test]
    fn cells_are_right_at_any_size_and_place(polygon in convex(), sites in sites(), place in placement()) {
        if let Ok(polygon) = Polygon::new(placed(polygon.vertices(), place))
            && common::area_of(&polygon) > 1e-6
        {
            check(&polygon, &placed(&sites, place))?;
        }
    }

    /// The order of the sites decides only the order of the cells.
    #[test]
    fn order_of_the_sites_does_not_change_the_cells(polygon in convex(), sites in prop::collection::vec((-3.0_f32..3.0, -3.0_f32..3.0), 1..20)) {
        let sites: Vec<Point> = sites.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let cells = polygon.fracture(sites.iter().copied()).unwrap().cells;
        let reversed = polygon.fracture(sites.iter().rev().copied()).unwrap().cells;
        prop_assert_eq!(cells.len(), reversed.len());
        for (one, other) in cells.iter().zip(reversed.iter().rev()) {
            prop_assert_eq!(one.site, sites.len() - 1 - other.site);
            prop_assert_eq!(&one.polygon, &other.polygon);
        }
    }

    /// The cores of rounded cells are twice the radius apart.
    #[test]
    fn rounded_cells_do_not_overlap(polygon in convex(), sites in sites(), radius in 0.01_f32..0.1) {
        let slack = slack(&polygon);
        let Ok(fracture) = polygon.clone().rounded(radius).unwrap().fracture(sites.iter().copied()) else { return Ok(()) };
        for (i, cell) in fracture.cells.iter().enumerate() {
            prop_assert_eq!(cell.polygon.radius(), radius);
            for other in &fracture.cells[..i] {
                let (a, b) = (to_f64(sites[cell.site]), to_f64(sites[other.site]));
                let position = |p: Point| ((to_f64(p)[0] - a[0]) * (b[0] - a[0]) + (to_f64(p)[1] - a[1]) * (b[1] - a[1])) / distance(a, b);
                let end = cell.polygon.vertices().iter().map(|&v| position(v)).fold(f64::MIN, f64::max);
                let start = other.polygon.vertices().iter().map(|&v| position(v)).fold(f64::MAX, f64::min);
                prop_assert!(start - end >= 2.0 * f64::from(radius) - 2.0 * slack, "{} m apart", start - end);
            }
        }
        prop_assert!(fracture.missing_area > -1e-4);
    }
}

#[test]
fn error_says_why_nothing_was_broken() {
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    let none: [Point; 0] = [];
    assert_eq!(square.fracture(none), Err(FractureError::NoSites));
    let nan = square.fracture([[0.0, 0.0], [0.0, f32::NAN]]).unwrap_err();
    assert_eq!(nan.to_string(), "site 1 is not finite: (0, NaN)");
    let grain = Polygon::new([[0.0, 0.0], [2e-5, 0.0], [0.0, 2e-5]]).unwrap();
    assert!(matches!(grain.fracture([Point::origin()]), Err(FractureError::NoCells { .. })));
}

/// A single site gets the whole polygon, the first of coincident sites gets their cell, and a far site gets
/// none.
#[test]
fn single_coincident_and_far_sites_have_the_documented_cells() {
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    let single = square.fracture([[70.0, 3.0]]).unwrap();
    assert_eq!(single.cells[0].polygon, square);
    let sites = [[-0.5, 0.0], [-0.5, 0.0], [0.5, 0.0], [-0.5, 1e-6], [0.5, 90.0]];
    let with_cells: Vec<usize> = square.fracture(sites).unwrap().cells.iter().map(|cell| cell.site).collect();
    assert_eq!(with_cells, [0, 2]);
}

/// 10,000 sites took seven seconds in release.
#[test]
fn each_of_ten_thousand_sites_has_a_cell_and_areas_add_up() {
    let plate = Polygon::rectangle(5.0, 3.0).unwrap();
    let sites = samples([-5.0, -3.0], [5.0, 3.0], 10_000).map(|p| Point::new(p[0] as f32, p[1] as f32));
    let fracture = plate.fracture(sites).unwrap();
    assert_eq!(fracture.cells.len(), 10_000);
    assert!(fracture.missing_area.abs() < 1e-3, "{}", fracture.missing_area);
}
