//! Removes vertices of lines and outlines, within a tolerance, and without making them cross themselves.
//!
//! Douglas and Peucker (1973): of the vertices between two kept ones, the farthest from their chord is kept
//! if it is farther than the tolerance, and both halves are treated in the same way. So every removed vertex
//! is within the tolerance of its chord. But a chord may cut off a bay that holds another part of the
//! outline, or a hole.
//!
//! ```text
//!      .--.  __  .--.       The chord over the bay crosses the peninsula in it. So the bay's farthest
//!      |   \/  \/   |       vertex is restored, and so on, until no chord touches another one and none
//!      |............|       cuts off a kept vertex.
//! ```
//!
//! A restored vertex splits its chord, and the halves are treated like new chords. The search ends because
//! the outline with all its vertices is simple. Visvalingam and Whyatt's removal by area has no bound of the
//! distance, which a collider needs.

use crate::double::to_f64;
use crate::lines::segment_distance_f64;
use crate::outline::first_touch;
use crate::predicate::ring_contains;
use crate::vector::first_not_finite;
use crate::{Outline, Point};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use thiserror::Error;

/// Why a line or outline was not simplified.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SimplifyError {
    /// The tolerance is not finite or is negative.
    #[error("tolerance is {0} m: it must be finite and not negative")]
    Tolerance(f32),
    /// A point is NaN or infinite.
    #[error("point {index} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which point.
        index: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
}

/// The open line through `points` (m), without points within `tolerance` (m) of the line through the others.
/// Both ends stay. It does not cross itself unless the line did.
///
/// # Errors
/// [`SimplifyError`] for a tolerance or a point that is not finite.
///
/// ```
/// use geom::{Point, simplify_line};
/// let coast = [[0.0, 0.0], [1.0, 0.1], [2.0, -0.1], [3.0, 2.0], [4.0, 0.0]].map(Point::from);
/// assert_eq!(simplify_line(coast, 0.2)?, [coast[0], coast[2], coast[3], coast[4]]);
/// # Ok::<(), geom::SimplifyError>(())
/// ```
pub fn simplify_line<P: Into<Point>>(
    points: impl IntoIterator<Item = P>,
    tolerance: f32,
) -> Result<Vec<Point>, SimplifyError> {
    let points: Vec<Point> = points.into_iter().map(Into::into).collect();
    let tolerance = checked(tolerance)?;
    if let Some((index, p)) = first_not_finite(&points) {
        return Err(SimplifyError::NotFinite { index, x: p.x, y: p.y });
    }
    if points.len() < 3 {
        return Ok(points);
    }
    let last = points.len() - 1;
    let ring = 0..points.len();
    let all = split_far(&points, Chord { ring, from: 0, to: last }, tolerance);
    let mut chords = Chords { points: &points, all, tolerance };
    if first_touch(&points, (0..last).map(|v| [v, v + 1])).is_none() {
        while chords.separate_first_touching() {}
    }
    Ok(chords.vertices(&(0..points.len())).into_iter().chain([points[last]]).collect())
}

impl Outline {
    /// The outline without vertices within `tolerance` (m) of the edges between the others. It stays simple,
    /// and keeps its holes and at least three vertices in every ring.
    ///
    /// # Errors
    /// [`SimplifyError::Tolerance`] for a tolerance that is not finite or is negative.
    ///
    /// ```
    /// use geom::Outline;
    /// let nearly_square = Outline::new([[0.0, 0.0], [1.0, -0.01], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])?;
    /// assert_eq!(nearly_square.simplified(0.05)?.vertices().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn simplified(&self, tolerance: f32) -> Result<Self, SimplifyError> {
        let tolerance = checked(tolerance)?;
        let points = self.vertices();
        let ranges: Vec<Range<usize>> = (0..self.rings().len()).map(|ring| self.range(ring)).collect();
        let all = ranges.iter().flat_map(|ring| ring_chords(points, ring, tolerance)).collect();
        let mut chords = Chords { points, all, tolerance };
        while chords.separate_first_touching() || chords.split_around_pockets() {}
        let mut rings = ranges.iter().map(|ring| chords.vertices(ring));
        let border = rings.next().unwrap_or_default();
        // A ring that encloses too little area leaves the outline as it was.
        Ok(Self::with_holes(border, rings).unwrap_or_else(|_| self.clone()))
    }
}

fn checked(tolerance: f32) -> Result<f64, SimplifyError> {
    if tolerance.is_finite() && tolerance >= 0.0 {
        Ok(tolerance.into())
    } else {
        Err(SimplifyError::Tolerance(tolerance))
    }
}

/// Replaces the vertices of the ring between two.
#[derive(Clone)]
struct Chord {
    ring: Range<usize>,
    from: usize,
    to: usize,
}

impl Chord {
    fn between(&self) -> impl Iterator<Item = usize> + use<> {
        let Self { ring, from, to } = self.clone();
        let next = move |v: usize| Outline::next_in(&ring, v);
        core::iter::successors(Some(next(from)), move |&v| Some(next(v))).take_while(move |&v| v != to)
    }

    fn farthest(&self, points: &[Point]) -> Option<(f64, usize)> {
        let ends = [self.from, self.to].map(|v| to_f64(points[v]));
        self.between()
            .map(|v| (segment_distance_f64(ends, to_f64(points[v])), v))
            .reduce(|far, other| if other.0 > far.0 { other } else { far })
    }

    fn split(self, at: usize) -> [Self; 2] {
        let second = Self { from: at, ..self.clone() };
        [Self { to: at, ..self }, second]
    }
}

/// Douglas and Peucker: in order, within `tolerance` of all vertices between their ends.
fn split_far(points: &[Point], chord: Chord, tolerance: f64) -> Vec<Chord> {
    let mut kept = Vec::new();
    let mut open = vec![chord];
    while let Some(chord) = open.pop() {
        match chord.farthest(points).filter(|far| far.0 > tolerance) {
            Some((_, at)) => {
                let [first, second] = chord.split(at);
                open.push(second);
                open.push(first);
            }
            None => kept.push(chord),
        }
    }
    kept
}

/// At least three, from the ring's leftmost vertex and the one farthest from it.
fn ring_chords(points: &[Point], ring: &Range<usize>, tolerance: f64) -> Vec<Chord> {
    let key = |v: usize| (points[v].x, points[v].y);
    let from = ring.clone().fold(ring.start, |low, v| if key(v) < key(low) { v } else { low });
    let distance = |v: usize| (to_f64(points[v]) - to_f64(points[from])).norm_squared();
    let to = ring.clone().fold(from, |far, v| if distance(v) > distance(far) { v } else { far });
    let there = Chord { ring: ring.clone(), from, to };
    let back = Chord { ring: ring.clone(), from: to, to: from };
    let mut chords = split_far(points, there, tolerance);
    chords.extend(split_far(points, back, tolerance));
    if let [there, back] = &chords[..] {
        let (a, b) = (there.farthest(points), back.farthest(points));
        let first = b.is_none_or(|b| a.is_some_and(|a| a.0 >= b.0));
        let split = if first { a } else { b };
        if let Some((_, at)) = split {
            let halves = chords.remove(usize::from(!first)).split(at);
            chords.extend(halves.into_iter().flat_map(|half| split_far(points, half, tolerance)));
        }
    }
    chords
}

struct Chords<'a> {
    points: &'a [Point],
    all: Vec<Chord>,
    /// m.
    tolerance: f64,
}

impl Chords<'_> {
    /// Returns whether it had a removed vertex.
    fn split(&mut self, index: usize) -> bool {
        let Some((_, at)) = self.all[index].farthest(self.points) else { return false };
        let halves = self.all[index].clone().split(at);
        let parts = halves.into_iter().flat_map(|half| split_far(self.points, half, self.tolerance));
        self.all.splice(index..=index, parts);
        true
    }

    /// Returns whether it split one.
    fn separate_first_touching(&mut self) -> bool {
        let touching = first_touch(self.points, self.all.iter().map(|chord| [chord.from, chord.to]));
        // The later one first, so that the other keeps its index.
        touching.is_some_and(|(one, two)| self.split(two) | self.split(one))
    }

    /// Returns whether it split one.
    fn split_around_pockets(&mut self) -> bool {
        let kept: Vec<usize> = self.all.iter().map(|chord| chord.from).collect();
        let cuts_off_a_vertex = |chord: &Chord| {
            let pocket: Vec<usize> =
                [chord.from].into_iter().chain(chord.between()).chain([chord.to]).collect();
            if pocket.len() == 2 {
                return false;
            }
            let outline: Vec<Point> = pocket.iter().map(|&v| self.points[v]).collect();
            kept.iter().any(|v| !pocket.contains(v) && ring_contains(&outline, self.points[*v]))
        };
        let pockets: Vec<usize> =
            (0..self.all.len()).filter(|&index| cuts_off_a_vertex(&self.all[index])).collect();
        pockets.into_iter().rev().fold(false, |any, index| self.split(index) | any)
    }

    fn vertices(&self, ring: &Range<usize>) -> Vec<Point> {
        let mut kept: Vec<usize> =
            self.all.iter().filter(|chord| chord.ring == *ring).map(|chord| chord.from).collect();
        compute::sort(&mut kept);
        kept.into_iter().map(|v| self.points[v]).collect()
    }
}
