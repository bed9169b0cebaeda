"""The viewer, on a canvas that writes down what is drawn on it."""

import sys
import types
from typing import Any, Callable

import pytest

from physics2d import World


class Window:
    """A window whose main loop makes 30 frames, and plays a script of events."""

    def __init__(self) -> None:
        self.handlers: dict[str, Callable[[Any], object]] = {}
        self.script: dict[int, Callable[[], object]] = {}
        self.next: Callable[[], object] | None = None

    def title(self, _: str) -> None: ...

    def bind(self, name: str, handler: Callable[[Any], object]) -> None:
        self.handlers[name] = handler

    def after(self, _: int, call: Callable[[], object]) -> None:
        self.next = call

    def mainloop(self) -> None:
        for frame in range(30):
            self.script.get(frame, lambda: None)()
            assert self.next
            self.next()


class Canvas:
    def __init__(self, window: Window, width: int, height: int, background: str) -> None:
        self.size, self.drawn, self.handlers = (width, height), [], {}
        window.canvas = self  # type: ignore[attr-defined]

    def pack(self) -> None: ...

    def bind(self, name: str, handler: Callable[[Any], object]) -> None:
        self.handlers[name] = handler

    def delete(self, _: str) -> None:
        self.drawn = []

    def create_polygon(self, points: list[float], fill: str, outline: str, width: float) -> None:
        self.drawn.append(("polygon", points, fill))

    def create_line(self, points: list[float], fill: str, width: float) -> None:
        self.drawn.append(("line", points, fill))


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    made = Window()
    fake = types.SimpleNamespace(Tk=lambda: made, Canvas=Canvas)
    monkeypatch.setitem(sys.modules, "tkinter", fake)  # type: ignore[arg-type]
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("PHYSICS2D_HEADLESS", raising=False)
    return made


def box_world() -> tuple[World, Any]:
    world = World(gravity=(0, 0))
    box = world.add_body(kind="dynamic", position=(0, 0))
    box.add_box(1, 1)
    return world, box


def at(x: float, y: float) -> Any:
    """A mouse at a point of the world, in a view of 10 m over 960 px."""
    return types.SimpleNamespace(x=(x + 5) * 96, y=(3 - y) * 96)


VIEW = (-5.0, -3.0, 5.0, 3.0)


def test_each_frame_draws_the_world_and_steps_it(window: Window) -> None:
    world, box = box_world()
    box.velocity = (1, 0)
    seen: list[int] = []
    world.show(view=VIEW, before_step=lambda _, step: seen.append(step))
    assert seen == list(range(31))
    canvas: Canvas = window.canvas  # type: ignore[attr-defined]
    assert canvas.size == (960, 576)
    polygons = [points for kind, points, _ in canvas.drawn if kind == "polygon"]
    x = (box.position[0] + 5) * 96
    assert pytest.approx([x - 48, 288 + 48]) == polygons[0][:2]


def test_mouse_drags_a_body(window: Window) -> None:
    world, box = box_world()

    def mouse(name: str, event: Any) -> Callable[[], object]:
        return lambda: window.canvas.handlers[name](event)  # type: ignore[attr-defined]

    window.script = {1: mouse("<Button-1>", at(0.2, 0)), 2: mouse("<B1-Motion>", at(2.2, 1)),
                     29: mouse("<ButtonRelease-1>", at(2.2, 1))}
    world.show(view=VIEW)
    assert box.position[0] > 1 and box.position[1] > 0.3
    assert world.stats["joints"] == 0 and world.stats["bodies"] == 1, "the hand is gone"


def test_keys_and_mouse_go_to_the_game(window: Window) -> None:
    world, box = box_world()
    keys: list[tuple[str, bool]] = []
    mouse: list[tuple[str, tuple[float, float]]] = []
    window.script = {
        3: lambda: window.handlers["<KeyPress>"](types.SimpleNamespace(keysym="Left")),
        4: lambda: window.handlers["<KeyRelease>"](types.SimpleNamespace(keysym="Left")),
        5: lambda: window.canvas.handlers["<Button-1>"](at(1, 2)),  # type: ignore[attr-defined]
    }
    world.show(view=VIEW, on_key=lambda *key: keys.append(key), on_mouse=lambda *event: mouse.append(event))
    assert keys == [("Left", True), ("Left", False)]
    assert mouse == [("press", pytest.approx((1, 2)))]
    assert box.position == (0, 0)


def test_space_pauses(window: Window) -> None:
    world, box = box_world()
    box.velocity = (1, 0)
    window.script = {10: lambda: window.handlers["<space>"](None)}
    world.show(view=VIEW)
    # A frame before the loop, ten within it.
    assert box.position[0] == pytest.approx(11 / 60, rel=1e-4)
