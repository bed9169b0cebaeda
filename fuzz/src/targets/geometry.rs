//! Constructions of any points. None panics; no point lies farther outside of a hull than its documentation
//! says; the areas of pieces, cuts and cells add up to that of the whole, as far as the results say nothing
//! else.

use crate::Input;
use physics::geom::tolerance::{FLATNESS, WELD};
use physics::geom::{
    BoundingCircle, DecomposeSettings, Location, Obb, convex_hull, cut_pieces, point_in_convex,
    polygon_measures,
};
use physics::prelude::*;

pub(super) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let is_wild = input.one_in(4);
    let points = input.points(is_wild, 40);
    if let Ok(hull) = convex_hull(points.iter().copied()) {
        check_hull(&hull, &points);
    }
    let _ = (BoundingCircle::of_points(points.iter().copied()), Obb::of_points(points.iter().copied()));
    let hull = Polygon::hull_of(points.iter().copied()).ok();
    let polygon = Polygon::from_any_winding(points.iter().copied()).ok();
    for polygon in [hull, polygon].into_iter().flatten() {
        check_polygon(&polygon, &mut input, is_wild);
    }
    if let Ok(outline) = Outline::new(points.iter().copied()) {
        check_outline(&outline, &mut input, is_wild);
    }
}

/// No point lies farther outside of the hull than its documentation says.
fn check_hull(hull: &[Point], points: &[Point]) {
    let places: Vec<[f64; 2]> = hull.iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
    let side = |axis: usize| {
        let along = points.iter().map(|p| f64::from(p[axis]));
        along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
    };
    let tolerance = 2.0 * f64::from(WELD).max(f64::from(FLATNESS) * side(0).max(side(1)));
    for &point in points {
        if point_in_convex(hull.iter().copied(), point) != Location::Outside {
            continue;
        }
        let place = [f64::from(point.x), f64::from(point.y)];
        let edges = places.iter().zip(places.iter().cycle().skip(1));
        let away = edges.map(|(a, b)| distance(*a, *b, place)).fold(f64::INFINITY, f64::min);
        assert!(away <= tolerance, "{point} lies {away} m outside of the hull {hull:?}");
    }
}

/// Of a point from a segment.
fn distance(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> f64 {
    let (edge, arm) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let squared = edge[0] * edge[0] + edge[1] * edge[1];
    let share =
        if squared > 0.0 { ((arm[0] * edge[0] + arm[1] * edge[1]) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (arm[0] - share * edge[0]).hypot(arm[1] - share * edge[1])
}

fn area(polygon: &Polygon) -> f32 {
    polygon_measures(polygon.vertices().iter().copied()).area
}

fn check_polygon(polygon: &Polygon, input: &mut Input<'_>, is_wild: bool) {
    assert!((3..=Polygon::MAX_VERTICES).contains(&polygon.vertices().len()));
    for normal in polygon.normals() {
        assert!((normal.norm() - 1.0).abs() < 1e-5, "a normal is {normal}");
    }
    if let Ok(mass) = polygon.mass_properties(input.number(is_wild).abs()) {
        assert!(mass.mass.is_finite() && mass.inertia.is_finite() && mass.inertia >= 0.0, "{mass:?}");
    }
    let whole = area(polygon);
    let bound = 1e-3 * whole + area_error(polygon.vertices());
    let (a, b) = (input.point(is_wild), input.point(is_wild));
    if let Ok(cut) = polygon.cut(a, b) {
        let parts: f32 = [&cut.left, &cut.right].into_iter().flatten().map(area).sum();
        // A part that is too thin to be a polygon is left out.
        assert!(parts <= whole + bound, "parts of {parts} m^2 of a polygon of {whole} m^2");
    }
    let count = 1 + input.below(12);
    let sites: Vec<Point> = (0..count).map(|_| input.point(is_wild)).collect();
    if let Ok(fracture) = polygon.fracture(sites) {
        let cells: f32 = fracture.cells.iter().map(|cell| area(&cell.polygon)).sum();
        let sum = cells + fracture.missing_area;
        assert!((sum - whole).abs() <= bound, "cells of {sum} m^2 of a polygon of {whole} m^2");
    }
}

/// By how much rounding of the coordinates may change an area: the perimeter times the last bit.
fn area_error(vertices: &[Point]) -> f32 {
    let greatest = vertices.iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f32::max);
    vertices.len() as f32 * greatest * greatest * 8.0 * f32::EPSILON
}

fn check_outline(outline: &Outline, input: &mut Input<'_>, is_wild: bool) {
    let whole = outline.area();
    assert!(whole >= 0.0, "an outline of {whole} m^2");
    let settings = DecomposeSettings { max_vertices: 3 + input.below(20), depth: 0.0 };
    let Ok(pieces) = outline.decompose(settings) else { return };
    let sum: f32 = pieces.pieces.iter().map(area).sum();
    let bound = 1e-3 * whole + area_error(outline.vertices());
    let expected = whole - pieces.missing_area + pieces.added_area;
    assert!((sum - expected).abs() <= bound, "pieces of {sum} m^2, expected {expected} m^2 of {whole} m^2");
    assert!(pieces.pieces.iter().all(|piece| piece.vertices().len() <= settings.max_vertices));
    let _ = cut_pieces(&pieces.pieces, input.point(is_wild), input.point(is_wild));
}
