//! A convex polygon broken into the Voronoi cells of given points, the sites.
//!
//! ```text
//!   +-----------+          The cell of a site contains the points that are nearer to it than to any other
//!   | .  /   .  |          site: the polygon, clipped by the bisector between the site and each other site.
//!   |---+       |
//!   | .  \   .  |          The height of p above the bisector of s and t:
//!   +-----------+            (m - p) . (t - s) / |t - s|,   m = (s + t) / 2
//! ```
//!
//! The other sites are visited from the nearest on, until the next is more than twice as far as the cell's
//! farthest corner. All is computed in double precision and rounded once. Turned down: Fortune's sweep: n log
//! n, but unclipped and with degenerate cases of its own.

use crate::clip::clip;
use crate::convex_hull::weld_distance;
use crate::double::{Point64, sharp_area, to_f64};
use crate::predicate::extent;
use crate::vector::first_not_finite;
use crate::{Point, Polygon};
use alloc::vec::Vec;
use core::f64::consts::PI;
use thiserror::Error;

/// Why a polygon was not broken.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum FractureError {
    /// There are no sites.
    #[error("there are no sites: give at least one point")]
    NoSites,
    /// A site is NaN or infinite.
    #[error("site {index} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which site.
        index: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
    /// Every cell is too thin or small to be a polygon.
    #[error("all cells of the polygon of {area} m^2 are too thin or too small: use fewer sites")]
    NoCells {
        /// The area of the polygon, m^2.
        area: f32,
    },
}

/// The cell of one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The index of the site.
    pub site: usize,
    /// The points nearer to this site than to the others.
    pub polygon: Polygon,
}

/// The cells of a broken polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Fracture {
    /// In the order of their sites; each has an area of at least [`MIN_AREA`](crate::tolerance::MIN_AREA).
    pub cells: Vec<Cell>,
    /// Area of the polygon without cells, m^2: those too thin or small to be polygons, corners that rounding
    /// cuts off, and rounding errors, which may make it negative.
    pub missing_area: f32,
}

impl Polygon {
    /// Breaks the polygon into the parts nearest to each of `sites` (m).
    ///
    /// A site outside has a cell if some part of the polygon is nearest to it. Of sites nearer than the weld
    /// tolerance the first gets the cell. Cells of a rounded polygon are rounded and touch without overlap,
    /// as the parts of [`Polygon::cut`] do.
    ///
    /// # Errors
    /// [`FractureError`] if there are no sites, a site is not finite, or no cell is left.
    ///
    /// ```
    /// use geom::{Point, Polygon};
    /// let plate = Polygon::rectangle(2.0, 1.0)?;
    /// let fracture = plate.fracture([[-1.0, 0.0], [1.0, 0.0], [50.0, 0.0]])?;
    /// assert_eq!(fracture.cells.len(), 2);
    /// assert_eq!(fracture.cells[1].polygon.vertices()[0], Point::new(0.0, -1.0));
    /// assert_eq!(fracture.missing_area, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fracture<P: Into<Point>>(
        &self,
        sites: impl IntoIterator<Item = P>,
    ) -> Result<Fracture, FractureError> {
        let sites: Vec<Point> = sites.into_iter().map(Into::into).collect();
        if let Some((index, p)) = first_not_finite(&sites) {
            return Err(FractureError::NotFinite { index, x: p.x, y: p.y });
        }
        if sites.is_empty() {
            return Err(FractureError::NoSites);
        }
        let weld = weld_distance(extent(self.vertices()));
        let sites: Vec<Point64> = sites.into_iter().map(to_f64).collect();
        let distinct: Vec<usize> = distinct_sites(&sites, weld);
        let whole = rounded_area(self);
        let mut cells = Vec::new();
        let mut missing = whole;
        let by_x = SitesByX::new(&sites, distinct.clone(), extent(self.vertices()));
        for &site in &distinct {
            let ring = self.cell(site, &by_x);
            if let Some(polygon) = self.piece(&ring) {
                missing -= rounded_area(&polygon);
                cells.push(Cell { site, polygon });
            }
        }
        if cells.is_empty() {
            return Err(FractureError::NoCells { area: whole as f32 });
        }
        Ok(Fracture { cells, missing_area: missing as f32 })
    }

    /// The part of the core on this site's side of all bisectors, the radius away from them.
    fn cell(&self, site: usize, sites: &SitesByX<'_>) -> Vec<Point64> {
        let (at, radius) = (sites.positions[site], f64::from(self.radius()));
        let mut ring: Vec<Point64> = self.vertices().iter().map(|&p| to_f64(p)).collect();
        let (mut inner, mut outer) = (0.0, sites.spacing);
        loop {
            for (distance, other) in sites.between(at, inner, outer) {
                if distance > farthest_effect(&ring, at, radius) {
                    return ring;
                }
                let to_other = (sites.positions[other] - at) / distance;
                let middle = nalgebra::center(&at, &sites.positions[other]);
                let heights: Vec<f64> = ring.iter().map(|p| (middle - p).dot(&to_other) - radius).collect();
                ring = clip(&ring, &heights);
            }
            // Also ends when `outer` holds all sites: the ring does not grow.
            if outer > farthest_effect(&ring, at, radius) {
                return ring;
            }
            (inner, outer) = (outer, 2.0 * outer);
        }
    }
}

/// Sites farther away have no bisector that reaches the ring, m; negative if it is empty.
fn farthest_effect(ring: &[Point64], at: Point64, radius: f64) -> f64 {
    let reach = ring.iter().map(|p| (p - at).norm()).fold(0.0, |r, d| if d > r { d } else { r });
    if ring.is_empty() { -1.0 } else { 2.0 * (reach + radius) }
}

/// Sorting all others by distance for each of 10,000 sites takes seconds.
struct SitesByX<'a> {
    positions: &'a [Point64],
    by_x: Vec<usize>,
    /// About that of neighbouring sites, m.
    spacing: f64,
}

impl<'a> SitesByX<'a> {
    fn new(positions: &'a [Point64], mut distinct: Vec<usize>, extent: f64) -> Self {
        let spacing = 2.0 * extent / f64::from(compute::math::sqrt(distinct.len() as f32));
        compute::sort_by(&mut distinct, |&a, &b| positions[a].x.total_cmp(&positions[b].x).then(a.cmp(&b)));
        Self { positions, by_x: distinct, spacing }
    }

    /// The sites farther from `at` than `inner`, up to `outer` (m), the nearest first.
    fn between(&self, at: Point64, inner: f64, outer: f64) -> Vec<(f64, usize)> {
        let x = |&site: &usize| self.positions[site].x;
        let first = self.by_x.partition_point(|site| x(site) < at.x - outer);
        let last = self.by_x.partition_point(|site| x(site) <= at.x + outer);
        let distances = self.by_x[first..last].iter().map(|&site| ((self.positions[site] - at).norm(), site));
        let mut near: Vec<(f64, usize)> =
            distances.filter(|near| near.0 > inner && near.0 <= outer).collect();
        compute::sort_by(&mut near, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near
    }
}

fn distinct_sites(sites: &[Point64], weld: f64) -> Vec<usize> {
    let mut distinct: Vec<usize> = Vec::with_capacity(sites.len());
    for (index, site) in sites.iter().enumerate() {
        if distinct.iter().all(|&other| (site - sites[other]).norm_squared() > weld * weld) {
            distinct.push(index);
        }
    }
    distinct
}

/// With the rounding, m^2, as [`Polygon::area`].
fn rounded_area(polygon: &Polygon) -> f64 {
    let (vertices, radius) = (polygon.vertices(), f64::from(polygon.radius()));
    let perimeter: f64 = (0..vertices.len())
        .map(|i| (to_f64(vertices[(i + 1) % vertices.len()]) - to_f64(vertices[i])).norm())
        .sum();
    sharp_area(polygon.vertices()) + radius * perimeter + PI * radius * radius
}
