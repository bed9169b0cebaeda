//! The class `Mover`: a character that walks, and is no rigid body.

use crate::body::{Body, Pair};
use crate::collect::refers;
use crate::collider::Collider;
use crate::errors::{self, WorldBusy};
use crate::props;
use crate::shape::Shape;
use crate::values::{self, tuple};
use crate::world::{World, body, collider};
use physics::toolkit::{CharacterMotion, CharacterMover, CharacterSettings};
use properties::{Form, Properties, Range, Visitor, property};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard};

/// The settings under their names. The engine checks their ranges.
struct Named<'a>(&'a mut CharacterSettings);

impl Properties for Named<'_> {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let own = |name, unit| property(name, unit, Range::elsewhere("in its range"));
        let settings = &mut *self.0;
        let [x, y] = &mut settings.up.data.0[0];
        visitor.numbers(own("up", ""), Form::Vector, [x, y])?;
        visitor.number(own("skin", "m"), &mut settings.skin)?;
        visitor.number(own("max_slope", "rad"), &mut settings.max_slope)?;
        visitor.number(own("step_height", "m"), &mut settings.step_height)?;
        visitor.number(own("snap_distance", "m"), &mut settings.snap_distance)?;
        visitor.flag("constant_speed", &mut settings.constant_speed)?;
        visitor.number(own("mass", "kg"), &mut settings.mass)?;
        visitor.number(own("push_force", "N"), &mut settings.push_force)?;
        visitor.mask("category", &mut settings.filter.category)?;
        visitor.mask("mask", &mut settings.filter.mask)
    }
}

/// A character that walks on slopes and stairs, is carried by platforms and pushes bodies. It is moved by
/// `step`, once before each step of the world.
///
/// Settings: `up`, `skin` (m), `max_slope` (rad), `step_height` (m), `snap_distance` (m), `constant_speed`,
/// `mass` (kg), `push_force` (N), `category` and `mask` (bits). `body` is a kinematic body that goes along,
/// so that sensors and queries find the character.
#[pyclass(frozen, module = "physics2d")]
pub struct Mover {
    world: Py<World>,
    mover: Mutex<CharacterMover>,
}

refers!(Mover: world);

/// What a character did in a step.
#[pyclass(frozen, get_all, module = "physics2d")]
pub struct Motion {
    /// Where it is now, m.
    position: Pair,
    /// Its velocity after sliding along what it hit, m/s: give it to the next step with gravity and the
    /// wishes of the player added.
    velocity: Pair,
    /// Whether it stands on ground.
    on_ground: bool,
    /// Unit, out of the ground; zero in the air.
    ground_normal: Pair,
    /// The collider on which it stands; `None` in the air.
    ground: Option<Py<Collider>>,
    /// Whether a wall touches it on the left.
    is_wall_left: bool,
    /// Whether a wall touches it on the right.
    is_wall_right: bool,
    /// Whether it touches a ceiling.
    is_ceiling: bool,
    /// Whether things that move have left it no room.
    is_crushed: bool,
    /// The bodies that it hit.
    hit: Vec<Py<Body>>,
}

refers!(Motion: ground);

impl Mover {
    fn lock(&self) -> PyResult<MutexGuard<'_, CharacterMover>> {
        self.mover.try_lock().map_err(|_| WorldBusy::new_err("another thread uses the mover"))
    }

    fn motion(&self, py: Python<'_>, motion: &CharacterMotion) -> PyResult<Motion> {
        let world = self.world.bind(py);
        let ground = motion.ground.map(|ground| Py::new(py, collider(world, ground.collider)));
        let hit = motion.collisions.iter().map(|hit| Py::new(py, body(world, hit.body)));
        Ok(Motion {
            position: (motion.position.x, motion.position.y),
            velocity: tuple(motion.velocity),
            on_ground: motion.ground.is_some(),
            ground_normal: motion.ground.map_or((0.0, 0.0), |ground| tuple(ground.normal)),
            ground: ground.transpose()?,
            is_wall_left: motion.is_wall_left,
            is_wall_right: motion.is_wall_right,
            is_ceiling: motion.is_ceiling,
            is_crushed: motion.is_crushed,
            hit: hit.collect::<PyResult<_>>()?,
        })
    }
}

#[pymethods]
impl Mover {
    #[new]
    #[pyo3(signature = (world, shape, position, *, body = None, **settings))]
    fn new(
        world: &Bound<'_, World>,
        shape: &Bound<'_, Shape>,
        position: &Bound<'_, PyAny>,
        body: Option<&Bound<'_, Body>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let shape = shape.get().shape.clone();
        let mut all = world.get().read(|world| CharacterSettings::new(&shape, world.settings()))?;
        props::set(&mut Named(&mut all), settings, "Mover", &[])?;
        let mut mover = CharacterMover::with_settings(shape, all).map_err(errors::definition)?;
        mover.set_position(values::position("position", position)?);
        if let Some(body) = body {
            mover = mover.with_body(body.get().id);
        }
        Ok(Self { world: world.clone().unbind(), mover: Mutex::new(mover) })
    }

    /// Moves the character by `velocity` (m/s) for `dt` seconds and pushes what is in the way. On the ground
    /// the velocity is relative to the ground.
    #[pyo3(signature = (velocity, dt = 1.0 / 60.0))]
    fn step(&self, py: Python<'_>, velocity: &Bound<'_, PyAny>, dt: f64) -> PyResult<Motion> {
        let velocity = values::vector("velocity", velocity)?;
        let dt = values::finite_f32(py, "dt", dt)?;
        let motion = {
            let mut mover = self.lock()?;
            self.world.get().change(|world| mover.step(world, velocity, dt))?
        };
        self.motion(py, &motion)
    }

    /// Where its origin is, m. To set it puts the character there at once.
    #[getter]
    fn position(&self) -> PyResult<Pair> {
        let at = self.lock()?.position();
        Ok((at.x, at.y))
    }

    #[setter]
    fn set_position(&self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = values::position("position", position)?;
        let mut mover = self.lock()?;
        self.world.get().change(|world| mover.teleport(world, position))
    }

    /// Its shape. Another may be set: to crouch, for example.
    #[getter]
    fn shape(&self) -> PyResult<Shape> {
        Ok(Shape { shape: self.lock()?.shape().clone() })
    }

    #[setter]
    fn set_shape(&self, shape: &Bound<'_, Shape>) -> PyResult<()> {
        self.lock()?.set_shape(shape.get().shape.clone()).map_err(errors::definition)
    }

    /// Whether it stands on ground.
    #[getter]
    fn on_ground(&self) -> PyResult<bool> {
        Ok(self.lock()?.ground().is_some())
    }

    /// Lets it fall through the one-way platform on which it stands.
    fn drop_through(&self) -> PyResult<()> {
        self.lock()?.drop_through();
        Ok(())
    }

    /// Changes settings: `mover.set(max_slope=1.0)`.
    #[pyo3(signature = (**settings))]
    fn set(&self, settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut mover = self.lock()?;
        let mut all = *mover.settings();
        props::set(&mut Named(&mut all), settings, "set", &[])?;
        mover.set_settings(all).map_err(errors::definition)
    }

    /// All settings as a dictionary.
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut all = *self.lock()?.settings();
        props::to_dict(py, &mut Named(&mut all))
    }
}
