"""Names of peers are answered with the name here."""

import re
from pathlib import Path
from typing import Any

import pytest

import physics2d
from physics2d import World, _hints, _pymunk

WORLD = World()
BODY = WORLD.add_body(kind="dynamic")
COLLIDER = BODY.add_circle(1)
JOINT = WORLD.add_revolute(WORLD.add_body(), BODY)
CALLS: dict[str, Any] = {
    "body": WORLD.add_body,
    "collider": lambda **given: BODY.add_circle(1, **given),
    "joint": lambda **given: WORLD.add_revolute(WORLD.bodies[1], BODY, **given),
    "world": World,
}


@pytest.mark.parametrize("call, guess, name", [
    ("body", "pos", "position"),
    ("body", "rotation_", "rotation"),
    ("body", "type", "kind"),
    ("body", "body_type", "kind"),
    ("body", "linearVelocity", "velocity"),
    ("body", "moment", "mass"),
    ("body", "bullet", "continuous"),
    ("body", "fixedRotation", "locks_rotation"),
    ("collider", "pos", "offset"),
    ("collider", "position", "offset"),
    ("collider", "angle", "offset"),
    ("collider", "elasticity", "restitution"),
    ("collider", "isSensor", "sensor"),
    ("collider", "categoryBits", "category"),
    ("joint", "lower_angle", "limits"),
    ("joint", "rate", "motor_speed"),
    ("world", "iterations", "solver"),
    ("world", "do_sleep", "sleeping"),
])
def test_argument_of_a_peer_is_answered(call: str, guess: str, name: str) -> None:
    with pytest.raises(TypeError, match=f"'{guess}'; did you mean '{name}'"):
        CALLS[call](**{guess: 1})


@pytest.mark.parametrize("thing, guess, name", [
    (WORLD, "debug_draw", "to_svg"),
    (WORLD, "point_query", "colliders_at"),
    (WORLD, "raycast", "cast_ray"),
    (WORLD, "rayCast", "cast_ray"),
    (WORLD, "add_hinge", "add_revolute"),
    (WORLD, "CreateDynamicBody", "add_body"),
    (WORLD, "segment_query_first", "cast_ray"),
    (BODY, "is_sleeping", "is_awake"),
    (BODY, "pos", "position"),
    (BODY, "ApplyForce", "apply_force"),
    (BODY, "linear_velocity", "velocity"),
    (BODY, "shapes", "colliders"),
    (BODY, "moment", "inertia"),
    (COLLIDER, "elasticity", "restitution"),
    (COLLIDER, "collision_type", "user_data"),
    (JOINT, "max_torque", "max_motor_torque"),
])
def test_attribute_of_a_peer_is_answered(thing: Any, guess: str, name: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{guess}'.*{name}"):
        getattr(thing, guess)
    with pytest.raises(AttributeError, match=f"has no attribute '{guess}'.*{name}"):
        setattr(thing, guess, 1)
    assert not hasattr(thing, guess)


def test_name_that_resembles_nothing_has_no_hint() -> None:
    for call in CALLS.values():
        with pytest.raises(TypeError, match="'qwertz'$"):
            call(qwertz=1)
    with pytest.raises(AttributeError, match="'qwertz'$"):
        getattr(WORLD, "qwertz")


def test_every_guess_leads_to_a_name() -> None:
    known = {name for thing in (WORLD, BODY, COLLIDER) for name in dir(type(thing))} | {"a", "b", "dt", "count", "path"}
    known |= {name for path in (Path(__file__).parent.parent / "docs").glob("add_*.txt")
              for line in path.read_text().splitlines() if line.startswith("- ")
              for name in line[2:].split(":")[0].split(", ")}
    known |= {"width", "steps", "awake"}
    for guess, names in _hints.GUESSES.items():
        assert names and set(names) <= known, (guess, set(names) - known)


@pytest.mark.parametrize("name", [name for name in _pymunk.NAMES if re.match("(Space|Body|Shape)[.]", name)])
def test_every_name_of_pymunk_is_answered(name: str) -> None:
    owner, attribute = name.split(".")
    thing: Any = {"Space": WORLD, "Body": BODY, "Shape": COLLIDER}[owner]
    if not hasattr(type(thing), attribute):
        with pytest.raises(AttributeError, match="did you mean|pymunk's"):
            getattr(thing, attribute)


def test_property_that_refuses_keeps_its_error() -> None:
    with pytest.raises(AttributeError, match="(?!.*did you mean)"):
        setattr(BODY, "inertia", 1)


def test_names_of_peers_modules_are_answered() -> None:
    for name, expected in (("Space", "World"), ("Vec2d", "pair"), ("PivotJoint", "add_revolute"), ("Wrold", "World")):
        with pytest.raises(AttributeError, match=expected):
            getattr(physics2d, name)
    assert not hasattr(physics2d, "__wrapped__")
