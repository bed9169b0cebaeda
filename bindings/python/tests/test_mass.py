"""The inertia of a body whose mass is set follows its colliders, whatever came first."""

import copy
import itertools
import pickle
from typing import Any, Callable

import pytest

from physics2d import Body, OutOfRange, Shape, World

SHAPES: list[Callable[[Body], Any]] = [
    lambda body: body.add_box(1, 1),
    lambda body: body.add_circle(0.5, offset=(2, 0), density=3),
    lambda body: body.add_outline([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]),
    lambda body: body.add_capsule((0, 0), (0, 3), 0.2, sensor=True),
    lambda body: body.add_shape(Shape.box(0.2, 4), density=2),
]


def expected(shapes: tuple[int, ...], mass: float) -> tuple[float, float, tuple[float, float]]:
    body = World().add_body(kind="dynamic")
    for one in shapes:
        SHAPES[one](body)
    return mass, body.inertia * mass / body.mass, body.center


def check(body: Body, shapes: tuple[int, ...], mass: float) -> None:
    found = (body.mass, body.inertia, body.center)
    want = expected(shapes, mass)
    assert found[:2] == pytest.approx(want[:2], rel=1e-5)
    assert found[2] == pytest.approx(want[2], abs=1e-5)


@pytest.mark.parametrize("shapes", list(itertools.combinations(range(len(SHAPES)), 3)))
@pytest.mark.parametrize("how, when", [("number", 0), ("dictionary", 0), *itertools.product(["attribute", "set"], range(4))])
def test_inertia_does_not_depend_on_the_order(shapes: tuple[int, ...], when: int, how: str) -> None:
    if how in ("number", "dictionary"):
        mass: Any = 5 if how == "number" else {"mass": 5}
        body = World().add_body(kind="dynamic", mass=mass)
    else:
        body = World().add_body(kind="dynamic")
    for place in range(4):
        if place == when and how == "attribute":
            body.mass = 5
        if place == when and how == "set":
            body.set(mass={"mass": 5})
        if place < 3:
            SHAPES[shapes[place]](body)
    check(body, shapes, 5)


def test_box_of_five_kilograms_turns() -> None:
    for given in ({}, {"mass": 5}, {"mass": {"mass": 5}}):
        body = World(gravity=(0, 0)).add_body(kind="dynamic", **given)  # type: ignore[arg-type]
        assert body.inertia == 0
        if not given:
            body.mass = 5
        body.add_box(1, 1)
        assert body.inertia == pytest.approx(5 / 6)
        body.apply_angular_impulse(5 / 6)
        assert body.angular_velocity == pytest.approx(1)


def test_inertia_follows_every_change_of_the_colliders() -> None:
    body = World().add_body(kind="dynamic", mass=5)
    box, ball = body.add_box(1, 1), body.add_circle(0.5, offset=(2, 0), density=3)
    check(body, (0, 1), 5)
    body.mass = 8
    check(body, (0, 1), 8)
    ball.density = 0.1
    lighter = body.inertia
    ball.density = 3
    check(body, (0, 1), 8)
    assert lighter < body.inertia
    ball.sensor = True
    check(body, (0,), 8)
    ball.sensor = False
    ball.shape, old = Shape.circle(1), ball.shape
    ball.shape = old
    check(body, (0, 1), 8)
    ball.remove()
    check(body, (0,), 8)
    box.remove()
    assert body.mass == 8 and body.inertia == 0
    SHAPES[2](body)
    check(body, (2,), 8)


def test_inertia_follows_after_copies_snapshots_and_levels() -> None:
    world = World()
    body = world.add_body(kind="dynamic", mass=5)
    saved = world.save()
    for other in (world.copy(), copy.deepcopy(world), pickle.loads(pickle.dumps(world)), World.load(world.to_level())):
        one = other.bodies[0]
        SHAPES[0](one)
        check(one, (0,), 5)
    SHAPES[0](body)
    world.restore(saved)
    SHAPES[1](world.bodies[0])
    check(world.bodies[0], (1,), 5)
    twin = world.add_body(**world.add_body(kind="dynamic", mass=5).properties())
    SHAPES[0](twin)
    check(twin, (0,), 5)


def test_inertia_and_centre_that_are_given_stay() -> None:
    for first in (True, False):
        body = World().add_body(kind="dynamic")
        mass: Any = {"mass": 5, "inertia": 2, "center_of_mass": (1, 0)}
        for act in (lambda: body.set(mass=mass), lambda: SHAPES[1](body))[:: 1 if first else -1]:
            act()
        assert (body.mass, body.inertia, body.center) == (5, 2, (1, 0))
        body.mass = 10
        assert body.inertia == 4
    still = World().add_body(kind="dynamic", mass={"mass": 5, "inertia": 0})
    still.add_box(1, 1)
    assert still.inertia == 0
    off = World().add_body(kind="dynamic", mass={"mass": 5, "center_of_mass": (1, 0)})
    off.add_box(1, 1)
    assert off.center == (1, 0) and off.inertia == pytest.approx(5 / 6 + 5)


def test_static_body_has_the_inertia_when_it_becomes_dynamic() -> None:
    body = World().add_body(mass=5)
    body.add_box(1, 1)
    body.kind = "dynamic"
    check(body, (0,), 5)


def test_body_sleeps_on_when_its_mass_stays() -> None:
    world = World()
    world.add_body().add_half_space((0, 1), 0)
    body = world.add_body(kind="dynamic", position=(0, 0.5), mass=5)
    box = body.add_box(1, 1)
    body.sleep()
    box.set(user_data=1)
    assert not body.is_awake


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf"), 1e300])
def test_bad_mass_names_the_mass_and_changes_nothing(bad: float) -> None:
    world = World()
    body = world.add_body(kind="dynamic", mass=5)
    body.add_box(1, 1)
    before = world.state_hash()
    for call in (lambda: setattr(body, "mass", bad), lambda: body.set(mass=bad), lambda: world.add_body(mass=bad)):
        with pytest.raises(OutOfRange) as caught:
            call()
        assert "mass" in caught.value.field
        assert world.state_hash() == before
