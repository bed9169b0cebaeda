"""Watching a world: a window, or a film where there is no display."""

from __future__ import annotations

import base64
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Optional

from ._engine import World
from ._errors import OutOfRange, file_error

View = Optional["tuple[float, float, float, float]"]
BeforeStep = Optional[Callable[[World, int], object]]
OnKey = Optional[Callable[[str, bool], object]]
OnMouse = Optional[Callable[[str, "tuple[float, float]"], object]]


class Animation:
    """A film of a world. A notebook shows it; ``save`` writes a GIF file."""

    __module__ = "physics2d"

    def __init__(self, gif: bytes) -> None:
        #: The bytes of a GIF file.
        self.gif = gif

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.gif).decode("ascii")
        return f'<img alt="A film of the world" src="data:image/gif;base64,{data}">'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a GIF file; another ending of its name than ``.gif`` is refused."""
        ending = Path(path).suffix
        if ending.lower() not in (".gif", ""):
            raise OutOfRange(f"path ends with '{ending}': a film is a GIF file, so it must be '.gif'", "path", path)
        try:
            Path(path).write_bytes(self.gif)
        except OSError as error:
            raise file_error(error.errno, str(error), str(path)) from None

    def __repr__(self) -> str:
        return f"<Animation: {len(self.gif)} bytes>"


def show(
    world: World,
    view: View = None,
    dt: float = 1 / 60,
    steps: int = 300,
    before_step: BeforeStep = None,
    on_key: OnKey = None,
    on_mouse: OnMouse = None,
) -> None:
    """Shows a world in a window and steps it: see ``World.show``."""
    window = _window()
    if window is None:
        _write_page(world, view, dt, steps, before_step)
    else:
        _Viewer(window, world, view, dt, before_step, on_key, on_mouse).run()


def _window() -> Any:
    """A window of tkinter; ``None`` where there is no display or no tkinter."""
    if os.environ.get("PHYSICS2D_HEADLESS"):
        return None
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return None
    try:
        import tkinter

        return tkinter.Tk()
    except Exception:  # no tkinter, or no display after all
        return None


def _write_page(world: World, view: View, dt: float, steps: int, before_step: BeforeStep) -> None:
    film: bytes = getattr(world, "_film")(steps, dt, view, before_step)
    folder = os.environ.get("PHYSICS2D_OUT") or tempfile.mkdtemp(prefix="physics2d-")
    path = Path(folder) / "world.html"
    path.write_text(f"<!doctype html><title>physics2d</title>{Animation(film)._repr_html_()}\n")
    print(f"There is no display; a film of {steps} steps is in {path}")


class _Viewer:
    """A canvas on which the figures of the world are drawn, and a mouse that drags bodies."""

    def __init__(
        self,
        window: Any,
        world: World,
        view: View,
        dt: float,
        before_step: BeforeStep,
        on_key: OnKey,
        on_mouse: OnMouse,
    ) -> None:
        import tkinter

        self.window, self.world, self.dt, self.before_step = window, world, dt, before_step
        self.view = view or world.fit()
        left, bottom, right, top = self.view
        self.width = 960
        self.scale = self.width / (right - left)
        height = round(self.scale * (top - bottom))
        window.title("physics2d")
        self.canvas = tkinter.Canvas(window, width=self.width, height=height, background="#fbfaf7")
        self.canvas.pack()
        self.is_paused = False
        self.count = 0
        self.hand: Any = None
        self.on_mouse = on_mouse or self._drag
        window.bind("<Escape>", lambda _: window.destroy())
        if on_key:
            window.bind("<KeyPress>", lambda event: on_key(event.keysym, True))
            window.bind("<KeyRelease>", lambda event: on_key(event.keysym, False))
        else:
            window.bind("<space>", lambda _: self._pause())
        for name, what in (("<Button-1>", "press"), ("<B1-Motion>", "move"), ("<ButtonRelease-1>", "release")):
            self.canvas.bind(name, self._mouse(what))

    def run(self) -> None:
        self._frame()
        self.window.mainloop()

    def _frame(self) -> None:
        if not self.is_paused:
            if self.before_step:
                self.before_step(self.world, self.count)
            self.world.step(self.dt)
            self.count += 1
        self._draw()
        self.window.after(max(1, round(1000 * self.dt)), self._frame)

    def _draw(self) -> None:
        self.canvas.delete("all")
        left, _, _, top = self.view
        for points, is_closed, fill, line in self.world.figures(self.width, self.view):
            flat = [c for x, y in points for c in ((x - left) * self.scale, (top - y) * self.scale)]
            color, width = line or ("", 0)
            if is_closed:
                self.canvas.create_polygon(flat, fill=fill or "", outline=color, width=width)
            elif len(points) == 2:
                self.canvas.create_line(flat, fill=color or fill or "black", width=width or 1)

    def _pause(self) -> None:
        self.is_paused = not self.is_paused

    def _mouse(self, what: str) -> Callable[[Any], object]:
        return lambda event: self.on_mouse(what, self._place(event))

    def _place(self, event: Any) -> tuple[float, float]:
        left, _, _, top = self.view
        return (left + event.x / self.scale, top - event.y / self.scale)

    def _drag(self, what: str, place: tuple[float, float]) -> None:
        """Draws the body under the mouse along with it."""
        if what == "release" and self.hand:
            self.hand[0].remove()
            self.hand = None
        elif what == "move" and self.hand:
            anchor, joint = self.hand
            anchor.position = place
            joint.b.wake()
        elif what == "press":
            bodies = [collider.body for collider in self.world.colliders_at(place)]
            for body in bodies:
                if body.kind == "dynamic":
                    anchor = self.world.add_body(position=place)
                    # Enough for a hundred times its weight.
                    force = 1000 * body.mass
                    self.hand = (anchor, self.world.add_mouse(anchor, body, anchor=place, max_force=force))
                    return
