//! A convex polygon broken into the Voronoi cells of given points.
//!
//! ```text
//!   +-----------+          The cell of a site is what is nearer to it than to any other:
//!   | .  /   .  |          the polygon, clipped by the bisector towards each other site.
//!   |---+       |
//!   | .  \   .  |          height of p above the bisector of s and t:
//!   +-----------+            (m - p) . (t - s) / |t - s|,   m = (s + t) / 2
//! ```
//!
//! The other sites come nearest first, and once the next is more than twice as far as the cell's farthest corner, no
//! further bisector can reach the cell. Everything is computed in double precision and rounded once.
//!
//! Turned down: Fortune's sweep, n log n for all cells together, but unclipped and with degenerate cases of its
//! own. Breaking a body is rare, sites are few, and each cell here depends on nothing but the sites.

use crate::clip::clip;
use crate::hull::{area_of, weld_distance};
use crate::predicate::{Wide, extent, wide};
use crate::{Point, Polygon};
use alloc::vec::Vec;
use core::f64::consts::PI;
use thiserror::Error;

/// Why a polygon was not broken.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum FractureError {
    /// There are no sites.
    #[error("no sites: at least one point must own the polygon")]
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
    /// Every cell is too thin or too small to be a polygon.
    #[error("no cell of the polygon of {area} m^2 is thick and large enough to be a polygon")]
    NoCells {
        /// The area of the polygon, m^2.
        area: f32,
    },
}

/// What belongs to one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The site's index.
    pub site: usize,
    /// What is nearer to it than to the others.
    pub polygon: Polygon,
}

/// The cells of a broken polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Fracture {
    /// The cells, in the order of their sites; each has an area of at least [`MIN_AREA`](crate::tolerance::MIN_AREA).
    pub cells: Vec<Cell>,
    /// The area that the polygon has and the cells have not, m^2: of cells too thin or too small to be polygons, of
    /// the corners of rounded ones, and of rounding (which may make it negative).
    pub missing_area: f32,
}

impl Polygon {
    /// Broken into the parts nearest to each of `sites` (m).
    ///
    /// Sites may lie outside, and own what is nearest to them, if anything. Of sites nearer to each other than
    /// the weld tolerance the first owns the cell. A rounded polygon gives rounded cells that touch and do not
    /// overlap, as [`Polygon::cut`] does.
    ///
    /// # Errors
    /// [`FractureError`] for no sites, for sites that are not finite, and if no cell is left.
    ///
    /// ```
    /// use geom::{Point, Polygon};
    /// let plate = Polygon::rectangle(2.0, 1.0)?;
    /// let fracture = plate.fracture(&[[-1.0, 0.0], [1.0, 0.0], [50.0, 0.0]].map(Point::from))?;
    /// assert_eq!(fracture.cells.len(), 2);
    /// assert_eq!(fracture.cells[1].polygon.vertices()[0], Point::new(0.0, -1.0));
    /// assert_eq!(fracture.missing_area, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fracture(&self, sites: &[Point]) -> Result<Fracture, FractureError> {
        for (index, p) in sites.iter().enumerate() {
            if !(p.x.is_finite() && p.y.is_finite()) {
                return Err(FractureError::NotFinite { index, x: p.x, y: p.y });
            }
        }
        if sites.is_empty() {
            return Err(FractureError::NoSites);
        }
        let weld = weld_distance(extent(self.vertices()));
        let sites: Vec<Wide> = sites.iter().map(|&p| wide(p)).collect();
        let owners: Vec<usize> = owners(&sites, weld);
        let whole = rounded_area(self);
        let mut cells = Vec::new();
        let mut missing = whole;
        for &site in &owners {
            let ring = self.cell(site, &owners, &sites);
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

    /// What of the core lies on this site's side of all bisectors, by the radius at least.
    fn cell(&self, site: usize, owners: &[usize], sites: &[Wide]) -> Vec<Wide> {
        let (at, radius) = (sites[site], f64::from(self.radius()));
        let mut others: Vec<(f64, usize)> = owners
            .iter()
            .filter(|&&other| other != site)
            .map(|&other| ((sites[other] - at).norm(), other))
            .collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut ring: Vec<Wide> = self.vertices().iter().map(|&p| wide(p)).collect();
        for (distance, other) in others {
            let reach = ring.iter().map(|p| (p - at).norm()).fold(0.0, |r, d| if d > r { d } else { r });
            if ring.is_empty() || distance > 2.0 * (reach + radius) {
                break;
            }
            let towards = (sites[other] - at) / distance;
            let middle = nalgebra::center(&at, &sites[other]);
            let heights: Vec<f64> = ring.iter().map(|p| (middle - p).dot(&towards) - radius).collect();
            ring = clip(&ring, &heights);
        }
        ring
    }
}

/// The sites that lie farther than `weld` from all sites before them.
fn owners(sites: &[Wide], weld: f64) -> Vec<usize> {
    let mut owners: Vec<usize> = Vec::with_capacity(sites.len());
    for (index, site) in sites.iter().enumerate() {
        if owners.iter().all(|&other| (site - sites[other]).norm_squared() > weld * weld) {
            owners.push(index);
        }
    }
    owners
}

/// The area with the rounding, m^2: a rectangle along each edge, and one disc at the corners together.
fn rounded_area(polygon: &Polygon) -> f64 {
    let (vertices, radius) = (polygon.vertices(), f64::from(polygon.radius()));
    let around: f64 = (0..vertices.len())
        .map(|i| (wide(vertices[(i + 1) % vertices.len()]) - wide(vertices[i])).norm())
        .sum();
    area_of(polygon) + radius * around + PI * radius * radius
}
