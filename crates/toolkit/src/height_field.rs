//! Ground given by heights at equal distances: a chain whose cell under a place is found by a division, and
//! whose heights and holes may be edited.
//!
//! ```text
//!            h1 o----.                   o h4      heights, `spacing` apart
//!         h0   /      '----o h2  h3     /
//!           o-'              |    o----'
//!           0      1      (hole)      3            cells: cell i lies between heights i and i + 1
//! ```
//!
//! **A collider for each cell.** An edit replaces the shapes of the cells around it and leaves all other
//! colliders alone: what lies elsewhere is not woken, and what touches a changed cell goes on touching it. A
//! cell knows its neighbours, as segments of chains do, so nothing catches on the corners between; a hole
//! ends the chain.
//!
//! Turned down: one collider for the whole field: the broad phase would report it for every body above the
//! field, and each stage of a step would need code for cells (`geom/src/shape/chain.rs`).

use broadphase::Broadphase;
use collide::{Ray, RayHit, cast_ray};
use compute::math::{max, min};
use geom::{ChainSegment, Point, Pose, Shape, Sides};
use std::collections::BTreeSet;
use std::ops::Range;
use world::{BodyId, ColliderDef, ColliderId, ColliderRef, DefError, Filter, HandleError, Material, World};

/// m. The least distance of two heights, above the shortest edge of a chain.
const LEAST_SPACING: f32 = 0.001;

/// m. The greatest length of a field: as far as a shape may reach from the origin of its body.
const GREATEST_LENGTH: f32 = geom::tolerance::HALF_SPACE_EXTENT;

/// The most heights, for which the place of a height in f32 is exact to a millionth of its spacing.
const MOST_HEIGHTS: usize = 1 << 20;

/// Ground of heights at equal distances: see the example.
///
/// Height 0 lies above the origin of the body, and the others follow along its x axis. It is touched from
/// above. A height field is plain data: keep a clone of it with each snapshot of the world.
///
/// ```
/// use toolkit::HeightField;
/// use toolkit::world::{BodyDef, World};
///
/// let mut world = World::default();
/// let ground = world.add_body(BodyDef::fixed().position([-10.0, 0.0]))?;
/// // 41 heights, half a metre apart.
/// let hills = (0..41).map(|i| (0.3 * i as f32).sin());
/// let mut field = HeightField::new(ground, 0.5, hills)?;
/// field.update(&mut world)?;
/// field.set_heights(20, &[-1.0, -1.5, -1.0])?; // a crater
/// field.set_hole(30, true)?;
/// assert_eq!(field.update(&mut world)?, 9); // cells that have changed
/// assert_eq!(field.height_at(10.25), Some(-1.25)); // m, in the frame of the body
/// assert_eq!(field.height_at(15.1), None);
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("heightfield", "heightmap", "HeightFieldShape"))]
pub struct HeightField {
    body: BodyId,
    spacing: f32,
    heights: Vec<f32>,
    /// Of all colliders, without the shape.
    def: ColliderDef,
    is_hole: Vec<bool>,
    colliders: Vec<Option<ColliderId>>,
    /// Cells that differ from their colliders.
    changed: BTreeSet<usize>,
}

impl HeightField {
    /// m. The greatest height, up or down: far more than a world has use for, and its squares are finite.
    pub const GREATEST_HEIGHT: f32 = 1e6;

    /// A field on a body from heights (m) that are `spacing` metres apart. [`HeightField::update`] gives it
    /// to the world.
    ///
    /// # Errors
    /// [`DefError::Value`] for fewer than two heights or more than 1,048,576, a spacing that is not finite or
    /// below a millimetre, a field longer than 1e9 m, and a height that is not within a million metres.
    pub fn new(body: BodyId, spacing: f32, heights: impl IntoIterator<Item = f32>) -> Result<Self, DefError> {
        if !(spacing.is_finite() && spacing >= LEAST_SPACING) {
            let expected = "finite and at least 0.001";
            return Err(DefError::Value { field: "spacing", value: spacing, expected });
        }
        let heights: Vec<f32> = heights.into_iter().collect();
        if !(2..=MOST_HEIGHTS).contains(&heights.len()) {
            let expected = "from 2 to 1048576";
            return Err(DefError::Value {
                field: "number of heights",
                value: heights.len() as f32,
                expected,
            });
        }
        heights.iter().try_for_each(|&height| check_height(height))?;
        let cells = heights.len() - 1;
        if spacing * cells as f32 > GREATEST_LENGTH {
            let expected = "so small that the last height is within 1e9 m of the first";
            return Err(DefError::Value { field: "spacing", value: spacing, expected });
        }
        Ok(Self {
            body,
            spacing,
            heights,
            def: ColliderDef::new(Shape::circle(1.0)?),
            is_hole: vec![false; cells],
            colliders: vec![None; cells],
            changed: (0..cells).collect(),
        })
    }

    /// Sets the material of its colliders, before the first update.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.def.material = material;
        self
    }

    /// Sets the filter of its colliders, before the first update.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.def.filter = filter;
        self
    }

    /// Sets all properties of its colliders but the shape, before the first update. What this type says to be
    /// in the frame of the body is then moved by the offset.
    #[must_use]
    pub fn properties(mut self, def: ColliderDef) -> Self {
        self.def = def;
        self
    }

    /// The body on which it is.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// The heights, m.
    #[must_use]
    pub fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// The distance from one height to the next, m.
    #[must_use]
    pub fn spacing(&self) -> f32 {
        self.spacing
    }

    /// Whether a cell is a hole; those beyond the ends are.
    #[must_use]
    pub fn is_hole(&self, cell: usize) -> bool {
        self.is_hole.get(cell).copied().unwrap_or(true)
    }

    /// Sets the heights from number `start` on, m.
    ///
    /// # Errors
    /// [`DefError::Value`] for heights beyond the end, or one that is not within a million metres; nothing is
    /// changed.
    pub fn set_heights(&mut self, start: usize, heights: &[f32]) -> Result<(), DefError> {
        let end = start.saturating_add(heights.len());
        if end > self.heights.len() {
            let expected = "at most the number of heights of the field";
            return Err(DefError::Value { field: "end of the new heights", value: end as f32, expected });
        }
        heights.iter().try_for_each(|&height| check_height(height))?;
        for (index, &height) in (start..).zip(heights) {
            if std::mem::replace(&mut self.heights[index], height) != height {
                // It is an end of two cells, and the neighbour of two more.
                self.change(index.saturating_sub(2)..index + 2);
            }
        }
        Ok(())
    }

    /// Makes a cell a hole, or fills it.
    ///
    /// # Errors
    /// [`DefError::Value`] for a cell beyond the end.
    pub fn set_hole(&mut self, cell: usize, is_hole: bool) -> Result<(), DefError> {
        let expected = "below the number of cells of the field";
        let beyond = DefError::Value { field: "cell", value: cell as f32, expected };
        let held = self.is_hole.get_mut(cell).ok_or(beyond)?;
        if std::mem::replace(held, is_hole) != is_hole {
            self.change(cell.saturating_sub(1)..cell + 2);
        }
        Ok(())
    }

    fn change(&mut self, cells: Range<usize>) {
        self.changed.extend(cells.start..cells.end.min(self.is_hole.len()));
    }

    /// [`HeightField::set_heights`] and [`HeightField::update`]: both, or neither.
    ///
    /// # Errors
    /// Those of both; nothing is changed.
    pub fn set_heights_in<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        start: usize,
        heights: &[f32],
    ) -> Result<usize, DefError> {
        let before = self.heights.get(start..).and_then(|rest| rest.get(..heights.len()));
        let (before, changed) = (before.unwrap_or(&[]).to_vec(), self.changed.clone());
        self.set_heights(start, heights)?;
        let updated = self.update(world);
        if updated.is_err() {
            self.heights[start..start + before.len()].copy_from_slice(&before);
            self.changed = changed;
        }
        updated
    }

    /// [`HeightField::set_hole`] and [`HeightField::update`]: both, or neither.
    ///
    /// # Errors
    /// Those of both; nothing is changed.
    pub fn set_hole_in<B: Broadphase>(
        &mut self,
        world: &mut World<B>,
        cell: usize,
        is_hole: bool,
    ) -> Result<usize, DefError> {
        let (before, changed) = (self.is_hole(cell), self.changed.clone());
        self.set_hole(cell, is_hole)?;
        let updated = self.update(world);
        if updated.is_err() {
            self.is_hole[cell] = before;
            self.changed = changed;
        }
        updated
    }

    /// Removes its colliders from the world; the next update adds them again.
    ///
    /// # Errors
    /// [`DefError`] for a handle of another world; nothing is changed. Colliders that are gone already are
    /// none.
    pub fn remove<B: Broadphase>(&mut self, world: &mut World<B>) -> Result<(), DefError> {
        for &collider in self.colliders.iter().flatten() {
            if let Err(error @ HandleError::ForeignWorld { .. }) = world.collider(collider) {
                return Err(error.into());
            }
        }
        for (cell, held) in self.colliders.iter_mut().enumerate() {
            if let Some(collider) = held.take() {
                self.changed.insert(cell);
                if world.collider(collider).is_ok() {
                    world.remove_collider(collider)?;
                }
            }
        }
        Ok(())
    }

    /// Gives what has changed to the world, and wakes what touches it. Returns how many cells have changed.
    /// The time grows with that number, and not with that of all cells.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle of the body, or of a collider that the program has removed, or for a
    /// property of the colliders that is out of its range; the world is not changed.
    pub fn update<B: Broadphase>(&mut self, world: &mut World<B>) -> Result<usize, DefError> {
        world.body(self.body)?;
        // All are checked before the first is changed.
        for &cell in &self.changed {
            let held = self.colliders[cell].map(|collider| world.collider(collider)).transpose()?;
            if let Some(segment) = self.segment(cell) {
                let def = held.map_or_else(|| self.def.clone(), ColliderRef::def);
                world
                    .check_collider(self.body, &ColliderDef { shape: Shape::ChainSegment(segment), ..def })?;
            }
        }
        let mut count = 0;
        while let Some(&cell) = self.changed.first() {
            match (self.colliders[cell], self.segment(cell)) {
                (Some(collider), Some(segment)) => {
                    world.collider_mut(collider)?.set_shape(Shape::ChainSegment(segment))?;
                }
                (Some(collider), None) => {
                    world.remove_collider(collider)?;
                    self.colliders[cell] = None;
                }
                (None, Some(segment)) => {
                    let def = ColliderDef { shape: Shape::ChainSegment(segment), ..self.def.clone() };
                    self.colliders[cell] = Some(world.add_collider(self.body, def)?);
                }
                (None, None) => {}
            }
            self.changed.remove(&cell);
            count += 1;
        }
        Ok(count)
    }

    /// The point of a height in the frame of the body, m.
    fn point(&self, index: usize) -> Point {
        Point::new(index as f32 * self.spacing, self.heights[index])
    }

    /// The segment of a cell, from right to left, so that its outside is above; `None` for a hole.
    #[must_use]
    pub fn segment(&self, cell: usize) -> Option<ChainSegment> {
        if self.is_hole(cell) {
            return None;
        }
        let before = (!self.is_hole(cell + 1)).then(|| self.point(cell + 2));
        let after = (cell > 0 && !self.is_hole(cell - 1)).then(|| self.point(cell - 1));
        ChainSegment::new(self.point(cell + 1), self.point(cell), before, after, Sides::One).ok()
    }

    /// The cell below or above `x`, m in the frame of the body; `None` beyond the ends. A hole is a cell.
    #[must_use]
    pub fn cell_at(&self, x: f32) -> Option<usize> {
        let (last, along) = (self.is_hole.len() - 1, x / self.spacing);
        // NaN is not within the range.
        (0.0..=(last + 1) as f32).contains(&along).then(|| (along as usize).min(last))
    }

    /// The collider below or above `x`, m in the frame of the body, as of the last update; `None` beyond the
    /// ends and at a hole.
    #[must_use]
    pub fn collider_at(&self, x: f32) -> Option<ColliderId> {
        self.colliders[self.cell_at(x)?]
    }

    /// The collider of a cell, as of the last update; `None` for a hole, and beyond the ends.
    #[must_use]
    pub fn collider(&self, cell: usize) -> Option<ColliderId> {
        self.colliders.get(cell).copied().flatten()
    }

    /// The height at `x`, both in m in the frame of the body; `None` beyond the ends and at a hole.
    #[must_use]
    pub fn height_at(&self, x: f32) -> Option<f32> {
        let cell = self.cell_at(x).filter(|&cell| !self.is_hole[cell])?;
        let share = min(max((x - self.point(cell).x) / self.spacing, 0.0), 1.0);
        Some(self.heights[cell] * (1.0 - share) + self.heights[cell + 1] * share)
    }

    /// Where a ray, given in the frame of the body, first meets the ground from above, and in which cell.
    /// Looks only at cells below the ray. [`World::cast_ray`] finds the same, and what else is there.
    #[must_use]
    pub fn cast_ray(&self, ray: &Ray) -> Option<(RayHit, usize)> {
        let cells = self.is_hole.len();
        let way = if ray.translation.x == 0.0 { 0.0 } else { ray.translation.x * ray.max_fraction };
        // One more on either side, for the rounding of a division. An infinite coordinate meets all cells,
        // NaN none.
        let index = |x: f32| (x / self.spacing).clamp(-2.0, cells as f32 + 1.0);
        let [from, to] = [index(ray.origin.x), index(ray.origin.x + way)];
        if from.is_nan() || to.is_nan() {
            return None;
        }
        let low = max(min(from, to) - 1.0, 0.0) as usize;
        let high = (max(max(from, to) + 2.0, 0.0) as usize).min(cells);
        let hit = |cell: usize| {
            let segment = Shape::ChainSegment(self.segment(cell)?);
            Some((cast_ray(&segment, Pose::IDENTITY, ray)?, cell))
        };
        let forwards = ray.translation.x >= 0.0;
        let order = |i: usize| if forwards { low + i } else { high - 1 - i };
        let mut first: Option<(RayHit, usize)> = None;
        for i in 0..high.saturating_sub(low) {
            let found = hit(order(i));
            if let Some((before, _)) = first {
                // Where two cells meet, rounding may let the ray miss the first or meet both.
                let is_nearer = found.is_some_and(|(now, _)| now.fraction < before.fraction);
                return if is_nearer { found } else { first };
            }
            first = found;
        }
        first
    }
}

fn check_height(height: f32) -> Result<(), DefError> {
    let is_near = height.abs() <= HeightField::GREATEST_HEIGHT;
    let wrong = DefError::Value { field: "height", value: height, expected: "from -1e6 to 1e6" };
    if is_near { Ok(()) } else { Err(wrong) }
}
