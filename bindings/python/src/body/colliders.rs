//! Colliders are added to a body.

use super::Body;
use crate::collider::Collider;
use crate::errors;
use crate::height_field::HeightField;
use crate::mass;
use crate::props;
use crate::shape::{self, Shape};
use crate::values;
use crate::world::collider;
use physics::geom;
use physics::world::{self as engine, ColliderDef};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The definition of a collider with this shape and these properties. The static friction is the friction,
/// unless it is given.
pub fn definition(
    shape: geom::Shape,
    given: Option<&Bound<'_, PyDict>>,
    call: &str,
) -> PyResult<ColliderDef> {
    let mut def = ColliderDef::new(shape);
    props::set(&mut def, given, call, &[])?;
    let is_given = |name: &str| given.is_some_and(|given| given.contains(name).unwrap_or(false));
    if is_given("friction") && !is_given("static_friction") {
        def.material.static_friction = def.material.friction;
    }
    Ok(def)
}

impl Body {
    fn add(
        &self,
        py: Python<'_>,
        shape: geom::Shape,
        given: Option<&Bound<'_, PyDict>>,
        call: &str,
    ) -> PyResult<Collider> {
        let world = self.world.bind(py);
        let given = world.get().objects.kept(given)?;
        let def = definition(shape, given.as_ref(), call)?;
        let id = world
            .get()
            .change(|world| mass::follow(world, self.id, |world| world.add_collider(self.id, def)))?;
        Ok(collider(world, id))
    }

    /// Adds all of these shapes, or none.
    fn add_all(
        &self,
        py: Python<'_>,
        shapes: Vec<geom::Shape>,
        given: Option<&Bound<'_, PyDict>>,
        call: &str,
    ) -> PyResult<Vec<Collider>> {
        let world = self.world.bind(py);
        let given = world.get().objects.kept(given)?;
        let make = |shape| definition(shape, given.as_ref(), call);
        let defs = shapes.into_iter().map(make).collect::<PyResult<Vec<_>>>()?;
        let add = |world: &mut engine::World| {
            let mut ids = Vec::new();
            for def in defs {
                match world.add_collider(self.id, def) {
                    Ok(id) => ids.push(id),
                    Err(error) => {
                        ids.into_iter().try_for_each(|id| world.remove_collider(id))?;
                        return Err(error);
                    }
                }
            }
            Ok(ids)
        };
        let ids = world.get().change(|world| mass::follow(world, self.id, add))?;
        Ok(ids.into_iter().map(|id| collider(world, id)).collect())
    }
}

#[pymethods]
impl Body {
    #[doc = include_str!("../../docs/add_circle.txt")]
    #[pyo3(signature = (radius, **properties))]
    fn add_circle(
        &self,
        py: Python<'_>,
        radius: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::circle(radius)?, properties, "add_circle")
    }

    #[doc = include_str!("../../docs/add_box.txt")]
    #[pyo3(signature = (width, height, *, radius = None, **properties))]
    fn add_box(
        &self,
        py: Python<'_>,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::rectangle(width, height, radius)?, properties, "add_box")
    }

    #[doc = include_str!("../../docs/add_polygon.txt")]
    #[pyo3(signature = (vertices, *, radius = None, **properties))]
    fn add_polygon(
        &self,
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::polygon(vertices, radius)?, properties, "add_polygon")
    }

    #[doc = include_str!("../../docs/add_capsule.txt")]
    #[pyo3(signature = (a, b, radius, **properties))]
    fn add_capsule(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::capsule(a, b, radius)?, properties, "add_capsule")
    }

    #[doc = include_str!("../../docs/add_segment.txt")]
    #[pyo3(signature = (a, b, **properties))]
    fn add_segment(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::segment(a, b)?, properties, "add_segment")
    }

    #[doc = include_str!("../../docs/add_half_space.txt")]
    #[pyo3(signature = (normal, distance, **properties))]
    fn add_half_space(
        &self,
        py: Python<'_>,
        normal: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape::half_space(normal, distance)?, properties, "add_half_space")
    }

    #[doc = include_str!("../../docs/add_shape.txt")]
    #[pyo3(signature = (shape, **properties))]
    fn add_shape(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, Shape>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Collider> {
        self.add(py, shape.get().shape.clone(), properties, "add_shape")
    }

    #[doc = include_str!("../../docs/add_chain.txt")]
    #[pyo3(signature = (points, *, closed = false, both_sides = true, **properties))]
    fn add_chain(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        closed: bool,
        both_sides: bool,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Collider>> {
        let points = values::points("points", points)?;
        let sides = if both_sides { geom::Sides::Two } else { geom::Sides::One };
        let segments = geom::chain(points, closed, sides).map_err(errors::shape)?;
        let shapes = segments.into_iter().map(geom::Shape::ChainSegment).collect();
        self.add_all(py, shapes, properties, "add_chain")
    }

    #[doc = include_str!("../../docs/add_height_field.txt")]
    #[pyo3(signature = (heights, spacing, **properties))]
    fn add_height_field(
        slf: &Bound<'_, Self>,
        heights: &Bound<'_, PyAny>,
        spacing: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<HeightField> {
        let given = slf.get().world.get().objects.kept(properties)?;
        let shape = geom::Shape::circle(1.0).map_err(errors::shape)?;
        let def = definition(shape, given.as_ref(), "add_height_field")?;
        HeightField::add(slf, heights, spacing, def)
    }

    #[doc = include_str!("../../docs/add_outline.txt")]
    #[pyo3(signature = (points, holes = None, **properties))]
    fn add_outline(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        holes: Option<Vec<Bound<'_, PyAny>>>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Collider>> {
        let border = values::points("points", points)?;
        let holes: PyResult<Vec<_>> =
            holes.unwrap_or_default().iter().map(|hole| values::points("holes", hole)).collect();
        let outline = geom::Outline::with_holes(border, holes?).map_err(errors::outline)?;
        let pieces = outline.decompose(geom::DecomposeSettings::default());
        let pieces = pieces.map_err(|error| errors::OutOfRange::new_err((errors::plain(error), "points")))?;
        let shapes = pieces.pieces.into_iter().map(geom::Shape::Polygon).collect();
        self.add_all(py, shapes, properties, "add_outline")
    }
}
