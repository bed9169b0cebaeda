//! Terrain from a bitmap: what is solid becomes one-sided chains on a static body, and may be edited.
//!
//! ```text
//!   o  o  o  o      samples: how solid, 0 to 255; outside of the bitmap 0
//!      ___          marching squares: in each cell of four samples the border between solid and not runs
//!   o / x \ o       from one side to another, with what is solid on its left
//!    /     \
//!   x  x  x  x      lines are simplified, chunk by chunk, and every segment knows its neighbours, also
//!                   across the borders of chunks: nothing stumbles over a seam
//! ```
//!
//! **Edits are local.** A chunk has 16 by 16 cells, and its lines depend on its own samples only: their ends
//! lie on its border and stay where they are. An edit makes the lines of its chunks anew, and of those and
//! their neighbours replaces the colliders that have changed. What lies on others is not woken.
//!
//! Source: Lorensen and Cline 1987, in the plane. Turned down: lines through the whole terrain, which
//! simplify better at chunk borders, and of which an edit would change all; boxes for cells, over whose
//! corners everything trips.

use broadphase::Broadphase;
use geom::{ChainSegment, Point, Shape, Sides, simplify_line};
use std::collections::{BTreeMap, BTreeSet};
use world::{BodyId, ColliderDef, ColliderId, DefError, Filter, Material, World};

/// Cells along a side of a chunk.
const CHUNK: i32 = 16;

/// Samples from this on are solid.
const SOLID: u8 = 128;

/// Share of a side of a cell. The border stays this far from samples, so that no edge is too short for a
/// chain.
const LEAST_SHARE: f32 = 0.1;

/// Share of a side of a cell: the default of how far simplified lines may leave the border. Less than half of
/// what lies between two borders in one cell.
const TOLERANCE: f32 = 0.25;

/// The most samples along a side.
const MAX_SIDE: usize = 1 << 15;

/// A chunk, or a cell, by column and row.
type Place = [i32; 2];

/// A side of a cell: the place of its first sample, and whether it goes up.
type Side = (Place, bool);

/// A line of a chunk, with the sides of cells at which it begins and ends; equal for a ring.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    ends: [Side; 2],
    points: Vec<Point>,
}

/// Terrain that can be edited: see the example.
///
/// Sample (0, 0) lies at the origin of the body, columns go along x and rows along y. The terrain is plain
/// data: keep a clone of it with each snapshot of the world.
///
/// ```
/// use toolkit::Terrain;
/// use toolkit::geom::Point;
/// use toolkit::world::{BodyDef, World};
///
/// let mut world = World::default();
/// let rock = world.add_body(BodyDef::fixed())?;
/// // 100 x 40 samples, a quarter of a metre apart; the lower half is solid.
/// let mut terrain = Terrain::from_bitmap(rock, [100, 40], 0.25, |_, row| row < 20)?;
/// terrain.update(&mut world)?;
/// terrain.fill_circle(Point::new(12.0, 5.0), 2.0, false); // an explosion
/// terrain.update(&mut world)?;
/// assert!(!terrain.is_solid(48, 18) && terrain.is_solid(10, 18));
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("marching_squares", "bitmap", "heightfield", "voxels", "destructible_terrain", "tilemap"))]
pub struct Terrain {
    body: BodyId,
    columns: usize,
    rows: usize,
    cell: f32,
    tolerance: f32,
    material: Material,
    filter: Filter,
    samples: Vec<u8>,
    /// Chunks whose samples have changed since the last update.
    changed: BTreeSet<Place>,
    lines: BTreeMap<Place, Vec<Line>>,
    colliders: BTreeMap<Place, Vec<(ChainSegment, ColliderId)>>,
}

impl Terrain {
    /// Terrain on a static body from `columns` x `rows` samples that are `cell` metres apart, solid where
    /// `is_solid` of column and row is true. [`Terrain::update`] gives it to the world.
    ///
    /// # Errors
    /// [`DefError::Value`] for no samples, more than 32,768 along a side, or a `cell` that is not finite and
    /// above a millimetre.
    pub fn from_bitmap(
        body: BodyId,
        size: [usize; 2],
        cell: f32,
        mut is_solid: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, DefError> {
        Self::from_samples(body, size, cell, |column, row| if is_solid(column, row) { 255 } else { 0 })
    }

    /// [`Terrain::from_bitmap`] with how solid each sample is, 0 to 255: the border lies where it is 127.5
    /// between samples, so that slopes are smooth.
    ///
    /// # Errors
    /// As [`Terrain::from_bitmap`].
    pub fn from_samples(
        body: BodyId,
        [columns, rows]: [usize; 2],
        cell: f32,
        mut sample: impl FnMut(usize, usize) -> u8,
    ) -> Result<Self, DefError> {
        for (field, value) in [("columns", columns), ("rows", rows)] {
            if !(1..=MAX_SIDE).contains(&value) {
                return Err(DefError::Value { field, value: value as f32, expected: "from 1 to 32768" });
            }
        }
        if !(cell.is_finite() && cell >= 0.001) {
            return Err(DefError::Value {
                field: "cell",
                value: cell,
                expected: "finite and at least 0.001",
            });
        }
        if cell * (columns.max(rows) + 1) as f32 > geom::tolerance::HALF_SPACE_EXTENT {
            let expected = "so small that the terrain is within 1e9 m";
            return Err(DefError::Value { field: "cell", value: cell, expected });
        }
        let samples = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let samples: Vec<u8> = samples.map(|(column, row)| sample(column, row)).collect();
        let last = [columns, rows].map(|count| count as i32 - 1);
        let mut changed = BTreeSet::new();
        for row in 0..=(last[1] + 1) / CHUNK {
            for column in 0..=(last[0] + 1) / CHUNK {
                changed.insert([column, row]);
            }
        }
        Ok(Self {
            body,
            columns,
            rows,
            cell,
            tolerance: TOLERANCE * cell,
            material: Material::default(),
            filter: Filter::default(),
            samples,
            changed,
            lines: BTreeMap::new(),
            colliders: BTreeMap::new(),
        })
    }

    /// Sets the material of its colliders, before the first update.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// Sets the filter of its colliders, before the first update.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Sets how far the simplified lines may leave the border, m, before the first update: at most half a
    /// cell, zero for none. By default a quarter of a cell.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f32) -> Self {
        self.tolerance = if tolerance > 0.0 { compute::math::min(tolerance, 0.5 * self.cell) } else { 0.0 };
        self
    }

    /// Whether a sample is solid; false outside of the bitmap.
    #[must_use]
    pub fn is_solid(&self, column: usize, row: usize) -> bool {
        self.sample_at(column, row) >= SOLID
    }

    /// How solid a sample is, 0 to 255; 0 outside of the bitmap.
    #[must_use]
    pub fn sample_at(&self, column: usize, row: usize) -> u8 {
        let is_inside = column < self.columns && row < self.rows;
        if is_inside { self.samples[row * self.columns + column] } else { 0 }
    }

    /// Sets how solid a sample is, 0 to 255; [`Terrain::update`] gives it to the world. Outside of the bitmap
    /// nothing happens.
    pub fn set(&mut self, column: usize, row: usize, value: u8) {
        if column >= self.columns || row >= self.rows {
            return;
        }
        let sample = &mut self.samples[row * self.columns + column];
        if std::mem::replace(sample, value) == value {
            return;
        }
        // A sample is a corner of four cells.
        let [x, y] = [column, row].map(|at| at as i32);
        for cell in [[x - 1, y - 1], [x, y - 1], [x - 1, y], [x, y]] {
            self.changed.insert(chunk_of(cell));
        }
    }

    /// Fills a circle in the frame of the body (m), or empties it: an explosion, a spray. Its border is
    /// smooth. [`Terrain::update`] gives it to the world.
    #[doc(alias("dig", "carve", "explode"))]
    pub fn fill_circle(&mut self, center: impl Into<Point>, radius: f32, is_solid: bool) {
        let (center, cell) = (center.into(), self.cell);
        let reach = radius + cell;
        let range = |at: f32, count: usize| {
            let index = |x: f32| (x / cell).clamp(0.0, count as f32) as usize;
            index(at - reach)..(index(at + reach) + 1).min(count)
        };
        for row in range(center.y, self.rows) {
            for column in range(center.x, self.columns) {
                let at = Point::new(column as f32 * cell, row as f32 * cell);
                // 255 at half a cell within the circle, 0 at half a cell outside.
                let depth = (radius - (at - center).norm()) / cell;
                let within = ((depth + 0.5) * 255.0).clamp(0.0, 255.0) as u8;
                let old = self.samples[row * self.columns + column];
                self.set(column, row, if is_solid { old.max(within) } else { old.min(255 - within) });
            }
        }
    }

    /// Gives what has changed to the world: replaces the colliders of the chunks that were edited, and those
    /// of their neighbours that touch them. Returns how many colliders were added and removed.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle of the body, or of a collider that the program has removed.
    pub fn update<B: Broadphase>(&mut self, world: &mut World<B>) -> Result<[usize; 2], DefError> {
        world.body(self.body)?;
        for &chunk in &self.changed {
            let lines = self.lines_of(chunk);
            self.lines.insert(chunk, lines);
        }
        let affected: BTreeSet<Place> =
            self.changed.iter().flat_map(|&chunk| neighbours(chunk).into_iter().chain([chunk])).collect();
        let def = |segment| {
            let def = ColliderDef::new(Shape::ChainSegment(segment));
            def.material(self.material).filter(self.filter)
        };
        // All are checked before the first is changed.
        for &chunk in &affected {
            for &(_, collider) in self.colliders.get(&chunk).into_iter().flatten() {
                world.collider(collider)?;
            }
            for segment in self.segments_of(chunk) {
                world.check_collider(self.body, &def(segment))?;
            }
        }
        let (mut added, mut removed) = (0, 0);
        for chunk in affected {
            let segments = self.segments_of(chunk);
            let mut old = self.colliders.remove(&chunk).unwrap_or_default();
            let mut new: Vec<(ChainSegment, Option<ColliderId>)> = Vec::with_capacity(segments.len());
            for segment in segments {
                let kept = old.iter().position(|(other, _)| *other == segment);
                new.push((segment, kept.map(|at| old.swap_remove(at).1)));
            }
            for (_, collider) in old {
                world.remove_collider(collider)?;
                removed += 1;
            }
            let mut colliders = Vec::with_capacity(new.len());
            for (segment, kept) in new {
                let id = if let Some(id) = kept {
                    id
                } else {
                    added += 1;
                    world.add_collider(self.body, def(segment))?
                };
                colliders.push((segment, id));
            }
            if !colliders.is_empty() {
                self.colliders.insert(chunk, colliders);
            }
        }
        self.changed.clear();
        Ok([added, removed])
    }

    /// Its colliders and their segments, in the frame of the body.
    pub fn segments(&self) -> impl Iterator<Item = (ColliderId, &ChainSegment)> {
        self.colliders.values().flatten().map(|(segment, id)| (*id, segment))
    }

    fn sample(&self, [column, row]: Place) -> u8 {
        let is_inside =
            column >= 0 && row >= 0 && (column as usize) < self.columns && (row as usize) < self.rows;
        if is_inside { self.samples[row as usize * self.columns + column as usize] } else { 0 }
    }

    /// Where the border crosses a side of a cell, m.
    fn crossing(&self, (place, is_upright): Side) -> Point {
        let [x, y] = place;
        let other = if is_upright { [x, y + 1] } else { [x + 1, y] };
        let [from, to] = [place, other].map(|place| f32::from(self.sample(place)));
        let share = ((127.5 - from) / (to - from)).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
        let [x, y] = place.map(|at| at as f32);
        let [x, y] = if is_upright { [x, y + share] } else { [x + share, y] };
        Point::new(x * self.cell, y * self.cell)
    }

    /// The border in a cell: from a side to a side, with what is solid on the left.
    fn border(&self, [x, y]: Place) -> impl Iterator<Item = [Side; 2]> {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        let solid = corners.map(|corner| self.sample(corner) >= SOLID);
        let sides = [([x, y], false), ([x + 1, y], true), ([x, y + 1], false), ([x, y], true)];
        // Counter-clockwise around the cell, what is solid begins at some sides and ends at others.
        let find = |begins: bool| {
            let turns = (0..4).filter(move |&i| solid[i] != begins && solid[(i + 1) % 4] == begins);
            turns.map(move |i| (i, sides[i]))
        };
        let begins: Vec<(usize, Side)> = find(true).collect();
        let sum: u32 = corners.iter().map(|&corner| u32::from(self.sample(corner))).sum();
        // Of two solid corners that face each other, the middle decides whether they are joined.
        let is_joined = begins.len() == 2 && sum >= 4 * u32::from(SOLID);
        let lines: Vec<[Side; 2]> = find(false)
            .filter_map(|(end, side)| {
                // The solid part that ends here began at the last side before; if joined, the border goes to
                // the next one.
                let distance =
                    |begin: usize| if is_joined { (begin + 4 - end) % 4 } else { (end + 4 - begin) % 4 };
                let begin = begins.iter().min_by_key(|(begin, _)| distance(*begin))?;
                Some([side, begin.1])
            })
            .collect();
        lines.into_iter()
    }

    /// The simplified lines of a chunk.
    fn lines_of(&self, [column, row]: Place) -> Vec<Line> {
        let mut next: BTreeMap<Side, Side> = BTreeMap::new();
        for y in row * CHUNK - 1..(row + 1) * CHUNK - 1 {
            for x in column * CHUNK - 1..(column + 1) * CHUNK - 1 {
                next.extend(self.border([x, y]).map(|[from, to]| (from, to)));
            }
        }
        let ends: BTreeSet<Side> = next.values().copied().collect();
        let open: Vec<Side> = next.keys().copied().filter(|side| !ends.contains(side)).collect();
        let mut lines = Vec::new();
        let follow = |next: &mut BTreeMap<Side, Side>, first: Side| {
            let (mut at, mut sides) = (first, vec![first]);
            while let Some(to) = next.remove(&at) {
                sides.push(to);
                at = to;
            }
            Line { ends: [first, at], points: sides.iter().map(|&side| self.crossing(side)).collect() }
        };
        for first in open {
            let line = follow(&mut next, first);
            lines.push(Line { points: self.simplified(&line.points), ..line });
        }
        while let Some((&first, _)) = next.first_key_value() {
            let line = follow(&mut next, first);
            lines.push(Line { points: self.simplified_ring(&line.points), ..line });
        }
        lines
    }

    fn simplified(&self, points: &[Point]) -> Vec<Point> {
        // Only numbers that are not finite are refused, and there are none.
        simplify_line(points.iter().copied(), self.tolerance).unwrap_or_else(|_| points.to_vec())
    }

    /// A ring whose last point is its first: both halves, up to the point that is farthest from the first.
    fn simplified_ring(&self, points: &[Point]) -> Vec<Point> {
        let distance = |p: &Point| (p - points[0]).norm_squared();
        let farthest =
            (0..points.len()).max_by(|&a, &b| distance(&points[a]).total_cmp(&distance(&points[b])));
        let middle = farthest.unwrap_or(0);
        let mut ring = self.simplified(&points[..=middle]);
        ring.pop();
        ring.extend(self.simplified(&points[middle..]));
        if ring.len() < 4 { points.to_vec() } else { ring }
    }

    /// The segments of a chunk, with their neighbours.
    fn segments_of(&self, chunk: Place) -> Vec<ChainSegment> {
        let near: Vec<&Line> = neighbours(chunk)
            .into_iter()
            .chain([chunk])
            .filter_map(|chunk| self.lines.get(&chunk))
            .flatten()
            .collect();
        let mut segments = Vec::new();
        for line in self.lines.get(&chunk).into_iter().flatten() {
            let points = &line.points;
            let count = points.len();
            let before = near.iter().find(|other| other.ends[1] == line.ends[0]);
            let after = near.iter().find(|other| other.ends[0] == line.ends[1]);
            for i in 0..count - 1 {
                let before = if i > 0 {
                    Some(points[i - 1])
                } else {
                    before.map(|other| other.points[other.points.len() - 2])
                };
                let after =
                    if i + 2 < count { Some(points[i + 2]) } else { after.map(|other| other.points[1]) };
                // Sides are a tenth of a millimetre long or more, and finite.
                let segment = ChainSegment::new(points[i], points[i + 1], before, after, Sides::One);
                segments.extend(segment);
            }
        }
        segments
    }
}

/// The chunk of a cell. Cell -1 holds the border around the bitmap.
fn chunk_of(cell: Place) -> Place {
    cell.map(|at| (at + 1).div_euclid(CHUNK))
}

/// The chunks beside a chunk.
fn neighbours([column, row]: Place) -> [Place; 4] {
    [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]]
}
