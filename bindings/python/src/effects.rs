//! Effects: wind, water, attractors, regions with a gravity of their own, explosions.

use crate::body::Body;
use crate::errors;
use crate::props;
use crate::shape::Shape;
use crate::values;
use crate::world::{World, body};
use physics::geom::{self, Aabb};
use physics::toolkit::effects::{
    Attraction as Law, Attractor as EngineAttractor, Explosion, Field, Fields, GravityRegion as EngineRegion,
    Region, Water as EngineWater, Wind as EngineWind,
};
use properties::{Form, Properties, Property, Range, Visitor, property};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The engine checks the range.
const ELSEWHERE: Range = Range::elsewhere("in its range");

fn checked(name: &'static str) -> Property {
    property(name, "", ELSEWHERE)
}

/// Numbers of an effect under their names.
struct Numbers<'a, const N: usize> {
    numbers: [(&'static str, &'a mut f32); N],
    vector: Option<(&'static str, &'a mut geom::Vec2)>,
    masks: Vec<(&'static str, &'a mut u64)>,
}

impl<const N: usize> Properties for Numbers<'_, N> {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        if let Some((name, vector)) = &mut self.vector {
            let [x, y] = &mut vector.data.0[0];
            visitor.numbers(checked(name), Form::Vector, [x, y])?;
        }
        for (name, number) in &mut self.numbers {
            visitor.number(checked(name), number)?;
        }
        for (name, mask) in &mut self.masks {
            visitor.mask(name, mask)?;
        }
        Ok(())
    }
}

/// Where an effect acts: everywhere, below a height, in a box or in a convex polygon.
fn region(given: Option<&Bound<'_, PyDict>>) -> PyResult<Region> {
    let Some(value) = given.map(|given| given.get_item("region")).transpose()?.flatten() else {
        return Ok(Region::Everywhere);
    };
    let expected = "None, ((x, y), (x, y)) of a box, or a Shape (polygon or half_space)";
    if value.is_none() {
        return Ok(Region::Everywhere);
    }
    if let Ok(shape) = value.cast::<Shape>() {
        return match &shape.get().shape {
            geom::Shape::Polygon(polygon) => Ok(Region::Polygon(polygon.clone())),
            geom::Shape::HalfSpace(half_space) => Ok(Region::HalfSpace(*half_space)),
            _ => Err(values::wrong_type("region", expected, &value)),
        };
    }
    let corners =
        values::points("region", &value).map_err(|_| values::wrong_type("region", expected, &value))?;
    match corners[..] {
        [lower, upper] => Ok(Region::Box(Aabb { lower, upper })),
        _ => Err(values::wrong_type("region", expected, &value)),
    }
}

/// An effect that acts in every step of the worlds in whose `effects` it is.
#[pyclass(frozen, subclass, module = "physics2d")]
pub struct Effect {
    field: Field,
    /// What it was made from, to be made again by pickle.
    arguments: (Py<PyTuple>, Py<PyDict>),
}

/// An effect of this class.
fn made<T: PyClass<BaseType = Effect>>(
    class: T,
    field: impl Into<Field>,
    first: Bound<'_, PyTuple>,
    properties: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyClassInitializer<T>> {
    let given = properties.map_or_else(|| Ok(PyDict::new(first.py())), |given| given.copy())?;
    let arguments = (first.unbind(), given.unbind());
    Ok(PyClassInitializer::from(Effect { field: field.into(), arguments }).add_subclass(class))
}

#[pymethods]
impl Effect {
    fn __getnewargs_ex__(&self, py: Python<'_>) -> (Py<PyTuple>, Py<PyDict>) {
        (self.arguments.0.clone_ref(py), self.arguments.1.clone_ref(py))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().field == self.field)
    }

    fn __repr__(&self) -> String {
        format!("<{:?}>", self.field)
    }
}

/// Air that flows with `velocity` (m/s) and pushes what faces it.
///
/// Also: `density` (kg/m^2), `drag`, `lift`, `region`, `categories` (bits).
#[pyclass(frozen, extends = Effect, module = "physics2d")]
pub struct Wind;

#[pymethods]
impl Wind {
    #[new]
    #[pyo3(signature = (velocity, **properties))]
    fn new(
        velocity: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let mut wind = EngineWind::new(values::vector("velocity", velocity)?);
        let mut numbers = Numbers {
            numbers: [("density", &mut wind.density), ("drag", &mut wind.drag), ("lift", &mut wind.lift)],
            vector: None,
            masks: vec![("categories", &mut wind.categories)],
        };
        props::set(&mut numbers, properties, "Wind", &["region"])?;
        wind.region = region(properties)?;
        made(Self, wind, (velocity,).into_pyobject(velocity.py())?, properties)
    }
}

/// Water below the height `surface` (m), or in `region`: what is lighter floats.
///
/// Also: `density` (kg/m^2), `velocity` (m/s), `viscosity` (1/s), `drag`, `lift`, `categories` (bits).
#[pyclass(frozen, extends = Effect, module = "physics2d")]
pub struct Water;

#[pymethods]
impl Water {
    #[new]
    #[pyo3(signature = (surface = None, **properties))]
    fn new(
        py: Python<'_>,
        surface: Option<&Bound<'_, PyAny>>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let inside = region(properties)?;
        let region = match surface {
            Some(_) if inside != Region::Everywhere => {
                let message =
                    "region cannot be given with a surface: water below a height has no other border";
                return Err(errors::out_of_range(py, message.into(), "region", "given"));
            }
            Some(surface) => Region::below(values::finite("surface", surface)?),
            None => inside,
        };
        let mut water = EngineWater::new(region);
        let mut numbers = Numbers {
            numbers: [
                ("density", &mut water.density),
                ("viscosity", &mut water.viscosity),
                ("drag", &mut water.drag),
                ("lift", &mut water.lift),
            ],
            vector: Some(("velocity", &mut water.velocity)),
            masks: vec![("categories", &mut water.categories)],
        };
        props::set(&mut numbers, properties, "Water", &["region"])?;
        made(Self, water, (surface,).into_pyobject(py)?, properties)
    }
}

/// A point (m) that attracts bodies with `strength`; its unit depends on `law`: `"inverse_square"` (m^3/s^2),
/// `"inverse"` (m^2/s^2), `"constant"` (m/s^2), `"linear"` (1/s^2).
///
/// Also: `radius` (m) within which the attraction is linear, `reach` (m), `categories` (bits).
#[pyclass(frozen, extends = Effect, module = "physics2d")]
pub struct Attractor;

#[pymethods]
impl Attractor {
    #[new]
    #[pyo3(signature = (center, strength, law = "inverse_square", **properties))]
    fn new(
        center: &Bound<'_, PyAny>,
        strength: &Bound<'_, PyAny>,
        law: &str,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let given = strength;
        let strength = values::finite("strength", given)?;
        let mut attractor = EngineAttractor::new(values::position("center", center)?, strength);
        attractor.attraction = match law {
            "inverse_square" => Law::InverseSquare,
            "inverse" => Law::Inverse,
            "constant" => Law::Constant,
            "linear" => Law::Linear,
            _ => {
                let laws = "'inverse_square', 'inverse', 'constant', 'linear'";
                let message = format!("law is '{law}': it must be one of {laws}");
                return Err(errors::out_of_range(center.py(), message, "law", law));
            }
        };
        let mut numbers = Numbers {
            numbers: [("radius", &mut attractor.radius), ("reach", &mut attractor.reach)],
            vector: None,
            masks: vec![("categories", &mut attractor.categories)],
        };
        props::set(&mut numbers, properties, "Attractor", &[])?;
        made(Self, attractor, (center, given, law).into_pyobject(center.py())?, properties)
    }
}

/// A region in which `gravity` (m/s^2) replaces that of the world.
///
/// Also: `categories` (bits).
#[pyclass(frozen, extends = Effect, module = "physics2d")]
pub struct GravityRegion;

#[pymethods]
impl GravityRegion {
    #[new]
    #[pyo3(signature = (gravity, **properties))]
    fn new(
        gravity: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let mut all = EngineRegion::new(region(properties)?, values::vector("gravity", gravity)?);
        let mut numbers =
            Numbers { numbers: [], vector: None, masks: vec![("categories", &mut all.categories)] };
        props::set(&mut numbers, properties, "GravityRegion", &["region"])?;
        made(Self, all, (gravity,).into_pyobject(gravity.py())?, properties)
    }
}

#[pymethods]
impl World {
    /// The effects that act in every step: `world.effects = [Wind((3, 0)), Water(0.0)]`.
    #[getter]
    fn effects(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        Ok(self.lock()?.effects.iter().map(|effect| effect.clone_ref(py)).collect())
    }

    #[setter]
    pub fn set_effects(&self, py: Python<'_>, effects: Vec<Py<PyAny>>) -> PyResult<()> {
        let mut list = Vec::new();
        for effect in &effects {
            let effect = effect.bind(py);
            let wrong =
                || values::wrong_type("effects", "a list of Wind, Water, Attractor, GravityRegion", effect);
            list.push(effect.cast::<Effect>().map_err(|_| wrong())?.get().field.clone());
        }
        // A bad number is refused now, not in the next step: an empty world takes the same check.
        let mut empty = physics::world::World::default();
        Fields::new(list.iter().cloned()).apply(&mut empty, 0.0).map_err(errors::definition)?;
        let mut inner = self.lock()?;
        (inner.fields.list, inner.effects) = (list, effects);
        Ok(())
    }

    /// Pushes the dynamic bodies within `radius` (m) of `center` (m), and up to `falloff` (m) farther with
    /// less strength, by `impulse_per_length` (N s/m): the impulse on each metre that faces the explosion.
    /// Returns them. Also: `categories` (bits) that it pushes, `obstacles` (bits) that shelter.
    #[pyo3(signature = (center, radius, impulse_per_length, **properties))]
    fn explode(
        slf: &Bound<'_, Self>,
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        impulse_per_length: &Bound<'_, PyAny>,
        properties: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Body>> {
        let strength = values::finite("impulse_per_length", impulse_per_length)?;
        let center = values::position("center", center)?;
        let mut explosion = Explosion::new(center, values::finite("radius", radius)?, strength);
        let mut numbers = Numbers {
            numbers: [("falloff", &mut explosion.falloff)],
            vector: None,
            masks: vec![("categories", &mut explosion.categories), ("obstacles", &mut explosion.obstacles)],
        };
        props::set(&mut numbers, properties, "explode", &[])?;
        let pushed = slf.get().change(|world| explosion.apply(world))?;
        Ok(pushed.into_iter().map(|id| body(slf, id)).collect())
    }
}
