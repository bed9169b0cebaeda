"""A program that a checker of types reads, and that is not run: what the stubs promise."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from physics2d import Body, Collider, ContactEvent, Hit, Level, OutOfRange, Pair, RevoluteJoint, Shape, Water, World


def program() -> None:
    world = World(gravity=(0, -10), friction_rule="average", solver={"substeps": 8, "direct_joints": "all"})
    assert_type(world.gravity, Pair)
    world.gravity = [0, -5]
    world.gravity = np.array([0.0, -5.0])
    body = world.add_body(kind="dynamic", position=np.zeros(2), mass={"mass": 2, "inertia": 1}, angle=0.5)
    assert_type(body, Body)
    assert_type(body.position, Pair)
    body.position = (1, 2)
    body.position = np.array([1.0, 2.0])
    body.kind = "kinematic"
    collider = body.add_polygon(np.zeros((3, 2)), friction=0.5, one_way=(0, 1))
    assert_type(collider, Collider)
    assert_type(collider.one_way, Pair | None)
    collider.one_way = None
    assert_type(body.add_chain([(0, 0), (1, 0)]), list[Collider])
    joint = world.add_revolute(body, world.add_body(), anchor=(0, 0), limits=(-1, 1))
    assert_type(joint, RevoluteJoint)
    assert_type(joint.motor_speed, float)
    joint.set(motor_speed=3, break_force=100)
    assert_type(world.poses(), NDArray[np.float64])
    assert_type(world.events.begun, list[ContactEvent])
    assert_type(world.cast_ray((0, 0), (1, 0), exclude=[body, collider], mask=3), Hit | None)
    world.effects = [Water(0.0, density=900), Water(region=Shape.box(1, 1))]
    assert_type(world.to_level(), Level)
    world.animation(10, before_step=lambda world, step: world.bodies[0].wake()).save("film.gif")
    try:
        world.step()
    except OutOfRange as error:
        assert_type(error.field, str)


def mistakes(world: World, body: Body) -> None:
    world.add_body(kind="dinamic")  # type: ignore[arg-type]  # pyright: ignore
    world.add_body(positoin=(0, 0))  # type: ignore[call-arg]  # pyright: ignore
    body.velocity = 3  # type: ignore[assignment]  # pyright: ignore
    body.center = (0, 0)  # type: ignore[misc]  # pyright: ignore
    world.add_weld(body, 3)  # type: ignore[arg-type]  # pyright: ignore
    World(solver={"substep": 3})  # type: ignore[typeddict-unknown-key]  # pyright: ignore
