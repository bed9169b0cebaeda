"""Every bad value is a ``physics2d.Error`` that names the argument and what was given for it."""

import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import pytest

import physics2d
from physics2d import Batch, Body, Environment, Error, Level, Mover, OutOfRange, Recording, Shape, StaleHandle, World
from physics2d import WrongState, _engine, actions, observations, parameters

ROOT = Path(__file__).parent.parent
HUGE = 10**30


def world_with_a_box() -> tuple[World, Body]:
    world = World()
    body = world.add_body(kind="dynamic")
    body.add_box(1, 1)
    return world, body


WORLD, BOX = world_with_a_box()
PLATFORM = WORLD.add_body(kind="kinematic")
BATCH = Batch(WORLD, worlds=2)
TASK = Environment("lunar_lander", 2)
BALL = Shape.circle(1)
FIELD = WORLD.add_body().add_height_field([0, 1, 0], 1)

#: A function of a whole number, the argument, and numbers that are out of its range.
WHOLE: list[tuple[Callable[[Any], object], str, list[int]]] = [
    (BATCH.fault, "index", [-1, 2, HUGE]),
    (BATCH.world, "index", [-1, 2, HUGE]),
    (TASK.world, "index", [-1, 2, HUGE]),
    (lambda x: WORLD.step(count=x), "count", [-1, -HUGE, HUGE]),
    (lambda x: setattr(WORLD, "threads", x), "threads", [-1, 0, 1025, HUGE]),
    (lambda x: WORLD.to_png(width=x), "width", [-1, 0, 65_000, 70_000, HUGE]),
    (lambda x: WORLD.to_svg(width=x), "width", [-1, 0, 70_000, HUGE]),
    (lambda x: WORLD.figures(width=x), "width", [-1, 0, 70_000, HUGE]),
    (lambda x: WORLD.animation(steps=x), "steps", [-1, 10**12, HUGE]),
    (lambda x: WORLD.show(steps=x), "steps", [-1, HUGE]),
    (lambda x: WORLD.close_joints(max_sweeps=x), "max_sweeps", [-1, HUGE]),
    (lambda x: Batch(WORLD, x), "worlds", [-1, 0, HUGE]),
    (lambda x: Batch(WORLD, 2, threads=x), "threads", [-1, 0, HUGE]),
    (lambda x: Batch(WORLD, 2, seed=x), "seed", [-1, HUGE]),
    (lambda x: Batch(WORLD, 2, frame_skip=x), "frame_skip", [-1, 0, 10**12, HUGE]),
    (lambda x: Environment("lunar_lander", x), "worlds", [-1, 0, HUGE]),
    (lambda x: FIELD.collider(x), "cell", [-1, 2, HUGE]),
    (lambda x: BOX.set(user_data=x), "user_data", [-1, 1 << 128]),
    (lambda x: BOX.add_circle(1, mask=x), "mask", [-1, 1 << 64]),
]

#: A function of a number, the argument, and whether zero and less is out of its range.
NUMBERS: list[tuple[Callable[[float], object], str, bool]] = [
    (BOX.add_circle, "radius", True),
    (lambda x: BOX.add_box(x, 1), "width", True),
    (lambda x: BOX.add_box(1, x), "height", True),
    (lambda x: BOX.add_capsule((0, 0), (1, 0), x), "radius", True),
    (lambda x: BOX.add_capsule((0, 0), (x, 0), 1), "b", False),
    (lambda x: WORLD.cast_shape(BALL, (0, 0), (1, 0), angle=x), "angle", False),
    (lambda x: WORLD.cast_shape(BALL, (0, 0), (1, 0), turn=x), "turn", False),
    (lambda x: WORLD.overlap_shape(BALL, (0, 0), angle=x), "angle", False),
    (lambda x: WORLD.closest_to_shape(BALL, (0, 0), 1, angle=x), "angle", False),
    (lambda x: WORLD.close_joints(tolerance=x), "tolerance", True),
    (lambda x: WORLD.step(x), "dt", False),
    (lambda x: WORLD.animation(1, dt=x), "dt", False),
    (lambda x: Mover(WORLD, BALL, (0, 0)).step((0, 0), dt=x), "dt", False),
    (lambda x: PLATFORM.move_to((0, 0), angle=x), "angle", False),
    (lambda x: PLATFORM.move_to((0, 0), dt=x), "dt", False),
    (lambda x: setattr(BOX, "angle", x), "angle", False),
    (lambda x: BOX.apply_torque(x), "torque", False),
]


@pytest.mark.parametrize("call, field, bad", [(c, f, x) for c, f, all_ in WHOLE for x in all_])
def test_whole_number_out_of_range_is_named(call: Callable[[Any], object], field: str, bad: int) -> None:
    before = WORLD.state_hash()
    with pytest.raises(OutOfRange) as caught:
        call(bad)
    assert (caught.value.field, caught.value.value) == (field, bad)
    assert WORLD.state_hash() == before


@pytest.mark.parametrize("call, field", [(c, f) for c, f, _ in WHOLE])
def test_what_is_no_whole_number_is_a_type_error_with_the_name(call: Callable[[Any], object], field: str) -> None:
    for bad in (1.5, [1]):
        if field != "user_data":
            with pytest.raises(TypeError, match=field):
                call(bad)


@pytest.mark.parametrize("call, field, positive", NUMBERS)
def test_number_out_of_range_is_named(call: Callable[[float], object], field: str, positive: bool) -> None:
    before = WORLD.state_hash()
    for bad in [float("nan"), float("inf"), 1e300, *([-1.0, 0.0] if positive else [])]:
        with pytest.raises(OutOfRange) as caught:
            call(bad)
        error = caught.value
        assert error.field == field
        given = error.value if isinstance(error.value, (int, float)) else error.value[0]  # type: ignore[index]
        assert given == bad or given != given
        # Not what was left of the number, and not 300 zeros.
        assert ("inf" in str(error)) == (bad == float("inf")) and len(str(error)) < 100
        assert WORLD.state_hash() == before


@pytest.mark.parametrize("make", [
    lambda world, body: {"actions": [actions.force(body)]},
    lambda world, body: {"observations": [observations.pose(body)]},
    lambda world, body: {"parameters": [parameters.mass(body, 0.5, 2)]},
])
def test_removed_body_of_a_batch_is_stale(make: Callable[[World, Body], dict[str, Any]]) -> None:
    world, body = world_with_a_box()
    body.remove()
    with pytest.raises(StaleHandle, match="has been removed"):
        Batch(world, 2, **make(world, body))


@pytest.mark.parametrize("call", [World.load, Level.load, Recording.load, WORLD.to_level().save, WORLD.to_png])
def test_file_is_named(call: Callable[[str], object]) -> None:
    path = "/no/such/folder/level.json"
    with pytest.raises(FileNotFoundError, match=path) as caught:
        call(path)
    error = caught.value
    assert isinstance(error, Error) and (error.field, error.value, error.filename) == ("path", path, path)


def test_call_that_does_not_fit_the_state_is_an_error_of_the_package() -> None:
    with pytest.raises(WrongState, match="not recorded"):
        World().stop_recording()
    batch = Batch(World(), 2)
    batch.close()
    with pytest.raises(WrongState, match="closed") as caught:
        batch.step()
    assert isinstance(caught.value, Error) and isinstance(caught.value, RuntimeError)


def test_film_is_refused_by_another_ending(tmp_path: Path) -> None:
    film = WORLD.animation(1)
    for ending in ("mp4", "webm", "png"):
        with pytest.raises(OutOfRange, match=ending) as caught:
            film.save(tmp_path / f"film.{ending}")
        assert caught.value.field == "path"
    assert not list(tmp_path.iterdir())
    film.save(tmp_path / "film.GIF")


def test_option_of_a_film_names_the_function() -> None:
    with pytest.raises(TypeError, match=r"animation\(\) has no argument 'frames'; did you mean 'steps'\?"):
        WORLD.animation(frames=10)  # type: ignore[call-arg]


def test_ctrl_c_ends_a_film_soon() -> None:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    for i in range(300):
        world.add_body(kind="dynamic", position=(i % 20, i // 20 + 1)).add_box(0.9, 0.9)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    raised: list[float] = []

    def interrupt() -> None:
        raised.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            world.animation(6000)
        assert time.perf_counter() - raised[0] < 0.2
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def test_failed_install_changes_nothing() -> None:
    code = (
        "import physics2d.box2d as b\n"
        "module = b.install(solver={'substeps': 8})\n"
        "for bad in ({'nonsense': 1}, {'solver': {'nonsense': 1}}, {'sleep_speed': 'x'}, {'length_unit': -1}):\n"
        "    try:\n"
        "        b.install(**bad)\n"
        "    except Exception as error:\n"
        "        assert list(bad)[0] in str(error) or 'nonsense' in str(error) or 'x' in str(error), error\n"
        "    else:\n"
        "        raise SystemExit(f'{bad} was accepted')\n"
        "    assert b._world.b2World()._w.solver['substeps'] == 8\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


#: Where texts stand that reach the program.
SOURCES = [
    path
    for crate in ("geom", "collide", "properties", "world", "toolkit", "batch", "tasks")
    for path in (ROOT.parent.parent / "crates" / crate / "src").rglob("*.rs")
    if "tests" not in path.parts and path.name != "tests.rs"
]


def messages() -> list[str]:
    """The texts of errors of the engine: of `#[error(...)]`, and what values must be."""
    found = []
    for path in SOURCES:
        text = path.read_text().split("#[cfg(test)]")[0]
        found += re.findall(r'#\[error\(\s*"((?:[^"\\]|\\.)*)"', text, re.DOTALL)
        found += re.findall(r'expected(?::| =) "((?:[^"\\]|\\.)*)"', text, re.DOTALL)
        found += re.findall(r'Range::(?:new|above|elsewhere)\([^"()]*"((?:[^"\\]|\\.)*)"', text, re.DOTALL)
    return found


def test_no_message_names_rust() -> None:
    found = messages()
    assert len(found) > 100
    for message in found:
        text = _engine._plain(message)
        assert "::" not in text, text
        for name in re.findall(r"`(\w+)", text):
            assert hasattr(Body, name) or hasattr(World, name) or hasattr(physics2d, name), text
        assert not re.search(r"\b(f32|f64|u32|usize|Option|None|Some|Outline|&mut)\b", text), text


def test_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert physics2d.__version__ == version("physics2d")
