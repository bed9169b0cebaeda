//! Pictures, films, and the viewer.

use super::World;
use crate::draw::{self, DrawOptions, Figure, Figures, Film, Raster, Theme, draw_world};
use crate::errors::{OutOfRange, out_of_range};
use crate::files::write;
use crate::values;
use physics::geom::Aabb;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;

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

/// The greatest width of a picture, px: a square of it takes 256 MiB.
const MAX_WIDTH: usize = 8192;

/// The greatest height of a picture, px.
const MAX_HEIGHT: f64 = 16384.0;

/// The width of a picture, px.
fn width(given: Option<&Bound<'_, PyAny>>) -> PyResult<u16> {
    given.map_or(Ok(draw::WIDTH), |given| Ok(values::count("width", given, 1, MAX_WIDTH)? as u16))
}

/// The first argument of a picture: its width, or the path of the file to be written.
fn width_or_path<'a, 'py>(
    first: Option<&'a Bound<'py, PyAny>>,
    path: Option<PathBuf>,
) -> PyResult<(Option<&'a Bound<'py, PyAny>>, Option<PathBuf>)> {
    match first.and_then(|first| first.extract::<PathBuf>().ok()) {
        Some(first) if path.is_none() => Ok((None, Some(first))),
        _ => Ok((first, path)),
    }
}

/// The number of steps of a film.
fn steps(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(values::count("steps", given, 0, u32::MAX as usize)? as u32)
}

/// Options of a drawing by name. `call` and `others` are the function and its other arguments, for hints.
fn options(given: Option<&Bound<'_, PyDict>>, call: &str, others: &[&str]) -> PyResult<DrawOptions> {
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
    crate::props::set(&mut all, given, call, others)?;
    Ok(all.0)
}

fn refused(message: String) -> PyErr {
    OutOfRange::new_err((message, "view"))
}

#[pymethods]
impl World {
    /// The part of the world that holds all colliders: (left, bottom, right, top), m. Pictures show it unless
    /// they are given a `view`.
    fn fit(&self) -> PyResult<(f64, f64, f64, f64)> {
        self.read(|world| draw::corners(draw::fitted(world)))
    }

    /// The world as an SVG picture of `width` pixels. `view` is (left, bottom, right, top), m. With a `path`,
    /// which may also be the first argument, the picture is written to that file as well. Options: `bodies`,
    /// `joints`, `boxes`, `contacts`, `normals`, `centers`, `names`.
    #[pyo3(signature = (width = None, view = None, *, path = None, **options),
           text_signature = "($self, width=960, view=None, *, path=None, **options)")]
    fn to_svg(
        &self,
        width: Option<&Bound<'_, PyAny>>,
        view: Option<&Bound<'_, PyAny>>,
        path: Option<PathBuf>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let options = self::options(options, "to_svg", &["width", "view", "path"])?;
        let (width, path) = width_or_path(width, path)?;
        let width = self::width(width)?;
        let inner = self.lock()?;
        let area = self::view(&inner.world, view)?;
        let text = draw::svg(&inner.world, area, width, &options);
        path.map_or(Ok(()), |path| write(&path, text.as_bytes()))?;
        Ok(text)
    }

    /// The world as the bytes of a PNG picture of `width` pixels, 1 to 8192; otherwise as `to_svg`.
    #[pyo3(signature = (width = None, view = None, *, path = None, **options),
           text_signature = "($self, width=960, view=None, *, path=None, **options)")]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        width: Option<&Bound<'py, PyAny>>,
        view: Option<&Bound<'py, PyAny>>,
        path: Option<PathBuf>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = self::options(options, "to_png", &["width", "view", "path"])?;
        let (width, path) = width_or_path(width, path)?;
        let width = self::width(width)?;
        let inner = self.lock()?;
        let area = self::view(&inner.world, view)?;
        let height = f64::from(width) * f64::from(area.extents().y / area.extents().x);
        if height > MAX_HEIGHT {
            let message = format!(
                "view is {height:.0} pixels high at a width of {width}: it must be at most {MAX_HEIGHT}"
            );
            return Err(out_of_range(py, message, "view", view));
        }
        let mut canvas = Raster::new(area, width).map_err(refused)?;
        draw_world(&inner.world, &options, &mut canvas);
        let bytes = canvas.png(Theme::Light).map_err(refused)?;
        path.map_or(Ok(()), |path| write(&path, &bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The world as figures, for a canvas of any kind: points (m), whether they are closed, the fill, and the
    /// colour and width (px) of the line.
    #[pyo3(signature = (width = None, view = None, **options),
           text_signature = "($self, width=960, view=None, **options)")]
    fn figures(
        &self,
        width: Option<&Bound<'_, PyAny>>,
        view: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Figure>> {
        let options = self::options(options, "figures", &["width", "view"])?;
        let width = self::width(width)?;
        let inner = self.lock()?;
        let mut canvas = Figures::new(self::view(&inner.world, view)?, width);
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
        let options = self::options(options, "animation", &["steps", "dt", "view", "before_step"])?;
        let area = self::view(&slf.get().lock()?.world, view)?;
        let mut film = Film::new(area, steps, dt as f32, Theme::Light).map_err(refused)?;
        for step in 0..=steps {
            // So that Ctrl+C ends a long film: a step alone does not ask.
            slf.py().check_signals()?;
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
    #[pyo3(signature = (steps = None, dt = 1.0 / 60.0, *, view = None, before_step = None, **options),
           text_signature = "($self, steps=120, dt=..., *, view=None, before_step=None, **options)")]
    fn animation<'py>(
        slf: &Bound<'py, Self>,
        steps: Option<&Bound<'py, PyAny>>,
        dt: f64,
        view: Option<&Bound<'py, PyAny>>,
        before_step: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copy = slf.get().copy(slf.py())?;
        let steps = steps.map_or(Ok(120), self::steps)?;
        let film = Self::_film(&copy, steps, dt, view, before_step, options)?;
        slf.py().import("physics2d._view")?.getattr("Animation")?.call1((film,))
    }

    /// Shows the world in a window and steps it until the window is closed: the mouse drags bodies, the space
    /// bar pauses. Without a display, writes a film of `steps` steps as an HTML page and prints where.
    ///
    /// `before_step(world, step)` is called before each step, `on_key(name, is_down)` for each key ("Left",
    /// "space", "a"), and `on_mouse(what, point)` for "press", "move" and "release" at a point of the world
    /// (m).
    #[pyo3(signature = (*, view = None, dt = 1.0 / 60.0, steps = None, before_step = None, on_key = None,
                        on_mouse = None),
           text_signature = "($self, *, view=None, dt=..., steps=300, before_step=None, on_key=None, on_mouse=None)")]
    fn show<'py>(
        slf: &Bound<'py, Self>,
        view: Option<&Bound<'py, PyAny>>,
        dt: f64,
        steps: Option<&Bound<'py, PyAny>>,
        before_step: Option<&Bound<'py, PyAny>>,
        on_key: Option<&Bound<'py, PyAny>>,
        on_mouse: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let steps = steps.map_or(Ok(300), self::steps)?;
        let module = slf.py().import("physics2d._view")?;
        module.getattr("show")?.call1((slf, view, dt, steps, before_step, on_key, on_mouse))?;
        Ok(())
    }
}
