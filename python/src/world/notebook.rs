//! Pictures, films, and the viewer.

use super::World;
use crate::draw::{self, DrawOptions, Figure, Figures, Film, Raster, Theme, draw_world};
use crate::errors::out_of_range;
use crate::values;
use physics::geom::Aabb;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The part of the world that is shown: (x, y) of the lower and of the upper corner, or all of it.
fn view(world: &physics::world::World, view: Option<&Bound<'_, PyAny>>) -> PyResult<Aabb> {
    let Some(view) = view else { return Ok(draw::fitted(world)) };
    let four = values::numbers("view", view, &[4], "(left, bottom, right, top)")?;
    let [left, bottom, right, top] = [four[0], four[1], four[2], four[3]].map(|x| x as f32);
    let is_box = right > left && top > bottom && [left, bottom, right, top].iter().all(|x| x.is_finite());
    if !is_box {
        let message = "view must be (left, bottom, right, top), finite, with right > left and top > bottom";
        return Err(out_of_range(view.py(), message.to_owned(), "view", view));
    }
    Ok(Aabb::new([left, bottom], [right, top]))
}

/// Options of a drawing by name.
fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<DrawOptions> {
    struct Named(DrawOptions);
    impl properties::Properties for Named {
        fn visit<V: properties::Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
            let Self(options) = self;
            visitor.flag("bodies", &mut options.bodies)?;
            visitor.flag("joints", &mut options.joints)?;
            visitor.flag("boxes", &mut options.boxes)?;
            visitor.flag("contacts", &mut options.contacts)?;
            visitor.flag("normals", &mut options.normals)?;
            visitor.flag("centers", &mut options.centers)?;
            visitor.flag("names", &mut options.names)
        }
    }
    let mut all = Named(DrawOptions::default());
    crate::props::set(&mut all, given, "draw", &[])?;
    Ok(all.0)
}

fn refused(message: String) -> PyErr {
    PyValueError::new_err(message)
}

#[pymethods]
impl World {
    /// The part of the world that holds all colliders: (left, bottom, right, top), m. Pictures show it unless
    /// they are given a `view`.
    fn fit(&self) -> PyResult<(f64, f64, f64, f64)> {
        self.read(|world| draw::corners(draw::fitted(world)))
    }

    /// The world as an SVG picture of `width` pixels. `view` is (left, bottom, right, top), m. Options:
    /// `bodies`, `joints`, `boxes`, `contacts`, `normals`, `centers`, `names`.
    #[pyo3(signature = (width = 960, view = None, **options))]
    fn to_svg(
        &self,
        width: u16,
        view: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let options = self::options(options)?;
        let inner = self.lock()?;
        let area = self::view(&inner.world, view)?;
        Ok(draw::svg(&inner.world, area, width.max(1), &options))
    }

    /// The world as the bytes of a PNG picture of `width` pixels.
    #[pyo3(signature = (width = 960, view = None, **options))]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        width: u16,
        view: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = self::options(options)?;
        let inner = self.lock()?;
        let mut canvas = Raster::new(self::view(&inner.world, view)?, width.max(1)).map_err(refused)?;
        draw_world(&inner.world, &options, &mut canvas);
        Ok(PyBytes::new(py, &canvas.png(Theme::Light).map_err(refused)?))
    }

    /// The world as figures, for a canvas of any kind: points (m), whether they are closed, the fill, and the
    /// colour and width (px) of the line.
    #[pyo3(signature = (width = 960, view = None, **options))]
    fn figures(
        &self,
        width: u16,
        view: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Figure>> {
        let options = self::options(options)?;
        let inner = self.lock()?;
        let mut canvas = Figures::new(self::view(&inner.world, view)?, width.max(1));
        draw_world(&inner.world, &options, &mut canvas);
        Ok(canvas.figures)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let inner = self.lock()?;
        Ok(draw::svg(&inner.world, draw::fitted(&inner.world), 640, &DrawOptions::default()))
    }

    /// The bytes of a GIF film of `steps` steps of this world. `before_step(world, step)` is called before
    /// each step.
    #[pyo3(signature = (steps, dt, view = None, before_step = None, **options))]
    fn _film<'py>(
        slf: &Bound<'py, Self>,
        steps: u32,
        dt: f64,
        view: Option<&Bound<'py, PyAny>>,
        before_step: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = self::options(options)?;
        let area = self::view(&slf.get().lock()?.world, view)?;
        let mut film = Film::new(area, steps, dt as f32, Theme::Light).map_err(refused)?;
        for step in 0..=steps {
            {
                let inner = slf.get().lock()?;
                let drawn = film.see(step, area, |canvas| draw_world(&inner.world, &options, canvas));
                drawn.map_err(refused)?;
            }
            if step < steps {
                if let Some(call) = before_step {
                    call.call1((slf, step))?;
                }
                slf.call_method1("step", (dt,))?;
            }
        }
        Ok(PyBytes::new(slf.py(), &film.finish().map_err(refused)?))
    }

    /// A film of the next `steps` steps, for a notebook: of a copy, so this world stays as it is.
    /// `before_step(world, step)` is called before each step, with the copy. `save` writes a GIF file.
    #[pyo3(signature = (steps = 120, dt = 1.0 / 60.0, *, view = None, before_step = None, **options))]
    fn animation<'py>(
        slf: &Bound<'py, Self>,
        steps: u32,
        dt: f64,
        view: Option<&Bound<'py, PyAny>>,
        before_step: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copy = slf.get().copy(slf.py())?;
        let film = Self::_film(&copy, steps, dt, view, before_step, options)?;
        slf.py().import("physics2d._view")?.getattr("Animation")?.call1((film,))
    }

    /// Shows the world in a window and steps it until the window is closed: the mouse drags bodies, the space
    /// bar pauses. Without a display, writes a film of `steps` steps as an HTML page and prints where.
    ///
    /// `before_step(world, step)` is called before each step, `on_key(name, is_down)` for each key ("Left",
    /// "space", "a"), and `on_mouse(what, point)` for "press", "move" and "release" at a point of the world
    /// (m).
    #[pyo3(signature = (*, view = None, dt = 1.0 / 60.0, steps = 300, before_step = None, on_key = None,
                        on_mouse = None))]
    fn show<'py>(
        slf: &Bound<'py, Self>,
        view: Option<&Bound<'py, PyAny>>,
        dt: f64,
        steps: u32,
        before_step: Option<&Bound<'py, PyAny>>,
        on_key: Option<&Bound<'py, PyAny>>,
        on_mouse: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let module = slf.py().import("physics2d._view")?;
        module.getattr("show")?.call1((slf, view, dt, steps, before_step, on_key, on_mouse))?;
        Ok(())
    }
}
