//! Queries: rays, shapes that move, points, boxes, what is nearest.

use super::{World, collider};
use crate::body::{Body, Pair};
use crate::collect::refers;
use crate::collider::Collider;
use crate::errors;
use crate::props;
use crate::shape::Shape;
use crate::values::{self, tuple};
use physics::geom::{Aabb, Pose};
use physics::world::{
    BodyId, CastHit, ClosestHit, ColliderId, ColliderRef, DefError, QueryFilter, Ray, ShapeCast,
};
use properties::{Properties, Visitor};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a ray or a shape hits.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct Hit {
    /// The collider that is hit.
    collider: Py<Collider>,
    /// Its body.
    body: Py<Body>,
    /// Where it is hit, m.
    point: Pair,
    /// Unit, out of the collider.
    normal: Pair,
    /// The fraction of the translation, from 0 to 1.
    fraction: f64,
    /// How far the cast has come, m.
    distance: f64,
    /// How deep the cast is in the collider where it starts, m; `None` if it starts outside.
    initial_overlap: Option<f64>,
}

refers!(Hit: collider, body);

/// What is nearest.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct Closest {
    /// The collider.
    collider: Py<Collider>,
    /// Its body.
    body: Py<Body>,
    /// The distance, m; negative inside.
    distance: f64,
    /// Unit, from the collider to the point or the shape.
    normal: Pair,
    /// The nearest point of the collider, m.
    point: Pair,
}

refers!(Closest: collider, body);

impl Hit {
    fn of(&self) -> &Py<Collider> {
        &self.collider
    }
}

impl Closest {
    fn of(&self) -> &Py<Collider> {
        &self.collider
    }
}

#[pymethods]
impl Hit {
    fn __repr__(&self) -> String {
        format!("<Hit: Collider {} at {:?}>", self.collider.get().id, self.point)
    }
}

#[pymethods]
impl Closest {
    fn __repr__(&self) -> String {
        format!("<Closest: Collider {} at {} m>", self.collider.get().id, self.distance)
    }
}

/// Which colliders a query reports.
pub struct Sieve {
    category: u64,
    mask: u64,
    include_sensors: bool,
    ignore_initial_overlap: bool,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    /// Asked for what all else accepts.
    predicate: Option<Py<PyAny>>,
}

impl Properties for Sieve {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        visitor.mask("category", &mut self.category)?;
        visitor.mask("mask", &mut self.mask)?;
        visitor.flag("include_sensors", &mut self.include_sensors)?;
        visitor.flag("ignore_initial_overlap", &mut self.ignore_initial_overlap)
    }
}

impl Sieve {
    /// From the keyword arguments of a query.
    pub fn new(given: Option<&Bound<'_, PyDict>>, call: &str) -> PyResult<Self> {
        let mut sieve = Self {
            category: u64::MAX,
            mask: u64::MAX,
            include_sensors: false,
            ignore_initial_overlap: false,
            bodies: Vec::new(),
            colliders: Vec::new(),
            predicate: None,
        };
        // Many rays run without Python.
        let others: &[&str] = if call == "cast_rays" { &["exclude"] } else { &["exclude", "predicate"] };
        props::set(&mut sieve, given, call, others)?;
        let predicate = given.map(|given| given.get_item("predicate")).transpose()?.flatten();
        if let Some(predicate) = predicate.filter(|predicate| !predicate.is_none()) {
            if !predicate.is_callable() {
                return Err(values::wrong_type("predicate", "a function of a collider", &predicate));
            }
            sieve.predicate = Some(predicate.unbind());
        }
        let excluded = given.map(|given| given.get_item("exclude")).transpose()?.flatten();
        let expected = "a body, a collider, or a sequence of them";
        match excluded.filter(|excluded| !excluded.is_none()) {
            Some(excluded) if !sieve.exclude(&excluded) => {
                let wrong = |_| values::wrong_type("exclude", expected, &excluded);
                for one in excluded.try_iter().map_err(wrong)? {
                    let one = one?;
                    if !sieve.exclude(&one) {
                        return Err(values::wrong_type("exclude", expected, &one));
                    }
                }
            }
            _ => {}
        }
        Ok(sieve)
    }

    fn exclude(&mut self, one: &Bound<'_, PyAny>) -> bool {
        if let Ok(body) = one.cast::<Body>() {
            self.bodies.push(body.get().id);
        } else if let Ok(collider) = one.cast::<Collider>() {
            self.colliders.push(collider.get().id);
        } else {
            return false;
        }
        true
    }

    /// Whether the predicate accepts a collider. The world must not be locked, since a predicate reads it.
    fn accepts(&self, py: Python<'_>, collider: &Py<Collider>) -> PyResult<bool> {
        self.predicate.as_ref().map_or(Ok(true), |predicate| predicate.call1(py, (collider,))?.is_truthy(py))
    }

    /// The first that a query finds and the predicate accepts: what it refuses is left out, and the query is
    /// made again.
    fn first<T>(
        mut self,
        py: Python<'_>,
        of: impl Fn(&T) -> &Py<Collider>,
        find: impl Fn(&Self) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        while let Some(found) = find(&self)? {
            let collider = of(&found);
            if self.accepts(py, collider)? {
                return Ok(Some(found));
            }
            self.colliders.push(collider.get().id);
        }
        Ok(None)
    }

    /// The colliders of a query that the predicate accepts.
    fn colliders(
        &self,
        world: &Bound<'_, World>,
        find: impl for<'i> FnOnce(&'i physics::world::World) -> Result<Vec<ColliderRef<'i>>, DefError>,
    ) -> PyResult<Vec<Py<Collider>>> {
        let py = world.py();
        let ids: Vec<_> = {
            let inner = world.get().lock()?;
            let found = find(&inner.world).map_err(errors::definition)?;
            found.into_iter().map(|one| one.id()).collect()
        };
        let all: PyResult<_> = ids.into_iter().map(|id| Py::new(py, collider(world, id))).collect();
        self.all(py, |one| one, all?)
    }

    /// Those of a query that the predicate accepts.
    fn all<T>(&self, py: Python<'_>, of: impl Fn(&T) -> &Py<Collider>, found: Vec<T>) -> PyResult<Vec<T>> {
        let mut accepted = Vec::with_capacity(found.len());
        for one in found {
            if self.accepts(py, of(&one))? {
                accepted.push(one);
            }
        }
        Ok(accepted)
    }

    /// As the engine takes it.
    pub fn filter(&self) -> QueryFilter<'_> {
        let mut filter = QueryFilter::new().category(self.category).mask(self.mask);
        if self.include_sensors {
            filter = filter.include_sensors();
        }
        if self.ignore_initial_overlap {
            filter = filter.ignore_initial_overlap();
        }
        if !self.bodies.is_empty() {
            filter = filter.exclude_bodies(&self.bodies);
        }
        if !self.colliders.is_empty() {
            filter = filter.exclude_colliders(&self.colliders);
        }
        filter
    }
}

fn hit(world: &Bound<'_, World>, hit: CastHit<'_>) -> PyResult<Hit> {
    let py = world.py();
    Ok(Hit {
        collider: Py::new(py, collider(world, hit.collider.id()))?,
        body: Py::new(py, super::body(world, hit.collider.body().id()))?,
        point: tuple(hit.point.coords),
        normal: tuple(hit.normal),
        fraction: f64::from(hit.fraction),
        distance: f64::from(hit.distance),
        initial_overlap: hit.initial_overlap.map(f64::from),
    })
}

fn closest(world: &Bound<'_, World>, hit: ClosestHit<'_>) -> PyResult<Closest> {
    let py = world.py();
    Ok(Closest {
        collider: Py::new(py, collider(world, hit.collider.id()))?,
        body: Py::new(py, super::body(world, hit.collider.body().id()))?,
        distance: f64::from(hit.distance),
        normal: tuple(hit.normal),
        point: tuple(hit.point.coords),
    })
}

#[pymethods]
impl World {
    /// The first collider that a ray from `origin` (m) hits within `translation` (m), or `None`. All queries
    /// take `mask` and `category` (bits), `exclude` (bodies, colliders), `include_sensors`, `predicate` (a
    /// function that is called with a collider that all else accepts, and says whether it is reported); casts
    /// also `ignore_initial_overlap`.
    #[pyo3(signature = (origin, translation, **filter))]
    fn cast_ray(
        slf: &Bound<'_, Self>,
        origin: &Bound<'_, PyAny>,
        translation: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Hit>> {
        let ray = Ray::new(values::point("origin", origin)?, values::vector("translation", translation)?);
        Sieve::new(filter, "cast_ray")?.first(slf.py(), Hit::of, |sieve| {
            let inner = slf.get().lock()?;
            let found = inner.world.cast_ray(&ray, sieve.filter()).map_err(errors::definition)?;
            found.map(|found| hit(slf, found)).transpose()
        })
    }

    /// All colliders that a ray from `origin` (m) hits within `translation` (m), the nearest first.
    #[pyo3(signature = (origin, translation, **filter))]
    fn cast_ray_all(
        slf: &Bound<'_, Self>,
        origin: &Bound<'_, PyAny>,
        translation: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Hit>> {
        let ray = Ray::new(values::point("origin", origin)?, values::vector("translation", translation)?);
        let sieve = Sieve::new(filter, "cast_ray_all")?;
        let found: PyResult<Vec<_>> = {
            let inner = slf.get().lock()?;
            let found = inner.world.cast_ray_all(&ray, sieve.filter()).map_err(errors::definition)?;
            found.into_iter().map(|found| hit(slf, found)).collect()
        };
        sieve.all(slf.py(), Hit::of, found?)
    }

    /// The first collider that a shape hits which moves from `position` (m), turned by `angle` (rad), by
    /// `translation` (m), or `None`. On the way it turns by `turn` (rad), about `center` (m, in its frame).
    #[pyo3(signature = (shape, position, translation, *, angle = 0.0, turn = 0.0, center = None, **filter))]
    #[allow(clippy::too_many_arguments)] // Python's keywords.
    fn cast_shape(
        slf: &Bound<'_, Self>,
        shape: &Bound<'_, Shape>,
        position: &Bound<'_, PyAny>,
        translation: &Bound<'_, PyAny>,
        angle: f64,
        turn: f64,
        center: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Hit>> {
        let py = slf.py();
        let (angle, turn) = (values::finite_f32(py, "angle", angle)?, values::finite_f32(py, "turn", turn)?);
        let start = Pose::new(values::point("position", position)?, angle);
        let center = center.map(|center| values::vector("center", center)).transpose()?.unwrap_or_default();
        let cast = ShapeCast::new(&shape.get().shape, start, values::vector("translation", translation)?);
        let cast = cast.turning(turn).about(center);
        Sieve::new(filter, "cast_shape")?.first(py, Hit::of, |sieve| {
            let inner = slf.get().lock()?;
            let found = inner.world.cast_shape(&cast, sieve.filter()).map_err(errors::definition)?;
            found.map(|found| hit(slf, found)).transpose()
        })
    }

    /// The colliders that contain a point (m).
    #[pyo3(signature = (point, **filter))]
    fn colliders_at(
        slf: &Bound<'_, Self>,
        point: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Py<Collider>>> {
        let (point, sieve) = (values::point("point", point)?, Sieve::new(filter, "colliders_at")?);
        sieve.colliders(slf, |world| world.overlap_point_all(point, sieve.filter()))
    }

    /// The colliders whose boxes overlap the box from `lower` to `upper` (m).
    #[pyo3(signature = (lower, upper, **filter))]
    fn colliders_in(
        slf: &Bound<'_, Self>,
        lower: &Bound<'_, PyAny>,
        upper: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Py<Collider>>> {
        let aabb = Aabb { lower: values::point("lower", lower)?, upper: values::point("upper", upper)? };
        let sieve = Sieve::new(filter, "colliders_in")?;
        sieve.colliders(slf, |world| world.overlap_aabb_all(aabb, sieve.filter()))
    }

    /// The colliders that overlap a shape at `position` (m), turned by `angle` (rad).
    #[pyo3(signature = (shape, position, *, angle = 0.0, **filter))]
    fn overlap_shape(
        slf: &Bound<'_, Self>,
        shape: &Bound<'_, Shape>,
        position: &Bound<'_, PyAny>,
        angle: f64,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Py<Collider>>> {
        let angle = values::finite_f32(slf.py(), "angle", angle)?;
        let pose = Pose::new(values::point("position", position)?, angle);
        let sieve = Sieve::new(filter, "overlap_shape")?;
        let shape = &shape.get().shape;
        sieve.colliders(slf, |world| world.overlap_shape_all(shape, pose, sieve.filter()))
    }

    /// What is nearest to a point (m), at most `max_distance` (m) away, or `None`.
    #[pyo3(signature = (point, max_distance, **filter))]
    fn closest(
        slf: &Bound<'_, Self>,
        point: &Bound<'_, PyAny>,
        max_distance: f64,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Closest>> {
        let (point, sieve) = (values::point("point", point)?, Sieve::new(filter, "closest")?);
        sieve.first(slf.py(), Closest::of, |sieve| {
            let inner = slf.get().lock()?;
            let found = inner.world.closest_to_point(point, max_distance as f32, sieve.filter());
            found.map_err(errors::definition)?.map(|found| closest(slf, found)).transpose()
        })
    }

    /// What is nearest to a shape at `position` (m), at most `max_distance` (m) away, or `None`.
    #[pyo3(signature = (shape, position, max_distance, *, angle = 0.0, **filter))]
    fn closest_to_shape(
        slf: &Bound<'_, Self>,
        shape: &Bound<'_, Shape>,
        position: &Bound<'_, PyAny>,
        max_distance: f64,
        angle: f64,
        filter: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Closest>> {
        let angle = values::finite_f32(slf.py(), "angle", angle)?;
        let pose = Pose::new(values::point("position", position)?, angle);
        let sieve = Sieve::new(filter, "closest_to_shape")?;
        let shape = &shape.get().shape;
        sieve.first(slf.py(), Closest::of, |sieve| {
            let inner = slf.get().lock()?;
            let found = inner.world.closest_to_shape(shape, pose, max_distance as f32, sieve.filter());
            found.map_err(errors::definition)?.map(|found| closest(slf, found)).transpose()
        })
    }
}
